"""The context as segments: what fills the window, where it came from, and what happened to it.

A segment is a node of a tree. Leaves carry the size; a parent's chars and tokens are the sums of its children's, so
that totals, treemap and tables can only agree. Kinds and states are the words of the command line's JSON contract.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Literal

from inspector.domain.tokens import TokenCount

Provenance = Literal["captured", "run_report", "reconstructed", "estimated"]
"""``captured``: read off a real request. ``run_report``: sizes that the runtime stored after its last run.
``reconstructed``: built from the stored transcript by the runtime's rules. ``estimated``: derived otherwise."""

SegmentState = Literal[
    "sent",
    "truncated",
    "soft_trimmed",
    "hard_cleared",
    "capped",
    "summarised",
    "filtered",
    "dropped",
    "free",
    "reserve",
]

FIRST_LEVEL_KINDS = (
    "system_prompt",
    "workspace_files",
    "skills",
    "tool_schemas",
    "conversation",
    "runtime_context",
    "residual",
    "free",
    "reserve",
)
"""Kinds right under the root, in the order in which they are shown. Below them: ``section``, ``file``, ``skill``,
``tool``, ``tool_schema``, ``tool_description``, ``frame``; the message kinds ``user``, ``assistant``, ``tool_result``,
``summary``, ``custom``; the block kinds ``text``, ``thinking``, ``tool_call``, ``image``, ``other``."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One piece of the context.

    Attributes:
        id: unique in its tree and stable from one reading to the next (entry ids, file names), path-like.
        kind: see :data:`FIRST_LEVEL_KINDS`.
        label: short name for people.
        chars: UTF-16 code units; for a picture the runtime's stand-in weight, told in ``detail``.
        tokens: with the method that counted them.
        provenance: how the size is known.
        state: what happened to it.
        entry_id: transcript entry it comes from, else None.
        text: the text itself, where it is known (leaves only).
        detail: further facts for the details panel and the JSON (plain JSON values, keys end in their unit).
        children: parts, in the order of the context.
    """

    id: str
    kind: str
    label: str
    chars: int
    tokens: TokenCount
    provenance: Provenance
    state: SegmentState = "sent"
    entry_id: str | None = None
    text: str | None = field(default=None, repr=False)
    detail: Mapping[str, Any] = field(default_factory=dict, repr=False)
    children: tuple[Segment, ...] = field(default=(), repr=False)

    def walk(self) -> Iterator[Segment]:
        """This segment and everything below it, parents first."""
        stack = [self]
        while stack:
            segment = stack.pop()
            yield segment
            stack.extend(reversed(segment.children))


def make_group(  # noqa: PLR0913  (the fields of a segment)
    id: str,  # noqa: A002  (the field's own name)
    kind: str,
    label: str,
    children: Iterable[Segment],
    provenance: Provenance,
    *,
    state: SegmentState = "sent",
    entry_id: str | None = None,
    detail: Mapping[str, Any] | None = None,
) -> Segment:
    """A parent whose chars and tokens are the sums of ``children``'s (an empty one has 0 tokens, measured)."""
    parts = tuple(children)
    tokens = reduce(lambda total, part: total + part.tokens, parts, TokenCount(0, "measured"))
    if not parts:
        tokens = TokenCount(0)
    return Segment(
        id=id,
        kind=kind,
        label=label,
        chars=sum(part.chars for part in parts),
        tokens=tokens,
        provenance=provenance,
        state=state,
        entry_id=entry_id,
        detail=detail or {},
        children=parts,
    )
