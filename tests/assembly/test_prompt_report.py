"""The run report as segments: its numbers, not ours."""

from __future__ import annotations

from inspector.assembly.prompt_report import PromptTexts, build_prompt_segments

REPORT = {
    "source": "run",
    "generatedAt": 7,
    "bootstrapMaxChars": 20000,
    "bootstrapTotalMaxChars": 60000,
    "systemPrompt": {"chars": 3000, "projectContextChars": 900, "nonProjectContextChars": 2100},
    "currentTurn": {"promptChars": 20, "runtimeContextChars": 52},
    "injectedWorkspaceFiles": [
        {
            "name": "AGENTS.md",
            "path": "/w/AGENTS.md",
            "missing": False,
            "rawChars": 700,
            "injectedChars": 600,
            "truncated": True,
        },
        {
            "name": "SOUL.md",
            "path": "/w/SOUL.md",
            "missing": False,
            "rawChars": 5,
            "injectedChars": 5,
            "truncated": False,
        },
        {
            "name": "IDENTITY.md",
            "path": "/w/I",
            "missing": True,
            "rawChars": 0,
            "injectedChars": 71,
            "truncated": False,
        },
        {
            "name": "BOOTSTRAP.md",
            "path": "/w/B",
            "missing": True,
            "rawChars": 0,
            "injectedChars": 0,
            "truncated": False,
        },
        {
            "name": "NATIVE.md",
            "path": "/w/N",
            "missing": False,
            "rawChars": 9,
            "injectedChars": None,
            "truncated": None,
        },
    ],
    "skills": {"promptChars": 400, "entries": [{"name": "a", "blockChars": 44}, {"name": "b", "blockChars": 200}]},
    "tools": {
        "listChars": 0,
        "schemaChars": 300,
        "entries": [
            {"name": "exec", "summaryChars": 40, "schemaChars": 101, "propertiesCount": 2},
            {"name": "read", "summaryChars": 10, "schemaChars": 199, "propertiesCount": None},
        ],
    },
}


def by_kind(texts=None):
    return {segment.kind: segment for segment in build_prompt_segments(REPORT, texts or PromptTexts())}


def test_first_level_numbers_are_the_reports():
    parts = by_kind()
    assert parts["workspace_files"].chars == REPORT["systemPrompt"]["projectContextChars"]
    assert parts["skills"].chars == REPORT["skills"]["promptChars"]
    prompt = parts["system_prompt"].chars + parts["workspace_files"].chars + parts["skills"].chars
    assert prompt == REPORT["systemPrompt"]["chars"]
    tools = parts["tool_schemas"]
    assert tools.chars == 300 + 50, "schemas and descriptions are both sent"
    assert tools.detail["schema_chars"] == REPORT["tools"]["schemaChars"]
    assert [child.chars for child in tools.children] == [141, 209]
    assert parts["runtime_context"].chars == 52


def test_files_carry_their_fate():
    files = {child.label: child for child in by_kind()["workspace_files"].children}
    assert (files["AGENTS.md"].state, files["AGENTS.md"].chars) == ("truncated", 600)
    assert (files["SOUL.md"].state, files["SOUL.md"].detail["status"]) == ("sent", "ok")
    assert (files["IDENTITY.md (missing)"].state, files["IDENTITY.md (missing)"].chars) == ("sent", 71)
    assert files["BOOTSTRAP.md (missing)"].state == "dropped"
    assert files["NATIVE.md"].detail["injected_chars"] is None
    assert files["NATIVE.md"].detail["status"].startswith("unknown")
    assert files["Headings around the files"].chars == 900 - 676


def test_every_sum_adds_up():
    for segment in by_kind().values():
        for node in segment.walk():
            if node.children:
                assert node.chars == sum(child.chars for child in node.children)
                assert node.tokens.tokens == sum(child.tokens.tokens for child in node.children)


def test_texts_are_shown_where_they_fit_the_sizes():
    skill = "<skill>\n    <name>a</name>\n  " + " " * 7 + "</skill>"
    texts = PromptTexts({"AGENTS.md": "x" * 700, "SOUL.md": "other words"}, f"{skill}<skill><name>b</name></skill>")
    parts = by_kind(texts)
    files = {child.label: child for child in parts["workspace_files"].children}
    assert files["AGENTS.md"].text == "x" * 700
    assert "sent 600 of its characters" in files["AGENTS.md"].detail["text_is"]
    assert "has changed" in files["SOUL.md"].detail["text_is"]
    assert len(skill) == 44
    skills = {child.label: child.text for child in parts["skills"].children}
    assert skills["a"] == skill
    assert skills["b"] is None, "a block of another length than the report's is not the one that was sent"


def test_without_a_report_there_is_nothing_to_show():
    assert build_prompt_segments({}, PromptTexts()) == ()


def test_a_report_of_nonsense_is_survived():
    odd = {
        "systemPrompt": [],
        "injectedWorkspaceFiles": [None, {}],
        "skills": {"entries": {}},
        "tools": {"entries": [1, {}]},
    }
    assert [segment.chars for segment in build_prompt_segments(odd, PromptTexts())] == [0, 0, 0]
