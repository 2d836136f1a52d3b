"""Names for JSON values, and careful look-ups in JSON that somebody else wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

JsonValue = Any
JsonObject = Mapping[str, Any]


def get_object(value: JsonValue, key: str) -> JsonObject:
    """``value[key]`` if both are objects, else an empty object."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def get_list(value: JsonValue, key: str) -> Sequence[JsonValue]:
    """``value[key]`` if it is a list, else an empty one."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, list) else ()


def find_text(value: JsonValue, key: str) -> str | None:
    """``value[key]`` if it is a string, else None."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, str) else None


def find_int(value: JsonValue, key: str) -> int | None:
    """``value[key]`` as an integer if it is a finite number (not a boolean), else None."""
    found = value.get(key) if isinstance(value, Mapping) else None
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    if isinstance(found, float) and (found != found or found in (float("inf"), float("-inf"))):  # noqa: PLR0124
        return None
    return int(found)
