"""Reserve, guard and caps by window size, hand-computed."""

from __future__ import annotations

import pytest

from inspector.runtime import get_runtime_rules
from inspector.runtime.budgets import (
    compaction_reserve_tokens,
    evaluate_window_guard,
    is_compaction_due,
    tool_result_max_chars,
    tool_results_total_max_chars,
)

NOW = get_runtime_rules("2026.9.6")


@pytest.mark.parametrize(
    ("window", "reserve"),
    [(0, 0), (3, 0), (8000, 2000), (32768, 8192), (79999, 19999), (80000, 20000), (1000000, 20000)],
)
def test_reserve(window, reserve):
    assert compaction_reserve_tokens(window, NOW) == reserve


def test_reserve_was_not_capped_by_the_window():
    old = get_runtime_rules("2026.6.11")
    assert compaction_reserve_tokens(64000, old) == 20000
    assert compaction_reserve_tokens(8000, old) == 8000


@pytest.mark.parametrize(
    ("tokens", "reference", "hard_min", "warn_below", "guard"),
    [
        (200000, None, 20000, 40000, "ok"),
        (3000, None, 4000, 8000, "block"),
        (3999, None, 4000, 8000, "block"),
        (4000, None, 4000, 8000, "warn"),
        (7000, None, 4000, 8000, "warn"),
        (8000, None, 4000, 8000, "ok"),
        (20000, 400000, 20000, 80000, "warn"),
        (20000, 0, 4000, 8000, "ok"),
        (0, None, 4000, 8000, "block"),
        (None, None, 4000, 8000, "block"),
        (-5, None, 4000, 8000, "block"),
    ],
)
def test_guard(tokens, reference, hard_min, warn_below, guard):
    verdict = evaluate_window_guard(tokens, NOW, reference)
    assert (verdict.hard_min_tokens, verdict.warn_below_tokens, verdict.guard) == (hard_min, warn_below, guard)


def test_a_missing_window_warns_too():
    assert evaluate_window_guard(None, NOW).should_warn


def test_guard_had_fixed_limits():
    old = get_runtime_rules("2026.4.24")
    assert [evaluate_window_guard(tokens, old).guard for tokens in (15999, 16000, 31999, 32000)] == [
        "block",
        "warn",
        "warn",
        "ok",
    ]


@pytest.mark.parametrize(
    ("window", "one", "together"),
    [
        (8000, 9600, 38400),
        (99999, 16000, 199998),
        (100000, 32000, 200000),
        (199999, 32000, 399998),
        (200000, 64000, 400000),
        (1000000, 64000, 2000000),
        (0, 0, 0),
    ],
)
def test_tool_result_caps(window, one, together):
    assert tool_result_max_chars(window, NOW) == one
    assert tool_results_total_max_chars(window, NOW) == together


def test_compaction_is_due_only_inside_the_reserve():
    assert is_compaction_due(180001, 200000, 20000)
    assert not is_compaction_due(180000, 200000, 20000)
    assert not is_compaction_due(999999, 200000, 20000, enabled=False)
