"""Which llm answers a session next: provider, id and wire API."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.assembly.session_context import ReplayedMessage
from inspector.domain.contexts import Llm
from inspector.domain.entries import EntryHeader, MetadataEntry, TranscriptEntry
from inspector.domain.json_values import JsonObject, find_text, get_object


def find_llm(
    session_entry: JsonObject,
    config: JsonObject,
    messages: Sequence[ReplayedMessage],
    entries: Sequence[TranscriptEntry],
) -> Llm:
    """The session's own choice first, then what it last used, then what its transcript says.

    The API is taken from the last answer of the same provider, then from the configured provider.
    """
    answer = next(
        (
            replayed.message.raw
            for replayed in reversed(messages)
            if replayed.message.role == "assistant" and "provider" in replayed.message.raw
        ),
        {},
    )
    change = next((entry.raw for entry in reversed(entries) if _is_change(entry)), {})
    provider = (
        _first(session_entry, "providerOverride", "modelProvider")
        or find_text(answer, "provider")
        or find_text(change, "provider")
    )
    model = (
        _first(session_entry, "modelOverride", "model") or find_text(answer, "model") or find_text(change, "modelId")
    )
    configured = get_object(get_object(get_object(config, "models"), "providers"), provider or "")
    api = find_text(answer, "api") if find_text(answer, "provider") == provider else None
    return Llm(provider, model, api or find_text(configured, "api"))


def _is_change(entry: TranscriptEntry) -> bool:
    header: EntryHeader = entry.header
    return isinstance(entry, MetadataEntry) and header.type == "model_change"


def _first(entry: JsonObject, *keys: str) -> str | None:
    return next((value for value in (find_text(entry, key) for key in keys) if value), None)
