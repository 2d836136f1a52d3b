"""JSON first, then JSON5; and where a broken text breaks."""

from __future__ import annotations

import json

import json5
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.stores import json5_text
from inspector.stores.json5_text import JsonSyntaxError, parse_json_or_json5


def test_what_people_write_needs_no_library(monkeypatch):
    monkeypatch.delattr(json5_text.json5, "loads")
    text = """\ufeff// settings
    {
      agents: { /* of the shop, see "x" */ defaults: { workspace: "~/ws // no comment", }, },
      "list": [1, -2.5e3, true, null,], $ref_1: "a\\"b, ]",
    }"""
    assert parse_json_or_json5(text) == {
        "agents": {"defaults": {"workspace": "~/ws // no comment"}},
        "list": [1, -2500.0, True, None],
        "$ref_1": 'a"b, ]',
    }


def test_the_rest_of_json5_is_read_too():
    text = "{a: 'it\\'s', b: +1, c: .5, d: 0x1F, e: 'two \\\nlines', 'f-g': [], größe: 1}"
    found = parse_json_or_json5(text)
    assert found == {"a": "it's", "b": 1, "c": 0.5, "d": 31, "e": "two lines", "f-g": [], "größe": 1}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"a": 1,\n "b": }', 2, 7),
        ('{\n  "a": 1\n  "b": 2\n}', 3, 3),
        ("{a: 1}}", 1, 7),
        ("{a: 'x", 1, 7),
        ("", 1, 1),
        ("   ", 1, 4),
        ("[,]", 1, 2),
        ("[1,,2]", 1, 4),
        ("{a: tru e}", 1, 8),
        ("[1 2]", 1, 4),
        ('["a\n1"]', 1, 4),
    ],
)
def test_a_broken_text_says_where_and_quotes_nothing(text, line, column):
    with pytest.raises(JsonSyntaxError) as caught:
        parse_json_or_json5(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value) == f"neither JSON nor JSON5 at line {line}, column {column}"


def test_a_large_broken_text_is_told_without_the_slow_library(monkeypatch):
    monkeypatch.delattr(json5_text.json5, "loads")
    with pytest.raises(JsonSyntaxError) as caught:
        parse_json_or_json5('{"a": "' + "x" * 1_000_000 + '",\n "b": }')
    assert (caught.value.line, caught.value.column) == (2, 7)


def test_numbers_beyond_python_s_digits_are_read():
    assert parse_json_or_json5('{"n": ' + "9" * 5000 + "}") == {"n": float("inf")}


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None, max_examples=60)
@given(JSON_VALUES)
def test_every_json_value_survives(value):
    assert parse_json_or_json5(json.dumps(value)) == value


@settings(deadline=None, max_examples=60)
@given(JSON_VALUES)
def test_what_a_json5_writer_writes_is_read_as_the_library_reads_it(value):
    text = "// c\n" + json5.dumps(value, indent=1, ensure_ascii=False)
    assert parse_json_or_json5(text) == json5.loads(text)


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet="{}[],:\"'/*ab1 \n\\-.", max_size=14))
def test_no_text_is_read_otherwise_than_by_the_library(text):
    try:
        expected = json5.loads(text)
    except ValueError:
        expected = JsonSyntaxError
    try:
        found = parse_json_or_json5(text)
    except JsonSyntaxError:
        found = JsonSyntaxError
    assert found == expected
