"""Transcripts of older header versions, brought to the shape of version 3 object by object. No I/O.

OpenClaw up to 2026.7.1, history-side.md section 1.9: version 1 has neither ids nor parents (its entries follow each
other) and names the first kept entry of a compaction by its index; below version 3 the role ``custom`` was
``hookMessage``. The runtime gives random ids; ours are made of the entry's place, so that they are the same each time.
"""

from __future__ import annotations

from collections.abc import Mapping

from inspector.domain.entries import SessionHeader
from inspector.domain.json_values import JsonObject, find_text, get_object

NEWEST_VERSION = 4
_FIRST_WITH_IDS = 2
_FIRST_WITH_CUSTOM_ROLE = 3
_DEFAULT_CUSTOM_TYPE = "hook"


def has_ids(header: SessionHeader) -> bool:
    """Whether entries below this header carry ids (a header without a version is of version 1)."""
    return (header.version or 1) >= _FIRST_WITH_IDS


def made_id(seq: int) -> str:
    """The id of the entry at ``seq`` that stores none."""
    return f"line-{seq}"


def chain_entry(value: JsonObject, seq: int, previous_id: str | None) -> JsonObject:
    """``value`` with an id, as the child of the entry before it."""
    return {**value, "id": find_text(value, "id") or made_id(seq), "parentId": previous_id}


def rename_hook_role(value: JsonObject, header: SessionHeader | None) -> JsonObject:
    """``value`` with the role ``hookMessage`` renamed, below version 3 or where the version is unknown."""
    message = get_object(value, "message")
    newer = header is not None and (header.version or 1) >= _FIRST_WITH_CUSTOM_ROLE
    if newer or message.get("role") != "hookMessage":
        return value
    custom_type = find_text(message, "customType") or _DEFAULT_CUSTOM_TYPE
    return {**value, "message": {**message, "role": "custom", "customType": custom_type}}


def name_first_kept(value: JsonObject, ids: Mapping[int, str]) -> JsonObject:
    """A compaction ``value`` whose ``firstKeptEntryIndex`` is replaced by the id in ``ids`` (index of object -> id).

    An index of the session header or of no object leaves the compaction without a first kept entry.
    """
    index = value.get("firstKeptEntryIndex")
    if value.get("type") != "compaction" or "firstKeptEntryId" in value or not isinstance(index, int):
        return value
    kept = {key: item for key, item in value.items() if key != "firstKeptEntryIndex"}
    return {**kept, "firstKeptEntryId": ids[index]} if index in ids else kept
