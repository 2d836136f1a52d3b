"""``openclaw.json`` as the runtime would see it: read, includes joined, variables filled in, older keys migrated.

Source: OpenClaw 2026.9.6, ``resolveConfigForRead``, prompt-side.md section 1.2. Schema validation is left out: an
inspector shows what it can. Secrets are in :attr:`OpenClawConfig.data`; no Problem carries a value of it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.domain.json_values import JsonObject, JsonValue, get_list, get_object
from inspector.domain.problems import ProblemLog, Severity
from inspector.runtime.configuration_rules import get_configuration_rules
from inspector.stores.agent_ids import normalize_agent_id
from inspector.stores.config_includes import find_include_roots, read_includes
from inspector.stores.config_migrations import (
    BudgetMigration,
    RosterMigration,
    migrate_context_budgets,
    migrate_roster,
    remove_retired_keys,
)
from inspector.stores.config_variables import add_config_variables, expand_paths, substitute_variables
from inspector.stores.json5_text import JsonSyntaxError, parse_json_or_json5
from inspector.stores.state_places import CONFIG_NAMES, find_default_workspace, find_home

_CREDENTIAL_KEYS = ("key", "token", "secret", "password")
_MISSING = "There is no configuration file; the runtime's defaults count."


@dataclass(frozen=True, slots=True)
class OpenClawConfig:
    """The configuration of one state.

    Attributes:
        data: after all steps; an empty roster holds the implied ``main``.
        path: the file, None where there is none.
        environment: with the configuration's own variables added; holds secrets.
        legacy_default_agent: id of the agent that an older file marked as the default, else None.
        retired: values of keys that this release ignores, by dotted path (older releases read them).
        is_read: False where there was no file or it could not be used, so that ``data`` only holds what is implied.
    """

    data: JsonObject = field(repr=False)
    path: Path | None
    environment: Mapping[str, str] = field(repr=False)
    legacy_default_agent: str | None = None
    retired: JsonObject = field(default_factory=dict, repr=False)
    is_read: bool = True


def read_config(
    path: Path | None, environment: Mapping[str, str], log: ProblemLog, *, os_home: Path | None = None
) -> OpenClawConfig:
    """The configuration at ``path``; whatever is wrong with it is a Problem and the rest is used.

    Args:
        path: the file, None where the state has none.
        environment: the state's (see :class:`inspector.stores.state_places.StatePlaces`).
        log: receives ``config_missing``, ``config_unreadable``, ``config_malformed``, ``config_include_failed``,
            ``config_not_utf8``, ``config_variable_unset``, ``config_key_moved``, ``config_key_retired``,
            ``roster_migrated``, ``roster_malformed``.
        os_home: the user's home as the system knows it, for an environment that does not say.
    """
    try:
        parsed = _read_object(path, log)
        return _prepare(parsed, path, environment, log, os_home)
    except RecursionError:
        _note_malformed(log, str(path), "it is nested too deeply")
        return _prepare(None, path, environment, log, os_home)


def _prepare(
    parsed: JsonObject | None, path: Path | None, environment: Mapping[str, str], log: ProblemLog, os_home: Path | None
) -> OpenClawConfig:
    home, place = find_home(environment, os_home), str(path or "")
    included: JsonValue = parsed or {}
    if path is not None:
        included = read_includes(included, path, find_include_roots(environment, home), log)
    if not isinstance(included, dict):
        _note_malformed(log, place, "what it includes is no object")
        included = {}
    merged = add_config_variables(included, environment)
    substituted = substitute_variables(included, merged, lambda name, key: _note_unset(log, place, name, key))
    budgets = migrate_context_budgets(substituted)
    roster = migrate_roster(budgets.config, find_default_workspace(environment, os_home))
    kept, retired = remove_retired_keys(roster.config)
    _note_migrations(log, place, budgets, roster, retired)
    return OpenClawConfig(
        data=expand_paths(kept, home),
        path=path,
        environment=merged,
        legacy_default_agent=roster.legacy_default_agent,
        retired={**budgets.retired, **retired},
        is_read=parsed is not None,
    )


def _read_object(path: Path | None, log: ProblemLog) -> JsonObject | None:
    if path is None:
        log.add("config_missing", "info", CONFIG_NAMES[0], _MISSING)
        return None
    text = _read_text(path, log)
    if text is None:
        return None
    try:
        value = parse_json_or_json5(text)
    except JsonSyntaxError as error:
        where = f"{path}, line {error.line}, column {error.column}"
        _note_malformed(log, where, str(error))
        return None
    if not isinstance(value, dict):
        _note_malformed(log, str(path), "it holds no object")
        return None
    return value


def _read_text(path: Path, log: ProblemLog) -> str | None:
    try:
        if not os.path.lexists(path):
            log.add("config_missing", "info", str(path), _MISSING)
            return None
        if not path.is_file():
            log.add(
                "config_unreadable", "error", str(path), "The configuration is no regular file; it counts as empty."
            )
            return None
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        sentence = "The configuration is not valid UTF-8; the bytes that are not become replacement characters."
        log.add("config_not_utf8", "warning", f"{path}, byte {error.start}", sentence)
        return error.object.decode("utf-8", "replace")
    except OSError as error:
        sentence = f"The configuration cannot be read ({error.strerror}); it counts as empty."
        log.add("config_unreadable", "error", str(path), sentence)
        return None


def _note_malformed(log: ProblemLog, place: str, because: str) -> None:
    sentence = f"The configuration cannot be used: {because}. It counts as empty here; OpenClaw refuses to run with it."
    log.add("config_malformed", "error", place, sentence)


def _note_unset(log: ProblemLog, place: str, name: str, key: str) -> None:
    # a credential is rarely set where a state is only looked at, and nothing shown depends on it
    severity: Severity = "info" if key.lower().endswith(_CREDENTIAL_KEYS) else "warning"
    sentence = f"${{{name}}} at {key} is not set in this environment; the text stays as it is."
    log.add("config_variable_unset", severity, place, sentence)


def _note_migrations(
    log: ProblemLog, place: str, budgets: BudgetMigration, roster: RosterMigration, retired: JsonObject
) -> None:
    version = get_configuration_rules().version
    for change in budgets.changes:
        if change.moved_to:
            sentence = f"{change.path} is an older place: its value is read as {change.moved_to}."
            log.add("config_key_moved", "info", place, sentence)
    for key in budgets.lost:
        sentence = f"{key} has no effect in OpenClaw {version}: a limit stands on an llm's own row (contextTokens)."
        log.add("config_key_retired", "warning", place, sentence)
    for key in retired:
        log.add("config_key_retired", "warning", place, f"{key} has no effect in OpenClaw {version}: it was retired.")
    if "list_moved" in roster.notes:
        log.add("roster_migrated", "info", place, "agents.list is the older form; it is read as agents.entries.")
    if not isinstance(get_object(roster.config, "agents").get("entries"), dict):
        sentence = (
            "The agents are not listed as OpenClaw expects it (each once, under a plain id); what can be is read."
        )
        log.add("roster_malformed", "warning", place, sentence)


def find_agent_entry(config: OpenClawConfig, agent_id: str) -> JsonObject:
    """The agent's own settings, empty where the configuration does not name it."""
    wanted = normalize_agent_id(agent_id)
    return next((entry for key, entry in iter_roster(config.data) if key == wanted), {})


def iter_roster(data: JsonObject) -> list[tuple[str, JsonObject]]:
    """The configured agents as (normalised id, settings), in the file's order; an id twice is there twice."""
    agents = get_object(data, "agents")
    if agents.get("entries") is not None:
        pairs = [(key, entry) for key, entry in get_object(agents, "entries").items() if isinstance(entry, dict)]
    else:
        pairs = [(str(entry.get("id") or ""), entry) for entry in get_list(agents, "list") if isinstance(entry, dict)]
    return [(normalize_agent_id(key), entry) for key, entry in pairs]


def agent_setting(config: OpenClawConfig, agent_id: str, key: str) -> JsonValue:
    """What counts for the agent at ``key`` (dotted below the first word), None where nothing is set.

    An agent's own value counts instead of the default one only for keys that may be overridden; some objects
    (``contextLimits``) are merged key by key, some keys exist in an agent's entry only.

    Source: OpenClaw 2026.9.6, ``resolveAgentConfig``, prompt-side.md section 1.6 (the keys marked E).
    """
    first, *deeper = key.split(".")
    value = _find_setting(config, agent_id, first)
    for name in deeper:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _find_setting(config: OpenClawConfig, agent_id: str, key: str) -> JsonValue:
    rules = get_configuration_rules()
    default: Any = get_object(get_object(config.data, "agents"), "defaults").get(key)
    own: Any = find_agent_entry(config, agent_id).get(key)
    if key in rules.own_agent_keys:
        return own
    if key in rules.merged_agent_keys and isinstance(own, dict):
        return {**(default if isinstance(default, dict) else {}), **own}
    if key == "skills" and not isinstance(own, list):
        own = None
    return own if key in rules.replaced_agent_keys and own is not None else default
