"""Cache-time pruning as the runtime does it, so that the demo's markers are what a run would have written.

Source: OpenClaw 2026.9.6, ``pruneExpiredCacheTtlToolResults``, history-side.md sections 5.4 and 5.5. Text results only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from demo_state.json_dict import JsonDict
from demo_state.measuring import blocks_of, weighted_chars
from inspector.domain.javascript import js_json, utf16_length

PLACEHOLDER = "[Old tool result content cleared]"
TTL_MS = 5 * 60_000
_SOFT_FROM_CHARS, _KEPT_CHARS = 4000, 1500
_SOFT_RATIO, _HARD_RATIO, _HARD_FROM_CHARS = 0.3, 0.5, 50_000
_PROTECTED_ANSWERS = 3


@dataclass
class Projection:
    """What earlier rounds did to tool results: ``modes`` by key, ``soft`` or ``hard``."""

    modes: dict[str, str] = field(default_factory=dict)

    def text_of(self, message: JsonDict) -> str:
        """The tool result's text as it is sent."""
        text = message["content"][0].get("text", "")
        mode = self.modes.get(result_key(message))
        return PLACEHOLDER if mode == "hard" else soft_trimmed(text) if mode == "soft" else text

    def apply_to(self, message: JsonDict) -> JsonDict:
        """``message`` as it is sent."""
        if message["role"] != "toolResult" or result_key(message) not in self.modes:
            return message
        return {**message, "content": [{"type": "text", "text": self.text_of(message)}]}

    def as_json(self) -> list[JsonDict]:
        """The marker's ``prunedToolResults``."""
        return [
            {"key": key, "mode": mode} | ({"placeholder": PLACEHOLDER} if mode == "hard" else {})
            for key, mode in self.modes.items()
        ]


def result_key(message: JsonDict) -> str:
    """The marker's key of a tool result."""
    return f"tool:{message['toolCallId']}:{message['timestamp']}"


def soft_trimmed(text: str) -> str:
    """First and last 1,500 chars with a notice between and after (text of ASCII only)."""
    if len(text) <= _SOFT_FROM_CHARS:
        return text
    notice = f"[Tool result trimmed: kept first 1500 chars and last 1500 chars of {len(text)} chars.]"
    return f"{text[:_KEPT_CHARS]}\n...\n{text[-_KEPT_CHARS:]}\n\n{notice}"


def run_round(messages: list[JsonDict], projection: Projection, window_tokens: int) -> bool:
    """One round over ``messages`` (stored form, in order); updates ``projection``. Whether anything changed."""
    answers = [index for index, message in enumerate(messages) if message["role"] == "assistant"]
    if len(answers) < _PROTECTED_ANSWERS:
        return False
    window_chars = window_tokens * 4
    if _sent_chars(messages, projection) / window_chars < _SOFT_RATIO:
        return False
    before = dict(projection.modes)
    eligible = _soft_trim(messages[: answers[-_PROTECTED_ANSWERS]], projection)
    if sum(len(projection.text_of(message)) for message in eligible) >= _HARD_FROM_CHARS:
        for message in eligible:
            if _sent_chars(messages, projection) / window_chars < _HARD_RATIO:
                break
            projection.modes[result_key(message)] = "hard"
    return projection.modes != before


def _soft_trim(messages: list[JsonDict], projection: Projection) -> list[JsonDict]:
    eligible = []
    for message in messages:
        if message["role"] != "toolResult" or projection.modes.get(result_key(message)) == "hard":
            continue
        eligible.append(message)
        if utf16_length(message["content"][0].get("text", "")) > _SOFT_FROM_CHARS:
            projection.modes.setdefault(result_key(message), "soft")
    return eligible


def _sent_chars(messages: list[JsonDict], projection: Projection) -> int:
    return sum(_message_chars(projection.apply_to(message)) for message in messages)


def _message_chars(message: JsonDict) -> int:
    total = 0
    for block in blocks_of(message):
        if block["type"] == "text":
            total += weighted_chars(block["text"])
        elif block["type"] == "image":
            total += 8000
        elif block["type"] == "toolCall":
            total += utf16_length(js_json(block["arguments"]))
        elif block["type"] == "thinking":
            total += len(block["thinking"]) + len(block["thinkingSignature"])
    return total
