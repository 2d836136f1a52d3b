"""The store formats, the one that the runtime prefers first. A new format is one module and one line here."""

from __future__ import annotations

from inspector.stores.jsonl_store import JsonlFormat
from inspector.stores.sqlite_store import SqliteFormat
from inspector.stores.store_format import StoreFormatReader

FORMATS: tuple[StoreFormatReader, ...] = (SqliteFormat(), JsonlFormat())
