"""Which llm answers a session next: provider, id and wire API."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.assembly.session_context import ReplayedMessage
from inspector.domain.contexts import Llm
from inspector.domain.entries import MetadataEntry, TranscriptEntry
from inspector.domain.json_values import JsonObject, find_text, get_object

GATEWAY_NOTICE_MODEL = "gateway-injected"
"""What the runtime writes as the model of a message that no llm made."""


def find_llm(
    session_entry: JsonObject,
    config: JsonObject,
    messages: Sequence[ReplayedMessage],
    entries: Sequence[TranscriptEntry],
) -> Llm:
    """The session's own choice first, then what it last used, then what its transcript says.

    The API is taken from the last answer of the same provider, then from the configured provider.
    """
    answer = _last_answer(messages)
    change = _last_model_change(entries)
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


def _last_answer(messages: Sequence[ReplayedMessage]) -> JsonObject:
    """The newest assistant message that names a real llm; the Gateway's own notices name themselves."""
    for replayed in reversed(messages):
        raw = replayed.message.raw
        if replayed.message.role == "assistant" and raw.get("provider") and raw.get("model") != GATEWAY_NOTICE_MODEL:
            return raw
    return {}


def _last_model_change(entries: Sequence[TranscriptEntry]) -> JsonObject:
    for entry in reversed(entries):
        if isinstance(entry, MetadataEntry) and entry.header.type == "model_change":
            return entry.raw
    return {}


def _first(entry: JsonObject, *keys: str) -> str | None:
    return next((value for value in (find_text(entry, key) for key in keys) if value), None)
