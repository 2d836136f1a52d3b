"""Counterparts of the goldens about tokens, usage, windows and caps (prompt.json and history.json)."""

from __future__ import annotations

from dataclasses import replace

from inspector.assembly.llm_window import resolve_context_window
from inspector.domain.contexts import Llm
from inspector.domain.javascript import utf16_length
from inspector.runtime import get_runtime_rules
from inspector.runtime.budgets import (
    compaction_reserve_tokens,
    evaluate_window_guard,
    is_compaction_due,
    tool_result_max_chars,
    tool_results_total_max_chars,
)
from inspector.stores.entry_parsing import parse_message
from inspector.tokens.context_command import estimate_message_chars, is_real_conversation_message
from inspector.tokens.message_estimates import estimate_context_tokens, estimate_message_tokens, estimate_text_tokens
from inspector.tokens.prompt_pressure import (
    estimate_message_pressure_tokens,
    estimate_rendered_prompt_tokens,
    estimate_tool_schema_tokens,
)
from inspector.tokens.usage import parse_usage, prompt_tokens_of
from inspector.tokens.weighted_chars import estimate_weighted_chars

RULES = get_runtime_rules("2026.9.6")


def _same(ours, expected):
    return ours == expected, f"ours {ours!r}, expected {expected!r}"


def _expand(value):
    """``{"$repeat": [text, n]}`` and ``{"$concat": [...]}`` anywhere in ``value``; plain values stay."""
    if isinstance(value, list):
        return [_expand(item) for item in value]
    if isinstance(value, dict):
        if set(value) == {"$repeat"}:
            return value["$repeat"][0] * value["$repeat"][1]
        if set(value) == {"$concat"}:
            return "".join(_expand(part) for part in value["$concat"])
        return {key: _expand(item) for key, item in value.items()}
    return value


def _message(stored):
    """As the runtime's functions get it: what loading would mend (an assistant's plain string) is left as it is."""
    return replace(parse_message(stored), string_content=isinstance(stored.get("content"), str))


def check_chars_prompt(case):
    text = case["input"]["text"]
    ours = {
        "weight1": estimate_weighted_chars(text),
        "weight2": estimate_weighted_chars(text, 2),
        "tokens": estimate_text_tokens(text),
    }
    if utf16_length(text) != case["input"]["utf16Length"]:
        return False, "another UTF-16 length"
    return _same(ours, case["output"])


def check_chars_history(case):
    text = _expand(case["input"]["text"])
    ours = {
        "chars": estimate_weighted_chars(text),
        "chars_min_raw_2": estimate_weighted_chars(text, 2),
        "tokens": estimate_text_tokens(text),
    }
    return _same(ours, case["output"])


def _guard_fields(verdict):
    return {
        "hardMinTokens": verdict.hard_min_tokens,
        "warnBelowTokens": verdict.warn_below_tokens,
        "shouldWarn": verdict.should_warn,
        "shouldBlock": verdict.should_block,
    }


def check_window(case):
    given = case["input"]
    window = resolve_context_window(Llm(given["provider"], given["modelId"], None), given["cfg"], {}, RULES)
    info = {"tokens": window.tokens, "source": window.source}
    verdict = evaluate_window_guard(window.tokens, RULES)
    return _same({"info": info, "guard": {**info, **_guard_fields(verdict)}}, case["output"])


def check_guard(case):
    info = case["input"]["info"]
    verdict = evaluate_window_guard(info["tokens"], RULES, info.get("referenceTokens"))
    return _same({**info, **_guard_fields(verdict)}, case["output"])


def check_message_estimates(case):
    messages = [_message(stored) for stored in case["input"]["messages"]]
    ours = [
        {
            "role": message.role,
            "chars": estimate_message_chars(message, RULES),
            "real": is_real_conversation_message(message, messages[:index], RULES),
            "pressure": estimate_message_pressure_tokens(message, RULES),
            "estimateTokens": estimate_message_tokens(message, RULES),
        }
        for index, message in enumerate(messages)
    ]
    wrong = [index for index, (one, other) in enumerate(zip(ours, case["output"], strict=True)) if one != other]
    return not wrong, "; ".join(f"message {index}: {ours[index]!r}, {case['output'][index]!r}" for index in wrong)


def _assistant(content):
    return _message({"role": "assistant", "content": content})


def check_real_texts(case):
    messages = [_assistant([{"type": "text", "text": text}]) for text in case["input"]["texts"]]
    return _same([is_real_conversation_message(message, []) for message in messages], case["output"])


def check_real_blocks(case):
    messages = [_assistant(blocks) for blocks in case["input"]["blocks"]]
    return _same([is_real_conversation_message(message, []) for message in messages], case["output"])


def check_real_lookback(case):
    anchor = _message({"role": "user", "content": "hello"})
    call = _assistant([{"type": "toolCall", "id": "c", "name": "exec", "arguments": {}}])
    result = _message({"role": "toolResult", "toolName": "exec", "content": [{"type": "text", "text": "x"}]})
    ours = [is_real_conversation_message(result, [anchor, *[call] * count]) for count in case["input"]["N"]]
    return _same(ours, case["output"])


def check_reserve(case):
    return _same(compaction_reserve_tokens(case["input"]["contextTokenBudget"], RULES), case["output"])


def check_tool_cap(case):
    return _same(tool_result_max_chars(case["input"]["contextWindowTokens"], RULES), case["output"])


def check_tool_caps(case):
    window = case["input"]["contextWindowTokens"]
    ours = {
        "perResult": tool_result_max_chars(window, RULES),
        "aggregate": tool_results_total_max_chars(window, RULES),
    }
    return _same(ours, case["output"])


def check_usage(case):
    usage = parse_usage(case["input"])
    named = {
        "input": usage.input_tokens,
        "output": usage.output_tokens,
        "cacheRead": usage.cache_read_tokens,
        "cacheWrite": usage.cache_write_tokens,
        "total": usage.total_tokens,
    }
    normalized = {name: tokens for name, tokens in named.items() if tokens is not None}
    return _same({"normalized": normalized, "sessionTotal": prompt_tokens_of(case["input"])}, case["output"])


def check_message_tokens(case):
    return _same(estimate_message_tokens(_message(_expand(case["input"]["message"])), RULES), case["output"])


def check_context_tokens(case):
    messages = [_message(stored) for stored in _expand(case["input"]["messages"])]
    estimate = estimate_context_tokens(messages, RULES)
    ours = {
        "tokens": estimate.tokens,
        "usageTokens": estimate.usage_tokens,
        "trailingTokens": estimate.trailing_tokens,
        "lastUsageIndex": estimate.last_usage_index,
    }
    return _same(ours, case["output"])


def check_should_compact(case):
    ours = [
        is_compaction_due(context, window, settings["reserveTokens"], enabled=settings["enabled"])
        for context, window, settings in case["input"]["cases"]
    ]
    return _same(ours, case["output"])


def check_tool_schemas(case):
    return _same(estimate_tool_schema_tokens(case["input"]["tools"], RULES), case["output"])


def check_rendered_prompt(case):
    given = case["input"]
    return _same(estimate_rendered_prompt_tokens(given["systemPrompt"], given["prompt"], RULES), case["output"])


COUNTERPARTS = {
    "estimateStringChars / weight2 / tokens": check_chars_prompt,
    "estimateStringChars [cjk-chars]": check_chars_history,
    "resolveContextWindowInfo+evaluateContextWindowGuard": check_window,
    "evaluateContextWindowGuard": check_guard,
    "estimateMessageChars / isRealConversationMessage(in sequence) / estimateMessageTokenPressure / estimateTokens": (
        check_message_estimates
    ),
    "isRealConversationMessage (assistant text block)": check_real_texts,
    "isRealConversationMessage (assistant content arrays)": check_real_blocks,
    "isRealConversationMessage (toolResult; user anchor then N assistant tool-call messages then the toolResult)": (
        check_real_lookback
    ),
    "resolveEffectiveCompactionReserveTokens(max(16384,20000))": check_reserve,
    "resolveLiveToolResultMaxChars": check_tool_cap,
    "estimateToolResultReductionPotential (limits)": check_tool_caps,
    "normalizeUsage+deriveSessionTotalTokens": check_usage,
    "estimateTokens [compaction]": check_message_tokens,
    "estimateContextTokens": check_context_tokens,
    "shouldCompact": check_should_compact,
    "estimateToolSchemaTokens": check_tool_schemas,
    "estimateRenderedPromptTokens": check_rendered_prompt,
}
