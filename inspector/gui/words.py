"""The runtime's terms in words, each with one sentence for a tooltip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.domain.javascript import utf16_length
from inspector.reports.number_format import format_bytes, format_count, format_moment

MEASURE_NOTE = "Characters are UTF-16 code units, as OpenClaw counts them."


@dataclass(frozen=True, slots=True)
class Term:
    """A word or two, and the sentence that explains them."""

    words: str
    sentence: str


KINDS: Mapping[str, Term] = {
    "context": Term("whole context", "All that the next request would carry, and the room that is left in the window."),
    "system_prompt": Term("system prompt", "The runtime's own instructions, before any file of yours."),
    "section": Term("prompt section", "A part of the runtime's own instructions."),
    "workspace_files": Term("workspace files", "Files of the agent's workspace that the runtime puts into the prompt."),
    "file": Term("workspace file", "A file of the agent's workspace that the runtime puts into the prompt."),
    "skills": Term("skills", "The catalog of skills: name, description and place of each, not their full text."),
    "skill": Term("skill", "One skill's lines in the catalog."),
    "tool_schemas": Term("tool schemas", "What the llm is told about the tools that it may call."),
    "tool": Term("tool", "One tool: its description and the schema of its parameters."),
    "tool_schema": Term("parameter schema", "The JSON schema of a tool's parameters."),
    "tool_description": Term("tool description", "The sentence or two that tell the llm what a tool is for."),
    "frame": Term("frame", "Headings and separators that the runtime puts around the parts."),
    "conversation": Term("conversation", "The messages of the session that would be sent."),
    "user": Term("user message", "What a person wrote, or what the runtime passes on as a user's words."),
    "assistant": Term("assistant message", "An answer of the llm, with its reasoning and its tool calls."),
    "tool_result": Term("tool result", "What a tool gave back to the llm."),
    "summary": Term("summary", "Stands in for older messages that a compaction or a left branch took out."),
    "custom": Term("custom message", "Text that the runtime or a plugin put into the conversation."),
    "text": Term("text block", "Plain text of a message."),
    "thinking": Term("reasoning block", "The llm's reasoning, kept with its answer."),
    "tool_call": Term("tool call", "The llm asks for a tool, with these arguments."),
    "image": Term("picture", "A picture; the runtime counts every picture with one flat weight."),
    "other": Term("other block", "A block of a type that this version does not know."),
    "runtime_context": Term("runtime context", "Facts such as time and channel that the runtime adds to each request."),
    "residual": Term("unattributed", "Tokens that the provider counted and no part shown here accounts for."),
    "free": Term("free", "Room before the reserve begins."),
    "reserve": Term("reserve", "Kept free for the answer and for compaction; growing into it starts a compaction."),
}

STATES: Mapping[str, Term] = {
    "sent": Term("sent as it is", "The next request carries it unchanged."),
    "truncated": Term("truncated", "Too long for its cap: only a part of the file is sent."),
    "soft_trimmed": Term("soft-trimmed", "Pruning keeps its head and tail in the request; the stored text is whole."),
    "hard_cleared": Term("hard-cleared", "Pruning sends a placeholder in its place; the stored text is whole."),
    "capped": Term("capped", "Longer than a single tool result may be: the rest is not sent."),
    "summarised": Term("summarised", "A compaction replaced it by a summary."),
    "filtered": Term("filtered", "A rule of the runtime keeps it out of the request."),
    "dropped": Term("not sent", "It exists, but the next request does not carry it."),
    "free": Term("free", "Nothing is there yet."),
    "reserve": Term("reserved", "Kept free on purpose."),
}

PROVENANCES: Mapping[str, Term] = {
    "captured": Term("read from the transcript", "The stored text itself was read and measured."),
    "run_report": Term("from the run report", "The runtime stored this size after its last run."),
    "reconstructed": Term("reconstructed", "Computed by the runtime's own rules from files and settings."),
    "estimated": Term("estimated", "Derived from other numbers; nothing states it directly."),
}

METHODS: Mapping[str, Term] = {
    "measured": Term("measured by the provider", "The provider reported this number for a real call."),
    "tokenizer": Term("counted by a tokenizer", "A real tokenizer counted the text."),
    "runtime": Term(
        "OpenClaw's estimate", "Characters divided by four, with weights for other scripts, as OpenClaw does."
    ),
}

SEVERITIES: Mapping[str, Term] = {
    "error": Term("Missing", "Something is missing from the picture."),
    "warning": Term("Warning", "The picture may differ from what the runtime sees."),
    "info": Term("Note", "Good to know; the picture is complete."),
}

ARCHIVE_REASONS: Mapping[str, str] = {
    "reset": "left behind by a reset",
    "deleted": "deleted",
    "cold": "archived",
    "backup": "backup",
    "orphan": "in no session list",
}


def find_term(terms: Mapping[str, Term], name: str) -> Term:
    """The term, or the bare name in words where a newer release knows more than this table."""
    return terms.get(name) or Term(name.replace("_", " "), f"This version has no explanation for “{name}”.")


def problem_words(code: str) -> str:
    """A problem's code as words: ``malformed_line`` is ``Malformed line``."""
    words = code.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def detail_rows(detail: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """(name, value) in words for the facts of a segment; the unit at the end of a key goes to the value."""
    return tuple(_detail_row(key, value) for key, value in detail.items())


def _detail_row(key: str, value: Any) -> tuple[str, str]:
    stem, _, unit = key.rpartition("_")
    number = value if isinstance(value, int) and not isinstance(value, bool) else None
    if stem and unit == "ms":
        return _name(stem), format_moment(number)
    if stem and unit == "bytes":
        return _name(stem), format_bytes(number)
    if stem and unit in {"chars", "tokens"}:
        return _name(stem), f"{format_count(number)} {unit}" if number is not None else "unknown"
    return _name(key), _plain(value)


def _name(key: str) -> str:
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def _plain(value: Any) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return format_count(value)
    if isinstance(value, list | tuple):
        return ", ".join(_plain(item) for item in value) or "none"
    return str(value)


def text_note(text: str) -> str:
    """How long a text is: ``1,204 chars · 31 lines``."""
    lines = text.count("\n") + 1
    return f"{utf16_length(text):,} chars · {lines:,} {'line' if lines == 1 else 'lines'}"
