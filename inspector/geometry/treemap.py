"""A tree of weights to a flat list of tiles: frames for groups, one tile for all that is too small to draw.

What is too small is folded away before anything is laid out, so the work is bounded by the pixels, not by the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from inspector.geometry.rects import Rect
from inspector.geometry.squarify import lay_out
from inspector.geometry.stable_order import plan_order

_LEAST_FIRST_SHARE = 0.3
"""A block of siblings with less than this share is no longer placed before those set apart: it would be a sliver."""

Direction = Literal["left", "right", "up", "down"]
Orders = Mapping[str, Sequence[str]]
"""Key of a group -> keys of its children in the order in which they were placed."""


@dataclass(frozen=True, slots=True)
class WeightedNode:
    """What is to be laid out.

    Attributes:
        key: unique in its tree; opaque.
        weight: its share among its siblings; a group's own children share the inside of its frame.
        children: none for a leaf.
        always_framed: a frame even around a single child (where there is room).
        apart: placed beside the block of its siblings and not among them, never folded.
    """

    key: str
    weight: float
    children: tuple[WeightedNode, ...] = ()
    always_framed: bool = False
    apart: bool = False


class Tile(NamedTuple):
    """One rectangle to draw. Tiles of one level sum up to the inside of their parent; nothing overlaps but parents.

    Attributes:
        key: of its node; of the parent for the tile that stands for folded children.
        rect: the whole cell, without any gap taken off.
        depth: 0 right below the root.
        is_group: whether it is a frame with tiles of its own, which follow it in the list.
        title_rect: strip for a group's title, None for a tile.
        content_rect: where a group's children lie, None for a tile.
        folded_count: how many children the tile stands for; 0 for a tile that is a node.
        folded_weight: their weights' sum.
    """

    key: str
    rect: Rect
    depth: int
    is_group: bool = False
    title_rect: Rect | None = None
    content_rect: Rect | None = None
    folded_count: int = 0
    folded_weight: float = 0.0


@dataclass(frozen=True, slots=True)
class TreemapMetrics:
    """Sizes of the picture.

    Attributes:
        title_height_px: of a frame's title strip.
        padding_px: between a frame and its tiles, at the sides and below.
        group_margin_px: around a frame, inside its cell.
        min_tile_area_px: what would be smaller is folded.
        min_frame_width_px, min_frame_height_px: a smaller group at depth 0 is drawn as one tile.
        min_nested_width_px, min_nested_height_px: the same for deeper groups.
    """

    title_height_px: float = 22.0
    padding_px: float = 3.0
    group_margin_px: float = 2.0
    min_tile_area_px: float = 36.0
    min_frame_width_px: float = 64.0
    min_frame_height_px: float = 48.0
    min_nested_width_px: float = 168.0
    min_nested_height_px: float = 112.0


@dataclass(frozen=True, slots=True)
class Treemap:
    """A finished layout.

    Attributes:
        bounds: what was divided.
        tiles: parents before their children.
        ends: for each tile the index after its last descendant.
        orders: to be handed to the next layout, so that it keeps the picture.
    """

    bounds: Rect
    tiles: tuple[Tile, ...]
    ends: tuple[int, ...] = field(repr=False)
    orders: Orders = field(repr=False)

    def find_tile_at(self, x: float, y: float) -> Tile | None:
        """The deepest tile at a point, None outside."""
        tiles, ends = self.tiles, self.ends
        found = None
        index, end = 0, len(tiles)
        while index < end:
            left, top, width, height = tiles[index].rect
            if left <= x < left + width and top <= y < top + height:
                found = tiles[index]
                index, end = index + 1, ends[index]
            else:
                index = ends[index]
        return found

    def find_tile(self, key: str) -> Tile | None:
        """The tile of a node, None where it is not drawn by itself."""
        return next((tile for tile in self.tiles if tile.key == key and not tile.folded_count), None)

    def find_fold(self, parent_key: str) -> Tile | None:
        """The tile that stands for the small children of a group, None where there is none."""
        return next((tile for tile in self.tiles if tile.key == parent_key and tile.folded_count), None)

    def leaves(self) -> tuple[Tile, ...]:
        """Tiles that are no frames, in the order in which they were placed; without folded ones."""
        return tuple(tile for tile in self.tiles if not tile.is_group and not tile.folded_count)


def lay_out_tree(
    root: WeightedNode, bounds: Rect, metrics: TreemapMetrics | None = None, previous: Orders | None = None
) -> Treemap:
    """Divide ``bounds`` among the children of ``root``, and their frames among theirs.

    Args:
        root: the node that fills the picture; it gets no tile itself, unless it is a leaf.
        bounds: in pixels.
        metrics: sizes; the usual ones if left out.
        previous: orders of an earlier layout of nearly the same tree: small changes then move little.
    """
    layout = _Layout(metrics or TreemapMetrics(), previous or {})
    if not bounds.is_empty and not root.children:
        layout.add(Tile(root.key, bounds, 0))
    elif not bounds.is_empty:
        layout.divide(root, bounds, 0)
    return Treemap(bounds, tuple(layout.tiles), tuple(layout.ends), layout.orders)


def find_neighbour(tiles: Sequence[Tile], start: Rect, direction: Direction) -> Tile | None:
    """The tile that one arrives at from ``start`` in a direction: the nearest, straight ahead before aslant."""
    ahead, x, y = _AHEAD[direction], *start.center
    best, best_cost = None, float("inf")
    for tile in tiles:
        other_x, other_y = tile.rect.center
        along, aside = ahead(other_x - x, other_y - y)
        if along <= 0 or tile.rect == start:
            continue
        overlap = _overlap(start, tile.rect, direction)
        cost = along + (0.0 if overlap > 0 else 2 * abs(aside)) + 0.1 * abs(aside)
        if cost < best_cost:
            best, best_cost = tile, cost
    return best


_AHEAD: Mapping[Direction, Callable[[float, float], tuple[float, float]]] = {
    "left": lambda across, down: (-across, down),
    "right": lambda across, down: (across, down),
    "up": lambda across, down: (-down, across),
    "down": lambda across, down: (down, across),
}


def _overlap(one: Rect, other: Rect, direction: Direction) -> float:
    """How much of their sides face each other, in pixels; negative for a distance."""
    if direction in ("left", "right"):
        return min(one.bottom, other.bottom) - max(one.y, other.y)
    return min(one.right, other.right) - max(one.x, other.x)


def _sum(weights: Iterable[float]) -> float:
    return float(sum(weights))


class _Layout:
    """Collects tiles while a tree is walked."""

    def __init__(self, metrics: TreemapMetrics, previous: Orders) -> None:
        self.tiles: list[Tile] = []
        self.ends: list[int] = []
        self.orders: dict[str, Sequence[str]] = {}
        self._metrics = metrics
        self._previous = previous

    def divide(self, parent: WeightedNode, inside: Rect, depth: int) -> None:
        """Lay out the children of ``parent``."""
        apart = [node for node in parent.children if node.apart and node.weight > 0]
        if not apart:
            self._divide_block(parent, parent.children, inside, depth)
            return
        among = [node for node in parent.children if not node.apart]
        weights = [_sum(node.weight for node in among), *(node.weight for node in apart)]
        is_small = weights[0] < _LEAST_FIRST_SHARE * _sum(weights)
        block, *rects = lay_out(weights, inside, None if is_small else range(len(weights)))
        self._divide_block(parent, among, block, depth)
        for node, rect in zip(apart, rects, strict=True):
            self._add_node(node, rect, depth)

    def _divide_block(self, parent: WeightedNode, nodes: Sequence[WeightedNode], inside: Rect, depth: int) -> None:
        kept, folded = _fold(nodes, inside, self._metrics.min_tile_area_px)
        kept = plan_order(kept, self._previous.get(parent.key, ()))
        self.orders[parent.key] = [node.key for node in kept]
        weights = [node.weight for node in kept]
        folded_weight = _sum(node.weight for node in folded)
        if folded:
            weights.append(folded_weight)
        rects = lay_out(weights, inside, range(len(weights)))
        for node, rect in zip(kept, rects, strict=False):
            self._add_node(node, rect, depth)
        if folded:
            self.add(Tile(parent.key, rects[-1], depth, folded_count=len(folded), folded_weight=folded_weight))

    def _add_node(self, node: WeightedNode, cell: Rect, depth: int) -> None:
        if not node.children or not self._has_room_for_frame(node, cell, depth):
            self.add(Tile(node.key, cell, depth))
            return
        metrics = self._metrics
        frame = cell.inset(metrics.group_margin_px)
        title = Rect(frame.x, frame.y, frame.width, metrics.title_height_px)
        below = frame.without_top(metrics.title_height_px)
        padding = metrics.padding_px
        inside = Rect(below.x + padding, below.y, below.width - 2 * padding, below.height - padding)
        index = len(self.tiles)
        self.add(Tile(node.key, cell, depth, True, title, inside))
        self.divide(node, inside, depth + 1)
        self.ends[index] = len(self.tiles)

    def add(self, tile: Tile) -> None:
        """Append a tile that has no children yet."""
        self.tiles.append(tile)
        self.ends.append(len(self.tiles))

    def _has_room_for_frame(self, node: WeightedNode, cell: Rect, depth: int) -> bool:
        metrics = self._metrics
        if depth == 0:
            fits = cell.width >= metrics.min_frame_width_px and cell.height >= metrics.min_frame_height_px
        else:
            fits = cell.width >= metrics.min_nested_width_px and cell.height >= metrics.min_nested_height_px
        wanted = 1 if node.always_framed else 2
        return fits and sum(1 for child in node.children if child.weight > 0) >= wanted


def _fold(
    children: Sequence[WeightedNode], inside: Rect, min_area_px: float
) -> tuple[list[WeightedNode], list[WeightedNode]]:
    """(children to draw, children to fold into one tile); those without weight are in neither."""
    weighty = [child for child in children if child.weight > 0]
    largest = max((child.weight for child in weighty), default=0.0)
    # Relative to the largest, so that a sum of huge weights stays finite.
    whole = sum(child.weight / largest for child in weighty) if largest else 0.0
    least = min_area_px * whole / inside.area if not inside.is_empty else float("inf")
    small = [child for child in weighty if child.weight / largest < least]
    if len(small) < 2:
        return weighty, []
    return [child for child in weighty if child.weight / largest >= least], small
