"""What fills the window of one session: the ``report`` verb, the map and the outline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.domain.contexts import Occupancy, Snapshot
from inspector.domain.segments import Segment
from inspector.inspection import Inspection
from inspector.reports.number_format import format_count, format_moment, format_share
from inspector.reports.sessions_report import problems_data

SCHEMA = "context-inspector/report/1"


def context_data(inspection: Inspection) -> dict[str, Any]:
    """The JSON object of the ``report`` verb (contract/cli-json.md)."""
    snapshot = inspection.snapshot
    window, occupancy = snapshot.window, snapshot.occupancy
    return {
        "schema": SCHEMA,
        "session": {"key": snapshot.session_key, "session_id": snapshot.session_id, "at": snapshot.at_entry_id},
        "model": {"provider": snapshot.llm.provider, "id": snapshot.llm.id, "api": snapshot.llm.api},
        "window": {
            "tokens": window.tokens,
            "source": window.source,
            "reserve_tokens": window.reserve_tokens,
            "budget_tokens": window.budget_tokens,
            "guard": window.guard,
            "notes": list(window.notes),
        },
        "occupancy": {
            "estimated_tokens": occupancy.estimated_tokens,
            "method": occupancy.method,
            "measured_tokens": occupancy.measured_tokens,
            "measured_at": occupancy.measured_at_ms,
            "fresh": occupancy.fresh,
            "residual_tokens": occupancy.residual_tokens,
        },
        "tree": segment_data(snapshot.tree),
        "problems": problems_data(inspection.problems),
    }


def segment_data(segment: Segment) -> dict[str, Any]:
    """A NODE of the contract."""
    return {
        "id": segment.id,
        "kind": segment.kind,
        "label": segment.label,
        "chars": segment.chars,
        "tokens": segment.tokens.tokens,
        "tokens_method": segment.tokens.method,
        "provenance": segment.provenance,
        "state": segment.state,
        "entry_id": segment.entry_id,
        "detail": dict(segment.detail),
        "children": [segment_data(child) for child in segment.children],
    }


def context_lines(inspection: Inspection) -> list[str]:
    """The same for reading: the window, then the tree down to the single message."""
    snapshot = inspection.snapshot
    window, llm = snapshot.window, snapshot.llm
    budget = f"reserve {window.reserve_tokens:,} · guard {window.guard}"
    return [
        f"{snapshot.session_key} · {llm.provider or 'unknown'}/{llm.id or 'unknown'} · {llm.api or 'unknown api'}",
        f"Window {window.tokens:,} tokens (from {window.source}) · {budget}",
        occupancy_sentence(snapshot),
        *(f"Note: {note}" for note in window.notes),
        "",
        *_tree_lines(snapshot.tree, snapshot.window.tokens),
    ]


def occupancy_sentence(snapshot: Snapshot) -> str:
    """How full the window is, in one honest sentence."""
    occupancy, window = snapshot.occupancy, snapshot.window.tokens
    if occupancy.measured_tokens is None:
        return (
            f"Estimated {occupancy.estimated_tokens:,} of {window:,} tokens "
            f"({format_share(occupancy.estimated_tokens, window)}); no fresh measurement."
        )
    return (
        f"Measured {occupancy.measured_tokens:,} of {window:,} tokens "
        f"({format_share(occupancy.measured_tokens, window)}) at {format_moment(occupancy.measured_at_ms)}; "
        f"estimate now {occupancy.estimated_tokens:,}{_residual_words(occupancy)}."
    )


def _residual_words(occupancy: Occupancy) -> str:
    residual = occupancy.residual_tokens
    if not residual:
        return ""
    return f", {residual:,} unattributed" if residual > 0 else f", {-residual:,} too many in the estimate"


def _tree_lines(root: Segment, window_tokens: int) -> Iterator[str]:
    yield f"{'tokens':>9} {'share':>8} {'chars':>10}  part"
    for depth, segment in _shown(root, 0):
        share = format_share(segment.tokens.tokens, window_tokens)
        state = "" if segment.state in {"sent", "free", "reserve"} else f"  [{segment.state}]"
        yield (
            f"{format_count(segment.tokens.tokens):>9} {share:>8} {format_count(segment.chars):>10}  "
            f"{'  ' * depth}{segment.label}{state}"
        )


def _shown(segment: Segment, depth: int) -> Iterator[tuple[int, Segment]]:
    """Down to the message; blocks and tool parts are for the map and the JSON."""
    for child in segment.children:
        yield depth, child
        if depth < 1:
            yield from _shown(child, depth + 1)
