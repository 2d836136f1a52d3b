"""Sizes and the real-conversation rule of ``/context``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.domain.messages import ImageBlock, Message, OtherBlock, TextBlock, ThinkingBlock, ToolCallBlock
from inspector.runtime import get_runtime_rules
from inspector.tokens.context_command import (
    count_wrapper_chars,
    estimate_message_chars,
    is_real_conversation_message,
)

RULES = get_runtime_rules("2026.9.6")
PICTURE = ImageBlock("image/png", 4)
AUDIO = OtherBlock("audio", {"type": "audio"})
AUDIO_CHARS = len('{"type":"audio"}')
READ = ToolCallBlock("c1", "read", {"path": "a.txt"})


@pytest.mark.parametrize(
    ("message", "chars"),
    [
        (Message("user", (TextBlock("hello"),), string_content=True), 5),
        (Message("user", (TextBlock("abc"), PICTURE, AUDIO)), 3 + 8000 + AUDIO_CHARS),
        (Message("custom", (TextBlock("\u4e2d"),)), 1),
        (Message("assistant", (TextBlock("ok then"), ThinkingBlock("hmm hmm"), READ)), 7 + 7 + 16),
        (Message("assistant", (AUDIO,)), AUDIO_CHARS),
        (
            Message("assistant", (ToolCallBlock("c", "x", {}, {"type": "toolUse", "name": "x"}),)),
            len('{"type":"toolUse","name":"x"}'),
        ),
        (Message("assistant", (TextBlock("plain string"),), string_content=True), 0),
        # twelve ASCII chars and an accent at weight 2, a Chinese sign at its own 4
        (Message("toolResult", (TextBlock("file body \u00e9 \u4e2d"),)), 2 * 12 + 4),
        (Message("toolResult", (PICTURE, AUDIO)), 16000 + 2 * AUDIO_CHARS),
        (Message("tool", (TextBlock("ab"),)), 4),
        (Message("function", (TextBlock("ab"),), raw={"type": "toolResult"}), 4),
        (Message("bashExecution", (), raw={"command": "ls", "output": "a\nb", "exitCode": 0}), 20),
        (Message("compactionSummary", (), raw={"summary": "sum"}), 110),
        (Message("branchSummary", (), raw={"summary": "sum"}), 102),
        (Message("system", (TextBlock("Compaction"),)), 256),
        (Message("user", (TextBlock("x"),), raw={"excludeFromContext": True}), 0),
    ],
)
def test_chars_of_messages(message, chars):
    assert estimate_message_chars(message, RULES) == chars
    assert estimate_message_chars(message) == chars


def test_wrapper_chars_are_those_of_the_words_around_a_summary():
    around_compaction = (
        "The conversation history before this point was compacted into the following summary:\n\n"
        "<summary>\n\n</summary>"
    )
    around_branch = (
        "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n</summary>"
    )
    assert count_wrapper_chars("compactionSummary", RULES) == len(around_compaction)
    assert count_wrapper_chars("branchSummary", RULES) == len(around_branch)


@pytest.mark.parametrize(
    ("text", "real"),
    [
        ("hi", True),
        ("", False),
        (" \ufeff\n", False),
        ("NO_REPLY", False),
        ("**no_reply.**", False),
        ("NO_REPLY\u00a0 NO_REPLY", False),
        ("`NO_REPLY`", True),
        ("done NO_REPLY", True),
        ("HEARTBEAT_OK", False),
        ("HEARTBEAT_OK HEARTBEAT_OK", False),
        ("HEARTBEAT_OK.", True),
        ("all fine HEARTBEAT_OK", True),
        ("say HEARTBEAT_OK now", True),
        ("<b>HEARTBEAT_OK</b>", False),
        ("<b>&nbsp;HEARTBEAT_OK</b>", False),
        ("&nbsp;HEARTBEAT_OK", True),
        ("<b>fine</b>HEARTBEAT_OK", True),
        ("heartbeat_ok", True),
    ],
)
def test_meaningful_texts(text, real):
    assert is_real_conversation_message(Message("assistant", (TextBlock(text),)), []) is real


@pytest.mark.parametrize(
    ("block", "real"),
    [
        (PICTURE, True),
        (AUDIO, True),
        (READ, False),
        (ThinkingBlock("x"), False),
        (OtherBlock("tool_use", {"type": "tool_use"}), False),
        (OtherBlock("reasoning", {"type": "reasoning"}), False),
        (OtherBlock("toolcall", {"type": "toolcall"}), True),
        (OtherBlock("text", {"type": "text"}), False),
        (OtherBlock("None", {}), True),
        (OtherBlock("str", "x"), False),
        (OtherBlock("NoneType", None), False),
    ],
)
def test_meaningful_blocks(block, real):
    assert is_real_conversation_message(Message("assistant", (block,)), []) is real


@pytest.mark.parametrize(
    ("message", "real"),
    [
        (Message("user", (TextBlock("x"),), raw={"excludeFromContext": True}), False),
        (Message("custom", (TextBlock("x"),), raw={"display": True}), True),
        (Message("custom", (TextBlock("x"),), raw={"display": False}), False),
        (Message("bashExecution", (), raw={"command": "ls", "output": ""}), True),
        (Message("bashExecution", (), raw={"command": " ", "output": ""}), False),
        (Message("compactionSummary", (), raw={"summary": "x"}), True),
        (Message("branchSummary", (), raw={"summary": " "}), False),
        (Message("system", (TextBlock("x"),)), False),
        (Message("tool", (TextBlock("x"),)), False),
    ],
)
def test_roles(message, real):
    assert is_real_conversation_message(message, []) is real


def test_a_tool_result_needs_an_anchor_among_the_last_twenty():
    anchor = Message("user", (TextBlock("hi"),))
    call, result = Message("assistant", (READ,)), Message("toolResult", (TextBlock("x"),))
    assert is_real_conversation_message(result, [anchor, *[call] * 19])
    assert not is_real_conversation_message(result, [anchor, *[call] * 20])
    assert not is_real_conversation_message(result, [Message("user", (TextBlock(" "),)), call])


@given(st.text(st.sampled_from("HEARTBEAT_OK<b>*. \u00e9\U0001f44d"), max_size=60))
def test_any_text_gets_an_answer(text):
    assert is_real_conversation_message(Message("user", (TextBlock(f"{text}HEARTBEAT_OK{text}"),)), []) in {True, False}
