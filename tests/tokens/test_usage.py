"""Usage of providers and of the store, and the session entry's counter."""

from __future__ import annotations

import pytest

from inspector.domain.messages import Message, TextBlock
from inspector.domain.sessions import RecordedTotal
from inspector.runtime import get_runtime_rules
from inspector.tokens.usage import (
    Usage,
    context_tokens_of,
    find_measured_prompt_tokens,
    find_recorded_total,
    parse_usage,
    prompt_tokens_of,
)

NOW, OLD, UNKNOWN = get_runtime_rules("2026.9.6"), get_runtime_rules("2026.6.11"), get_runtime_rules(None)


@pytest.mark.parametrize(
    ("raw", "usage", "prompt"),
    [
        (
            {
                "prompt_tokens": 12345,
                "completion_tokens": 7,
                "total_tokens": 12352,
                "prompt_tokens_details": {"cached_tokens": 1000},
            },
            Usage(11345, 7, 1000, None, 12352),
            12345,
        ),
        (
            {"input_tokens": 100, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 40}},
            Usage(60, 5, 40),
            100,
        ),
        (
            {
                "input_tokens": 10,
                "output_tokens": 5,
                "cache_read_input_tokens": 200,
                "cache_creation_input_tokens": 30,
            },
            Usage(10, 5, 200, 30),
            240,
        ),
        (
            {"input": 18810, "output": 56, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 18866},
            Usage(18810, 56, 0, 0, 18866),
            18810,
        ),
        ({"output": 6, "totalTokens": 106}, Usage(None, 6, None, None, 106), 100),
        ({"input": -3, "output": "x", "totalTokens": True}, Usage(0), None),
        ({"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": 9}}, Usage(0, None, 9), 9),
        ({}, Usage(), None),
        ({"input": 0, "output": 0, "totalTokens": 0}, Usage(0, 0, None, None, 0), None),
    ],
)
def test_providers_shapes(raw, usage, prompt):
    assert parse_usage(raw) == usage
    assert prompt_tokens_of(raw) == prompt


def test_the_runtimes_own_context_usage_wins_or_vetoes():
    stated = {"input": 900, "contextUsage": {"state": "available", "promptTokens": 400, "totalTokens": 450}}
    assert (prompt_tokens_of(stated), context_tokens_of(stated)) == (400, 450)
    summed = {"input": 900, "contextUsage": {"state": "unavailable"}}
    assert prompt_tokens_of(summed) is None


def test_context_tokens_are_the_total_or_the_sum():
    assert context_tokens_of({"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 4, "totalTokens": 99}) == 99
    assert context_tokens_of({"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 4, "totalTokens": 0}) == 10
    assert context_tokens_of({}) == 0


@pytest.mark.parametrize(
    ("role", "raw", "tokens"),
    [
        ("assistant", {"usage": {"input": 70, "output": 5}}, 70),
        ("assistant", {"usage": {"input": 70}, "stopReason": "toolUse"}, 70),
        ("assistant", {"usage": {"input": 70}, "stopReason": "aborted"}, None),
        ("assistant", {"usage": {"input": 70}, "stopReason": "error"}, None),
        ("assistant", {"usage": {"input": 70}, "api": "cli"}, None),
        ("assistant", {"usage": {"contextUsage": {"state": "available", "promptTokens": 7}}, "api": "cli"}, 7),
        ("assistant", {"usage": {"input": 0, "output": 0, "totalTokens": 0}}, None),
        ("assistant", {}, None),
        ("user", {"usage": {"input": 70}}, None),
    ],
)
def test_measured_prompt_of_a_message(role, raw, tokens):
    assert find_measured_prompt_tokens(Message(role, (TextBlock("x"),), raw=raw)) == tokens


@pytest.mark.parametrize(
    ("entry", "rules", "total"),
    [
        ({"totalTokens": 5, "totalTokensFresh": True, "totalTokensVersion": 1}, NOW, RecordedTotal(5, fresh=True)),
        ({"totalTokens": 5, "totalTokensFresh": True}, NOW, RecordedTotal(5, fresh=False)),
        ({"totalTokens": 5, "totalTokensFresh": True, "totalTokensVersion": 2}, NOW, RecordedTotal(5, fresh=False)),
        ({"totalTokens": 5, "totalTokensVersion": 1}, NOW, RecordedTotal(5, fresh=False)),
        ({"totalTokens": 5, "totalTokensFresh": True}, OLD, RecordedTotal(5, fresh=True)),
        ({"totalTokens": 5}, OLD, RecordedTotal(5, fresh=False)),
        ({"totalTokens": 5, "totalTokensFresh": False}, OLD, RecordedTotal(5, fresh=False)),
        ({"totalTokens": 5, "totalTokensFresh": True}, UNKNOWN, RecordedTotal(5, fresh=True)),
        # user-reports.md T19: input plus cache reads of many calls, in a window of 800,000
        (
            {"totalTokens": 1_821_240, "totalTokensFresh": True, "totalTokensVersion": 1, "contextTokens": 800_000},
            NOW,
            RecordedTotal(1_821_240, fresh=False),
        ),
        ({"totalTokensFresh": True, "totalTokensVersion": 1}, NOW, None),
        ({"totalTokens": "5"}, NOW, None),
        ({"totalTokens": 9, "totalTokensFresh": True, "contextTokens": 8}, OLD, RecordedTotal(9, fresh=False)),
        ({"totalTokens": 8, "totalTokensFresh": True, "contextTokens": 8}, OLD, RecordedTotal(8, fresh=True)),
    ],
)
def test_session_counter(entry, rules, total):
    assert find_recorded_total(entry, rules) == total
