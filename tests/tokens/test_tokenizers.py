"""Real tokenizers: known counts, no network, no hang on odd texts."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.domain.errors import EnvironmentMissingError
from inspector.tokens import tokenizers
from inspector.tokens.tokenizers import get_tokenizer

LIMIT = 50_000


@pytest.fixture(autouse=True)
def _no_network(monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("a tokenizer went to the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def test_known_counts():
    tokenizer = get_tokenizer()
    assert tokenizer.name == "o200k_base"
    assert [tokenizer.count(text) for text in ("", "hello world", "a" * 8)] == [0, 2, 1]
    assert get_tokenizer("cl100k_base").count("hello world") == 2
    assert get_tokenizer("o200k_base") is tokenizer


def test_control_tokens_and_lone_surrogates_are_plain_text():
    tokenizer = get_tokenizer()
    assert tokenizer.count("<|endoftext|>") > 1
    assert tokenizer.count("a\ud800b") == tokenizer.count("a\ufffdb")


def test_loading_needs_no_network_and_leaves_the_environment(monkeypatch):
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "/nowhere")
    tokenizers._load_tokenizer.cache_clear()
    assert get_tokenizer().count("hello world") == 2
    assert os.environ["TIKTOKEN_CACHE_DIR"] == "/nowhere"
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR")
    tokenizers._load_tokenizer.cache_clear()
    get_tokenizer()
    assert "TIKTOKEN_CACHE_DIR" not in os.environ


def test_neither_importing_nor_loading_imports_litellm():
    script = (
        "import sys; from inspector.tokens.tokenizers import get_tokenizer; "
        "assert 'tiktoken' not in sys.modules; get_tokenizer(); assert 'litellm' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


@pytest.mark.parametrize("unit", ["a", " ", "\n", "\u00a0", "\u4e2d", "-", "aA1-", "=\n"])
def test_a_million_characters_without_a_break(unit):
    tokenizer = get_tokenizer()
    repeats = 1_000_000 // len(unit)
    assert tokenizer.count(unit * repeats) == pytest.approx(tokenizer.count(unit * (LIMIT // len(unit))) * 20, rel=0.01)


def test_long_prose_is_counted_exactly():
    text = "The orders stay on PostgreSQL 15; code ORD-7741, agreed   twice.\n\n  Indented, 12345 times.\t" * 2000
    assert len(text) > 3 * LIMIT
    tokenizer = get_tokenizer()
    assert tokenizer.count(text) == len(tokenizer.encode(text))


@settings(max_examples=50, deadline=None)
@given(st.text(st.sampled_from("ab1 \n\t.'\u4e2d\U0001f600"), max_size=200))
def test_pieces_lose_nothing_and_stay_exact_where_a_blank_allows(text):
    tokenizer = get_tokenizer()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenizers, "_CHUNK_CHARS", 16)
        pieces = list(tokenizers._split(text))
    assert "".join(pieces) == text
    assert all(0 < len(piece) <= 16 for piece in pieces[:-1])
    if all(piece.startswith(" ") and not before[-1].isspace() for before, piece in pairwise(pieces)):
        assert sum(len(tokenizer.encode(piece)) for piece in pieces) == len(tokenizer.encode(text))


def test_unknown_name():
    with pytest.raises(ValueError, match="no tokenizer 'gpt2'; there are cl100k_base, o200k_base"):
        get_tokenizer("gpt2")


def test_missing_package(monkeypatch):
    monkeypatch.setattr(tokenizers, "find_spec", lambda _name: None)
    tokenizers._load_tokenizer.cache_clear()
    with pytest.raises(EnvironmentMissingError, match="litellm"):
        get_tokenizer()


def test_missing_and_damaged_vocabulary(monkeypatch, tmp_path):
    monkeypatch.setattr(tokenizers, "_find_vocabulary_folder", lambda: tmp_path)
    tokenizers._load_tokenizer.cache_clear()
    with pytest.raises(EnvironmentMissingError, match="cannot be read"):
        get_tokenizer()
    damaged = tmp_path / "fb374d419588a4632f3f557e76b4b70aebbca790"
    damaged.write_bytes(b"AAAA 0\n")
    with pytest.raises(EnvironmentMissingError, match="not the expected one"):
        get_tokenizer()
    assert damaged.exists()
