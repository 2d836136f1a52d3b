"""Weighted chars: the length of a text in which wide scripts count for more, as the runtime estimates tokens by it."""

from __future__ import annotations

from inspector.domain.javascript import utf16_length
from inspector.runtime import RuntimeRules, get_runtime_rules


def estimate_weighted_chars(text: str, minimum_weight: int = 1, rules: RuntimeRules | None = None) -> int:
    """UTF-16 length of ``text`` with every weighted character counted by its weight instead.

    Args:
        text: of any size; scanned by compiled patterns, not character by character.
        minimum_weight: of a code unit that has no weight of its own (2 in tool results of ``/context``).
        rules: whose weights; those of the newest known release where left out.

    Source: OpenClaw 2026.9.6, ``estimateStringChars``, prompt-side.md section 9, history-side.md section 6.1.
    """
    if text.isascii():
        return len(text) * minimum_weight
    weights = (rules or get_runtime_rules()).estimates.char_weights
    units = utf16_length(text)
    patterns = weights.basic if weights.any_basic.search(text) else ()
    if units != len(text):
        patterns += weights.supplementary
    plain_units, total = units, 0
    for weight, pattern in patterns:
        found = "".join(pattern.findall(text))
        plain_units -= utf16_length(found)
        total += weight * len(found)
    return total + plain_units * minimum_weight
