"""Text of inspected data on its way to the screen: never markup, never half a character."""

from __future__ import annotations

import html
import re

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def displayable(text: str) -> str:
    """``text`` with lone surrogates replaced: Qt would drop them without a word."""
    return _LONE_SURROGATE.sub(_REPLACEMENT, text)


def one_line(text: str) -> str:
    """``text`` with line feeds and tabs as spaces, for labels and rows."""
    return displayable(" ".join(text.split()))


def tooltip(text: str) -> str:
    """``text`` as a tooltip that wraps and is never taken for markup."""
    return f"<p>{html.escape(displayable(text))}</p>" if text else ""
