"""Labels side by side in a row: each where it wants to be, or not at all."""

from __future__ import annotations

from dataclasses import dataclass, field

_GAP_PX = 10.0


@dataclass
class TextRow:
    """A row of ``width_px``; remembers what is taken."""

    width_px: float
    taken: list[tuple[float, float]] = field(default_factory=list)

    def find_place(self, width_px: float, *wishes_px: float) -> float | None:
        """Left end of a label at the first of the wished places that is free, which is then taken; None without any.

        A wish beyond an edge is moved inside.
        """
        if width_px > self.width_px:
            return None
        for wish in wishes_px:
            left = min(max(0.0, wish), self.width_px - width_px)
            right = left + width_px
            if all(right + _GAP_PX <= start or left >= end + _GAP_PX for start, end in self.taken):
                self.taken.append((left, right))
                return left
        return None
