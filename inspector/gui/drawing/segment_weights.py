"""Segments to what the layout wants: weights, and a colour role for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from inspector.domain.segments import FIRST_LEVEL_KINDS, Segment
from inspector.geometry.treemap import WeightedNode
from inspector.gui.segment_index import SegmentIndex
from inspector.gui.theme import NEUTRAL, role_for_kind

Area = Literal["tokens", "chars"]
"""What the area of a tile stands for."""

UNITS: Mapping[Area, str] = {"tokens": "tok", "chars": "chars"}


_ROOM = frozenset({"free", "reserve"})
"""Kinds that are no content: drawn beside it."""


def size_of(segment: Segment, area: Area) -> int:
    """Tokens or chars of a segment."""
    return segment.tokens.tokens if area == "tokens" else segment.chars


def weigh_tree(segment: Segment, area: Area) -> WeightedNode:
    """The segment and what is below it, weighed; a negative size weighs nothing."""
    return WeightedNode(
        segment.id,
        max(0, size_of(segment, area)),
        tuple([_weigh(child, area) for child in segment.children]),
        always_framed=segment.kind in FIRST_LEVEL_KINDS,
        apart=segment.kind in _ROOM,
    )


def _weigh(segment: Segment, area: Area) -> WeightedNode:
    # Most messages are a single block and never get a frame: half of a long conversation's nodes need not be made.
    if len(segment.children) > 1 or (segment.children and segment.kind in FIRST_LEVEL_KINDS):
        return weigh_tree(segment, area)
    return WeightedNode(segment.id, max(0, size_of(segment, area)), apart=segment.kind in _ROOM)


class Roles:
    """Colour role of a segment by id, found when asked: its kind's, or that of the nearest parent that has one."""

    def __init__(self, index: SegmentIndex) -> None:
        self._index = index
        self._known: dict[str, str] = {}

    def __call__(self, segment_id: str) -> str:
        """The role; neutral for a segment that neither has one nor inherits one."""
        role = self._known.get(segment_id)
        if role is None:
            role = role_for_kind(self._index.by_id[segment_id].kind)
            parent_id = self._index.parent_ids.get(segment_id)
            if role is None:
                role = NEUTRAL if parent_id is None else self(parent_id)
            self._known[segment_id] = role
        return role
