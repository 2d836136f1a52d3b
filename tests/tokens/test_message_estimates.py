"""The runtime's estimates: every role and block, and a whole context."""

from __future__ import annotations

import pytest

from inspector.domain.messages import ImageBlock, Message, OtherBlock, TextBlock, ThinkingBlock, ToolCallBlock
from inspector.runtime import get_runtime_rules
from inspector.tokens.message_estimates import (
    ContextEstimate,
    chars_to_tokens,
    estimate_context_tokens,
    estimate_message_tokens,
    estimate_summary_tokens,
    estimate_text_tokens,
)

RULES = get_runtime_rules("2026.9.6")
PICTURE = ImageBlock("image/png", 4)
UNKNOWN = OtherBlock("audio", {"type": "audio"})


def answer(usage, text="b", **raw):
    return Message("assistant", (TextBlock(text),), raw={"role": "assistant", "usage": usage, **raw})


def user(text):
    return Message("user", (TextBlock(text),), string_content=True)


def test_chars_to_tokens_rounds_up_and_is_never_negative():
    assert [chars_to_tokens(chars) for chars in (-5, 0, 1, 4, 5, 8)] == [0, 0, 1, 1, 2, 2]


def test_texts_and_summaries():
    assert estimate_text_tokens("hello world") == 3
    assert estimate_text_tokens("\u4f60\u597d", RULES) == 2
    assert estimate_summary_tokens("sum") == 1


@pytest.mark.parametrize(
    ("message", "tokens"),
    [
        (user("hello world"), 3),
        (Message("custom", (TextBlock("twelve chars"),), string_content=True), 3),
        (Message("user", (TextBlock("abc"), TextBlock(""), TextBlock("defg"))), 2),
        # 4 + 8000 + 39 (notice) + 17 = 8060
        (Message("user", (TextBlock("look"), PICTURE)), 2015),
        # two pictures, one notice: 16000 + 39 + 17 = 16056
        (Message("toolResult", (PICTURE, PICTURE)), 4014),
        # 42 (notice) + 17 = 59
        (Message("user", (UNKNOWN,)), 15),
        # 8000 + 39 + 1 + 42 + 17 = 8099
        (Message("user", (PICTURE, UNKNOWN)), 2025),
        (Message("toolResult", (OtherBlock("tool_result", {"type": "tool_result", "content": "abcde"}),)), 2),
        (Message("toolResult", (OtherBlock("toolResult", {"type": "toolResult", "text": "abcd"}),)), 1),
        # text 2 + thinking 7 + name 4 + arguments 22 = 35
        (
            Message(
                "assistant",
                (
                    ThinkingBlock("plan it", signature="not counted"),
                    TextBlock("ok"),
                    ToolCallBlock("c1", "read", {"path": "a.txt", "n": 2}),
                ),
            ),
            9,
        ),
        (Message("assistant", (PICTURE, UNKNOWN)), 0),
        (Message("assistant", (TextBlock("plain string"),), string_content=True), 0),
        (Message("bashExecution", (), raw={"command": "ls -la", "output": "a\nb"}), 3),
        (Message("bashExecution", (), raw={"command": "ls", "excludeFromContext": True}), 0),
        (Message("compactionSummary", (), raw={"summary": "12345"}), 2),
        (Message("branchSummary", (TextBlock("12345"),)), 2),
        (Message("system", (TextBlock("Compaction"),)), 0),
    ],
)
def test_messages(message, tokens):
    assert estimate_message_tokens(message, RULES) == tokens


def test_a_stored_sender_is_counted_with_a_user_message():
    note = ' sender={"id":"7","name":"Ann"}'
    raw = {"__openclaw": {"senderId": "7", "senderName": "Ann"}}
    assert estimate_message_tokens(Message("user", (TextBlock("x"),), raw=raw), RULES) == -(-(1 + len(note)) // 4)
    assert estimate_message_tokens(Message("custom", (TextBlock("x"),), raw=raw), RULES) == 1
    assert estimate_message_tokens(Message("user", (TextBlock("x"),), raw={"__openclaw": {}}), RULES) == 1


def test_older_releases_weigh_pictures_less_and_cjk_not_at_all():
    old = get_runtime_rules("2026.6.11")
    # 4800 + 39 + 17 = 4856
    assert estimate_message_tokens(Message("user", (PICTURE,)), old) == 1214
    assert estimate_message_tokens(user("\u4f60\u597d\u4e16\u754c"), old) == 1


def test_context_starts_from_the_newest_usable_answer():
    messages = [user("a"), answer({"input": 100, "output": 20, "cacheRead": 30, "totalTokens": 150}), user("y" * 8)]
    assert estimate_context_tokens(messages, RULES) == ContextEstimate(152, 150, 2, 1)


def test_context_without_usage_is_estimated_whole():
    assert estimate_context_tokens([user("a" * 9), answer({})], RULES) == ContextEstimate(4, 0, 4, None)
    assert estimate_context_tokens([], RULES) == ContextEstimate(0, 0, 0, None)


@pytest.mark.parametrize("reason", ["error", "aborted"])
def test_failed_answers_are_passed_over(reason):
    messages = [answer({"input": 10, "output": 1}), answer({"input": 99}, stopReason=reason)]
    assert estimate_context_tokens(messages, RULES) == ContextEstimate(12, 11, 1, 0)


@pytest.mark.parametrize(
    "barrier",
    [
        answer({"input": 0, "contextUsage": {"state": "unavailable"}}),
        answer({"input": 500, "output": 5}, api="cli"),
    ],
)
def test_nothing_before_a_barrier_is_used(barrier):
    assert estimate_context_tokens([answer({"input": 10}), barrier], RULES) == ContextEstimate(2, 0, 2, None)


def test_the_runtimes_own_context_usage_wins():
    usage = {"input": 900, "output": 5, "contextUsage": {"state": "available", "promptTokens": 40, "totalTokens": 45}}
    assert estimate_context_tokens([answer(usage)], RULES) == ContextEstimate(45, 45, 0, 0)
