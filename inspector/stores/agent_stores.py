"""Where an agent's sessions are: its database, its legacy folder, and a store that ``session.store`` puts elsewhere.

Source: OpenClaw 2026.9.6, ``resolveOpenClawAgentSqlitePath``, ``resolveSqliteTargetFromSessionStorePath``,
history-side.md section 1.1. Who owns a custom database stands in the database itself, so the caller may say it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from inspector.domain.javascript import js_trim
from inspector.domain.json_values import find_text, get_object
from inspector.domain.problems import ProblemLog
from inspector.runtime.configuration_rules import get_configuration_rules
from inspector.stores.agent_ids import normalize_agent_id
from inspector.stores.openclaw_config import OpenClawConfig
from inspector.stores.roster import find_inheriting_agent
from inspector.stores.state_places import StatePlaces, expand_home

DATABASE_NAME = "openclaw-agent.sqlite"
SESSION_INDEX_NAME = "sessions.json"

_AGENT_PLACEHOLDER = "{agentId}"

OwnerOf = Callable[[Path], str | None]
"""Tells the agent id that stands in a database, None where it cannot be told."""


@dataclass(frozen=True, slots=True)
class AgentStores:
    """Where one agent's sessions may be.

    Attributes:
        databases: existing databases, the one that the runtime uses first.
        sessions_dirs: folders of the JSONL era and of archives, the one that the runtime uses first; they need not
            exist.
        index_path: the JSONL era's list of sessions; it need not exist.
    """

    databases: tuple[Path, ...]
    sessions_dirs: tuple[Path, ...]
    index_path: Path


def agent_database_path(places: StatePlaces, agent_id: str) -> Path:
    """The agent's usual database, whether or not it exists. ``agentDir`` does not move it."""
    return places.state_dir / "agents" / normalize_agent_id(agent_id) / "agent" / DATABASE_NAME


def agent_sessions_dir(places: StatePlaces, agent_id: str) -> Path:
    """The agent's usual folder of transcripts and archives, whether or not it exists."""
    return places.state_dir / "agents" / normalize_agent_id(agent_id) / "sessions"


def find_agent_stores(
    config: OpenClawConfig, places: StatePlaces, agent_id: str, log: ProblemLog, *, owner_of: OwnerOf | None = None
) -> AgentStores:
    """Where the agent's sessions may be; a custom store comes before what is at the usual places.

    Args:
        config: may name another place in ``session.store``.
        places: of the state.
        agent_id: whose sessions.
        log: receives ``store_unreadable``.
        owner_of: asked who owns a database of a custom store; without it the file names decide.
    """
    usual = agent_database_path(places, agent_id)
    usual_dir = agent_sessions_dir(places, agent_id)
    databases = tuple(_existing([usual], log))
    custom = find_custom_store(config, places, agent_id)
    if custom is None:
        return AgentStores(databases, (usual_dir,), usual_dir / SESSION_INDEX_NAME)
    folder = _sessions_dir_of(custom)
    return AgentStores(
        databases=tuple(dict.fromkeys((*_custom_databases(custom, config, agent_id, log, owner_of), *databases))),
        sessions_dirs=tuple(dict.fromkeys((folder, usual_dir))),
        index_path=folder / SESSION_INDEX_NAME if custom.suffix == ".sqlite" else custom,
    )


def find_custom_store(config: OpenClawConfig, places: StatePlaces, agent_id: str) -> Path | None:
    """The path in ``session.store`` with the agent's id filled in, None where it is not set."""
    store = js_trim(find_text(get_object(config.data, "session"), "store") or "")
    if not store:
        return None
    return expand_home(store.replace(_AGENT_PLACEHOLDER, normalize_agent_id(agent_id)), places.home)


def _sessions_dir_of(store: Path) -> Path:
    return store.parent.parent / "sessions" if store.parent.name == "agent" else store.parent


def _custom_databases(
    store: Path, config: OpenClawConfig, agent_id: str, log: ProblemLog, owner_of: OwnerOf | None
) -> list[Path]:
    """Existing databases that belong to the session store at ``store`` and to the agent, the likeliest first."""
    base = _database_of_store(store)
    if store.suffix == ".sqlite" or _is_usual_place(base):
        return _existing([base], log)
    family = _read_family(base, log)
    if owner_of is not None:
        owners = [owner_of(path) for path in family]
        return [path for path, owner in zip(family, owners, strict=True) if owner and _is_same_agent(owner, agent_id)]
    suffix = re.compile(re.escape(f"{base.stem}.{normalize_agent_id(agent_id)}") + r"(?:\.(?:[2-9]|[1-9]\d+))?\.sqlite")
    own = [path for path in family if suffix.fullmatch(path.name)]
    unsuffixed = [base] if base in family and _owns_unsuffixed(config, agent_id) else []
    return own + unsuffixed


def _database_of_store(store: Path) -> Path:
    """The database that takes the place of the legacy session list ``store``."""
    if store.suffix == ".sqlite":
        return store
    if store.name != SESSION_INDEX_NAME:
        return store.with_name(f"{store.stem or 'openclaw-agent'}.sqlite")
    if store.parent.name == "sessions" and store.parent.parent.parent.name == "agents":
        return store.parent.parent / "agent" / DATABASE_NAME
    return store.parent / DATABASE_NAME


def _is_usual_place(database: Path) -> bool:
    return database.name == DATABASE_NAME and database.parent.name == "agent"


def _read_family(base: Path, log: ProblemLog) -> list[Path]:
    """``base`` and its siblings ``<base>.<anything>.sqlite`` that exist, by name."""
    try:
        names = sorted(path.name for path in base.parent.iterdir()) if base.parent.is_dir() else []
    except OSError as error:
        sentence = f"The folder of the configured session store cannot be read ({error.strerror})."
        log.add("store_unreadable", "error", str(base.parent), sentence)
        return []
    family = [base.parent / name for name in names if name.startswith(f"{base.stem}.") and name.endswith(".sqlite")]
    return _existing(family, log)


def _existing(databases: list[Path], log: ProblemLog) -> list[Path]:
    """Those of ``databases`` that are files; where that may not be looked up, a Problem says so."""
    found: list[Path] = []
    for path in databases:
        try:
            if path.is_file():
                found.append(path)
        except OSError as error:
            sentence = f"Whether there is a database cannot be seen ({error.strerror}); sessions may be missing here."
            log.add("store_unreadable", "error", str(path), sentence)
    return found


def _is_same_agent(one: str, other: str) -> bool:
    return normalize_agent_id(one) == normalize_agent_id(other)


def _owns_unsuffixed(config: OpenClawConfig, agent_id: str) -> bool:
    if _AGENT_PLACEHOLDER in (find_text(get_object(config.data, "session"), "store") or ""):
        return True
    defaults = get_object(get_object(config.data, "agents"), "defaults")
    recorded = js_trim(find_text(get_object(defaults, "sessionStore"), "agentId") or "")
    owner = recorded or find_inheriting_agent(config) or get_configuration_rules().default_agent_id
    return _is_same_agent(owner, agent_id)
