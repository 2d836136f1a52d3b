"""Messages as the transcript stores them: who speaks, in which blocks.

A message keeps its stored object (``raw``) beside the typed blocks, so that rules which look at rarely used fields
(usage, replay marks, delivery marks) need no second reading. Unknown blocks are kept, never dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.domain.json_values import JsonObject, JsonValue

IMAGE_PLACEHOLDER_PREFIX = "context-inspector:image:"
"""What stands in for base64 in an image block's ``raw`` when a store left the data on disk; the length follows it."""


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Plain text."""

    text: str
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class ThinkingBlock:
    """Reasoning of the llm; ``signature`` is the provider's opaque proof, ``redacted`` says that the text is hidden."""

    thinking: str
    signature: str | None = None
    redacted: bool = False
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class ToolCallBlock:
    """A call of a tool; ``arguments`` is any JSON value, None where the stored call has none."""

    id: str | None
    name: str
    arguments: JsonValue
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class ImageBlock:
    """A picture. ``data_chars`` is the length of its base64 text, which is never decoded nor kept."""

    mime_type: str
    data_chars: int
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class OtherBlock:
    """A block of a type this version does not know; ``raw`` is the stored value, object or not."""

    type: str
    raw: JsonValue = None


Block = TextBlock | ThinkingBlock | ToolCallBlock | ImageBlock | OtherBlock


@dataclass(frozen=True, slots=True)
class Message:
    """One stored message.

    Attributes:
        role: as stored: ``user``, ``assistant``, ``toolResult``, ``bashExecution``, ``custom`` …
        blocks: content in order; a stored string is one :class:`TextBlock`, no content is an empty tuple.
        string_content: True where the stored content was a plain string (some rules treat it differently).
        timestamp_ms: epoch milliseconds, None where absent.
        tool_call_id, tool_name, is_error: of a tool result, else None, None, False.
        raw: the stored object, with base64 replaced (see :data:`IMAGE_PLACEHOLDER_PREFIX`).
    """

    role: str
    blocks: tuple[Block, ...]
    string_content: bool = False
    timestamp_ms: int | None = None
    tool_call_id: str | None = None
    tool_name: str | None = None
    is_error: bool = False
    raw: JsonObject = field(default_factory=dict, repr=False)

    @property
    def excluded_from_context(self) -> bool:
        """Whether the message is stored but never sent (``excludeFromContext`` is exactly true)."""
        return self.raw.get("excludeFromContext") is True

    def text(self) -> str:
        """The text blocks joined by a line feed, as the runtime joins them."""
        return "\n".join(block.text for block in self.blocks if isinstance(block, TextBlock))
