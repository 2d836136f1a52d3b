"""Shapes of entries and messages; what is not understood is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.domain.entries import (
    BranchSummaryEntry,
    CompactionEntry,
    CustomMessageEntry,
    MessageEntry,
    MetadataEntry,
    ResetEntry,
    UnknownEntry,
)
from inspector.domain.messages import ImageBlock, OtherBlock, TextBlock, ThinkingBlock, ToolCallBlock
from inspector.stores.entry_parsing import parse_block, parse_entry, parse_message, parse_timestamp_ms

BASE = {"id": "e1", "parentId": None, "timestamp": "2026-01-01T00:00:01.500Z"}


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"type": "message", "message": {"role": "user", "content": "hi"}}, MessageEntry),
        ({"type": "compaction", "summary": "s", "firstKeptEntryId": "e0", "tokensBefore": 1}, CompactionEntry),
        ({"type": "reset", "reason": "idle"}, ResetEntry),
        ({"type": "branch_summary", "summary": "s", "fromId": "x"}, BranchSummaryEntry),
        ({"type": "custom_message", "customType": "note", "content": "n", "display": True}, CustomMessageEntry),
        ({"type": "model_change", "provider": "p", "modelId": "m"}, MetadataEntry),
        ({"type": "leaf", "targetId": "e0"}, MetadataEntry),
        ({"type": "message", "message": "no object"}, UnknownEntry),
        ({"type": "message", "message": {"content": "no role"}}, UnknownEntry),
        ({"type": "compaction", "firstKeptEntryId": "e0"}, UnknownEntry),
        ({"type": "reset", "reason": "whim"}, UnknownEntry),
        ({"type": "hologram"}, UnknownEntry),
        ({}, UnknownEntry),
    ],
)
def test_types(more, kind):
    entry = parse_entry({**BASE, **more}, 7, 99)
    assert type(entry) is kind
    assert (entry.header.seq, entry.header.bytes, entry.header.id) == (7, 99, "e1")
    assert entry.header.timestamp_ms == 1767225601500


def test_blocks():
    blocks = [
        {"type": "text", "text": "t"},
        {"type": "thinking", "thinking": "hm", "thinkingSignature": "sig"},
        {"type": "toolCall", "id": "c", "name": "exec", "arguments": {"a": 1}},
        {"type": "toolUse", "id": "c", "name": "exec", "input": {"a": 1}},
        {"type": "image", "data": "QUJD", "mimeType": "image/png"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": "QUJDRA=="}},
        {"type": "text", "text": None},
        "a string",
    ]
    message = parse_message({"role": "assistant", "content": blocks})
    assert [type(block) for block in message.blocks] == [
        TextBlock, ThinkingBlock, ToolCallBlock, ToolCallBlock, ImageBlock, ImageBlock, OtherBlock, OtherBlock,
    ]  # fmt: skip
    assert message.blocks[3].arguments == {"a": 1}
    assert (message.blocks[5].mime_type, message.blocks[5].data_chars) == ("image/jpeg", 8)
    assert "QUJD" not in repr(message.blocks[5].raw)
    assert message.text() == "t"


def test_content_shapes():
    assert parse_message({"role": "user", "content": "x"}).string_content
    assert not parse_message({"role": "assistant", "content": "x"}).string_content, "becomes one text block on load"
    assert parse_message({"role": "toolResult", "content": {"type": "text", "text": "x"}}).text() == "x"
    assert parse_message({"role": "user"}).blocks == ()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-01-01T00:00:00.000Z", 1767225600000),
        ("2026-01-01T01:00:00+01:00", 1767225600000),
        (1767225600000, 1767225600000),
        ("t", None),
        (None, None),
        (True, None),
        (1e300, None),
    ],
)
def test_timestamps(value, expected):
    assert parse_timestamp_ms(value) == expected


@given(
    st.recursive(
        st.none() | st.text() | st.integers() | st.booleans(),
        lambda x: (
            st.lists(x)
            | st.dictionaries(
                st.sampled_from(["type", "text", "id", "message", "role", "content", "data", "source"]), x
            )
        ),
    )
)
def test_nothing_makes_it_fail(value):
    parse_block(value)
    if isinstance(value, dict):
        parse_entry(value, 0, 0)
