"""A snapshot: what the llm would receive at one moment of one session, and how full the window is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from inspector.domain.segments import Segment, SegmentState
from inspector.domain.tokens import CountMethod

WindowGuard = Literal["ok", "warn", "block"]


@dataclass(frozen=True, slots=True)
class Llm:
    """The llm of a session: provider, id and wire API; None where the state does not say."""

    provider: str | None
    id: str | None
    api: str | None


@dataclass(frozen=True, slots=True)
class ContextWindow:
    """The llm's context window.

    Attributes:
        tokens: the window, or the cap that the configuration puts on it.
        source: ``modelsConfig``, ``model`` (catalog), ``session`` (what the last run used) or ``default``.
        reserve_tokens: kept free for compaction and the answer.
        budget_tokens: ``tokens - reserve_tokens``: where a prompt becomes too large.
        guard: the runtime's verdict on small windows.
        notes: sentences for people: conflicts between sources, assumptions.
    """

    tokens: int
    source: str
    reserve_tokens: int
    budget_tokens: int
    guard: WindowGuard
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Occupancy:
    """How full the window is.

    Attributes:
        estimated_tokens: sum of all segments that are sent.
        method: how they were counted.
        measured_tokens: prompt tokens that the provider reported for the last call, only if fresh; else None.
        measured_at_ms: when that was.
        fresh: whether the stored measurement belongs to the transcript as it stands.
        residual_tokens: measured minus what our segments of that same request say; None without a measurement.
    """

    estimated_tokens: int
    method: CountMethod
    measured_tokens: int | None
    measured_at_ms: int | None
    fresh: bool
    residual_tokens: int | None


@dataclass(frozen=True, slots=True)
class ToolCallRef:
    """A tool call inside a message."""

    id: str | None
    name: str


@dataclass(frozen=True, slots=True)
class ContextMessage:
    """One message as it would be sent. ``changed_by`` names the rule that altered it, None where it is as stored."""

    role: Literal["user", "assistant", "toolResult"]
    entry_id: str | None
    text: str
    chars: int
    state: SegmentState = "sent"
    changed_by: str | None = None
    tool_calls: tuple[ToolCallRef, ...] = ()
    tool_call_id: str | None = None
    tool_name: str | None = None


@dataclass(frozen=True, slots=True)
class DroppedMessage:
    """A message on the active branch that would not be sent, and why (``before_cut``, ``before_reset`` …)."""

    entry_id: str | None
    role: str
    reason: str


@dataclass(frozen=True, slots=True)
class TimelinePoint:
    """Size of the context when an assistant answered: ``tokens`` is the prompt that the provider reported."""

    position: int
    entry_id: str
    timestamp_ms: int | None
    tokens: int


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A compaction or reset on the active branch; ``position`` counts entries of that branch from 0."""

    position: int
    entry_id: str
    timestamp_ms: int | None
    kind: Literal["compaction", "reset"]


@dataclass(frozen=True, slots=True)
class Timeline:
    """How the context came to be: measured sizes and marks along the active branch of ``length`` entries."""

    length: int
    points: tuple[TimelinePoint, ...] = ()
    marks: tuple[TimelineMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the next request would hold. ``tree`` is the root segment; its chars and tokens are those of the window."""

    session_key: str
    session_id: str
    llm: Llm
    window: ContextWindow
    occupancy: Occupancy
    tree: Segment
    messages: tuple[ContextMessage, ...] = field(default=(), repr=False)
    dropped: tuple[DroppedMessage, ...] = field(default=(), repr=False)
    at_entry_id: str | None = None
