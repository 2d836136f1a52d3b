"""What a session's key and its stored entry say of it: the kind of conversation, the counted tokens. No I/O."""

from __future__ import annotations

import re

from inspector.domain.json_values import JsonObject, find_text, get_object
from inspector.domain.sessions import SessionKind

_AGENT_PREFIX = re.compile(r"^agent:[^:]+:")
_THREAD_SUFFIX = re.compile(r":(?:thread|topic):[^:]+$")
_DISCORD_CHANNEL = re.compile(r"^discord:(?:[^:]+:)?guild-[^:]+:channel-[^:]+$")

_CHAT_TYPES: dict[str, SessionKind] = {
    "group": "group",
    "channel": "channel",
    "direct": "direct",
    "dm": "direct",
    "private": "direct",
}
"""Stored chat types, and the words that stand for them inside a key (``private`` only as a chat type)."""

_KEY_WORDS = frozenset({"group", "channel", "direct", "dm"})
_WORD_POSITIONS = 3
"""A kind's word is the key's first part, or follows the channel, or the channel and an account."""


def session_kind(key: str, chat_type: str | None) -> SessionKind:
    """The kind of the session ``key`` (``agent:<id>:<rest>`` or a bare ``<rest>``), whose chat type may be stored.

    Sub-agent, cron, heartbeat and main are told by the key alone; for the rest a stored chat type wins over the key's
    shape. A named session without a chat type is ``other``.

    OpenClaw 2026.9.6, ``filterBootstrapFilesForSession``, prompt-side.md section 3.2 filter 4. Deviation: a bare
    ``cron:…`` is shown as ``cron`` too, though that filter does not treat it so.
    """
    rest = _AGENT_PREFIX.sub("", key.strip().lower())
    parts = rest.split(":")
    if parts[0] == "subagent" or parts[0] == "cron":
        return "subagent" if parts[0] == "subagent" else "cron"
    if parts[-1] == "heartbeat":
        return "heartbeat"
    if _THREAD_SUFFIX.sub("", rest) == "main":
        return "main"
    stored = _CHAT_TYPES.get((chat_type or "").strip().lower())
    return stored or _kind_of_shape(rest, parts)


def _kind_of_shape(rest: str, parts: list[str]) -> SessionKind:
    if any(part.endswith("@g.us") for part in parts):
        return "group"
    if _DISCORD_CHANNEL.match(_THREAD_SUFFIX.sub("", rest)):
        return "channel"
    for part in parts[:_WORD_POSITIONS]:
        if part in _KEY_WORDS and part != parts[-1]:
            return _CHAT_TYPES[part]
    return "other"


def find_chat_type(entry: JsonObject) -> str | None:
    """The chat type that a session entry stores, of its own or of its origin; None if it stores none."""
    return find_text(entry, "chatType") or find_text(get_object(entry, "origin"), "chatType")
