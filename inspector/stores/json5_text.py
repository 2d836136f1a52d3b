"""JSON as people write it: strict JSON first, JSON5 if that fails, as the runtime reads its configuration.

The JSON5 library is a hundred times slower than the JSON one, so the JSON5 that people really write (comments, trailing
commas, keys without quotes) is turned into JSON first; only what is left over goes to the library.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise

import json5

from inspector.domain.json_values import JsonValue

_JSON5_BYTES_MAX = 1_000_000
"""Text above this size is not given to the JSON5 library: it would take minutes."""

_EXACT_DIGITS_MAX = 300
"""Longer integers become floats: Python refuses to read those of some thousand digits."""

_TOKEN = re.compile(
    r"""
    (?P<space>\s+|//[^\n\r\u2028\u2029]*|/\*.*?\*/)
    |(?P<string>"(?:[^"\\\n\r]|\\.)*")
    |(?P<word>[A-Za-z_$][A-Za-z0-9_$]*)
    |(?P<mark>[{}\[\],:])
    |(?P<other>'(?:[^'\\\n\r]|\\.)*'|[^\s{}\[\],:"'/]+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_LIBRARY_POSITION = re.compile(r"<string>:(\d+) .*column (\d+)\Z", re.DOTALL)


_OPEN_MARKS = frozenset({'"', "'", "/"})


class JsonSyntaxError(ValueError):
    """The text is neither JSON nor JSON5; ``line`` and ``column`` (from 1) say where, the text is never quoted."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(f"neither JSON nor JSON5 at line {line}, column {column}")
        self.line = line
        self.column = column


def parse_json_or_json5(text: str) -> JsonValue:
    """The value in ``text``.

    Source: OpenClaw 2026.9.6, ``parseJsonWithJson5Fallback``, prompt-side.md section 1.2.

    Raises:
        JsonSyntaxError: it is neither JSON nor JSON5.
        RecursionError: it is nested too deeply to be read.
    """
    text = text.removeprefix("\ufeff")
    try:
        return json.loads(text, parse_int=_parse_integer)
    except json.JSONDecodeError as error:
        strict_error = error
    try:
        return json.loads(_plain_json(text), parse_int=_parse_integer)
    except json.JSONDecodeError:
        pass  # more JSON5 than comments, commas and keys, or broken: the library decides
    if len(text) > _JSON5_BYTES_MAX:
        raise JsonSyntaxError(strict_error.lineno, strict_error.colno) from None
    return _parse_json5(text)


def _parse_integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _EXACT_DIGITS_MAX else float(digits)


def _parse_json5(text: str) -> JsonValue:
    try:
        return json5.loads(text)
    except ValueError as error:
        found = _LIBRARY_POSITION.search(str(error))
        line, column = (int(found[1]), int(found[2])) if found else (1, 1)
        raise JsonSyntaxError(line, column) from None


def _plain_json(text: str) -> str:
    """``text`` without comments and trailing commas and with its keys quoted; what else is in it stays as it is.

    Empty where a quote is left open: blanks must not be put inside a string.
    """
    tokens = [(found.lastgroup, found.group()) for found in _TOKEN.finditer(text) if found.lastgroup != "space"]
    if any(word in _OPEN_MARKS for _, word in tokens):
        return ""
    parts: list[str] = []
    before = ""
    for (kind, word), (_, after) in pairwise([*tokens, ("end", "")]):
        if kind == "word" and after == ":":
            parts.append(f'"{word}"')
        elif word != "," or after not in ("}", "]") or before in ("", ",", "{", "[", ":"):
            parts.append(word)
        before = word
    # with blanks, so that two tokens never become one
    return " ".join(parts)
