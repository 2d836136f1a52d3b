"""Text parts of messages: arguments, JSON lengths with left-out pictures, commands that the user ran."""

from __future__ import annotations

import pytest

from inspector.domain.messages import ImageBlock, Message, OtherBlock, TextBlock, ThinkingBlock, ToolCallBlock
from inspector.tokens.message_parts import (
    count_block_json_chars,
    get_arguments_json,
    get_summary_text,
    render_bash_execution,
)


def test_arguments_are_compact_json_and_default_to_an_empty_object():
    assert get_arguments_json(ToolCallBlock("c", "read", {"path": "a.txt", "n": 2})) == '{"path":"a.txt","n":2}'
    assert get_arguments_json(ToolCallBlock("c", "read", None)) == "{}"


def test_summary_from_the_stored_field_or_the_text():
    assert get_summary_text(Message("compactionSummary", (), raw={"summary": "s"})) == "s"
    assert get_summary_text(Message("compactionSummary", (TextBlock("t"),))) == "t"


def test_json_length_of_unknown_blocks():
    assert count_block_json_chars(OtherBlock("audio", {"type": "audio"})) == len('{"type":"audio"}')
    assert count_block_json_chars(OtherBlock("NoneType", None)) == 4


def test_json_length_counts_the_base64_that_was_left_out():
    stored = {"type": "image", "data": "context-inspector:image:1000", "mimeType": "image/png"}
    block = ImageBlock("image/png", 1000, stored)
    assert count_block_json_chars(block) == len('{"type":"image","data":"","mimeType":"image/png"}') + 1000


@pytest.mark.parametrize(
    ("block", "chars"),
    [
        (TextBlock("ab"), len('{"type":"text","text":"ab"}')),
        (ThinkingBlock("ab"), len('{"type":"thinking","thinking":"ab"}')),
        (ToolCallBlock("c", "x", {}), len('{"type":"toolCall","id":"c","name":"x","arguments":{}}')),
        (ImageBlock("image/png", 9), len('{"type":"image","data":"","mimeType":"image/png"}')),
    ],
)
def test_json_length_of_blocks_made_without_a_stored_object(block, chars):
    assert count_block_json_chars(block) == chars


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ({"command": "ls", "output": "a\nb", "exitCode": 0}, "Ran `ls`\n```\na\nb\n```"),
        ({"command": "ls", "output": ""}, "Ran `ls`\n(no output)"),
        ({"command": "x", "exitCode": 2}, "Ran `x`\n(no output)\n\nCommand exited with code 2"),
        ({"command": "x", "exitCode": 2, "cancelled": True}, "Ran `x`\n(no output)\n\n(command cancelled)"),
        (
            {"command": "x", "truncated": True, "fullOutputPath": "/o"},
            "Ran `x`\n(no output)\n\n[Output truncated. Full output: /o]",
        ),
        ({}, "Ran ``\n(no output)"),
    ],
)
def test_commands_that_the_user_ran(raw, text):
    assert render_bash_execution(raw) == text
