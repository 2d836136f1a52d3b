"""Where a state is: home, profile, state directory, configuration, default workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.domain.problems import ProblemLog
from inspector.stores.state_places import (
    expand_home,
    find_config_path,
    find_default_workspace,
    find_home,
    find_profile,
    find_state,
    find_state_dir,
)

OS_HOME = Path("/os-home")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "/os-home"),
        ({"HOME": "/h"}, "/h"),
        ({"HOME": "  ", "USERPROFILE": "/u"}, "/u"),
        ({"HOME": "undefined", "USERPROFILE": "null"}, "/os-home"),
        ({"HOME": "/h", "OPENCLAW_HOME": "/o/../p"}, "/p"),
        ({"HOME": "/h", "OPENCLAW_HOME": "~/inner"}, "/h/inner"),
        ({"HOME": "/h", "OPENCLAW_HOME": "~"}, "/h"),
        ({"HOME": "/h", "OPENCLAW_HOME": "null"}, "/h"),
        ({"PREFIX": "/data/data/com.termux/files/usr", "ANDROID_DATA": "/data"}, "/data/data/com.termux/files/home"),
        ({"PREFIX": "/usr", "ANDROID_DATA": "/data"}, "/os-home"),
    ],
)
def test_the_home_is_found_in_order(environment, expected):
    assert find_home(environment, OS_HOME) == Path(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("work", "work"),
        (" Work_2 ", "Work_2"),
        ("default", None),
        ("DEFAULT", None),
        ("", None),
        ("a b", None),
        ("-a", None),
    ],
)
def test_profiles(name, expected):
    assert find_profile({"OPENCLAW_PROFILE": name}) == expected


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"HOME": "/h"}, "/h/.openclaw"),
        ({"HOME": "/h", "OPENCLAW_STATE_DIR": "~/s"}, "/h/s"),
        ({"HOME": "/h", "OPENCLAW_STATE_DIR": " /s/./t "}, "/s/t"),
        ({"HOME": "/h", "OPENCLAW_PROFILE": "work"}, "/h/.openclaw-work"),
        ({"HOME": "/h", "OPENCLAW_PROFILE": "no good"}, "/h/.openclaw"),
        ({"HOME": "/h", "OPENCLAW_PROFILE": "work", "OPENCLAW_STATE_DIR": "/s"}, "/s"),
    ],
)
def test_the_state_directory_without_looking_at_the_disk(environment, expected):
    assert find_state_dir(environment, None) == Path(expected)


def test_the_legacy_directory_counts_only_where_it_alone_exists(tmp_path):
    environment = {"HOME": str(tmp_path)}
    (tmp_path / ".clawdbot").mkdir()
    assert find_state_dir(environment, None) == tmp_path / ".clawdbot"
    (tmp_path / ".openclaw").mkdir()
    assert find_state_dir(environment, None) == tmp_path / ".openclaw"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "/h/.openclaw/workspace"),
        ({"OPENCLAW_WORKSPACE_DIR": "/w", "OPENCLAW_STATE_DIR": "/s"}, "/w"),
        ({"OPENCLAW_STATE_DIR": "/s", "OPENCLAW_PROFILE": "work"}, "/s/workspace"),
        ({"OPENCLAW_PROFILE": "work"}, "/h/.openclaw-work/workspace"),
        ({"OPENCLAW_PROFILE": "Default"}, "/h/.openclaw/workspace"),
    ],
)
def test_the_default_workspace(environment, expected):
    assert find_default_workspace({"HOME": "/h", **environment}, None) == Path(expected)


def _make(folder, *names):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text("{}", "utf-8")


def test_the_configuration_is_the_first_that_exists(tmp_path):
    environment = {"HOME": str(tmp_path)}
    _make(tmp_path / ".openclaw")
    assert find_config_path(environment, None) is None
    _make(tmp_path / ".clawdbot", "clawdbot.json")
    assert find_config_path(environment, None) == tmp_path / ".clawdbot" / "clawdbot.json"
    _make(tmp_path / ".openclaw", "clawdbot.json")
    assert find_config_path(environment, None) == tmp_path / ".openclaw" / "clawdbot.json"
    _make(tmp_path / ".openclaw", "openclaw.json")
    assert find_config_path(environment, None) == tmp_path / ".openclaw" / "openclaw.json"
    named = {**environment, "OPENCLAW_CONFIG_PATH": "~/other.json"}
    assert find_config_path(named, None) == tmp_path / "other.json"


@pytest.mark.parametrize("chosen", [{"OPENCLAW_STATE_DIR": "~/mine"}, {"OPENCLAW_PROFILE": "mine"}])
def test_a_chosen_state_does_not_borrow_the_default_configuration(tmp_path, chosen):
    _make(tmp_path / ".openclaw-mine")
    _make(tmp_path / ".openclaw", "openclaw.json")
    assert find_config_path({"HOME": str(tmp_path), **chosen}, None) is None


def test_a_profile_without_a_directory_leads_to_the_default_one(tmp_path):
    environment = {"HOME": str(tmp_path), "OPENCLAW_PROFILE": "work"}
    _make(tmp_path / ".openclaw", "openclaw.json")
    log = ProblemLog()
    places = find_state(environment, None, log)
    assert (places.state_dir, places.config_path) == (tmp_path / ".openclaw", tmp_path / ".openclaw" / "openclaw.json")
    assert places.default_workspace == tmp_path / ".openclaw-work" / "workspace"
    (problem,) = log.problems()
    assert (problem.code, problem.severity, problem.place) == (
        "profile_without_state",
        "warning",
        str(tmp_path / ".openclaw"),
    )
    _make(tmp_path / ".openclaw-work")
    log = ProblemLog()
    assert find_state(environment, None, log).state_dir == tmp_path / ".openclaw-work"
    assert log.problems() == ()


def test_no_state_is_none(tmp_path):
    assert find_state({"HOME": str(tmp_path)}, None, ProblemLog()) is None
    assert find_state({}, tmp_path, ProblemLog(), named=tmp_path / "absent") is None


def test_the_state_with_its_dotenv_file(tmp_path):
    state = tmp_path / ".openclaw"
    _make(state, "openclaw.json")
    (state / ".env").write_text("KEY=from-file\nTAKEN=from-file\n", "utf-8")
    environment = {"HOME": str(tmp_path), "TAKEN": "from-process"}
    log = ProblemLog()
    places = find_state(environment, None, log)
    assert (places.state_dir, places.config_path, places.home) == (state, state / "openclaw.json", tmp_path)
    assert (places.profile, places.default_workspace) == (None, state / "workspace")
    assert (places.environment["KEY"], places.environment["TAKEN"]) == ("from-file", "from-process")
    assert environment == {"HOME": str(tmp_path), "TAKEN": "from-process"}
    assert "from-file" not in repr(places)
    assert log.problems() == ()


def test_a_dotenv_file_may_lead_to_another_state(tmp_path):
    _make(tmp_path / ".openclaw")
    _make(tmp_path / "big", "openclaw.json")
    (tmp_path / ".openclaw" / ".env").write_text("OPENCLAW_STATE_DIR=~/big\n", "utf-8")
    places = find_state({"HOME": str(tmp_path)}, None, ProblemLog())
    assert (places.state_dir, places.config_path) == (tmp_path / "big", tmp_path / "big" / "openclaw.json")


def test_a_named_state_forgets_what_the_environment_says_about_its_own(tmp_path):
    named = tmp_path / "copy"
    _make(named, "clawdbot.json")
    _make(tmp_path / ".openclaw", "openclaw.json")
    environment = {
        "HOME": str(tmp_path),
        "OPENCLAW_CONFIG_PATH": "/elsewhere.json",
        "OPENCLAW_PROFILE": "work",
        "OPENCLAW_STATE_DIR": "/elsewhere",
        "OPENCLAW_WORKSPACE_DIR": "/elsewhere/ws",
    }
    places = find_state(environment, None, ProblemLog(), named=named)
    assert (places.state_dir, places.config_path) == (named, named / "clawdbot.json")
    assert (places.profile, places.default_workspace) == (None, named / "workspace")


def test_naming_the_state_that_is_meant_anyway_changes_nothing(tmp_path):
    state = tmp_path / ".openclaw"
    _make(state)
    environment = {"HOME": str(tmp_path), "OPENCLAW_WORKSPACE_DIR": str(tmp_path / "ws")}
    meant = find_state(environment, None, ProblemLog())
    assert find_state(environment, None, ProblemLog(), named=state) == meant
    assert meant.default_workspace == tmp_path / "ws"


def test_an_invalid_profile_is_told_and_ignored(tmp_path):
    _make(tmp_path / ".openclaw")
    log = ProblemLog()
    places = find_state({"HOME": str(tmp_path), "OPENCLAW_PROFILE": "no good"}, None, log)
    assert (places.state_dir, places.profile) == (tmp_path / ".openclaw", None)
    (problem,) = log.problems()
    assert (problem.code, problem.severity, problem.place) == ("profile_invalid", "warning", "OPENCLAW_PROFILE")
    assert "'no good'" in problem.message


def test_a_profile_s_workspace_under_its_older_name(tmp_path):
    _make(tmp_path / ".openclaw-work")
    older = tmp_path / ".openclaw" / "workspace-work"
    _make(older)
    environment = {"HOME": str(tmp_path), "OPENCLAW_PROFILE": "work"}
    log = ProblemLog()
    assert find_state(environment, None, log).default_workspace == older
    assert [problem.code for problem in log.problems()] == ["workspace_legacy_name"]
    _make(tmp_path / ".openclaw-work" / "workspace")
    assert find_state(environment, None, ProblemLog()).default_workspace == tmp_path / ".openclaw-work" / "workspace"


def test_a_state_that_may_not_be_read_is_told(tmp_path, monkeypatch):
    _make(tmp_path / ".openclaw")
    monkeypatch.setattr("inspector.stores.state_places.os.access", lambda *_: False)
    log = ProblemLog()
    assert find_state({"HOME": str(tmp_path)}, None, log).state_dir == tmp_path / ".openclaw"
    assert [(problem.code, problem.severity) for problem in log.problems()] == [("state_unreadable", "error")]


@pytest.mark.parametrize(
    ("path", "expected"),
    [("~", "/h"), ("~/a/../b", "/h/b"), ("~\\a", "/h/a"), ("~a", None), (" /x\0y ", "/xy"), ("/a/", "/a")],
)
def test_home_in_paths(path, expected):
    assert expand_home(path, Path("/h")) == (Path.cwd() / "~a" if expected is None else Path(expected))
