from __future__ import annotations

from inspector.geometry.stable_order import plan_order
from inspector.geometry.treemap import WeightedNode


def nodes(**weights: float) -> list[WeightedNode]:
    return [WeightedNode(key, weight) for key, weight in weights.items()]


def keys(planned: list[WeightedNode]) -> str:
    return "".join(node.key for node in planned)


def test_the_heaviest_comes_first_and_equals_keep_their_order():
    assert keys(plan_order(nodes(a=1, b=5, c=5, d=9), ())) == "dbca"


def test_small_changes_do_not_reshuffle():
    assert keys(plan_order(nodes(a=10, b=12, c=5), "abc")) == "abc"


def test_a_new_node_goes_before_the_first_lighter_one():
    assert keys(plan_order(nodes(a=10, n=7, b=9, c=5, m=1), "abc")) == "abncm"


def test_a_vanished_node_leaves_the_others_where_they_are():
    assert keys(plan_order(nodes(c=5, a=9), "abc")) == "ac"


def test_a_node_that_outgrew_an_earlier_one_twice_over_sorts_all_anew():
    assert keys(plan_order(nodes(a=10, b=21, c=5), "abc")) == "bac"
