"""The runtime's stricter estimate before it sends: what a prompt may come to, not what it probably is.

Mirrors OpenClaw 2026.9.6 ``estimateMessageTokenPressure`` and its neighbours, prompt-side.md section 9,
history-side.md section 6.1 (boundary estimator). The safety factor is applied to the whole, not here.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.domain.javascript import js_json, js_trim, utf16_length
from inspector.domain.json_values import JsonObject
from inspector.domain.messages import Block, ImageBlock, Message, TextBlock, ThinkingBlock, ToolCallBlock
from inspector.runtime import RuntimeRules
from inspector.tokens.context_command import count_wrapper_chars
from inspector.tokens.message_estimates import chars_to_tokens, estimate_text_tokens
from inspector.tokens.message_parts import SUMMARY_ROLES, get_arguments_json, get_summary_text, render_bash_execution
from inspector.tokens.weighted_chars import estimate_weighted_chars


def estimate_message_pressure_tokens(message: Message, rules: RuntimeRules) -> int:
    """Tokens that one message may take in a request, its frame included; 0 if it is excluded from the context.

    Source: OpenClaw 2026.9.6, ``estimateMessageTokenPressure``, history-side.md section 6.1.
    """
    if message.excluded_from_context:
        return 0
    return rules.estimates.message_overhead_tokens + _content_tokens(message, rules)


def _content_tokens(message: Message, rules: RuntimeRules) -> int:
    if message.role == "bashExecution":
        return estimate_text_tokens(render_bash_execution(message.raw), rules)
    if message.role in SUMMARY_ROLES:
        summary_chars = estimate_weighted_chars(get_summary_text(message), rules=rules)
        return chars_to_tokens(count_wrapper_chars(message.role, rules) + summary_chars)
    is_result = message.role == "toolResult"
    name_tokens = _json_tokens(message.tool_name or "", rules) if is_result else 0
    if message.string_content:
        return name_tokens + _text_tokens(message.text(), rules, is_result=is_result)
    return name_tokens + sum(_block_tokens(block, rules, is_result=is_result) for block in message.blocks)


def _block_tokens(block: Block, rules: RuntimeRules, *, is_result: bool) -> int:
    if isinstance(block, ImageBlock):
        return rules.images.pressure_tokens
    overhead = rules.estimates.block_overhead_tokens
    if isinstance(block, TextBlock):
        return overhead + _text_tokens(block.text, rules, is_result=is_result)
    if isinstance(block, ThinkingBlock):
        return overhead + estimate_text_tokens(block.thinking, rules)
    if isinstance(block, ToolCallBlock):
        return overhead + _json_tokens(block.name, rules) + _json_tokens(get_arguments_json(block), rules)
    return overhead + estimate_text_tokens(js_json(block.raw), rules)


def _text_tokens(text: str, rules: RuntimeRules, *, is_result: bool) -> int:
    prose = estimate_text_tokens(text, rules)
    if not is_result:
        return prose
    return max(prose, _divide_up(utf16_length(text), rules.estimates.tool_result_chars_per_token))


def _json_tokens(text: str, rules: RuntimeRules) -> int:
    return _divide_up(estimate_weighted_chars(text, rules=rules), rules.estimates.json_chars_per_token)


def _divide_up(chars: int, chars_per_token: int) -> int:
    return -(-chars // chars_per_token)


def estimate_rendered_prompt_tokens(system_prompt: str, prompt: str, rules: RuntimeRules) -> int:
    """Tokens that the system prompt (left out where blank) and the turn's prompt may take, frames included.

    Source: OpenClaw 2026.9.6, ``estimateRenderedPromptTokens``, history-side.md section 6.1.
    """
    overhead = rules.estimates.message_overhead_tokens
    tokens = overhead + estimate_text_tokens(prompt, rules)
    if js_trim(system_prompt):
        tokens += overhead + estimate_text_tokens(system_prompt, rules)
    return tokens


def estimate_tool_schema_tokens(tools: Sequence[JsonObject], rules: RuntimeRules) -> int:
    """Tokens that the tools' names, descriptions and parameters may take as JSON.

    Source: OpenClaw 2026.9.6, ``estimateToolSchemaTokens``, prompt-side.md section 9.
    """
    keys = ("name", "description", "parameters")
    return _json_tokens(js_json([{key: tool[key] for key in keys if key in tool} for tool in tools]), rules)
