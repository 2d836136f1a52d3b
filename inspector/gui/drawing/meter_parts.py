"""A snapshot to the parts of the window meter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.domain.contexts import Snapshot
from inspector.domain.segments import Segment
from inspector.gui.drawing.fitted_text import one_line
from inspector.gui.theme import NEUTRAL, role_for_kind
from inspector.gui.words import KINDS, find_term

_CONVERSATION_KINDS = ("summary", "user", "assistant", "tool_result", "custom")


@dataclass(frozen=True, slots=True)
class MeterPart:
    """One part of the bar.

    Attributes:
        segment_id: what a click selects.
        kind: of the part, for its pattern.
        role: for its colour.
        label: for people.
        start_tokens, tokens: where it begins, and its size.
    """

    segment_id: str
    kind: str
    role: str
    label: str
    start_tokens: int
    tokens: int

    @property
    def is_room(self) -> bool:
        """Whether it is room and no content."""
        return self.kind in ("free", "reserve")


@dataclass(frozen=True, slots=True)
class Meter:
    """The bar: ``parts`` side by side along ``whole_tokens``, where compaction starts and where the window ends."""

    parts: tuple[MeterPart, ...]
    whole_tokens: int
    used_tokens: int
    budget_tokens: int
    window_tokens: int


def plan_meter(snapshot: Snapshot) -> Meter:
    """Parts in the order of the context, the conversation's by kind of message; an over-full window is drawn longer."""
    parts: list[MeterPart] = []
    at_tokens = 0
    for segment_id, kind, label, tokens in _list_parts(snapshot.tree.children):
        role = role_for_kind(kind) or NEUTRAL
        parts.append(MeterPart(segment_id, kind, role, label, at_tokens, tokens))
        at_tokens += tokens
    return Meter(
        parts=tuple(parts),
        whole_tokens=max(1, at_tokens, snapshot.window.tokens),
        used_tokens=sum(part.tokens for part in parts if not part.is_room),
        budget_tokens=snapshot.window.budget_tokens,
        window_tokens=snapshot.window.tokens,
    )


def _list_parts(segments: Sequence[Segment]) -> Iterator[tuple[str, str, str, int]]:
    """(segment id, kind, label, tokens) of everything with a size."""
    for segment in segments:
        if segment.kind == "conversation" and segment.children:
            yield from _list_kinds(segment)
        elif segment.tokens.tokens > 0:
            yield segment.id, segment.kind, one_line(segment.label), segment.tokens.tokens


def _list_kinds(conversation: Segment) -> Iterator[tuple[str, str, str, int]]:
    sums = dict.fromkeys(_CONVERSATION_KINDS, 0)
    for message in conversation.children:
        sums[message.kind] = sums.get(message.kind, 0) + max(0, message.tokens.tokens)
    for kind, tokens in sums.items():
        if tokens > 0:
            yield conversation.id, kind, f"{conversation.label}: {find_term(KINDS, kind).words}", tokens
