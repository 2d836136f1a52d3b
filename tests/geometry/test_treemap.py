from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.geometry.rects import Rect
from inspector.geometry.treemap import Tile, Treemap, TreemapMetrics, WeightedNode, find_neighbour, lay_out_tree

BOUNDS = Rect(0, 0, 800, 500)


def group(key: str, *children: WeightedNode, framed: bool = False) -> WeightedNode:
    return WeightedNode(key, sum(child.weight for child in children), children, framed)


def leaves(key: str, *weights: float) -> tuple[WeightedNode, ...]:
    return tuple(WeightedNode(f"{key}/{index}", weight) for index, weight in enumerate(weights))


def children_of(treemap: Treemap, index: int) -> list[Tile]:
    depth, end = treemap.tiles[index].depth, treemap.ends[index]
    return [tile for tile in treemap.tiles[index + 1 : end] if tile.depth == depth + 1]


@st.composite
def trees(draw: st.DrawFn) -> WeightedNode:
    weights = st.one_of(st.just(0.0), st.floats(0.001, 1e5), st.just(1e300))
    groups = []
    for index in range(draw(st.integers(1, 5))):
        parts = draw(st.lists(st.lists(weights, max_size=4), max_size=25))
        nodes = [
            WeightedNode(f"{index}/{place}", sum(part), leaves(f"{index}/{place}", *part))
            for place, part in enumerate(parts)
        ]
        groups.append(group(str(index), *nodes, framed=draw(st.booleans())))
    return group("root", *groups)


@settings(deadline=None, max_examples=120)
@given(trees(), st.floats(0, 1500), st.floats(0, 1500))
def test_every_level_sums_up_to_the_inside_of_its_frame(root, width, height):
    treemap = lay_out_tree(root, Rect(0, 0, width, height))
    levels = [(treemap.bounds, [tile for tile in treemap.tiles if tile.depth == 0])]
    levels += [
        (tile.content_rect, children_of(treemap, index)) for index, tile in enumerate(treemap.tiles) if tile.is_group
    ]
    for inside, tiles in levels:
        if tiles:
            assert math.fsum(tile.rect.area for tile in tiles) == pytest.approx(inside.area, rel=1e-6, abs=1e-6)
        for index, tile in enumerate(tiles):
            assert all(math.isfinite(number) for number in tile.rect)
            assert tile.rect.x >= inside.x - 1e-6
            assert tile.rect.bottom <= inside.bottom + 1e-6
            for other in tiles[:index]:
                across = min(tile.rect.right, other.rect.right) - max(tile.rect.x, other.rect.x)
                down = min(tile.rect.bottom, other.rect.bottom) - max(tile.rect.y, other.rect.y)
                assert across <= 1e-6 or down <= 1e-6


@settings(deadline=None, max_examples=120)
@given(st.lists(st.one_of(st.just(0.0), st.floats(0.01, 1e4)), min_size=1, max_size=200))
def test_drawn_and_folded_children_are_all_children_with_weight(weights):
    treemap = lay_out_tree(group("root", *leaves("root", *weights)), Rect(0, 0, 120, 80))
    drawn = [tile for tile in treemap.tiles if not tile.folded_count]
    folds = [tile for tile in treemap.tiles if tile.folded_count]
    positive = [weight for weight in weights if weight > 0]
    assert len(folds) <= 1
    assert len(drawn) + sum(tile.folded_count for tile in folds) == len(positive)
    shown = {tile.key for tile in drawn}
    hidden = [weight for index, weight in enumerate(weights) if weight > 0 and f"root/{index}" not in shown]
    assert sum(tile.folded_weight for tile in folds) == pytest.approx(sum(hidden))
    assert all(tile.folded_count >= 2 for tile in folds)


def test_the_small_ones_fold_into_the_last_tile():
    root = group("root", *leaves("root", 1000, 800, *[0.1] * 30, 0))
    treemap = lay_out_tree(root, BOUNDS)
    assert [tile.key for tile in treemap.tiles] == ["root/0", "root/1", "root"]
    fold = treemap.tiles[-1]
    assert (fold.folded_count, fold.is_group) == (30, False)
    assert fold.folded_weight == pytest.approx(3.0)
    assert fold.rect.area == pytest.approx(BOUNDS.area * 3 / 1803)
    assert treemap.find_fold("root") == fold
    assert treemap.find_tile("root") is None
    assert treemap.find_tile("root/2") is None


def test_a_single_small_one_stands_for_itself():
    treemap = lay_out_tree(group("root", *leaves("root", 1e6, 1)), BOUNDS)
    assert [tile.key for tile in treemap.tiles] == ["root/0", "root/1"]


def test_a_group_has_a_title_strip_above_its_tiles():
    root = group("root", group("a", *leaves("a", 5, 5)), *leaves("root", 10))
    treemap = lay_out_tree(root, BOUNDS, TreemapMetrics(title_height_px=20, padding_px=4, group_margin_px=2))
    frame = treemap.find_tile("a")
    assert frame.rect == pytest.approx((0, 0, 400, 500))
    assert frame.title_rect == pytest.approx((2, 2, 396, 20))
    assert frame.content_rect == pytest.approx((6, 22, 388, 472))
    assert [tile.key for tile in treemap.tiles] == ["a", "a/0", "a/1", "root/0"]
    assert treemap.ends == (3, 2, 3, 4)


def test_a_group_without_room_for_a_frame_is_one_tile():
    root = group("root", group("a", *leaves("a", 1, 1)), *leaves("root", 998))
    tile = lay_out_tree(root, BOUNDS).find_tile("a")
    assert not tile.is_group
    assert tile.title_rect is None


def test_a_single_child_is_framed_only_on_demand():
    plain = lay_out_tree(group("root", group("a", *leaves("a", 1))), BOUNDS)
    framed = lay_out_tree(group("root", group("a", *leaves("a", 1), framed=True)), BOUNDS)
    assert [tile.key for tile in plain.tiles] == ["a"]
    assert [tile.key for tile in framed.tiles] == ["a", "a/0"]


def test_deeper_groups_need_more_room():
    inner = group("a/0", *leaves("a/0", 3, 3))
    root = group("root", group("a", inner, *leaves("b", 6)))
    wide = lay_out_tree(root, BOUNDS)
    narrow = lay_out_tree(root, Rect(0, 0, 200, 200))
    assert wide.find_tile("a/0").is_group
    assert narrow.find_tile("a").is_group
    assert not narrow.find_tile("a/0").is_group


def test_a_leaf_as_root_fills_the_picture():
    treemap = lay_out_tree(WeightedNode("only", 0), BOUNDS)
    assert treemap.tiles == (Tile("only", BOUNDS, 0),)


def test_no_room_or_no_weight_gives_no_tiles():
    root = group("root", *leaves("root", 1, 2))
    assert lay_out_tree(root, Rect(0, 0, 0, 100)).tiles == ()
    assert lay_out_tree(group("root", *leaves("root", 0, 0)), BOUNDS).tiles == ()


@given(st.floats(0, 799.9), st.floats(0, 499.9))
def test_a_hit_is_the_deepest_tile_that_holds_the_point(x, y):
    inner = group("a/x", *leaves("a/x", 3, 3))
    root = group("root", group("a", inner, *leaves("a", 5, 2, *[0.001] * 9)), *leaves("root", 4))
    treemap = lay_out_tree(root, BOUNDS)
    holding = [tile for tile in treemap.tiles if tile.rect.contains(x, y)]
    assert treemap.find_tile_at(x, y) == max(holding, key=lambda tile: tile.depth)


def test_outside_there_is_nothing_to_hit():
    treemap = lay_out_tree(group("root", *leaves("root", 1, 2)), BOUNDS)
    assert treemap.find_tile_at(-1, 10) is None
    assert treemap.find_tile_at(800, 10) is None


def test_the_title_belongs_to_the_group():
    treemap = lay_out_tree(group("root", group("a", *leaves("a", 5, 5))), BOUNDS)
    assert treemap.find_tile_at(*treemap.find_tile("a").title_rect.center).key == "a"


def test_a_picture_drawn_again_keeps_its_order():
    before = lay_out_tree(group("root", *leaves("root", 10, 9, 8, 7)), BOUNDS)
    grown = group("root", *leaves("root", 10, 9, 8, 11), WeightedNode("new", 1))
    after = lay_out_tree(grown, BOUNDS, previous=before.orders)
    assert [tile.key for tile in after.tiles] == ["root/0", "root/1", "root/2", "root/3", "new"]
    afresh = lay_out_tree(grown, BOUNDS)
    assert afresh.tiles[0].key == "root/3"


def test_leaves_are_neither_frames_nor_folds():
    root = group("root", group("a", *leaves("a", 9, 9, *[0.001] * 9)), *leaves("root", 9))
    assert [tile.key for tile in lay_out_tree(root, BOUNDS).leaves()] == ["a/0", "a/1", "root/0"]


def test_neighbours_lie_straight_ahead():
    tiles = lay_out_tree(group("root", *leaves("root", 1, 1, 1, 1)), Rect(0, 0, 100, 100)).tiles
    at = {(round(tile.rect.x), round(tile.rect.y)): tile for tile in tiles}
    top_left = at[0, 0].rect
    assert find_neighbour(tiles, top_left, "right") == at[50, 0]
    assert find_neighbour(tiles, top_left, "down") == at[0, 50]
    assert find_neighbour(tiles, at[50, 50].rect, "left") == at[0, 50]
    assert find_neighbour(tiles, at[50, 50].rect, "up") == at[50, 0]
    assert find_neighbour(tiles, top_left, "left") is None
