"""Weighted chars: hand-computed values for every weight, and laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.domain.javascript import utf16_length
from inspector.runtime import get_runtime_rules
from inspector.tokens.weighted_chars import estimate_weighted_chars

PLAIN_RELEASE = get_runtime_rules("2026.3.24")


@pytest.mark.parametrize(
    ("text", "chars", "chars_minimum_2"),
    [
        ("", 0, 0),
        ("abc\n", 4, 8),
        ("caf\u00e9", 4, 8),
        ("a\u00b7b", 6, 8),
        ("\u02c7\u02ca\uff71", 24, 24),
        ("\u1100\u2e80\uf900", 36, 36),
        ("\U00020000\U0001f200", 32, 32),
        ("\U0001d360", 12, 12),
        ("\U0001f600", 2, 4),
        ("\u4e2d\u6587 mix", 12, 16),
        ("\ud800x", 2, 4),
    ],
)
def test_hand_computed_values(text, chars, chars_minimum_2):
    assert estimate_weighted_chars(text) == chars
    assert estimate_weighted_chars(text, 2) == chars_minimum_2


@pytest.mark.parametrize(
    ("inside", "outside", "weight"),
    [
        ("\u3000\u319f\u4e00\u9fa5\uac00\ud7af\uff01\uff60", "\u2fff\uff00\ud800", 4),
        ("\u02c9\u02cb\ufe10\ufe4f\uff61\uffdc\uffe0\uffe6", "\u02c8\u02cc\ufe0f\ufe50\uffdd\uffe7", 8),
        ("\u31a0\u4dff\u9fa6\u9fff\ua000\ua4ff\ua700\ua707\ua960\ua97f\ud7b0\ud7ff\ufaff", "\ua6ff\ua708\ufb00", 12),
        ("\U0002fa1f\U00030000\U0003347f\U00016fe0\U0001b16f", "\U0002fa20\U00033480\U00016fdf\U0001b170", 16),
    ],
)
def test_bounds_of_the_ranges(inside, outside, weight):
    assert [estimate_weighted_chars(char) for char in inside] == [weight] * len(inside)
    assert all(estimate_weighted_chars(char) != weight for char in outside)


def test_releases_before_the_weights_count_plain_length():
    assert estimate_weighted_chars("\u4e2d\u6587\U00020000", rules=PLAIN_RELEASE) == 4


@given(st.lists(st.text(max_size=20), max_size=5), st.sampled_from([1, 2]))
def test_weights_add_up_over_pieces(pieces, minimum_weight):
    whole = estimate_weighted_chars("".join(pieces), minimum_weight)
    assert whole == sum(estimate_weighted_chars(piece, minimum_weight) for piece in pieces)


@given(st.text(st.characters(exclude_categories=[]), max_size=50))
def test_never_below_the_length(text):
    assert estimate_weighted_chars(text) >= utf16_length(text)
