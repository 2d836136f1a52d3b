"""What JavaScript means by length, white space, trimming and JSON: the runtime counts in these units.

A UTF-16 code unit is one "char" everywhere in this program.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from decimal import Decimal

from inspector.domain.json_values import JsonValue

WHITESPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""ECMAScript white space and line terminators: what ``trim`` removes and ``\\s`` matches. Python's own set differs."""


def utf16_length(text: str) -> int:
    """Length of ``text`` in UTF-16 code units, as JavaScript's ``length`` (lone surrogates count one)."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def js_trim(text: str) -> str:
    """JavaScript's ``trim``."""
    return text.strip(WHITESPACE)


def js_trim_end(text: str) -> str:
    """JavaScript's ``trimEnd``."""
    return text.rstrip(WHITESPACE)


def slice_utf16(text: str, start: int, end: int) -> str:
    """Code units ``[start, end)`` of ``text``, never splitting a surrogate pair: half a pair at an edge is dropped."""
    if text.isascii():
        return text[start:end]
    units = text.encode("utf-16-le", "surrogatepass")
    start, end = max(0, start), min(len(units) // 2, end)
    if start < end and _is_low(units, start) and start > 0 and _is_high(units, start - 1):
        start += 1
    if start < end and _is_high(units, end - 1) and end < len(units) // 2 and _is_low(units, end):
        end -= 1
    return units[2 * start : 2 * max(start, end)].decode("utf-16-le", "surrogatepass")


def _is_high(units: bytes, index: int) -> bool:
    return 0xD8 <= units[2 * index + 1] <= 0xDB


def _is_low(units: bytes, index: int) -> bool:
    return 0xDC <= units[2 * index + 1] <= 0xDF


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_encode_string = json.encoder.encode_basestring
_EXACT_INTEGERS = 2**53


def js_json(value: JsonValue) -> str:
    """``JSON.stringify(value)``: no spaces, non-ASCII kept, JavaScript's numbers, lone surrogates escaped."""
    if isinstance(value, str):
        text = str(_encode_string(value))
        return text if text.isascii() else _LONE_SURROGATE.sub(_escape_surrogate, text)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{js_json(str(key))}:{js_json(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(js_json, value)) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _json_number(value)


def _escape_surrogate(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


def _json_number(value: float) -> str:
    if isinstance(value, int) and abs(value) <= _EXACT_INTEGERS:
        return str(value)
    number = float(value)
    return js_number(number) if math.isfinite(number) else "null"


def js_number(value: float) -> str:
    """``String(value)`` of a finite JavaScript number, e.g. ``1e+21``, ``1e-7``, ``100``."""
    if value == 0:
        return "0"
    _, digits, exponent = Decimal(repr(abs(float(value)))).normalize().as_tuple()
    text = "".join(map(str, digits))
    return ("-" if value < 0 else "") + _place_point(text, len(text) + int(exponent))


def _place_point(digits: str, point: int) -> str:
    """ECMAScript Number::toString of ``0.digits * 10**point`` (its bounds 21 and -6)."""
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    mantissa = digits[0] + ("." + digits[1:] if count > 1 else "")
    return f"{mantissa}e{'+' if point > 1 else '-'}{abs(point - 1)}"
