"""What a card says about a segment."""

from __future__ import annotations

from inspector.domain.segments import Segment
from inspector.gui.drawing.fitted_text import one_line
from inspector.gui.drawing.segment_weights import Area, size_of
from inspector.gui.words import KINDS, METHODS, PROVENANCES, STATES, find_term
from inspector.reports.number_format import format_count, format_share


def describe_segment(segment: Segment, parent: Segment | None, root: Segment, area: Area) -> tuple[str, list[str]]:
    """(title, lines): kind, size with its method, shares, state, and how the size is known."""
    kind = find_term(KINDS, segment.kind).words
    lines = [kind] if kind.lower() != segment.label.lower() else []
    lines.append(_size_line(segment))
    shares = _share_line(segment, parent, root, area)
    if shares:
        lines.append(shares)
    if segment.kind not in ("free", "reserve"):
        if segment.state != "sent":
            state = find_term(STATES, segment.state)
            lines.append(f"{state.words.capitalize()}. {state.sentence}")
        lines.append(find_term(PROVENANCES, segment.provenance).words)
    else:
        lines.append(find_term(KINDS, segment.kind).sentence)
    return one_line(segment.label), lines


def describe_fold(count: int, weight: float, parent: Segment, root: Segment, area: Area) -> tuple[str, list[str]]:
    """(title, lines) of the tile that stands for many small ones."""
    unit = "tokens" if area == "tokens" else "chars"
    share = format_share(round(weight), size_of(root, area))
    title = f"{count:,} more in {one_line(parent.label)}"
    return title, [
        f"{round(weight):,} {unit} together · {share} of the whole",
        "each too small to be drawn at this size",
    ]


def _size_line(segment: Segment) -> str:
    method = find_term(METHODS, segment.tokens.method).words
    tokens = f"{format_count(segment.tokens.tokens)} tokens"
    if segment.kind in ("free", "reserve"):
        return tokens
    return f"{tokens} ({method}) · {format_count(segment.chars)} chars"


def _share_line(segment: Segment, parent: Segment | None, root: Segment, area: Area) -> str:
    whole = _whole_words(root, area)
    of_whole = f"{format_share(size_of(segment, area), size_of(root, area))} of {whole}"
    if parent is None:
        return ""
    if parent.id == root.id:
        return of_whole
    return f"{format_share(size_of(segment, area), size_of(parent, area))} of {one_line(parent.label)} · {of_whole}"


def _whole_words(root: Segment, area: Area) -> str:
    """What the root is: a map without the room that is left is no window."""
    if area == "chars":
        return "all chars"
    has_room = any(part.kind in ("free", "reserve") for part in root.children)
    return "the window" if has_room else "what is in use"
