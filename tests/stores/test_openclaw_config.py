"""The configuration from file to what counts for an agent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.domain.problems import ProblemLog
from inspector.stores.openclaw_config import agent_setting, find_agent_entry, read_config

RECORDINGS = Path(__file__).resolve().parents[3] / "shared" / "recordings"


@pytest.fixture
def read(tmp_path):
    """Reads a configuration given as text, bytes or value; hands back it and the problems."""

    def read_given(given, **environment):
        path = tmp_path / "openclaw.json"
        text = given if isinstance(given, str | bytes) else json.dumps(given)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        log = ProblemLog()
        return read_config(path, {"HOME": str(tmp_path), **environment}, log), log.problems()

    return read_given


IMPLIED = {"agents": {"entries": {"main": {}}}}


def test_all_steps_in_order(read, tmp_path):
    (tmp_path / "llms.json5").write_text(
        "{mock: {apiKey: '${MOCK_KEY}', contextWindow: 9, models: [{id: 'm'}]}}", "utf-8"
    )
    text = """// the shop's
    {
      env: {vars: {WS: "~/shop", MOCK_KEY: "sk-from-config"}, LATE: "late"},
      models: {providers: {$include: "llms.json5"}},
      agents: {defaults: {workspace: "${WS}", note: "${LATE}"}, list: [{id: "main"}]},
    }"""
    config, problems = read(text)
    assert config.data["models"]["providers"]["mock"] == {
        "apiKey": "sk-from-config",
        "models": [{"id": "m", "contextWindow": 9}],
    }
    assert config.data["agents"] == {
        "defaults": {"workspace": str(tmp_path / "shop"), "note": "late"},
        "entries": {"main": {}},
    }
    assert config.environment["MOCK_KEY"] == "sk-from-config"
    assert (config.is_read, config.path, config.legacy_default_agent) == (True, tmp_path / "openclaw.json", None)
    assert [problem.code for problem in problems] == ["config_key_moved", "roster_migrated"]
    assert "sk-from-config" not in repr(config) + repr(problems)


def test_the_environment_wins_over_the_configuration_s_variables(read):
    config, _ = read({"env": {"vars": {"KEY": "config"}}, "v": "${KEY}"}, KEY="process")
    assert config.data["v"] == "process"


def test_a_state_without_configuration_is_fine():
    log = ProblemLog()
    config = read_config(None, {}, log)
    assert (config.data, config.path, config.is_read) == (IMPLIED, None, False)
    assert [(problem.code, problem.severity) for problem in log.problems()] == [("config_missing", "info")]


def test_a_named_file_that_is_not_there_is_fine(tmp_path):
    log = ProblemLog()
    assert read_config(tmp_path / "no.json", {}, log).data == IMPLIED
    (problem,) = log.problems()
    assert (problem.code, problem.severity, problem.place) == ("config_missing", "info", str(tmp_path / "no.json"))


def test_a_broken_file_is_one_sentence_with_line_and_column(read, tmp_path):
    config, problems = read('{\n  "apiKey": "sk-secret",\n  "a": 1\n  "b": 2\n}')
    assert (config.data, config.is_read) == (IMPLIED, False)
    (problem,) = problems
    assert (problem.code, problem.severity) == ("config_malformed", "error")
    assert problem.place == f"{tmp_path / 'openclaw.json'}, line 4, column 3"
    assert "line 4, column 3" in problem.message
    assert "sk-secret" not in problem.message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1, column 1"),
        ("[]", "holds no object"),
        ('"x"', "holds no object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 400 + "1" + "}" * 400, None),
        ('{"a":' * 900 + "1" + "}" * 900, "nested too deeply"),
    ],
)
def test_no_text_is_too_odd(read, text, words):
    config, problems = read(text)
    if words is None:
        assert problems == ()
        assert config.is_read
    else:
        assert config.data == IMPLIED
        assert [problem.code for problem in problems] == ["config_malformed"]
        assert words in problems[0].message


def test_bytes_that_are_no_utf8_are_replaced_and_told(read, tmp_path):
    config, problems = read(b'{"a": "\xff"}')
    assert config.data["a"] == "\ufffd"
    (problem,) = problems
    assert (problem.code, problem.place) == ("config_not_utf8", f"{tmp_path / 'openclaw.json'}, byte 7")


def test_a_folder_in_its_place_is_told(tmp_path):
    (tmp_path / "openclaw.json").mkdir()
    log = ProblemLog()
    assert read_config(tmp_path / "openclaw.json", {}, log).data == IMPLIED
    assert [(problem.code, problem.severity) for problem in log.problems()] == [("config_unreadable", "error")]


def test_a_file_that_may_not_be_read_is_told(read, monkeypatch):
    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    config, (problem,) = read({"a": 1})
    assert (config.data, problem.code, problem.severity) == (IMPLIED, "config_unreadable", "error")
    assert "Permission denied" in problem.message


def test_a_broken_include_leaves_the_rest(read, tmp_path):
    config, (problem,) = read({"$include": "absent.json5", "a": 1})
    assert config.data == {"a": 1, **IMPLIED}
    assert (problem.code, problem.place) == ("config_include_failed", str(tmp_path / "openclaw.json"))


def test_an_include_that_makes_the_whole_no_object(read, tmp_path):
    (tmp_path / "list.json").write_text("[1]", "utf-8")
    config, problems = read({"$include": "list.json"})
    assert config.data == IMPLIED
    assert [problem.code for problem in problems] == ["config_malformed"]


def test_unset_variables_are_told_where_they_stand(read):
    given = {"models": {"providers": {"p": {"apiKey": "${P_KEY}"}}}, "agents": {"defaults": {"workspace": "${WS}/x"}}}
    config, problems = read(given)
    assert config.data["agents"]["defaults"]["workspace"] == "${WS}/x"
    assert [(problem.code, problem.severity) for problem in problems] == [
        ("config_variable_unset", "info"),
        ("config_variable_unset", "warning"),
    ]
    assert "${P_KEY} at models.providers.p.apiKey" in problems[0].message
    assert "${WS} at agents.defaults.workspace" in problems[1].message


def test_retired_keys_are_told_by_name_and_kept_apart(read):
    defaults = {"contextTokens": 100_000, "compaction": {"reserveTokens": 1}, "contextPruning": {"softTrimRatio": 0.1}}
    config, problems = read({"agents": {"defaults": defaults}})
    assert config.data["agents"]["defaults"] == {}
    assert config.retired == {
        "agents.defaults.contextTokens": 100_000,
        "agents.defaults.compaction.reserveTokens": 1,
        "agents.defaults.contextPruning.softTrimRatio": 0.1,
    }
    assert [(problem.code, problem.severity) for problem in problems] == [("config_key_retired", "warning")] * 3
    for problem, key in zip(problems, config.retired, strict=True):
        assert problem.message.startswith(f"{key} has no effect in OpenClaw 2026.9.6")


def test_a_roster_that_cannot_be_migrated_is_told_and_still_read(read):
    config, problems = read({"agents": {"list": [{"id": "Ops", "cwd": "/c"}]}})
    assert [problem.code for problem in problems] == ["roster_malformed"]
    assert find_agent_entry(config, "ops")["cwd"] == "/c"


def test_what_counts_for_an_agent(read):
    defaults = {
        "bootstrapMaxChars": 1,
        "bootstrapTotalMaxChars": 2,
        "contextInjection": "never",
        "contextLimits": {"memoryGetMaxChars": 3, "postCompactionMaxChars": 4},
        "skills": ["a"],
        "compaction": {"mode": "default"},
        "tools": {"deny": ["x"]},
        "model": {"primary": "p/m"},
    }
    own = {
        "bootstrapMaxChars": 10,
        "bootstrapTotalMaxChars": None,
        "contextLimits": {"memoryGetMaxChars": 30},
        "skills": [],
        "compaction": {"mode": "safeguard"},
        "skillsLimits": {"maxSkillsPromptChars": 5},
    }
    config, _ = read({"agents": {"defaults": defaults, "entries": {"My Ops": own, "b": {"skills": "odd"}}}})

    def ask(agent_id, *keys):
        return [agent_setting(config, agent_id, key) for key in keys]

    assert ask("my-ops", "bootstrapMaxChars", "bootstrapTotalMaxChars", "contextInjection") == [10, 2, "never"]
    assert ask("MY OPS", "contextLimits", "contextLimits.postCompactionMaxChars", "skills") == [
        {"memoryGetMaxChars": 30, "postCompactionMaxChars": 4},
        4,
        [],
    ]
    # an agent cannot override these; these exist in an agent's entry only
    assert ask("my-ops", "compaction.mode", "tools", "skillsLimits.maxSkillsPromptChars") == ["default", None, 5]
    assert ask("b", "bootstrapMaxChars", "skills", "skillsLimits", "model.primary", "contextLimits.no.such") == [
        1,
        ["a"],
        None,
        "p/m",
        None,
    ]
    assert ask("unknown", "bootstrapMaxChars", "nothing") == [1, None]


@pytest.mark.parametrize("name", ["bootstrap", "pruning-soft", "odd-anthropic", "jsonl-2026.3.24"])
def test_recorded_configurations_are_read_without_a_problem(name):
    path = RECORDINGS / name / "state" / "openclaw.json"
    if not path.is_file():
        pytest.skip(f"needs ../shared: {path}")
    log = ProblemLog()
    config = read_config(path, {}, log)
    assert log.problems() == ()
    stored = json.loads(path.read_text("utf-8"))
    assert config.data == {**stored, "agents": {**stored["agents"], "entries": {"main": {}}}}


def test_a_recorded_configuration_of_an_older_release_names_what_is_retired():
    path = RECORDINGS / "jsonl-2026.7.1" / "state" / "openclaw.json"
    if not path.is_file():
        pytest.skip(f"needs ../shared: {path}")
    log = ProblemLog()
    assert read_config(path, {}, log).retired == {"agents.defaults.contextLimits.toolResultMaxChars": 40000}
    assert [problem.code for problem in log.problems()] == ["config_key_retired"]
