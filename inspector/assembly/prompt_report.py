"""The stored ``systemPromptReport`` -> segments: system prompt, workspace files, skills, tool schemas, runtime context.

The report is what the runtime itself measured when it last ran (prompt-side.md section 7). Its numbers are shown as
they are: system prompt, files and skills add up to ``systemPrompt.chars``; a tool is its schema and its description.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from inspector.domain.javascript import js_trim_end, utf16_length
from inspector.domain.json_values import JsonObject, find_int, find_text, get_list, get_object
from inspector.domain.segments import Segment, SegmentState, make_group
from inspector.domain.tokens import TokenCount
from inspector.tokens.message_estimates import chars_to_tokens

_SKILL_BLOCK = re.compile(r"<skill>.*?</skill>", re.DOTALL | re.IGNORECASE)
_SKILL_NAME = re.compile(r"<name>(.*?)</name>", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PromptTexts:
    """Texts that go with the report's sizes, where they can be had.

    Attributes:
        files: bootstrap file name -> its text on disk now.
        skills_prompt: the session's stored skills catalog, None if it has none.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    skills_prompt: str | None = None


def build_prompt_segments(report: JsonObject, texts: PromptTexts) -> tuple[Segment, ...]:
    """First-level segments for everything that is not conversation; empty without a report."""
    if not report:
        return ()
    skills_chars = find_int(get_object(report, "skills"), "promptChars") or 0
    segments = (
        _system_prompt(report, skills_chars),
        _workspace_files(report, texts),
        _skills(report, skills_chars, texts.skills_prompt),
        _tool_schemas(report),
        _runtime_context(report),
    )
    return tuple(segment for segment in segments if segment.chars or segment.children)


def _leaf(
    id: str,  # noqa: A002
    kind: str,
    label: str,
    chars: int,
    *,
    state: SegmentState = "sent",
    text: str | None = None,
    detail: Mapping[str, Any] | None = None,
) -> Segment:
    tokens = TokenCount(chars_to_tokens(chars))
    return Segment(id, kind, label, chars, tokens, "run_report", state, text=text, detail=detail or {})


def _system_prompt(report: JsonObject, skills_chars: int) -> Segment:
    sizes = get_object(report, "systemPrompt")
    base = max(0, (find_int(sizes, "nonProjectContextChars") or 0) - skills_chars)
    section = _leaf("system_prompt/base", "section", "Base instructions", base)
    detail = {"report_chars": find_int(sizes, "chars"), "generated_at_ms": find_int(report, "generatedAt")}
    return make_group("system_prompt", "system_prompt", "System prompt", (section,), "run_report", detail=detail)


def _workspace_files(report: JsonObject, texts: PromptTexts) -> Segment:
    files = [_file(row, texts.files) for row in get_list(report, "injectedWorkspaceFiles") if isinstance(row, dict)]
    project = find_int(get_object(report, "systemPrompt"), "projectContextChars") or 0
    frame = project - sum(file.chars for file in files)
    if frame > 0:
        files.append(_leaf("workspace_files/frame", "frame", "Headings around the files", frame))
    detail = {
        "project_context_chars": project,
        "per_file_cap_chars": find_int(report, "bootstrapMaxChars"),
        "total_cap_chars": find_int(report, "bootstrapTotalMaxChars"),
    }
    return make_group("workspace_files", "workspace_files", "Workspace files", files, "run_report", detail=detail)


def _file(row: JsonObject, texts: Mapping[str, str]) -> Segment:
    name = find_text(row, "name") or "(unnamed)"
    injected, raw = find_int(row, "injectedChars"), find_int(row, "rawChars")
    missing, truncated = row.get("missing") is True, row.get("truncated") is True
    text = texts.get(name)
    same_length = text is not None and utf16_length(js_trim_end(text)) == raw
    detail: dict[str, Any] = {
        "path": find_text(row, "path"),
        "raw_chars": raw,
        "injected_chars": injected,
        "status": _file_status(missing, truncated, injected, raw),
    }
    if text is not None and (truncated or not same_length):
        changed = "" if same_length else " It has changed since the last run."
        detail["text_is"] = (
            f"The file as it is on disk now; the last run sent {injected or 0:,} of its characters.{changed}"
        )
    state: SegmentState = "truncated" if truncated else "sent" if injected else "dropped"
    label = f"{name} (missing)" if missing else name
    return _leaf(f"workspace_files/{name}", "file", label, injected or 0, state=state, text=text, detail=detail)


def _file_status(missing: bool, truncated: bool, injected: int | None, raw: int | None) -> str:
    if missing:
        return "missing"
    if injected is None:
        return "unknown: the runtime could not verify what was injected"
    if truncated:
        return "truncated"
    return "empty" if not raw else "ok" if injected else "not injected"


def _skills(report: JsonObject, prompt_chars: int, prompt: str | None) -> Segment:
    rows = [row for row in get_list(get_object(report, "skills"), "entries") if isinstance(row, dict)]
    blocks = _skill_texts(prompt or "")
    children = []
    for index, row in enumerate(rows):
        name, chars = find_text(row, "name") or "(unknown)", find_int(row, "blockChars") or 0
        text = blocks.get(name)
        shown = text if text is not None and utf16_length(text) == chars else None
        children.append(_leaf(f"skills/{index}/{name}", "skill", name, chars, text=shown))
    frame = prompt_chars - sum(child.chars for child in children)
    if frame > 0:
        children.append(_leaf("skills/frame", "frame", "Catalog around the skills", frame))
    detail = {"prompt_chars": prompt_chars, "count": len(rows)}
    return make_group("skills", "skills", "Skills", children, "run_report", detail=detail)


def _skill_texts(prompt: str) -> dict[str, str]:
    """Name as written in the catalog -> its block."""
    blocks = {}
    for match in _SKILL_BLOCK.finditer(prompt):
        name = _SKILL_NAME.search(match.group())
        if name:
            blocks[name.group(1)] = match.group()
    return blocks


def _tool_schemas(report: JsonObject) -> Segment:
    tools = get_object(report, "tools")
    children = [_tool(row) for row in get_list(tools, "entries") if isinstance(row, dict)]
    list_chars = find_int(tools, "listChars") or 0
    detail = {
        "schema_chars": find_int(tools, "schemaChars"),
        "description_chars": sum(find_int(row, "summaryChars") or 0 for row in get_list(tools, "entries")),
        "list_chars": list_chars,
        "count": len(children),
    }
    return make_group("tool_schemas", "tool_schemas", "Tool schemas", children, "run_report", detail=detail)


def _tool(row: JsonObject) -> Segment:
    name = find_text(row, "name") or "(unnamed)"
    schema, description = find_int(row, "schemaChars") or 0, find_int(row, "summaryChars") or 0
    parts = (
        _leaf(f"tool_schemas/{name}/schema", "tool_schema", f"{name} schema", schema),
        _leaf(f"tool_schemas/{name}/description", "tool_description", f"{name} description", description),
    )
    detail = {
        "schema_chars": schema,
        "description_chars": description,
        "parameters": find_int(row, "propertiesCount"),
    }
    return make_group(f"tool_schemas/{name}", "tool", name, parts, "run_report", detail=detail)


def _runtime_context(report: JsonObject) -> Segment:
    chars = find_int(get_object(report, "currentTurn"), "runtimeContextChars") or 0
    note = "Facts that the runtime adds to each request and stores nowhere; the size is that of the last run."
    return _leaf("runtime_context", "runtime_context", "Runtime context", chars, detail={"note": note})
