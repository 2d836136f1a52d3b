"""What follows from a window's size: reserve, guard, caps. OpenClaw 2026.9.6, prompt-side.md sections 2.2 and 2.5."""

from __future__ import annotations

import math
from dataclasses import dataclass

from inspector.domain.contexts import WindowGuard
from inspector.runtime.rules import RuntimeRules


@dataclass(frozen=True, slots=True)
class GuardVerdict:
    """The runtime's verdict on a small window, with the two limits that it was measured against."""

    hard_min_tokens: int
    warn_below_tokens: int
    should_warn: bool
    should_block: bool

    @property
    def guard(self) -> WindowGuard:
        """The stronger of the two."""
        if self.should_block:
            return "block"
        return "warn" if self.should_warn else "ok"


def evaluate_window_guard(tokens: int | None, rules: RuntimeRules, reference_tokens: int | None = None) -> GuardVerdict:
    """Whether a window of ``tokens`` is too small; ``reference_tokens`` is the window before a run's own cap.

    Source: OpenClaw 2026.9.6, ``evaluateContextWindowGuard``, prompt-side.md section 2.2.
    """
    known = max(0, tokens or 0)
    reference = reference_tokens if reference_tokens is not None and reference_tokens > 0 else known
    numbers = rules.window
    warn_below = max(numbers.warn_below_tokens, math.floor(numbers.warn_below_share * reference))
    hard_min = max(numbers.hard_min_tokens, math.floor(numbers.hard_min_share * reference))
    hard_min = min(hard_min, max(known, numbers.hard_min_tokens))
    if known == 0:
        return GuardVerdict(hard_min, warn_below, should_warn=True, should_block=True)
    return GuardVerdict(hard_min, warn_below, should_warn=known < warn_below, should_block=known < hard_min)


def compaction_reserve_tokens(window_tokens: int, rules: RuntimeRules) -> int:
    """Tokens kept free in a window of ``window_tokens``.

    Source: OpenClaw 2026.9.6, ``resolveEffectiveCompactionReserveTokens``, prompt-side.md section 2.5.
    """
    numbers = rules.compaction
    reserve = max(numbers.reserve_tokens, numbers.reserve_floor_tokens)
    if numbers.reserve_share is None:
        return min(reserve, max(0, window_tokens))
    return min(reserve, math.floor(numbers.reserve_share * max(0, window_tokens)))


def is_compaction_due(context_tokens: int, window_tokens: int, reserve_tokens: int, *, enabled: bool = True) -> bool:
    """Whether the context has grown into the reserve: strictly more than what is left beside it.

    Source: OpenClaw 2026.9.6, ``shouldCompact``, history-side.md section 6.3.
    """
    return enabled and context_tokens > window_tokens - reserve_tokens


def tool_result_max_chars(window_tokens: int, rules: RuntimeRules) -> int:
    """Cap of one tool result in a request, in weighted chars.

    Source: OpenClaw 2026.9.6, ``resolveLiveToolResultMaxChars``, prompt-side.md section 2.5.
    """
    numbers = rules.tool_results
    share = math.floor(window_tokens * numbers.window_share) * rules.estimates.chars_per_token
    caps = [cap for window_from, cap in numbers.max_chars_by_window_tokens if window_from <= window_tokens]
    return min([share, *caps[-1:]])


def tool_results_total_max_chars(window_tokens: int, rules: RuntimeRules) -> int:
    """Cap of all tool results of a request together, in weighted chars.

    Source: OpenClaw 2026.9.6, history-side.md section 4.6: at least four results' worth.
    """
    numbers = rules.tool_results
    chars = math.floor(window_tokens * rules.estimates.chars_per_token * numbers.total_window_share)
    return max(numbers.total_min_results * tool_result_max_chars(window_tokens, rules), chars)
