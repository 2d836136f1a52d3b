"""JavaScript's units, against values that JavaScript itself gives."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.domain.javascript import js_json, js_number, js_trim, js_trim_end, slice_utf16, utf16_length


@pytest.mark.parametrize(
    ("text", "length"), [("", 0), ("abc", 3), ("é中", 2), ("a😀", 3), ("\ud800", 1), ("👨‍👩‍👧", 8)]
)
def test_length_in_code_units(text, length):
    assert utf16_length(text) == length


@given(st.text(alphabet=st.characters()))
def test_length_equals_the_encoding(text):
    assert utf16_length(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2


def test_trim_takes_what_javascript_takes():
    assert js_trim("\ufeff\u00a0\u3000 a \u2028\t") == "a"
    assert js_trim("\x1ca\x85") == "\x1ca\x85", "Python would strip these, JavaScript does not"
    assert js_trim_end(" a \ufeff") == " a"


@pytest.mark.parametrize(
    ("start", "end", "text"),
    [(0, 2, "a"), (0, 3, "a😀"), (1, 3, "😀"), (2, 4, "b"), (0, 99, "a😀b"), (3, 3, ""), (2, 3, "")],
)
def test_a_cut_never_splits_a_pair(start, end, text):
    assert slice_utf16("a😀b", start, end) == text


@given(st.text(), st.integers(0, 20), st.integers(0, 20))
def test_a_cut_is_never_longer_and_always_whole(text, start, end):
    cut = slice_utf16(text, start, end)
    assert utf16_length(cut) <= max(0, end - start)
    assert cut in text
    assert not any("\ud800" <= char <= "\udfff" for char in cut)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1, "0.1"), (100.0, "100"), (1e21, "1e+21"), (1e-7, "1e-7"), (1.5e-6, "0.0000015"), (-2.5, "-2.5"),
        (123456789012345680000, "123456789012345680000"), (2**60, "1152921504606847000"), (5e-324, "5e-324"),
        (-0.0, "0"), (1e300, "1e+300"), (1234.5678, "1234.5678"),
    ],
)  # fmt: skip
def test_numbers(value, text):
    assert js_number(value) == text
    assert js_json(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": [1, True, None, 1.0]}, '{"a":[1,true,null,1]}'),
        ({"b": 1, "a": 2}, '{"b":1,"a":2}'),
        ('é"\n\x7f\x01\u2028', '"é\\"\\n\x7f\\u0001\u2028"'),
        ("\ud800", '"\\ud800"'),
        (float("inf"), "null"),
        ([], "[]"),
        ({}, "{}"),
    ],
)
def test_stringify(value, text):
    assert js_json(value) == text


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_what_is_written_reads_back_equal(value):
    """As numbers of JavaScript, which knows doubles only."""
    assert json.loads(js_json(value), parse_int=float) == json.loads(json.dumps(value), parse_int=float)
