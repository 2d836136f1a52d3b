"""Small laws of the domain's values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.domain.errors import InspectorError, StateNotFoundError, StateUnreadableError, UsageError
from inspector.domain.json_values import find_int, find_text, get_list, get_object
from inspector.domain.problems import ProblemLog
from inspector.domain.segments import Segment, make_group
from inspector.domain.tokens import TokenCount


def test_a_sum_keeps_the_weakest_method():
    measured, tokenized, estimated = TokenCount(1, "measured"), TokenCount(2, "tokenizer"), TokenCount(4, "runtime")
    assert measured + tokenized == TokenCount(3, "tokenizer")
    assert estimated + measured == TokenCount(5, "runtime")
    assert measured + measured == TokenCount(2, "measured")


COUNTS = st.builds(TokenCount, st.integers(0, 99), st.sampled_from(["measured", "tokenizer", "runtime"]))


@given(COUNTS, COUNTS, COUNTS)
def test_sums_do_not_depend_on_the_order(a, b, c):
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a


def test_problems_are_counted_in_order_of_first_sight():
    log = ProblemLog()
    log.add("b", "info", "p", "m")
    log.add("a", "error", "p", "m", count=2)
    log.add("b", "info", "p", "m")
    log.add("b", "info", "elsewhere", "m")
    assert [(p.code, p.place, p.count) for p in log.problems()] == [("b", "p", 2), ("a", "p", 2), ("b", "elsewhere", 1)]
    other = ProblemLog()
    other.extend(log.problems())
    other.extend(log.problems())
    assert [p.count for p in other.problems()] == [4, 4, 2]


def test_groups_are_sums_and_walks_are_in_order():
    leaves = [Segment(f"g/{i}", "text", str(i), i, TokenCount(i), "captured") for i in (1, 2, 3)]
    group = make_group("g", "user", "g", leaves, "captured")
    assert (group.chars, group.tokens) == (6, TokenCount(6, "runtime"))
    assert [node.id for node in make_group("r", "context", "r", [group], "captured").walk()] == [
        "r",
        "g",
        "g/1",
        "g/2",
        "g/3",
    ]
    empty = make_group("e", "skills", "e", (), "run_report")
    assert (empty.chars, empty.tokens) == (0, TokenCount(0, "runtime"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [(5, 5), (5.9, 5), (True, None), ("5", None), (None, None), (float("nan"), None), (float("inf"), None)],
)
def test_careful_numbers(value, expected):
    assert find_int({"a": value}, "a") == expected


def test_careful_look_ups():
    assert get_object({"a": [1]}, "a") == {}
    assert get_object("x", "a") == {}
    assert list(get_list({"a": {"b": 1}}, "a")) == []
    assert find_text({"a": 1}, "a") is None
    assert find_text(None, "a") is None


def test_exit_statuses():
    assert [error.exit_status for error in (UsageError, StateNotFoundError, StateUnreadableError, InspectorError)] == [
        2,
        3,
        3,
        70,
    ]
