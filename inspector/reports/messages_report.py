"""What the next request would carry as history: the ``messages`` verb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from inspector.domain.contexts import ContextMessage, DroppedMessage
from inspector.inspection import Inspection
from inspector.reports.sessions_report import problems_data

SCHEMA = "context-inspector/messages/1"
_PREVIEW_CHARS = 100


def messages_data(inspection: Inspection, dropped: Sequence[DroppedMessage], *, with_text: bool) -> dict[str, Any]:
    """The JSON object of the ``messages`` verb (contract/cli-json.md).

    Args:
        inspection: the session.
        dropped: see :func:`inspector.inspection.read_dropped`.
        with_text: add each message's text.
    """
    return {
        "schema": SCHEMA,
        "session": {"key": inspection.snapshot.session_key, "session_id": inspection.snapshot.session_id},
        "messages": [_message_data(message, with_text) for message in inspection.snapshot.messages],
        "dropped": [{"entry_id": item.entry_id, "role": item.role, "reason": item.reason} for item in dropped],
        "problems": problems_data(inspection.problems),
    }


def _message_data(message: ContextMessage, with_text: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "role": message.role,
        "entry_id": message.entry_id,
        "chars": message.chars,
        "state": message.state,
        "changed_by": message.changed_by,
        "tool_calls": [{"id": call.id, "name": call.name} for call in message.tool_calls],
        "tool_call_id": message.tool_call_id,
        "tool_name": message.tool_name,
    }
    return {**data, "text": message.text} if with_text else data


def messages_lines(inspection: Inspection, dropped: Sequence[DroppedMessage], *, with_text: bool) -> list[str]:
    """The same for reading."""
    messages = inspection.snapshot.messages
    lines = [f"{inspection.snapshot.session_key}: {len(messages)} messages would be sent", ""]
    for number, message in enumerate(messages, 1):
        lines.append(f"{number:>5}  {message.role:<10} {message.chars:>9,} chars  {_what(message)}")
        if with_text and message.text:
            lines += [f"       {line}" for line in message.text.splitlines()]
    reasons = Counter(item.reason for item in dropped)
    lines += ["", *(f"{count:,} not sent: {reason}" for reason, count in reasons.most_common())]
    return lines


def _what(message: ContextMessage) -> str:
    calls = ", ".join(f"{call.name}()" for call in message.tool_calls)
    name = f"{message.tool_name}: " if message.tool_name else ""
    preview = " ".join(message.text[: 2 * _PREVIEW_CHARS].split())[:_PREVIEW_CHARS]
    changed = f"  [{message.changed_by}]" if message.changed_by else ""
    return f"{name}{preview}{' ' if preview and calls else ''}{calls}{changed}"
