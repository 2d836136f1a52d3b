"""Compactions of the demo's long session: when one is due, where it cuts, what its summary says.

Source: OpenClaw 2026.9.6, history-side.md sections 6.3 (trigger), 6.5 (cut) and 6.8 (quoted turns). The demo moves the
cut on to the next user message, so that no turn is split.
"""

from __future__ import annotations

import math

from demo_state.json_dict import JsonDict
from demo_state.measuring import blocks_of, estimate_message_tokens
from demo_state.transcript import Transcript
from inspector.domain.javascript import slice_utf16, utf16_length

_RESERVE_TOKENS, _KEPT_TOKENS = 20_000, 20_000
_QUOTED_TURNS, _QUOTE_CHARS, _QUOTES_CHARS = 3, 600, 8000


def compact_if_due(transcript: Transcript, next_prompt: str, bodies: list[str]) -> bool:
    """Compact before ``next_prompt`` when the context would pass the threshold; takes the next of ``bodies``."""
    if not any(entry.get("message", {}).get("role") == "assistant" for entry in transcript.path()):
        return False
    usage = transcript.last_usage()
    projected_tokens = usage["totalTokens"] + math.ceil(utf16_length(next_prompt) / 4)
    if projected_tokens < transcript.route.window_tokens - _RESERVE_TOKENS:
        return False
    first_kept_id, summarised = _plan_cut(transcript)
    summary = bodies.pop(0).rstrip("\n") + _quoted_turns(summarised)
    transcript.wait_ms(41_000)
    transcript.compact(summary, first_kept_id, usage["totalTokens"])
    return True


def _plan_cut(transcript: Transcript) -> tuple[str, list[JsonDict]]:
    entries = [entry for entry in transcript.context_entries() if entry["type"] == "message"]
    sizes = [estimate_message_tokens(entry["message"]) for entry in entries]
    scale = max(1.0, transcript.last_usage()["totalTokens"] / sum(sizes))
    cut, kept_tokens = len(entries), 0.0
    while kept_tokens < _KEPT_TOKENS / scale:
        cut -= 1
        kept_tokens += sizes[cut]
    while entries[cut]["message"]["role"] != "user":
        cut += 1
    return str(entries[cut]["id"]), [entry["message"] for entry in entries[:cut]]


def _quoted_turns(messages: list[JsonDict]) -> str:
    starts = [index for index, message in enumerate(messages) if message["role"] == "user"]
    lines = [_quote(message) for message in messages[starts[-_QUOTED_TURNS] :]]
    section = "\n\n## Recent turns preserved verbatim\n" + "\n".join(lines)
    assert utf16_length(section) <= _QUOTES_CHARS, "the runtime would cut this section; shorten the turns"
    return section


def _quote(message: JsonDict) -> str:
    texts = [block["text"] for block in blocks_of(message) if block["type"] == "text"]
    others = [block["type"] for block in blocks_of(message) if block["type"] not in {"text", "thinking"}]
    text = "\n".join(texts) or f"[non-text content: {others[0]}{f' x{len(others)}' if len(others) > 1 else ''}]"
    if utf16_length(text) > _QUOTE_CHARS:
        text = slice_utf16(text, 0, _QUOTE_CHARS) + "..."
    names = {"user": "User", "assistant": "Assistant", "toolResult": f"Tool result ({message.get('toolName')})"}
    return f"- {names[message['role']]}: {text}"
