"""The runtime's own token estimate of texts, messages and a whole context: weighted chars divided by four, rounded up.

Mirrors OpenClaw 2026.9.6 ``estimateTokens`` and ``estimateContextTokens``, history-side.md section 6.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.domain.javascript import js_json
from inspector.domain.json_values import JsonObject, find_text, get_object
from inspector.domain.messages import Block, ImageBlock, Message, OtherBlock, TextBlock, ThinkingBlock, ToolCallBlock
from inspector.runtime import RuntimeRules, get_runtime_rules
from inspector.tokens.message_parts import SUMMARY_ROLES, get_arguments_json, get_summary_text
from inspector.tokens.usage import context_tokens_of, is_failed_answer, is_usage_barrier
from inspector.tokens.weighted_chars import estimate_weighted_chars

_PROMPT_ROLES = frozenset({"user", "custom", "toolResult"})
_RESULT_BLOCK_TYPES = frozenset({"toolResult", "tool_result"})


def chars_to_tokens(chars: int) -> int:
    """Tokens of ``chars`` (weighted or plain): divided by four, rounded up, never below 0.

    Source: OpenClaw 2026.9.6, ``estimateTokensFromChars``, prompt-side.md section 9.
    """
    return -(-max(0, chars) // get_runtime_rules().estimates.chars_per_token)


def estimate_text_tokens(text: str, rules: RuntimeRules | None = None) -> int:
    """The runtime's estimate for a plain text; the newest known release's where ``rules`` are left out."""
    return chars_to_tokens(estimate_weighted_chars(text, rules=rules))


def estimate_summary_tokens(text: str, rules: RuntimeRules | None = None) -> int:
    """The runtime's estimate for a compaction or branch summary: its text, without the words it is wrapped in."""
    return estimate_text_tokens(text, rules)


def estimate_message_tokens(message: Message, rules: RuntimeRules) -> int:
    """The runtime's estimate for one stored message; 0 if it is excluded from the context or of an unknown role.

    Signatures are not counted; a picture has a flat weight and brings a notice. As in the runtime, an assistant's
    content counts only as blocks (a plain string, which loading turns into a block, counts 0).

    Source: OpenClaw 2026.9.6, ``estimateTokens``, history-side.md section 6.1.
    """
    if message.excluded_from_context:
        return 0
    if message.role in _PROMPT_ROLES:
        return chars_to_tokens(_prompt_message_chars(message, rules))
    if message.role == "assistant":
        return chars_to_tokens(_assistant_chars(message, rules))
    if message.role == "bashExecution":
        texts = (find_text(message.raw, "command") or "", find_text(message.raw, "output") or "")
        return chars_to_tokens(sum(estimate_weighted_chars(text, rules=rules) for text in texts))
    if message.role in SUMMARY_ROLES:
        return estimate_summary_tokens(get_summary_text(message), rules)
    return 0


def _assistant_chars(message: Message, rules: RuntimeRules) -> int:
    if message.string_content:
        return 0
    return sum(_assistant_block_chars(block, rules) for block in message.blocks)


def _assistant_block_chars(block: Block, rules: RuntimeRules) -> int:
    if isinstance(block, TextBlock):
        return estimate_weighted_chars(block.text, rules=rules)
    if isinstance(block, ThinkingBlock):
        return estimate_weighted_chars(block.thinking, rules=rules)
    if isinstance(block, ToolCallBlock):
        return estimate_weighted_chars(block.name + get_arguments_json(block), rules=rules)
    return 0


def _prompt_message_chars(message: Message, rules: RuntimeRules) -> int:
    texts = [text for block in message.blocks if (text := _block_text(block))]
    chars = estimate_weighted_chars("\n".join(texts), rules=rules)
    omitted = [block for block in message.blocks if _block_text(block) is None]
    pictures = sum(isinstance(block, ImageBlock) for block in omitted)
    chars += pictures * rules.images.estimate_chars
    notices = []
    if pictures:
        notices.append(rules.estimates.image_omission_notice)
    if len(omitted) > pictures:
        notices.append(rules.estimates.other_omission_notice)
    if notices:
        chars += len("\n".join(notices)) + rules.estimates.omission_overhead_chars
    if message.role == "user":
        chars += estimate_weighted_chars(_sender_note(message.raw), rules=rules)
    return chars


def _block_text(block: Block) -> str | None:
    """Text of a block of a user, custom or tool-result message; None for what is left out with a notice."""
    if isinstance(block, TextBlock):
        return block.text
    if isinstance(block, OtherBlock):
        if block.type in _RESULT_BLOCK_TYPES:
            text = find_text(block.raw, "text")
            return find_text(block.raw, "content") if text is None else text
        return "" if block.type == "text" else None
    return None


def _sender_note(raw: JsonObject) -> str:
    """What names the sender of a user message, where one is stored."""
    stored = get_object(raw, "__openclaw")
    names = {"id": "senderId", "name": "senderName", "username": "senderUsername"}
    sender = {name: stored[key] for name, key in names.items() if stored.get(key) is not None}
    return f" sender={js_json(sender)}" if find_text(stored, "senderId") else ""


@dataclass(frozen=True, slots=True)
class ContextEstimate:
    """Tokens of a context: what the last usable answer reported, and an estimate of what came after it.

    Attributes:
        tokens: the sum of the next two.
        usage_tokens: prompt and answer of the last usable call, 0 where there is none.
        trailing_tokens: estimate of the messages after it, or of all.
        last_usage_index: position of that answer, None where there is none.
    """

    tokens: int
    usage_tokens: int
    trailing_tokens: int
    last_usage_index: int | None


def estimate_context_tokens(messages: Sequence[Message], rules: RuntimeRules) -> ContextEstimate:
    """How large the runtime takes the context of ``messages`` (oldest first) to be.

    Source: OpenClaw 2026.9.6, ``estimateContextTokens``, history-side.md section 6.1.
    """
    index, usage_tokens = _find_last_usage(messages)
    later = messages if index is None else messages[index + 1 :]
    trailing_tokens = sum(estimate_message_tokens(message, rules) for message in later)
    return ContextEstimate(usage_tokens + trailing_tokens, usage_tokens, trailing_tokens, index)


def _find_last_usage(messages: Sequence[Message]) -> tuple[int | None, int]:
    for index in range(len(messages) - 1, -1, -1):
        message = messages[index]
        if message.role != "assistant" or is_failed_answer(message):
            continue
        if is_usage_barrier(message):
            return None, 0
        tokens = context_tokens_of(get_object(message.raw, "usage"))
        if tokens > 0:
            return index, tokens
    return None, 0
