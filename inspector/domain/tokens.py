"""A token count never travels without how it was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CountMethod = Literal["measured", "tokenizer", "runtime"]
"""``measured``: a provider reported it. ``tokenizer``: a real tokenizer counted the text.
``runtime``: OpenClaw's own estimate (characters divided by four, weighted). From strongest to weakest."""

_STRENGTH: dict[CountMethod, int] = {"measured": 2, "tokenizer": 1, "runtime": 0}


@dataclass(frozen=True, slots=True)
class TokenCount:
    """``tokens`` and the ``method`` that made them; a sum keeps the weakest method."""

    tokens: int
    method: CountMethod = "runtime"

    def __add__(self, other: TokenCount) -> TokenCount:
        weaker = self.method if _STRENGTH[self.method] <= _STRENGTH[other.method] else other.method
        return TokenCount(self.tokens + other.tokens, weaker)
