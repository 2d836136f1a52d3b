"""The text parts of a message that the runtime's estimates share."""

from __future__ import annotations

from inspector.domain.javascript import js_json, utf16_length
from inspector.domain.json_values import JsonObject, find_int, find_text
from inspector.domain.messages import (
    IMAGE_PLACEHOLDER_PREFIX,
    Block,
    ImageBlock,
    Message,
    OtherBlock,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
)

SUMMARY_ROLES = frozenset({"compactionSummary", "branchSummary"})


def get_summary_text(message: Message) -> str:
    """The summary of a compaction or branch summary, wherever it stands."""
    summary = find_text(message.raw, "summary")
    return message.text() if summary is None else summary


def get_arguments_json(block: ToolCallBlock) -> str:
    """A tool call's arguments as the runtime writes them; a call without any has ``{}``."""
    return "{}" if block.arguments is None else js_json(block.arguments)


def count_block_json_chars(block: Block) -> int:
    """Length of the stored block as JSON, in UTF-16 code units; left-out base64 counts as if it were there."""
    if isinstance(block, OtherBlock):
        return utf16_length(js_json(block.raw))
    chars = utf16_length(js_json(block.raw or _rebuild_raw(block)))
    if isinstance(block, ImageBlock):
        placeholder = f"{IMAGE_PLACEHOLDER_PREFIX}{block.data_chars}"
        if placeholder in js_json(block.raw):
            chars += block.data_chars - len(placeholder)
    return chars


def _rebuild_raw(block: TextBlock | ThinkingBlock | ToolCallBlock | ImageBlock) -> JsonObject:
    """The least object that such a block is stored as, for blocks that were made without one."""
    if isinstance(block, TextBlock):
        return {"type": "text", "text": block.text}
    if isinstance(block, ThinkingBlock):
        return {"type": "thinking", "thinking": block.thinking}
    if isinstance(block, ToolCallBlock):
        return {"type": "toolCall", "id": block.id, "name": block.name, "arguments": block.arguments}
    return {"type": "image", "data": "", "mimeType": block.mime_type}


def render_bash_execution(raw: JsonObject) -> str:
    """What the llm reads of a command that the user ran, from the stored message.

    Source: OpenClaw 2026.9.6, ``convertToLlm``, history-side.md section 3.2, prompt-side.md section 8.6.
    """
    output = find_text(raw, "output") or ""
    body = f"```\n{output}\n```" if output else "(no output)"
    text = f"Ran `{find_text(raw, 'command') or ''}`\n{body}"
    exit_code = find_int(raw, "exitCode")
    if raw.get("cancelled") is True:
        text += "\n\n(command cancelled)"
    elif exit_code:
        text += f"\n\nCommand exited with code {exit_code}"
    full_output = find_text(raw, "fullOutputPath")
    if raw.get("truncated") is True and full_output:
        text += f"\n\n[Output truncated. Full output: {full_output}]"
    return text
