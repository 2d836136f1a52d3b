"""All parts -> one snapshot: the tree of what fills the window, and how full it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.assembly.session_context import ReplayedMessage
from inspector.domain.contexts import ContextWindow, Occupancy
from inspector.domain.segments import FIRST_LEVEL_KINDS, Provenance, Segment, SegmentState, make_group
from inspector.domain.sessions import RecordedTotal
from inspector.domain.tokens import TokenCount
from inspector.tokens.usage import find_measured_prompt_tokens


@dataclass(frozen=True, slots=True)
class Measurement:
    """Prompt tokens that a provider reported for a call inside the present window.

    Attributes:
        tokens: of that call's prompt.
        at_ms: when it was answered, None if unknown.
        position: index of the answering message in the session context; what lies before it was in the prompt.
    """

    tokens: int
    at_ms: int | None
    position: int


def find_measurement(
    messages: Sequence[ReplayedMessage], boundary_seq: int | None, total: RecordedTotal | None
) -> Measurement | None:
    """The newest usable measurement, or None where there is none that can be trusted.

    A call before the latest compaction or reset measured another context. A stored counter that calls itself stale
    vetoes; one that differs does not (it may be a billing sum, or the runtime's estimate after a compaction).
    """
    if total is not None and not total.fresh:
        return None
    for position in range(len(messages) - 1, -1, -1):
        replayed = messages[position]
        if boundary_seq is not None and replayed.entry.seq < boundary_seq:
            return None
        tokens = find_measured_prompt_tokens(replayed.message)
        if tokens:
            return Measurement(tokens, replayed.message.timestamp_ms or replayed.entry.timestamp_ms, position)
    return None


def build_tree(
    prompt: Sequence[Segment], conversation: Segment, window: ContextWindow, measured: Measurement | None
) -> tuple[Segment, Occupancy]:
    """The root segment, whose tokens are those of the window, and the occupancy.

    ``residual`` is what the provider counted in the measured request and no segment names; ``free`` and ``reserve``
    are the rest of the window. A window that is over-full has no free tile and a smaller or no reserve.
    """
    content = [*prompt, conversation]
    estimated = sum(segment.tokens.tokens for segment in content)
    residual = None
    if measured is not None:
        after = sum(segment.tokens.tokens for segment in conversation.children[measured.position :])
        residual = measured.tokens - (estimated - after)
    used = estimated + max(0, residual or 0)
    reserve = max(0, min(window.reserve_tokens, window.tokens - used))
    free = max(0, window.tokens - used - reserve)
    if residual is not None and residual > 0:
        content.append(_residual(residual))
    content += [_space("free", "Free", free), _space("reserve", "Reserve", reserve)]
    content.sort(key=lambda segment: FIRST_LEVEL_KINDS.index(segment.kind))
    occupancy = Occupancy(
        estimated_tokens=estimated,
        method=min((segment.tokens.method for segment in (*prompt, conversation)), key=_weakness, default="runtime"),
        measured_tokens=None if measured is None else measured.tokens,
        measured_at_ms=None if measured is None else measured.at_ms,
        fresh=measured is not None,
        residual_tokens=residual,
    )
    return make_group("context", "context", "Context", content, _weakest_provenance(prompt)), occupancy


def _weakness(method: str) -> int:
    return ("runtime", "tokenizer", "measured").index(method)


def _weakest_provenance(prompt: Sequence[Segment]) -> Provenance:
    return "run_report" if prompt else "reconstructed"


def _residual(tokens: int) -> Segment:
    note = (
        "The provider counted these tokens in the last request and no part shown here accounts for them: "
        "message frames, tool wrappers, and the difference between estimate and tokenizer."
    )
    return Segment(
        "residual", "residual", "Unattributed", 0, TokenCount(tokens, "runtime"), "estimated", detail={"note": note}
    )


def _space(kind: str, label: str, tokens: int) -> Segment:
    state: SegmentState = "free" if kind == "free" else "reserve"
    return Segment(kind, kind, label, 0, TokenCount(tokens, "runtime"), "estimated", state)
