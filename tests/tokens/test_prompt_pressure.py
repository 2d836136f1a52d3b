"""The stricter estimate before sending: frames, dense tool results, JSON."""

from __future__ import annotations

import pytest

from inspector.domain.messages import ImageBlock, Message, OtherBlock, TextBlock, ThinkingBlock, ToolCallBlock
from inspector.runtime import get_runtime_rules
from inspector.tokens.prompt_pressure import (
    estimate_message_pressure_tokens,
    estimate_rendered_prompt_tokens,
    estimate_tool_schema_tokens,
)

RULES = get_runtime_rules("2026.9.6")


@pytest.mark.parametrize(
    ("message", "tokens"),
    [
        (Message("user", (TextBlock("hello"),), string_content=True), 12 + 2),
        (Message("user", (TextBlock("abc"), ImageBlock("image/png", 4))), 12 + 6 + 1 + 2000),
        (
            Message("assistant", (ThinkingBlock("hmm hmm"), ToolCallBlock("c", "read", {"path": "a.txt"}))),
            12 + 6 + 2 + 6 + 2 + 6,
        ),
        (Message("user", (OtherBlock("audio", {"type": "audio"}),)), 12 + 6 + 4),
        (Message("toolResult", (TextBlock("0123456789"),), tool_name="read"), 12 + 6 + 5 + 2),
        (Message("toolResult", (TextBlock("\u4e2d" * 3),), tool_name="r"), 12 + 6 + 3 + 1),
        (Message("toolResult", (TextBlock("plain string"),), string_content=True), 12 + 6),
        (Message("bashExecution", (), raw={"command": "ls", "output": "a\nb"}), 12 + 5),
        (Message("compactionSummary", (), raw={"summary": "sum"}), 12 + 28),
        (Message("branchSummary", (), raw={"summary": "sum"}), 12 + 26),
        (Message("user", (TextBlock("x"),), raw={"excludeFromContext": True}), 0),
    ],
)
def test_messages(message, tokens):
    assert estimate_message_pressure_tokens(message, RULES) == tokens


def test_rendered_prompt_leaves_out_a_blank_system_prompt():
    assert estimate_rendered_prompt_tokens("abcdefgh", "hi", RULES) == 12 + 2 + 12 + 1
    assert estimate_rendered_prompt_tokens(" \n", "hi", RULES) == 12 + 1


def test_tool_schemas_count_as_json_of_three_keys():
    tool = {"name": "t", "description": "d", "parameters": {"type": "object"}, "label": "left out"}
    text = '[{"name":"t","description":"d","parameters":{"type":"object"}}]'
    assert estimate_tool_schema_tokens([tool], RULES) == -(-len(text) // 3)
