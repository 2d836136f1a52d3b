"""What a session is called on screen, and what makes two rows the same session."""

from __future__ import annotations

from inspector.domain.sessions import SessionRow

_SEPARATOR = " · "
_AGENT_PARTS = 2
"""``agent`` and the agent's id stand before the readable rest of a key."""


def session_title(row: SessionRow) -> str:
    """A readable name made of the key: ``agent:main:telegram:direct:p1`` is ``telegram · direct · p1``."""
    parts = [part for part in row.key.split(":") if part]
    if parts[:1] == ["agent"] and len(parts) > _AGENT_PARTS:
        parts = parts[_AGENT_PARTS:]
    return _SEPARATOR.join(parts) or row.session_id or "(no name)"


def row_identity(row: SessionRow | None) -> tuple[str, ...] | None:
    """Equal for two readings of the same session, whatever came to it in between."""
    return None if row is None else (row.agent, row.key, row.session_id, str(row.path))
