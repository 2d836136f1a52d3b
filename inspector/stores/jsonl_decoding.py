"""One line of a transcript -> the objects on it, and what was odd about it. No I/O."""

from __future__ import annotations

import codecs
import json
from dataclasses import dataclass
from typing import Literal, NoReturn

from inspector.domain.json_values import JsonObject, JsonValue
from inspector.stores.event_decoding import MalformedEventError, decode_damaged_event, decode_event

NoteCode = Literal[
    "blank_line",
    "byte_order_mark",
    "crlf_line",
    "invalid_utf8",
    "line_too_long",
    "malformed_line",
    "newer_transcript",
    "not_an_object",
    "nul_bytes",
    "second_session_header",
    "several_objects",
    "unfinished_line",
    "session_header_not_first",
]

_JSON_SPACE = " \t\r\n"


@dataclass(frozen=True, slots=True)
class Part:
    """An object on a line, and the UTF-8 length of its JSON."""

    value: JsonObject
    size_bytes: int


@dataclass(frozen=True, slots=True)
class DecodedLine:
    """The objects on one line (one, unless the line is damaged) and notes: what was odd, with details for people."""

    parts: tuple[Part, ...] = ()
    notes: tuple[tuple[NoteCode, str], ...] = ()


def decode_line(data: bytes, *, first: bool = False) -> DecodedLine:
    """Decode a line without its line feed. ``first``: a byte order mark may stand in front of it.

    A line that the runtime would skip is left out, but for two objects without a line feed between them: both are
    read, since they were both written. Pictures are elided (see :mod:`inspector.stores.event_decoding`).
    """
    notes: list[tuple[NoteCode, str]] = []
    if first and data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
        notes.append(("byte_order_mark", ""))
    if data.endswith(b"\r"):
        data = data[:-1]
        notes.append(("crlf_line", ""))
    if not data or data.isspace():
        return DecodedLine(notes=(*notes, ("blank_line", "")))
    decoded = _decode_content(data)
    return DecodedLine(decoded.parts, (*notes, *decoded.notes))


def _decode_content(data: bytes) -> DecodedLine:
    try:
        return _as_part(decode_event(data), len(data))
    except MalformedEventError as error:
        reason = str(error)
    if b"\0" in data:
        return DecodedLine(notes=(("nul_bytes", f"{data.count(0)} NUL bytes"),))
    if not _is_utf8(data):
        return _decode_damaged(data)
    return _decode_several(data.decode("utf-8"), reason)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _decode_damaged(data: bytes) -> DecodedLine:
    note: tuple[NoteCode, str] = ("invalid_utf8", "")
    try:
        decoded = _as_part(decode_damaged_event(data), len(data))
    except MalformedEventError as error:
        decoded = _decode_several(data.decode("utf-8", "replace"), str(error))
    return DecodedLine(decoded.parts, (note, *decoded.notes))


def _as_part(value: JsonValue, size_bytes: int) -> DecodedLine:
    if isinstance(value, dict):
        return DecodedLine((Part(value, size_bytes),))
    return DecodedLine(notes=(("not_an_object", type(value).__name__),))


def _decode_several(text: str, reason: str) -> DecodedLine:
    """Objects one after another on a line that is no single JSON value; ``reason`` says why it is none."""
    parts: list[Part] = []
    notes: list[tuple[NoteCode, str]] = []
    position = 0
    while position < len(text):
        try:
            value, end = _DECODER.raw_decode(text, position)
        except (json.JSONDecodeError, RecursionError):
            notes.append(("malformed_line", f"unreadable from character {position}" if parts else reason))
            break
        if isinstance(value, dict):
            parts.append(Part(value, len(text[position:end].encode("utf-8", "surrogatepass"))))
        else:
            notes.append(("malformed_line", reason))
            break
        position = _skip_space(text, end)
    if len(parts) > 1:
        notes.insert(0, ("several_objects", f"{len(parts)} objects"))
    return DecodedLine(tuple(parts), tuple(notes))


def _skip_space(text: str, position: int) -> int:
    while position < len(text) and text[position] in _JSON_SPACE:
        position += 1
    return position


def _refuse_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not JSON", name, 0)


_DECODER: json.JSONDecoder = json.JSONDecoder(parse_constant=_refuse_constant)


def decode_document(data: bytes) -> tuple[JsonValue, bool]:
    """A whole JSON document, and whether bad UTF-8 in it was replaced. A byte order mark is ignored.

    Raises:
        MalformedEventError: not one JSON value.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return decode_event(data), False
    except MalformedEventError:
        if _is_utf8(data):
            raise
    return decode_damaged_event(data), True


def decode_members(text: str) -> tuple[tuple[str, JsonValue], ...]:
    """The members of a JSON object that breaks off or is damaged further on: all that are whole, in order."""
    members: list[tuple[str, JsonValue]] = []
    position = _skip_space(text, 0) + 1
    while True:
        try:
            key, position = _DECODER.raw_decode(text, _skip_space(text, position))
            position = _skip_space(text, position)
            if not isinstance(key, str) or text[position : position + 1] != ":":
                break
            value, position = _DECODER.raw_decode(text, _skip_space(text, position + 1))
        except (json.JSONDecodeError, RecursionError):
            break
        members.append((key, value))
        position = _skip_space(text, position)
        if text[position : position + 1] != ",":
            break
        position += 1
    return tuple(members)
