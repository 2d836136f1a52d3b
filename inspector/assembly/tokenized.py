"""The same segments, counted by a real tokenizer wherever their text is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.domain.progress import ProgressReport
from inspector.domain.segments import Segment, make_group
from inspector.domain.tokens import TokenCount
from inspector.tokens.tokenizers import Tokenizer


def count_segments(segments: Sequence[Segment], tokenizer: Tokenizer, progress: ProgressReport) -> tuple[Segment, ...]:
    """Each of ``segments`` with its leaves recounted; a leaf without text keeps the runtime's estimate."""
    total = sum(1 for segment in segments for _ in segment.walk())
    return _Recount(tokenizer, progress, total).apply(segments)


class _Recount:
    def __init__(self, tokenizer: Tokenizer, progress: ProgressReport, total: int) -> None:
        self._tokenizer, self._progress, self._total = tokenizer, progress, total
        self._done = 0

    def apply(self, segments: Sequence[Segment]) -> tuple[Segment, ...]:
        return tuple(map(self._recount, segments))

    def _recount(self, segment: Segment) -> Segment:
        self._done += 1
        if self._done % 64 == 0:
            self._progress("counting tokens", self._done, self._total)
        if segment.children:
            group = make_group(
                segment.id, segment.kind, segment.label, self.apply(segment.children), segment.provenance
            )
            return replace(segment, chars=group.chars, tokens=group.tokens, children=group.children)
        if segment.text is None or segment.state == "truncated":
            return segment
        return replace(segment, tokens=TokenCount(self._tokenizer.count(segment.text), "tokenizer"))
