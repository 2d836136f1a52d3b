"""The prompt side of the demo: tools, skills, and the report of what a run put into its system prompt.

Sizes follow prompt-side.md sections 3.7, 4.7, 5.4, 6 and 7 (OpenClaw 2026.9.6). The base instructions are a made-up
number of chars: their text belongs to OpenClaw and is not part of the demo.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from xml.sax.saxutils import escape

from demo_state.bootstrap_trim import FILE_LIMIT_CHARS, TOTAL_LIMIT_CHARS, USER_LIMIT_CHARS, trim_file
from demo_state.json_dict import JsonDict
from demo_state.transcript import Route
from demo_state.workspace import WORKSPACE, bootstrap_files, read_texts
from inspector.domain.javascript import js_json, js_trim, js_trim_end, utf16_length

_BASE_CHARS = {"subagent": 9_480, "cron": 10_940, "channel": 15_720, "main": 15_310, "direct": 15_560}
_AFTER_FILES_CHARS = {"subagent": 3_905, "cron": 3_720, "channel": 598, "main": 612, "direct": 612}
_HEADING_CHARS, _FILE_FRAME_CHARS = 42, 5
_NEAR_LIMIT = 0.85
_GUIDANCE_CHARS = {"SOUL.md": 83, "MEMORY.md": 114, "USER.md": 115}


@dataclass(frozen=True)
class Prompt:
    """What a session's system prompt is made of; ``report`` lacks the fields of the single run."""

    report: JsonDict
    skills_prompt: str
    tools_json: str

    @property
    def chars(self) -> int:
        """Chars of the whole system prompt."""
        return int(self.report["systemPrompt"]["chars"])

    @property
    def fixed_tokens(self) -> int:
        """What the made-up provider counts for system prompt and tools."""
        return round(self.chars / 4.08 + len(self.tools_json) / 3.7)


def build_prompt(key: str, session_id: str, kind: str, files: dict[str, str], route: Route) -> Prompt:
    """The prompt of session ``key`` (``kind``: main, direct, channel, cron or subagent)."""
    skills_prompt = _skills_prompt()
    rows = [_file_row(name, files.get(name)) for name in bootstrap_files(kind)]
    present = [row for row in rows if not row["missing"]]
    shown_chars = sum(row["injectedChars"] + _FILE_FRAME_CHARS + len(row["path"]) for row in present)
    guidance_chars = sum(_GUIDANCE_CHARS.get(row["name"], 0) for row in present)
    project_chars = _HEADING_CHARS + guidance_chars + shown_chars + _AFTER_FILES_CHARS[kind]
    other_chars = _BASE_CHARS[kind] + utf16_length(js_trim(skills_prompt))
    tools = read_texts("prompt_parts")["tools"]
    entries = [_tool_entry(tool) for tool in tools]
    report: JsonDict = {
        "source": "run",
        "generatedAt": 0,
        "sessionId": session_id,
        "sessionKey": key,
        "provider": route.provider,
        "model": route.llm,
        "workspaceDir": WORKSPACE,
        "bootstrapMaxChars": FILE_LIMIT_CHARS,
        "bootstrapTotalMaxChars": TOTAL_LIMIT_CHARS,
        "bootstrapTruncation": _truncation(rows),
        "sandbox": {"mode": "off", "sandboxed": False},
        "systemPrompt": {
            "chars": other_chars + project_chars,
            "hash": _sha256(f"{key}/{other_chars}/{project_chars}"),
            "projectContextChars": project_chars,
            "nonProjectContextChars": other_chars,
        },
        "injectedWorkspaceFiles": rows,
        "skills": _skills_report(skills_prompt),
        "tools": {"listChars": 0, "schemaChars": sum(entry["schemaChars"] for entry in entries), "entries": entries},
    }
    sent = [{"name": t["name"], "description": t["summary"], "parameters": _schema(t)} for t in tools]
    return Prompt(report, skills_prompt, js_json(sent))


def skill_location(skill: JsonDict) -> str:
    """Where the prompt says that a skill's file is."""
    if skill["home"] == "workspace":
        return f"~/.openclaw/workspace/skills/{skill['name']}/SKILL.md"
    return f"/opt/openclaw/skills/{skill['name']}/SKILL.md"


def _skills_prompt() -> str:
    blocks = []
    for skill in sorted(read_texts("prompt_parts")["skills"], key=lambda skill: str(skill["name"])):
        lines = [
            "  <skill>",
            f"    <name>{skill['name']}</name>",
            f"    <description>{escape(skill['about'], {chr(34): '&quot;', chr(39): '&apos;'})}</description>",
            f"    <location>{skill_location(skill)}</location>",
            "  </skill>",
        ]
        blocks.append("\n".join(lines))
    frame = (
        "Skills of this team. Open the file of a skill before doing what it is about; paths in it start at its folder."
    )
    return "\n".join(["\n", frame, "", "<available_skills>", *blocks, "</available_skills>"])


def _skills_report(prompt: str) -> JsonDict:
    text = js_trim(prompt)
    entries = []
    for piece in text.split("<skill>")[1:]:
        block = f"<skill>{piece.split('</skill>')[0]}</skill>"
        name = block.partition("<name>")[2].partition("</name>")[0]
        entries.append({"name": name, "blockChars": utf16_length(block)})
    return {"promptChars": utf16_length(text), "hash": _sha256(text), "entries": entries}


def _tool_entry(tool: JsonDict) -> JsonDict:
    schema = js_json(_schema(tool))
    return {
        "name": tool["name"],
        "summaryChars": utf16_length(tool["summary"]),
        "summaryHash": _sha256(tool["summary"]),
        "schemaChars": utf16_length(schema),
        "schemaHash": _sha256(schema),
        "propertiesCount": len(tool["params"]),
    }


def _schema(tool: JsonDict) -> JsonDict:
    properties = {name: {"type": _type_of(name), "description": text} for name, text in tool["params"].items()}
    return {"type": "object", "properties": properties, "required": tool["needs"], "additionalProperties": False}


def _type_of(name: str) -> str:
    if name.endswith(("_px", "_ms", "_chars", "_seconds", "_minutes", "_results")) or name in {
        "offset",
        "limit",
        "from",
    }:
        return "integer"
    flags = {"background", "pty", "full_page", "as_markdown", "silent", "enabled", "dry_run", "create_parents"}
    return "boolean" if name in flags else "string"


def _file_row(name: str, content: str | None) -> JsonDict:
    row: JsonDict = {"name": name, "path": f"{WORKSPACE}/{name}", "missing": content is None}
    if content is None:
        return row | {"rawChars": 0, "injectedChars": 0, "truncated": False}
    raw, injected = utf16_length(js_trim_end(content)), utf16_length(trim_file(name, content))
    return row | {"rawChars": raw, "injectedChars": injected, "truncated": injected < raw}


def _truncation(rows: list[JsonDict]) -> JsonDict:
    cut = sorted((row for row in rows if row["truncated"]), key=lambda row: str(row["path"]))
    listed = [
        {"path": row["path"], "rawChars": row["rawChars"], "injectedChars": row["injectedChars"]}
        | {"causes": ["per-file-limit"]}
        for row in cut
    ]
    limits = {"bootstrapMaxChars": FILE_LIMIT_CHARS, "bootstrapTotalMaxChars": TOTAL_LIMIT_CHARS}
    signature = js_json(limits | {"files": listed})
    near = [row for row in rows if row["rawChars"] >= _NEAR_LIMIT * _limit_of(row["name"])]
    injected_chars = sum(row["injectedChars"] for row in rows if not row["missing"])
    return {
        "warningMode": "always",
        "warningShown": True,
        "promptWarningSignature": signature,
        "warningSignaturesSeen": [signature],
        "truncatedFiles": len(cut),
        "nearLimitFiles": len(near),
        "totalNearLimit": injected_chars >= _NEAR_LIMIT * TOTAL_LIMIT_CHARS,
    }


def _limit_of(name: str) -> int:
    return USER_LIMIT_CHARS if name == "USER.md" else FILE_LIMIT_CHARS


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
