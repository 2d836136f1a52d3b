"""Bytes of one stored event to a JSON value, leaving base64 where it is.

Pictures are most of a store's bytes and none of its text: their base64 is replaced by a short placeholder that carries
its length before the JSON is parsed, so that it is never decoded, copied or kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import orjson

from inspector.domain.json_values import JsonValue
from inspector.domain.messages import IMAGE_PLACEHOLDER_PREFIX

_ELIDE_FROM_BYTES = 2048
"""Events below this size are parsed whole: looking for pictures in them costs more than it saves."""

_DATA_KEY = re.compile(rb'"data"\s*:\s*"')
_BASE64 = bytes(range(48, 58)) + bytes(range(65, 91)) + bytes(range(97, 123)) + b"+/=-_"


class MalformedEventError(ValueError):
    """The bytes are no JSON value; the message says where without quoting them."""


def decode_event(data: bytes) -> JsonValue:
    """The JSON value in ``data`` (UTF-8), pictures elided.

    Accepts what JavaScript's ``JSON.parse`` accepts, lone surrogates included. Bad UTF-8 raises too: the caller decides
    whether to replace it (see :func:`decode_damaged_event`).

    Raises:
        MalformedEventError: not one JSON value.
    """
    if len(data) >= _ELIDE_FROM_BYTES:
        elided = _elide_images(data)
        if elided is not data:
            value = _parse(elided)
            if _placeholders_are_images(value):
                return value
    return _parse(data)


def decode_damaged_event(data: bytes) -> JsonValue:
    """Like :func:`decode_event`, with bad UTF-8 turned into U+FFFD as the runtime reads it.

    Raises:
        MalformedEventError: not one JSON value even so.
    """
    return decode_event(data.decode("utf-8", "replace").encode())


def _parse(data: bytes) -> JsonValue:
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        return _parse_as_javascript(data)


def _parse_as_javascript(data: bytes) -> JsonValue:
    """For what the fast decoder refuses though JavaScript takes it: lone surrogates, deep nesting."""
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise MalformedEventError(f"invalid UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise MalformedEventError(f"{error.msg} at character {error.pos}") from None
    except RecursionError:
        raise MalformedEventError("nested too deeply") from None


def _refuse_constant(name: str) -> Any:
    raise json.JSONDecodeError(f"{name} is not JSON", name, 0)


def _elide_images(data: bytes) -> bytes:
    parts: list[bytes] = []
    kept_from = 0
    for match in _DATA_KEY.finditer(data):
        start = match.end()
        if start < kept_from:
            continue
        end = data.find(b'"', start)
        if end - start >= _ELIDE_FROM_BYTES and not data[start:end].translate(None, _BASE64):
            parts += data[kept_from:start], f"{IMAGE_PLACEHOLDER_PREFIX}{end - start}".encode()
            kept_from = end
    return b"".join((*parts, data[kept_from:])) if parts else data


def _placeholders_are_images(value: JsonValue) -> bool:
    """Whether every placeholder sits in a picture; elsewhere (a tool call's arguments) the text is wanted."""
    return all(
        "mimeType" in owner or "media_type" in owner or owner.get("type") in ("image", "base64")
        for owner in _objects(value)
        if str(owner.get("data", "")).startswith(IMAGE_PLACEHOLDER_PREFIX)
    )


def _objects(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            yield item
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
