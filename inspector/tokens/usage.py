"""What providers and the runtime recorded about a call's tokens, brought to one shape.

Mirrors OpenClaw 2026.9.6 ``normalizeUsage`` and ``deriveSessionTotalTokens``, prompt-side.md sections 8.1 and 10;
stored usage: history-side.md section 2.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.domain.json_values import JsonObject, find_int, find_text, get_object
from inspector.domain.messages import Message
from inspector.domain.sessions import RecordedTotal
from inspector.runtime import RuntimeRules

_INPUT = ("input", "inputTokens", "input_tokens", "promptTokens", "prompt_tokens")
_OUTPUT = ("output", "outputTokens", "output_tokens", "completionTokens", "completion_tokens")
_CACHE_READ = ("cacheRead", "cache_read", "cache_read_input_tokens")
_CACHE_WRITE = ("cacheWrite", "cache_write", "cache_creation_input_tokens")
_TOTAL = ("total", "totalTokens", "total_tokens")
_DETAILS = ("prompt_tokens_details", "input_tokens_details")
_FAILED_STOP_REASONS = frozenset({"error", "aborted"})


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; None where the provider did not say.

    Attributes:
        input_tokens: prompt tokens that came from no cache.
        output_tokens: of the answer.
        cache_read_tokens: prompt tokens read from the provider's cache.
        cache_write_tokens: prompt tokens written to it.
        total_tokens: as the provider summed them.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None
    total_tokens: int | None = None


def parse_usage(raw: JsonObject) -> Usage:
    """A provider's or the runtime's usage object in one shape; OpenAI counts cached tokens as input, here they are not.

    Source: OpenClaw 2026.9.6, ``normalizeUsage``, prompt-side.md section 10.
    """
    read = _find_first(raw, _CACHE_READ)
    prompt = _find_first(raw, _INPUT)
    if read is None:
        read = next(
            (cached for name in _DETAILS if (cached := _find_count(get_object(raw, name), "cached_tokens"))), None
        )
        if read is not None and prompt is not None:
            prompt = max(0, prompt - read)
    return Usage(
        input_tokens=prompt,
        output_tokens=_find_first(raw, _OUTPUT),
        cache_read_tokens=read,
        cache_write_tokens=_find_first(raw, _CACHE_WRITE),
        total_tokens=_find_first(raw, _TOTAL),
    )


def _find_first(raw: JsonObject, names: tuple[str, ...]) -> int | None:
    return next((count for name in names if (count := _find_count(raw, name)) is not None), None)


def _find_count(raw: JsonObject, name: str) -> int | None:
    """A finite number, never below 0 (some providers subtract too much)."""
    count = find_int(raw, name)
    return None if count is None else max(0, count)


def prompt_tokens_of(usage: JsonObject) -> int | None:
    """Tokens of the prompt of the call that ``usage`` (stored or a provider's) reports; None where it cannot tell.

    In order: the runtime's own ``contextUsage``; input and cache; total less output. A usage that calls its context
    ``unavailable`` is a sum over several calls and tells nothing.

    Source: OpenClaw 2026.9.6, ``deriveSessionTotalTokens``, prompt-side.md section 10.
    """
    context = get_object(usage, "contextUsage")
    if context.get("state") == "unavailable":
        return None
    stated = _find_count(context, "promptTokens")
    if stated:
        return stated
    call = parse_usage(usage)
    prompt = (call.input_tokens or 0) + (call.cache_read_tokens or 0) + (call.cache_write_tokens or 0)
    if prompt > 0:
        return prompt
    return max(0, (call.total_tokens or 0) - (call.output_tokens or 0)) or None


def context_tokens_of(usage: JsonObject) -> int:
    """Prompt and answer together, which is what the next prompt starts from; 0 where nothing is reported.

    Source: OpenClaw 2026.9.6, ``estimateContextTokens``, history-side.md section 6.1.
    """
    stated = _find_count(get_object(usage, "contextUsage"), "totalTokens")
    if stated:
        return stated
    call = parse_usage(usage)
    parts = (call.input_tokens, call.output_tokens, call.cache_read_tokens, call.cache_write_tokens)
    return call.total_tokens or sum(part or 0 for part in parts)


def is_failed_answer(message: Message) -> bool:
    """Whether the call ended in an error or was stopped: its usage does not count."""
    return message.raw.get("stopReason") in _FAILED_STOP_REASONS


def is_usage_barrier(message: Message) -> bool:
    """Whether nothing at or before this answer may be trusted as a measurement of the context.

    Source: OpenClaw 2026.9.6, ``estimateContextTokens``, history-side.md section 6.1.
    """
    usage = get_object(message.raw, "usage")
    context = get_object(usage, "contextUsage")
    if context.get("state") == "unavailable" and context_tokens_of(usage) == 0:
        return True
    return find_text(message.raw, "api") == "cli" and not context


def find_measured_prompt_tokens(message: Message) -> int | None:
    """Prompt tokens that the provider reported for the call that this message answers; None without a usable report."""
    if message.role != "assistant" or is_failed_answer(message) or is_usage_barrier(message):
        return None
    return prompt_tokens_of(get_object(message.raw, "usage"))


def find_recorded_total(entry: JsonObject, rules: RuntimeRules) -> RecordedTotal | None:
    """The session entry's counter of prompt tokens; None where it has none.

    Fresh only if the entry says so, in the version of the counter that the release writes. Releases before 2026.8.1
    wrote no version and took a counter without a mark for fresh; here it needs the mark. Where the release is not
    known, an entry without a version is taken to be of such a release. A counter larger than the stored window is
    never fresh: it can only be the sum of several calls.

    Source: OpenClaw 2026.9.6, prompt-side.md section 8.1; older releases: section 11.
    """
    value = _find_count(entry, "totalTokens")
    if value is None:
        return None
    expected = rules.counters.total_tokens_version
    stored = find_int(entry, "totalTokensVersion")
    readable = expected is None or stored == expected or (stored is None and rules.assumed)
    fits = value <= (find_int(entry, "contextTokens") or value)
    return RecordedTotal(value, fresh=readable and fits and entry.get("totalTokensFresh") is True)
