"""Sizes of messages: the runtime's estimates, and a stand-in for what a provider would measure."""

from __future__ import annotations

import math
import re

from demo_state.json_dict import JsonDict
from inspector.domain.javascript import js_json, utf16_length

_WIDE = re.compile("[\u3000-\u319f\u4e00-\u9fa5\uac00-\ud7af\uff01-\uff60]")
_SAFETY = 1.2
_MESSAGE_TOKENS, _BLOCK_TOKENS, _IMAGE_TOKENS = 12, 6, 2000
_MEASURED_IMAGE_TOKENS = 1105


def weighted_chars(text: str) -> int:
    """The runtime's weighted length (history-side.md section 6.1), for the characters that the demo uses."""
    return utf16_length(text) + 3 * len(_WIDE.findall(text))


def blocks_of(message: JsonDict) -> list[JsonDict]:
    """Content blocks; a string is one text block."""
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def text_of(block: JsonDict) -> str:
    """Text of a text or thinking block."""
    return str(block["text"] if block["type"] == "text" else block["thinking"])


def estimate_boundary_tokens(prompt: str, system_chars: int, tools_json: str, messages: list[JsonDict]) -> int:
    """OpenClaw 2026.9.6, ``createFreshLlmBoundaryTokenEstimator``, history-side.md section 6.1."""
    fixed = _MESSAGE_TOKENS + math.ceil(weighted_chars(prompt) / 4)
    fixed += _MESSAGE_TOKENS + math.ceil(system_chars / 4) + math.ceil(weighted_chars(tools_json) / 3)
    return math.ceil(_SAFETY * (fixed + sum(map(_boundary_message_tokens, messages))))


def _boundary_message_tokens(message: JsonDict) -> int:
    if isinstance(message["content"], str):
        return _MESSAGE_TOKENS + math.ceil(weighted_chars(message["content"]) / 4)
    is_result = message["role"] == "toolResult"
    own = math.ceil(weighted_chars(message["toolName"]) / 3) if is_result else 0
    return _MESSAGE_TOKENS + own + sum(_boundary_block_tokens(block, is_result) for block in message["content"])


def _boundary_block_tokens(block: JsonDict, is_result: bool) -> int:
    if block["type"] == "image":
        return _IMAGE_TOKENS
    if block["type"] == "toolCall":
        name, arguments = weighted_chars(block["name"]), weighted_chars(js_json(block["arguments"]))
        return _BLOCK_TOKENS + math.ceil(name / 3) + math.ceil(arguments / 3)
    text = text_of(block)
    tokens = math.ceil(weighted_chars(text) / 4)
    return _BLOCK_TOKENS + (max(tokens, math.ceil(utf16_length(text) / 2)) if is_result else tokens)


def estimate_message_tokens(message: JsonDict) -> int:
    """OpenClaw 2026.9.6, ``estimateTokens``, history-side.md section 6.1."""
    return math.ceil(sum(map(_estimated_block_chars, blocks_of(message))) / 4)


def _estimated_block_chars(block: JsonDict) -> int:
    if block["type"] == "image":
        return 8000
    if block["type"] == "toolCall":
        return len(block["name"]) + utf16_length(js_json(block["arguments"]))
    return weighted_chars(text_of(block))


def measure_message_tokens(message: JsonDict, *, with_images: bool) -> int:
    """What the made-up provider counts: a little more than the estimate for tool output, less for prose.

    Reasoning is not sent again, so it counts nothing; pictures count only while the runtime still sends them.
    """
    chars_a_token = 3.6 if message["role"] == "toolResult" else 4.2
    total = 4.0
    for block in blocks_of(message):
        if block["type"] == "text":
            total += weighted_chars(block["text"]) / chars_a_token
        elif block["type"] == "toolCall":
            total += (len(block["name"]) + utf16_length(js_json(block["arguments"]))) / 3.6 + 8
        elif block["type"] == "image":
            total += _MEASURED_IMAGE_TOKENS if with_images else 14
    return round(total)


def measure_output_tokens(message: JsonDict) -> int:
    """Tokens that the made-up provider counts for a new answer, reasoning included."""
    thinking = sum(len(block["thinking"]) for block in blocks_of(message) if block["type"] == "thinking")
    return max(1, measure_message_tokens(message, with_images=False) + round(thinking / 4.2))
