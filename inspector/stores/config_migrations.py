"""What OpenClaw changes in an older configuration while loading it. Pure: values in, new values out.

Source: OpenClaw 2026.9.6, prompt-side.md sections 1.5 and 1.6, history-side.md section 11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.domain.javascript import js_trim
from inspector.domain.json_values import JsonObject, JsonValue, find_text, get_list, get_object
from inspector.runtime.configuration_rules import get_configuration_rules
from inspector.stores.agent_ids import normalize_agent_id
from inspector.stores.config_variables import join_path

_BUDGET_KEYS = ("contextTokens", "contextWindow")


@dataclass(frozen=True, slots=True)
class ConfigChange:
    """One change: the dotted ``path`` it began at, and where its value went (None: it was removed)."""

    path: str
    moved_to: str | None = None


@dataclass(frozen=True, slots=True)
class BudgetMigration:
    """Context budgets after :func:`migrate_context_budgets`.

    Attributes:
        config: the new configuration.
        changes: in the runtime's order.
        lost: paths whose value went nowhere: it has no effect any more.
        retired: the values of ``lost``, by path.
    """

    config: JsonObject
    changes: tuple[ConfigChange, ...] = ()
    lost: tuple[str, ...] = ()
    retired: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class RosterMigration:
    """The roster after :func:`migrate_roster`.

    Attributes:
        config: the configuration, new where ``changed``.
        notes: what was done: ``list_moved``, ``first_workspace_kept``, ``owner_recorded``, ``marker_removed``.
        legacy_default_agent: the agent whose ``default`` marker was removed; it keeps the inherited workspace.
    """

    config: JsonObject
    changed: bool = False
    notes: tuple[str, ...] = ()
    legacy_default_agent: str | None = None


def migrate_context_budgets(config: JsonObject) -> BudgetMigration:
    """Move providers' context budgets to their llm rows, and drop those of agents.

    Source: ``migrateLegacyContextBudgetConfig``, prompt-side.md section 1.6.
    """
    changes: list[ConfigChange] = []
    retired: dict[str, JsonValue] = {}
    moved = _with_budgets_in_rows(config, changes, retired)
    return BudgetMigration(_without_agent_budgets(moved, changes, retired), tuple(changes), tuple(retired), retired)


def _with_budgets_in_rows(
    config: JsonObject, changes: list[ConfigChange], retired: dict[str, JsonValue]
) -> dict[str, Any]:
    providers = get_object(get_object(config, "models"), "providers")
    migrated = {
        name: _with_budget_in_rows(provider, f"models.providers.{name}", changes, retired)
        if isinstance(provider, dict)
        else provider
        for name, provider in providers.items()
    }
    if not providers:
        return dict(config)
    return {**config, "models": {**config["models"], "providers": migrated}}


def _with_budget_in_rows(
    provider: JsonObject, place: str, changes: list[ConfigChange], retired: dict[str, JsonValue]
) -> JsonObject:
    rows = list(get_list(provider, "models"))
    for key in _BUDGET_KEYS:
        if key not in provider:
            continue
        for index, row in enumerate(rows):
            if isinstance(row, dict) and key not in row:
                rows[index] = {**row, key: provider[key]}
                changes.append(ConfigChange(f"{place}.{key}", f"{place}.models[{index}].{key}"))
        changes.append(ConfigChange(f"{place}.{key}"))
        if not rows:
            retired[f"{place}.{key}"] = provider[key]
    rest = {key: value for key, value in provider.items() if key not in _BUDGET_KEYS}
    return {**rest, "models": rows} if rows else rest


def _without_agent_budgets(
    config: dict[str, Any], changes: list[ConfigChange], retired: dict[str, JsonValue]
) -> JsonObject:
    for scope in iter_agent_scopes(config):
        if "contextTokens" in scope.value:
            path = f"{scope.path}.contextTokens"
            changes.append(ConfigChange(path))
            retired[path] = scope.value["contextTokens"]
            config = replace_scope(config, scope, {k: v for k, v in scope.value.items() if k != "contextTokens"})
    return config


@dataclass(frozen=True, slots=True)
class AgentScope:
    """One object of agent settings: ``agents.defaults``, or an agent's own entry in ``entries`` or ``list``."""

    path: str
    holder: str
    key: str | int | None
    value: JsonObject


def iter_agent_scopes(config: JsonObject) -> Iterator[AgentScope]:
    """The agent settings of ``config``: defaults first, then each agent's own."""
    agents = get_object(config, "agents")
    if isinstance(agents.get("defaults"), dict):
        yield AgentScope("agents.defaults", "defaults", None, agents["defaults"])
    for agent_id, entry in get_object(agents, "entries").items():
        if isinstance(entry, dict):
            yield AgentScope(join_path("agents.entries", agent_id), "entries", agent_id, entry)
    for index, entry in enumerate(get_list(agents, "list")):
        if isinstance(entry, dict):
            yield AgentScope(f"agents.list[{index}]", "list", index, entry)


def replace_scope(config: JsonObject, scope: AgentScope, value: JsonObject) -> dict[str, Any]:
    """``config`` with the object at ``scope`` replaced."""
    agents = dict(config["agents"])
    if scope.key is None:
        agents[scope.holder] = value
    else:
        holder: Any = agents[scope.holder].copy()
        holder[scope.key] = value
        agents[scope.holder] = holder
    return {**config, "agents": agents}


def remove_retired_keys(config: JsonObject) -> tuple[JsonObject, JsonObject]:
    """``config`` without the keys that this release ignores, and those keys' values by dotted path.

    Source: history-side.md section 11, ``RETIRED_AGENT_TUNING_PATHS`` and neighbours.
    """
    rules = get_configuration_rules()
    retired: dict[str, JsonValue] = {}
    remaining = _remove_paths(config, "", rules.retired_keys, retired)
    for scope in iter_agent_scopes(remaining):
        value = _remove_paths(scope.value, scope.path, rules.retired_agent_keys, retired)
        remaining = replace_scope(remaining, scope, value)
    return remaining, retired


def _remove_paths(owner: JsonObject, place: str, paths: tuple[str, ...], retired: dict[str, JsonValue]) -> JsonObject:
    for path in paths:
        found = _find_path(owner, path.split("."))
        if found:
            retired[f"{place}.{path}" if place else path] = found[0]
            owner = _without_path(owner, path.split("."))
    return owner


def _find_path(owner: JsonValue, keys: list[str]) -> tuple[JsonValue] | None:
    for key in keys:
        if not isinstance(owner, dict) or key not in owner:
            return None
        owner = owner[key]
    return (owner,)


def _without_path(owner: JsonObject, keys: list[str]) -> JsonObject:
    """``owner`` without the value at ``keys``, nor objects that this leaves empty."""
    key, *deeper = keys
    rest = {name: value for name, value in owner.items() if name != key}
    child = _without_path(owner[key], deeper) if deeper else None
    return {name: child if name == key else value for name, value in owner.items()} if child else rest


def migrate_roster(config: JsonObject, default_workspace: Path) -> RosterMigration:
    """Turn ``agents.list`` into ``agents.entries`` and the ``default`` marker into recorded owners.

    A roster that cannot be read without guessing is left as it is. Known difference: the runtime also binds the
    channels that nobody owns to the marked agent, which no part of the context depends on.

    Source: ``migratePersistedImplicitMainRoster``, prompt-side.md section 1.5.
    """
    agents = config.get("agents", {})
    if not isinstance(agents, dict):
        return RosterMigration(config)
    moved = agents.get("entries") is None and agents.get("list") is not None
    if moved:
        entries = _entries_of_list(agents["list"])
        if entries is None:
            return RosterMigration(config)
        agents = {**{key: value for key, value in agents.items() if key != "list"}, "entries": entries}
    notes = ("list_moved",) if moved else ()
    roster = agents.get("entries")
    if roster is None or roster == {}:
        return _migrate_empty_roster(config, agents, notes)
    if not isinstance(roster, dict) or not _has_readable_markers(roster):
        return RosterMigration(config)
    return _migrate_markers(config, agents, notes, default_workspace)


def _entries_of_list(roster: JsonValue) -> dict[str, JsonObject] | None:
    """The list's agents by id, None unless every one has a canonical id of its own."""
    if not isinstance(roster, list):
        return None
    entries: dict[str, JsonObject] = {}
    for agent in roster:
        agent_id = find_text(agent, "id")
        if not agent_id or normalize_agent_id(agent_id) != agent_id or agent_id in entries:
            return None
        entries[agent_id] = {key: value for key, value in agent.items() if key != "id"}
    return entries


def _migrate_empty_roster(config: JsonObject, agents: JsonObject, notes: tuple[str, ...]) -> RosterMigration:
    if agents.get("ownership") == "explicit":
        return RosterMigration({**config, "agents": agents} if notes else config, bool(notes), notes)
    entries: JsonObject = {get_configuration_rules().default_agent_id: {}}
    return RosterMigration({**config, "agents": {**agents, "entries": entries}}, True, notes)


def _has_readable_markers(roster: JsonObject) -> bool:
    entries = [entry for entry in roster.values() if isinstance(entry, dict)]
    return bool(entries) and all(isinstance(entry.get("default", False), bool) for entry in entries)


def _migrate_markers(
    config: JsonObject, agents: JsonObject, notes: tuple[str, ...], default_workspace: Path
) -> RosterMigration:
    roster: Mapping[str, JsonValue] = agents["entries"]
    valid = [agent_id for agent_id, entry in roster.items() if isinstance(entry, dict)]
    marked = [agent_id for agent_id in valid if roster[agent_id].get("default") is True]
    has_marker = agents.get("ownership") != "explicit" and len(marked) == 1
    owner = marked[0] if has_marker and len(valid) > 1 else None
    migrated: JsonObject = {**config, "agents": agents}
    if notes and owner is None and (pinned := _with_first_workspace(agents, default_workspace)):
        migrated, notes = {**config, "agents": pinned}, (*notes, "first_workspace_kept")
    if owner is not None:
        recorded = _with_owner(migrated, owner)
        notes = notes if recorded == migrated else (*notes, "owner_recorded")
        migrated = recorded
    if has_marker:
        migrated, notes = _without_markers(migrated), (*notes, "marker_removed")
    return RosterMigration(migrated if notes else config, bool(notes), notes, owner and normalize_agent_id(owner))


def _with_first_workspace(agents: JsonObject, default_workspace: Path) -> JsonObject | None:
    """``agents`` with the first of several unmarked ones keeping the workspace it had as the implied default."""
    entries: Mapping[str, JsonObject] = agents["entries"]
    first_id, first = next(iter(entries.items()))
    unmarked = not any(entry.get("default") for entry in entries.values())
    own = first.get("workspace", "")
    if "ownership" in agents or len(entries) < 2 or not unmarked or not isinstance(own, str) or js_trim(own):
        return None
    inherited = js_trim(find_text(agents.get("defaults"), "workspace") or "")
    pinned = {**first, "workspace": inherited or str(default_workspace)}
    return {**agents, "entries": {**entries, first_id: pinned}}


def _with_owner(config: JsonObject, owner: str) -> JsonObject:
    """``config`` with the marked agent recorded where nobody else is: heartbeat, system work, talk."""
    agents = config["agents"]
    agent_id = normalize_agent_id(owner)
    defaults = agents.get("defaults", {})
    if isinstance(defaults, dict):
        names = [name for name in _owner_settings(config, agent_id) if _is_open(defaults, name)]
        recorded = {name: {**get_object(defaults, name), "agentId": agent_id} for name in names}
        if recorded:
            agents = {**agents, "defaults": {**defaults, **recorded}}
    talk = config.get("talk", {})
    if not isinstance(talk, dict) or "agentId" in talk:
        return {**config, "agents": agents}
    return {**config, "agents": agents, "talk": {**talk, "agentId": agent_id}}


def _owner_settings(config: JsonObject, agent_id: str) -> Iterator[str]:
    entries = get_object(config["agents"], "entries")
    has_own_heartbeat = any(isinstance(entry, dict) and entry.get("heartbeat") for entry in entries.values())
    if not has_own_heartbeat and get_object(config["agents"], "defaults").get("heartbeat") is None:
        yield "heartbeat"
    yield "systemAgent"
    if agent_id != get_configuration_rules().default_agent_id:
        yield "authInheritance"
    store = js_trim(find_text(config.get("session"), "store") or "")
    if store and "{agentId}" not in store:
        yield "sessionStore"


def _is_open(defaults: JsonObject, name: str) -> bool:
    value = defaults.get(name)
    return name not in defaults or (isinstance(value, dict) and "agentId" not in value)


def _without_markers(config: JsonObject) -> JsonObject:
    entries = {
        agent_id: {key: value for key, value in entry.items() if key != "default"} if isinstance(entry, dict) else entry
        for agent_id, entry in config["agents"]["entries"].items()
    }
    return {**config, "agents": {**config["agents"], "entries": entries}}
