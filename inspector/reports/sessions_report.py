"""Which sessions a state holds: the ``sessions`` verb and the list on the left of the window."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.domain.problems import Problem
from inspector.domain.sessions import SessionRow
from inspector.inspection import StateCatalog
from inspector.reports.number_format import count_words, format_bytes, format_count, format_moment

SCHEMA = "context-inspector/sessions/1"


def sessions_data(catalog: StateCatalog) -> dict[str, Any]:
    """The JSON object of the ``sessions`` verb (contract/cli-json.md)."""
    store = catalog.store
    return {
        "schema": SCHEMA,
        "store": {
            "path": str(store.path),
            "formats": list(store.formats),
            "live": store.live,
            "schema_version": store.schema_version,
            "app_version": store.app_version,
        },
        "agents": [
            {"id": agent.id, "workspace": None if agent.workspace is None else str(agent.workspace)}
            for agent in catalog.agents
        ],
        "sessions": [_session_data(row) for row in catalog.sessions],
        "cannot_see": ["Incognito sessions live only in the runtime's memory and leave nothing to read."],
        "problems": problems_data(catalog.problems),
    }


def _session_data(row: SessionRow) -> dict[str, Any]:
    total = row.total_tokens
    return {
        "key": row.key,
        "session_id": row.session_id,
        "agent": row.agent,
        "kind": row.kind,
        "updated_at": row.updated_at_ms,
        "entries": row.entries,
        "bytes": row.bytes,
        "compactions": row.compactions,
        "resets": row.resets,
        "previous_session_ids": list(row.previous_session_ids),
        "archived": row.archived,
        "archive_reason": row.archive_reason,
        "total_tokens": None if total is None else {"value": total.value, "fresh": total.fresh},
        "source": row.source,
        "path": str(row.path),
    }


def problems_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems as every verb prints them."""
    return [
        {
            "code": problem.code,
            "severity": problem.severity,
            "place": problem.place,
            "message": problem.message,
            "count": problem.count,
        }
        for problem in problems
    ]


def sessions_lines(catalog: StateCatalog) -> list[str]:
    """The same for reading."""
    store = catalog.store
    formats = " and ".join(store.formats) or "no store"
    version = f", OpenClaw {store.app_version}" if store.app_version else ""
    lines = [f"{store.path} ({formats}{version})", ""]
    for agent in catalog.agents:
        rows = [row for row in catalog.sessions if row.agent == agent.id]
        count = count_words(len(rows), "session")
        lines.append(f"Agent {agent.id} · workspace {agent.workspace or 'unknown'} · {count}")
        lines += [f"  {_session_line(row)}" for row in rows] or ["  no sessions"]
        lines.append("")
    lines.append("Incognito sessions live only in the runtime's memory and cannot be seen.")
    return lines


def _session_line(row: SessionRow) -> str:
    parts = [f"{row.key}", count_words(row.entries, "entry", "entries"), format_bytes(row.bytes)]
    if row.total_tokens is not None and row.total_tokens.fresh:
        parts.append(f"{format_count(row.total_tokens.value)} prompt tokens")
    parts += [count_words(count, name) for count, name in _marks(row) if count]
    parts.append(format_moment(row.updated_at_ms))
    if row.archived:
        parts.append(row.archive_reason or "archived")
    return " · ".join(parts)


def _marks(row: SessionRow) -> tuple[tuple[int, str], ...]:
    return (
        (row.compactions, "compaction"),
        (row.resets, "reset"),
        (len(row.previous_session_ids), "earlier session id"),
    )
