"""Numbers as people read them."""

from __future__ import annotations

from datetime import UTC

import pytest

from inspector.reports.number_format import (
    count_words,
    format_bytes,
    format_count,
    format_moment,
    format_share,
    format_short,
)


@pytest.mark.parametrize(("count", "text"), [(0, "0"), (26594, "26,594"), (None, "unknown")])
def test_counts(count, text):
    assert format_count(count) == text


@pytest.mark.parametrize(
    ("count", "text"), [(940, "940"), (26594, "26.6k"), (1_048_576, "1.0M"), (-1500, "-1.5k"), (None, "unknown")]
)
def test_short_counts(count, text):
    assert format_short(count) == text


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (1023, "1023 bytes"), (2048, "2.0 KB"), (412_472_531, "393.4 MB"), (None, "unknown")],
)
def test_bytes(size, text):
    assert format_bytes(size) == text


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [(1, 2, "50.0 %"), (0, 5, "0.0 %"), (1, 100_000, "< 0.1 %"), (3, 0, "–"), (26_594, 64_000, "41.6 %")],
)
def test_shares_are_no_false_zero(part, whole, text):
    assert format_share(part, whole) == text


@pytest.mark.parametrize(("ms", "text"), [(1767225600000, "2026-01-01 00:00"), (None, "unknown"), (10**30, "unknown")])
def test_moments(ms, text):
    assert format_moment(ms, UTC) == text


def test_words():
    assert [count_words(n, "entry", "entries") for n in (1, 2, 1204)] == ["1 entry", "2 entries", "1,204 entries"]
