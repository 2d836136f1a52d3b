"""The goldens' short forms: long strings are generated on the way in and compared by length and hash on the way out."""

from __future__ import annotations

import hashlib

from inspector.domain.javascript import slice_utf16, utf16_length


def decode_input(value):
    """``value`` with ``{$repeat: [text, n]}`` and ``{$concat: [...]}`` anywhere in it written out."""
    if isinstance(value, list):
        return [decode_input(item) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"$repeat"}:
        text, count = value["$repeat"]
        return text * count
    if set(value) == {"$concat"}:
        return "".join(decode_input(part) for part in value["$concat"])
    return {key: decode_input(item) for key, item in value.items()}


def matches_output(ours, expected):
    """Whether ``ours`` is what was recorded; ``{$long: ...}`` stands for a string told by length, hash and both ends."""
    if isinstance(expected, dict) and set(expected) == {"$long"}:
        return isinstance(ours, str) and _matches_long(ours, expected["$long"])
    if isinstance(expected, dict):
        same_keys = isinstance(ours, dict) and set(ours) == set(expected)
        return same_keys and all(matches_output(ours[key], value) for key, value in expected.items())
    if isinstance(expected, list):
        same_length = isinstance(ours, list | tuple) and len(ours) == len(expected)
        return same_length and all(map(matches_output, ours, expected))
    return type(ours) is type(expected) and ours == expected if isinstance(expected, bool) else ours == expected


def _matches_long(text, expected):
    length = utf16_length(text)
    head, tail = expected.get("head", ""), expected.get("tail", "")
    return (
        length == expected["utf16_len"]
        and hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() == expected["sha256_utf8"]
        and slice_utf16(text, 0, utf16_length(head)) == head
        and slice_utf16(text, length - utf16_length(tail), length) == tail
    )
