"""Squarified treemap of one level: weights to rectangles that are as square as a greedy pass gets them.

After Bruls, Huizing and van Wijk, "Squarified Treemaps" (2000): items are taken in order into a row along the shorter
side for as long as the worst proportion in the row does not get worse; then the next row starts in what is left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from inspector.geometry.rects import Rect

_SMALLEST_SHARE = 1e-12
"""Of the whole: what is smaller is nothing, lest its square underflow."""


def lay_out(weights: Sequence[float], bounds: Rect, order: Sequence[int] | None = None) -> list[Rect]:
    """Divide ``bounds`` among ``weights``.

    Args:
        weights: any numbers; zero, negative and non-finite ones get nothing.
        bounds: in pixels.
        order: indices into ``weights`` in the order in which to place them, each once, for a picture that should not
            be reshuffled by small changes; left out, the heaviest comes first and equals keep their order.

    Returns:
        One rectangle a weight, by index. Areas are in proportion to the weights and sum up to ``bounds``; nothing
        overlaps. Without any positive weight, and for a weight that gets nothing, the rectangle is empty.
    """
    nothing = Rect(bounds.x, bounds.y, 0.0, 0.0)
    rects = [nothing] * len(weights)
    areas = _share_area(weights, bounds)
    if order is None:
        order = sorted(range(len(areas)), key=lambda index: -areas[index])
    placed = [index for index in order if areas[index] > 0]
    _place(rects, placed, [areas[index] for index in placed], bounds)
    return rects


def _share_area(weights: Sequence[float], bounds: Rect) -> list[float]:
    """Square pixels a weight; scaled by the largest first, so that a sum of huge weights stays finite."""
    usable = [weight if weight > 0 and math.isfinite(weight) else 0.0 for weight in weights]
    largest = max(usable, default=0.0)
    if largest <= 0 or bounds.is_empty:
        return [0.0] * len(usable)
    scaled = [weight / largest for weight in usable]
    scaled = [weight if weight > _SMALLEST_SHARE else 0.0 for weight in scaled]
    scale = bounds.area / math.fsum(scaled)
    return [weight * scale for weight in scaled]


def _place(rects: list[Rect], indices: Sequence[int], areas: Sequence[float], bounds: Rect) -> None:
    x, y, width, height = bounds
    start, count = 0, len(areas)
    while start < count:
        side = min(width, height)
        end, row_area = _find_row_end(areas, start, side)
        # The last row takes all that is left: rounding must not leave a seam at the edge.
        thickness = max(width, height) if end == count else min(row_area / side, max(width, height))
        row = indices[start:end], areas[start:end], row_area
        if width >= height:
            _place_column(rects, row, Rect(x, y, thickness, height))
            x, width = x + thickness, max(0.0, width - thickness)
        else:
            _place_row(rects, row, Rect(x, y, width, thickness))
            y, height = y + thickness, max(0.0, height - thickness)
        if width <= 0 or height <= 0:
            return
        start = end


def _find_row_end(areas: Sequence[float], start: int, side: float) -> tuple[int, float]:
    """(index after the last item of the row that starts at ``start``, area of that row)."""
    square = side * side
    row = smallest = largest = areas[start]
    worst = max(square / row, row / square)
    end = start + 1
    while end < len(areas):
        area = areas[end]
        longer = row + area
        low, high = min(area, smallest), max(area, largest)
        ratio = max(square * high / (longer * longer), longer * longer / (square * low))
        if ratio > worst:
            break
        row, smallest, largest, worst = longer, low, high, ratio
        end += 1
    return end, row


_Row = tuple[Sequence[int], Sequence[float], float]


def _place_column(rects: list[Rect], row: _Row, strip: Rect) -> None:
    indices, areas, total = row
    done, top = 0.0, strip.y
    for index, area in zip(indices[:-1], areas, strict=False):
        done += area
        bottom = min(strip.bottom, strip.y + strip.height * done / total)
        rects[index] = Rect(strip.x, top, strip.width, bottom - top)
        top = bottom
    rects[indices[-1]] = Rect(strip.x, top, strip.width, max(0.0, strip.bottom - top))


def _place_row(rects: list[Rect], row: _Row, strip: Rect) -> None:
    indices, areas, total = row
    done, left = 0.0, strip.x
    for index, area in zip(indices[:-1], areas, strict=False):
        done += area
        right = min(strip.right, strip.x + strip.width * done / total)
        rects[index] = Rect(left, strip.y, right - left, strip.height)
        left = right
    rects[indices[-1]] = Rect(left, strip.y, max(0.0, strip.right - left), strip.height)
