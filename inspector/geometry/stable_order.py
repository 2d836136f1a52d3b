"""In which order siblings are placed, so that a picture that is drawn again stays recognisable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

_DRIFT = 2.0
"""How many times heavier a node may have become than one before it until all are sorted anew: proportions suffer."""


class Weighted(Protocol):
    """Has a key and a weight."""

    @property
    def key(self) -> str:
        """Unique among its siblings."""
        ...

    @property
    def weight(self) -> float:
        """Not negative."""
        ...


_Node = TypeVar("_Node", bound=Weighted)


def plan_order(nodes: Sequence[_Node], previous: Sequence[str]) -> list[_Node]:
    """``nodes`` in the order in which to place them.

    Without ``previous``: the heaviest first, equals as they came. With it: those known keep their places among each
    other, new ones are put before the first lighter one; unless weights drifted so far that the old order is no use.
    """
    by_weight = sorted(nodes, key=lambda node: -node.weight)
    places = {key: place for place, key in enumerate(previous)}
    known = sorted((node for node in nodes if node.key in places), key=lambda node: places[node.key])
    if not known or _has_drifted(known):
        return by_weight
    return _merge(known, [node for node in by_weight if node.key not in places])


def _has_drifted(nodes: Sequence[Weighted]) -> bool:
    lightest = float("inf")
    for node in nodes:
        if node.weight > _DRIFT * lightest:
            return True
        lightest = min(lightest, node.weight)
    return False


def _merge(known: Sequence[_Node], new: Sequence[_Node]) -> list[_Node]:
    merged: list[_Node] = []
    waiting = 0
    for node in known:
        while waiting < len(new) and new[waiting].weight > node.weight:
            merged.append(new[waiting])
            waiting += 1
        merged.append(node)
    merged.extend(new[waiting:])
    return merged
