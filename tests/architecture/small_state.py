"""The smallest state directory worth opening: one agent, one session, one question and its answer."""

from __future__ import annotations

import json
from pathlib import Path

SESSION_KEY = "agent:main:main"
SESSION_ID = "0b6f2a54-7c1e-4d39-9a60-3f5d8f1f7a11"
QUESTION = "When does the bakery open?"
ANSWER = "At six, except on Mondays."
_WRITTEN_AT = "2026-11-02T08:00:00.000Z"
_WRITTEN_AT_MS = 1793606400000


def write_small_state(folder: Path) -> Path:
    """Write it below ``folder`` and give its path."""
    state = folder / "state"
    sessions = state / "agents" / "main" / "sessions"
    sessions.mkdir(parents=True)
    (state / "openclaw.json").write_text("{}\n", encoding="utf-8")
    (state / "workspace").mkdir()
    rows = {SESSION_KEY: {"sessionId": SESSION_ID, "updatedAt": _WRITTEN_AT_MS}}
    (sessions / "sessions.json").write_text(json.dumps(rows), encoding="utf-8")
    lines = "".join(json.dumps(line) + "\n" for line in _transcript())
    (sessions / f"{SESSION_ID}.jsonl").write_text(lines, encoding="utf-8")
    return state


def _transcript() -> list[dict[str, object]]:
    header = {"type": "session", "version": 3, "id": SESSION_ID, "timestamp": _WRITTEN_AT, "cwd": "/home/sam"}
    question = {"role": "user", "content": [{"type": "text", "text": QUESTION}], "timestamp": _WRITTEN_AT_MS}
    answer = {
        "role": "assistant",
        "content": [{"type": "text", "text": ANSWER}],
        "provider": "anthropic",
        "model": "claude-sonnet-4-5",
        "api": "anthropic-messages",
        "stopReason": "stop",
        "timestamp": _WRITTEN_AT_MS,
    }
    return [
        header,
        {"type": "message", "id": "aaaa0001", "parentId": None, "timestamp": _WRITTEN_AT, "message": question},
        {"type": "message", "id": "aaaa0002", "parentId": "aaaa0001", "timestamp": _WRITTEN_AT, "message": answer},
    ]
