"""JSON as JavaScript takes it, pictures left out."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.stores.event_decoding import MalformedEventError, decode_damaged_event, decode_event

BIG = "iVBORw0KGgo" * 1000


def test_a_picture_is_replaced_by_its_length():
    event = {"message": {"content": [{"type": "image", "data": BIG, "mimeType": "image/png"}]}}
    for text in (json.dumps(event), json.dumps(event, separators=(",", ":"))):
        block = decode_event(text.encode())["message"]["content"][0]
        assert block == {"type": "image", "data": "context-inspector:image:11000", "mimeType": "image/png"}


def test_long_data_elsewhere_is_kept():
    event = {"arguments": {"data": BIG}, "content": [{"type": "image", "data": BIG, "mimeType": "image/png"}]}
    decoded = decode_event(json.dumps(event).encode())
    assert decoded == event, "when a tool call's own data would be lost, the whole event is parsed"


@pytest.mark.parametrize("text", ["not base64 at all! " * 200, "QUJD" * 100])
def test_what_is_no_large_base64_is_kept(text):
    event = {"type": "image", "data": text}
    assert decode_event(json.dumps(event).encode()) == event


def test_text_that_quotes_a_picture_is_text():
    inner = json.dumps({"type": "image", "data": BIG})
    event = {"type": "text", "text": inner}
    assert decode_event(json.dumps(event).encode()) == event


def test_lone_surrogates_as_javascript():
    assert decode_event(b'{"a":"\\ud800x"}') == {"a": "\ud800x"}


@pytest.mark.parametrize("bad", [b"", b"{", b"{}{}", b"NaN", b'{"a":NaN}', b"\x00{}", b"[" * 100_000])
def test_what_javascript_refuses(bad):
    with pytest.raises(MalformedEventError):
        decode_event(bad)


def test_the_message_quotes_nothing():
    with pytest.raises(MalformedEventError) as caught:
        decode_event(b'{"token": "sk-secret", oops}')
    assert "sk-secret" not in str(caught.value)


def test_bad_utf8_raises_and_can_be_read_damaged():
    with pytest.raises(MalformedEventError, match="invalid UTF-8"):
        decode_event(b'{"a":"\xff"}')
    assert decode_damaged_event(b'{"a":"\xff"}') == {"a": "\ufffd"}


@given(st.binary())
def test_any_bytes_give_a_value_or_the_one_error(data):
    with contextlib.suppress(MalformedEventError):
        decode_event(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_round_trip(value):
    assert decode_event(json.dumps(value).encode()) == value
