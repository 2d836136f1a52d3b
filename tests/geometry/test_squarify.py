from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.geometry.rects import Rect
from inspector.geometry.squarify import lay_out

BOUNDS = st.builds(Rect, st.floats(-500, 500), st.floats(-500, 500), st.floats(1, 4000), st.floats(1, 4000))
WEIGHTS = st.lists(st.one_of(st.just(0.0), st.floats(1, 1e6), st.integers(1, 50)), max_size=40)


def test_the_textbook_example():
    # Bruls et al.: 6, 6, 4, 3, 2, 2, 1 in 6 x 4 start with a column of two threes-by-twos.
    rects = lay_out([6, 6, 4, 3, 2, 2, 1], Rect(0, 0, 6, 4))
    assert rects[0] == pytest.approx((0, 0, 3, 2))
    assert rects[1] == pytest.approx((0, 2, 3, 2))
    assert rects[2] == pytest.approx((3, 0, 12 / 7, 7 / 3))
    assert rects[3] == pytest.approx((3 + 12 / 7, 0, 9 / 7, 7 / 3))


@settings(deadline=None, max_examples=150)
@given(WEIGHTS, BOUNDS)
def test_areas_are_in_proportion_and_fill_the_bounds(weights, bounds):
    rects = lay_out(weights, bounds)
    total = math.fsum(weights)
    assert len(rects) == len(weights)
    for weight, rect in zip(weights, rects, strict=True):
        expected = bounds.area * weight / total if total else 0.0
        assert rect.area == pytest.approx(expected, rel=1e-6, abs=1e-6 * bounds.area)
    if total:
        assert math.fsum(rect.area for rect in rects) == pytest.approx(bounds.area, rel=1e-9)


@settings(deadline=None, max_examples=100)
@given(WEIGHTS, BOUNDS)
def test_nothing_overlaps_or_sticks_out(weights, bounds):
    rects = [rect for rect in lay_out(weights, bounds) if not rect.is_empty]
    slack = 1e-6 * max(bounds.width, bounds.height)
    for index, rect in enumerate(rects):
        assert rect.x >= bounds.x - slack
        assert rect.y >= bounds.y - slack
        assert rect.right <= bounds.right + slack
        assert rect.bottom <= bounds.bottom + slack
        for other in rects[:index]:
            across = min(rect.right, other.right) - max(rect.x, other.x)
            down = min(rect.bottom, other.bottom) - max(rect.y, other.y)
            assert across <= slack or down <= slack


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=30), BOUNDS)
def test_any_numbers_give_finite_rectangles(weights, bounds):
    for weight, rect in zip(weights, lay_out(weights, bounds), strict=True):
        assert all(math.isfinite(number) for number in rect)
        assert rect.width >= 0
        assert rect.height >= 0
        if not weight > 0 or math.isinf(weight):
            assert rect.is_empty


def test_huge_and_denormal_weights_share_the_space():
    left, right, tiny = lay_out([1e308, 1e308, 5e-324], Rect(0, 0, 100, 50))
    assert left.area == pytest.approx(2500)
    assert right.area == pytest.approx(2500)
    assert tiny.is_empty


def test_nothing_to_share_or_nowhere_to_put_it():
    assert lay_out([], Rect(0, 0, 10, 10)) == []
    assert lay_out([0, 0], Rect(3, 4, 10, 10)) == [Rect(3, 4, 0, 0)] * 2
    assert all(rect.is_empty for rect in lay_out([1, 2], Rect(0, 0, 0, 10)))


def test_equal_weights_keep_their_order():
    bounds = Rect(0, 0, 90, 60)
    rects = lay_out([5] * 6, bounds)
    assert rects == lay_out([5] * 6, bounds, range(6))
    assert [(round(rect.x), round(rect.y)) for rect in rects] == [(0, 0), (0, 30), (30, 0), (30, 30), (60, 0), (60, 30)]


def test_a_given_order_is_followed():
    weights, order = [3.0, 1.0, 2.0], [1, 2, 0]
    rects = lay_out(weights, Rect(0, 0, 300, 20), order)
    lefts = [rects[index].x for index in order]
    assert all(one < next_ for one, next_ in pairwise(lefts))


def test_tiles_are_nearly_square():
    rects = lay_out([1000 / (1 + index) for index in range(60)], Rect(0, 0, 900, 600))
    proportions = sorted(max(rect.width / rect.height, rect.height / rect.width) for rect in rects)
    assert proportions[len(proportions) // 2] < 1.5
    assert proportions[-1] < 4
