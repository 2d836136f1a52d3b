"""How the context grew: measured prompt sizes and boundaries along the active branch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from inspector.assembly.session_context import BOUNDARY_TYPES
from inspector.domain.contexts import TimelineMark, TimelinePoint
from inspector.domain.entries import EntryHeader, MessageEntry, TranscriptEntry
from inspector.tokens.usage import find_measured_prompt_tokens


def build_points(entries: Iterable[TranscriptEntry], position_of_seq: Mapping[int, int]) -> tuple[TimelinePoint, ...]:
    """A point for every answer among ``entries`` whose provider reported the size of its prompt."""
    points = []
    for entry in entries:
        if not isinstance(entry, MessageEntry) or entry.header.id is None:
            continue
        tokens = find_measured_prompt_tokens(entry.message)
        if tokens:
            moment = entry.message.timestamp_ms or entry.header.timestamp_ms
            points.append(TimelinePoint(position_of_seq[entry.header.seq], entry.header.id, moment, tokens))
    return tuple(points)


def find_marks(path: Sequence[EntryHeader]) -> tuple[TimelineMark, ...]:
    """Compactions and resets on the path."""
    return tuple(
        TimelineMark(
            position, header.id or "", header.timestamp_ms, "reset" if header.type == "reset" else "compaction"
        )
        for position, header in enumerate(path)
        if header.type in BOUNDARY_TYPES
    )
