"""Which agents there are and where their folders lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.domain.problems import ProblemLog
from inspector.stores.openclaw_config import OpenClawConfig
from inspector.stores.roster import (
    find_inheriting_agent,
    find_moved_workspace,
    list_agents,
    resolve_agent_dir,
    resolve_workspace,
)
from inspector.stores.state_places import StatePlaces


def make_places(state_dir="/s"):
    state_dir = Path(state_dir)
    return StatePlaces(state_dir, None, Path("/h"), None, state_dir / "workspace")


def make_config(agents, *, is_read=True, marked=None):
    return OpenClawConfig(
        {"agents": agents}, Path("/s/openclaw.json"), {}, legacy_default_agent=marked, is_read=is_read
    )


TWO = {"a": {}, "b": {"workspace": "~/bb"}}


@pytest.mark.parametrize(
    ("agents", "marked", "agent_id", "expected"),
    [
        # its own
        ({"entries": TWO}, None, "b", "/h/bb"),
        # the only one inherits: the shared workspace, else the default one
        ({"entries": {"work": {}}, "defaults": {"workspace": "~/ws"}}, None, "work", "/h/ws"),
        ({"entries": {"work": {"workspace": "  "}}}, None, " Work ", "/s/workspace"),
        # the once marked one inherits among several
        ({"entries": TWO, "defaults": {"workspace": "/d"}}, "a", "a", "/d"),
        ({"entries": TWO}, "a", "a", "/s/workspace"),
        # others: a folder of the shared one, else one beside the default
        ({"entries": TWO, "defaults": {"workspace": "/d"}}, None, "a", "/d/a"),
        ({"entries": TWO}, None, "a", "/s/workspace-a"),
        ({"entries": {"main": {}}}, None, "other", "/s/workspace-other"),
        ({"list": [{"id": "Ops"}]}, None, "ops", "/s/workspace"),
    ],
)
def test_the_four_rules_of_workspaces(agents, marked, agent_id, expected):
    assert resolve_workspace(make_config(agents, marked=marked), make_places(), agent_id) == Path(expected)


@pytest.mark.parametrize(
    ("agents", "marked", "expected"),
    [
        ({"entries": {"a": {}, "b": {}}}, "b", "b"),
        ({"entries": {"a": {}, "b": {}}}, "gone", None),
        ({"entries": {"a": {}}}, None, "a"),
        ({"entries": {"a": {}, "b": {}}}, None, None),
        ({"list": [{"id": "a"}, {"id": "B!", "default": True}]}, None, "b"),
        ({"entries": {"a": {"default": True}, "b": {"default": True}}}, None, None),
        ({"ownership": "explicit", "entries": {"a": {"default": True}, "b": {}}}, None, None),
    ],
)
def test_who_inherits(agents, marked, expected):
    assert find_inheriting_agent(make_config(agents, marked=marked)) == expected


def test_the_agent_s_folder():
    config = make_config({"entries": {"a": {"agentDir": "~/dirs/a"}, "b": {}}})
    assert resolve_agent_dir(config, make_places(), "A") == Path("/h/dirs/a")
    assert resolve_agent_dir(config, make_places(), "b") == Path("/s/agents/b/agent")


def _make_folders(state, *names):
    for name in names:
        (state / "agents" / name / "sessions").mkdir(parents=True)


def _list(state, config):
    log = ProblemLog()
    agents = list_agents(config, make_places(state), log)
    return [agent.id for agent in agents], [problem.code for problem in log.problems()], agents


def test_configured_agents_come_first_and_folders_nobody_names_follow(tmp_path):
    _make_folders(tmp_path, "zeta", "main", "alpha")
    (tmp_path / "agents" / "empty").mkdir()
    (tmp_path / "agents" / "file").write_text("", "utf-8")
    ids, codes, agents = _list(tmp_path, make_config({"entries": {"ops": {}, "main": {"workspace": "/m"}}}))
    assert ids == ["ops", "main", "alpha", "zeta"]
    assert codes == ["agent_unlisted", "agent_unlisted"]
    assert agents[1].workspace == Path("/m")
    assert agents[2].agent_dir == tmp_path / "agents" / "alpha" / "agent"


def test_an_id_twice_and_a_folder_under_another_spelling_are_told(tmp_path):
    _make_folders(tmp_path, "Main")
    ids, codes, _ = _list(tmp_path, make_config({"entries": {"main": {}, "MAIN": {}}}))
    assert (ids, codes) == (["main"], ["agent_folder_odd", "agent_id_twice"])


def test_without_a_configuration_the_folders_tell(tmp_path):
    config = make_config({"entries": {"main": {}}}, is_read=False)
    assert _list(tmp_path, config)[:2] == (["main"], [])
    _make_folders(tmp_path, "work")
    assert _list(tmp_path, config)[:2] == (["work"], [])
    _make_folders(tmp_path, "main")
    assert _list(tmp_path, config)[:2] == (["main", "work"], [])


def test_an_explicitly_empty_roster_still_has_the_default_agent(tmp_path):
    assert _list(tmp_path, make_config({"ownership": "explicit", "entries": {}}))[0] == ["main"]


def test_a_folder_that_cannot_be_read_is_told_and_hides_no_other(tmp_path, monkeypatch):
    _make_folders(tmp_path, "locked", "open")
    plain = Path.iterdir

    def refuse_locked(path):
        if path.name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return plain(path)

    monkeypatch.setattr(Path, "iterdir", refuse_locked)
    log = ProblemLog()
    agents = list_agents(make_config({"entries": {"open": {}}}), make_places(tmp_path), log)
    assert [agent.id for agent in agents] == ["open"]
    (problem,) = log.problems()
    assert (problem.code, problem.place) == ("agents_unreadable", str(tmp_path / "agents" / "locked"))


def test_a_workspace_that_moved_with_its_state_is_found(tmp_path):
    (tmp_path / "workspace").mkdir()
    places = make_places(tmp_path)
    assert find_moved_workspace(places, Path("/home/sam/.openclaw/workspace")) == tmp_path / "workspace"
    assert find_moved_workspace(places, Path("/home/sam/other")) is None
    assert find_moved_workspace(places, tmp_path / "workspace") is None
