"""A tree of segments, made ready to be asked: by id, by entry, upwards. Built off the UI thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.domain.segments import Segment


@dataclass(frozen=True, slots=True)
class SegmentIndex:
    """A tree with its look-ups.

    Attributes:
        root: the tree.
        by_id: every segment of it.
        parent_ids: id -> id of the parent; the root has none.
        by_entry: transcript entry id -> id of the highest segment that comes from it.
    """

    root: Segment
    by_id: Mapping[str, Segment] = field(repr=False)
    parent_ids: Mapping[str, str] = field(repr=False)
    by_entry: Mapping[str, str] = field(repr=False)

    def find(self, segment_id: str | None) -> Segment | None:
        """The segment, None if the tree has no such id."""
        return None if segment_id is None else self.by_id.get(segment_id)

    def path_to(self, segment_id: str) -> tuple[Segment, ...]:
        """From the root down to the segment, both included; empty for an unknown id."""
        path: list[Segment] = []
        at: str | None = segment_id if segment_id in self.by_id else None
        while at is not None:
            path.append(self.by_id[at])
            at = self.parent_ids.get(at)
        return tuple(reversed(path))


def index_segments(root: Segment) -> SegmentIndex:
    """Walk ``root`` once."""
    by_id: dict[str, Segment] = {root.id: root}
    parent_ids: dict[str, str] = {}
    by_entry: dict[str, str] = {}
    for segment in root.walk():
        if segment.entry_id is not None:
            by_entry.setdefault(segment.entry_id, segment.id)
        for child in segment.children:
            by_id[child.id] = child
            parent_ids[child.id] = segment.id
    return SegmentIndex(root, by_id, parent_ids, by_entry)
