from __future__ import annotations

from inspector.geometry.rects import Rect


def test_holds_its_left_and_top_edge_but_not_the_others():
    rect = Rect(10, 20, 30, 40)
    assert rect.contains(10, 20)
    assert rect.contains(39.9, 59.9)
    assert not rect.contains(40, 30)
    assert not rect.contains(20, 60)
    assert (rect.right, rect.bottom, rect.area, rect.center) == (40, 60, 1200, (25, 40))


def test_inset_collapses_in_the_middle_instead_of_turning_inside_out():
    assert Rect(0, 0, 10, 20).inset(2) == Rect(2, 2, 6, 16)
    assert Rect(0, 0, 10, 20).inset(8) == Rect(5, 8, 0, 4)
    assert Rect(0, 0, 10, 20).inset(8).is_empty


def test_without_top_takes_at_most_the_whole_height():
    assert Rect(0, 0, 10, 20).without_top(5) == Rect(0, 5, 10, 15)
    assert Rect(0, 0, 10, 20).without_top(50) == Rect(0, 20, 10, 0)


def test_towards_starts_here_and_ends_there():
    here, there = Rect(0, 0, 10, 10), Rect(100, 50, 20, 30)
    assert here.towards(there, 0) == here
    assert here.towards(there, 1) == there
    assert here.towards(there, 0.5) == Rect(50, 25, 15, 20)
