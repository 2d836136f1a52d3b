"""A curve with more points than pixels: what of it can be seen."""

from __future__ import annotations

from collections.abc import Sequence


def thin_curve(points: Sequence[tuple[float, float]], columns: int) -> list[tuple[float, float]]:
    """At most four points a column: the first, the lowest, the highest, the last; in order.

    Args:
        points: (x, y), x not falling.
        columns: of pixels, at least 1.
    """
    if len(points) <= 4 * columns:
        return list(points)
    start, end = points[0][0], points[-1][0]
    per_column = (end - start) / columns or 1.0
    kept: list[tuple[float, float]] = []
    first = 0
    for index in range(1, len(points) + 1):
        column = int((points[first][0] - start) / per_column)
        if index < len(points) and int((points[index][0] - start) / per_column) == column:
            continue
        kept.extend(_extremes(points, first, index))
        first = index
    return kept


def _extremes(points: Sequence[tuple[float, float]], first: int, end: int) -> list[tuple[float, float]]:
    heights = range(first, end)
    lowest = min(heights, key=lambda index: points[index][1])
    highest = max(heights, key=lambda index: points[index][1])
    return [points[index] for index in sorted({first, lowest, highest, end - 1})]
