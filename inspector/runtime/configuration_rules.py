"""What OpenClaw's configuration allows: limits, patterns, which keys an agent may override, which are retired."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from inspector.resource_files import resource_path


@dataclass(frozen=True, slots=True)
class IncludeLimits:
    """Limits of ``$include``: nesting, size of a file in bytes, length of its path in chars (exclusive)."""

    depth_max: int
    file_bytes_max: int
    path_chars_max: int


@dataclass(frozen=True, slots=True)
class ConfigurationRules:
    """Rules for reading ``openclaw.json``, read from ``resources/runtime/configuration.json``.

    Attributes:
        version: the OpenClaw release whose rules these are.
        identifier: matches a whole profile name or agent id (letters of either case).
        identifier_chars_max: where an agent id is cut.
        default_agent_id: the agent that exists where no roster is configured.
        include: limits of ``$include``.
        dotenv_bytes_max: a larger ``.env`` file is not read.
        variable: matches a whole name that ``${NAME}`` may hold.
        path_key: found in a key whose string value gets its leading ``~`` expanded.
        path_list_keys: keys whose lists of strings get the same.
        replaced_agent_keys: keys of ``agents.defaults`` for which an agent's own value counts instead.
        merged_agent_keys: those where the agent's object is laid over the default one, key by key.
        own_agent_keys: keys that only an agent's entry has.
        retired_keys: dotted paths from the root that this release ignores.
        retired_agent_keys: the same, below ``agents.defaults`` and each agent's entry.
        refused_variables: environment names (upper case) that the configuration may not set; the runtime's own list
            is longer (tool-chain variables that no configuration value refers to).
        refused_variable_prefixes: beginnings of such names.
    """

    version: str
    identifier: re.Pattern[str]
    identifier_chars_max: int
    default_agent_id: str
    include: IncludeLimits
    dotenv_bytes_max: int
    variable: re.Pattern[str]
    path_key: re.Pattern[str]
    path_list_keys: frozenset[str]
    replaced_agent_keys: frozenset[str]
    merged_agent_keys: frozenset[str]
    own_agent_keys: frozenset[str]
    retired_keys: tuple[str, ...]
    retired_agent_keys: tuple[str, ...]
    refused_variables: frozenset[str]
    refused_variable_prefixes: tuple[str, ...]


@cache
def get_configuration_rules() -> ConfigurationRules:
    """The rules, read once."""
    stored = json.loads(resource_path("runtime", "configuration.json").read_text(encoding="utf-8"))
    return _parse_rules(stored)


def _parse_rules(stored: Mapping[str, Any]) -> ConfigurationRules:
    agent_keys = stored["agent_keys"]
    return ConfigurationRules(
        version=stored["version"],
        identifier=re.compile(stored["identifier_pattern"], re.IGNORECASE | re.ASCII),
        identifier_chars_max=stored["identifier_chars_max"],
        default_agent_id=stored["default_agent_id"],
        include=IncludeLimits(**stored["include"]),
        dotenv_bytes_max=stored["dotenv_bytes_max"],
        variable=re.compile(stored["variable_pattern"]),
        path_key=re.compile(stored["path_key_pattern"], re.IGNORECASE),
        path_list_keys=frozenset(stored["path_list_keys"]),
        replaced_agent_keys=frozenset(agent_keys["replaced"]),
        merged_agent_keys=frozenset(agent_keys["merged"]),
        own_agent_keys=frozenset(agent_keys["own_only"]),
        retired_keys=tuple(stored["retired_keys"]),
        retired_agent_keys=tuple(stored["retired_agent_keys"]),
        refused_variables=frozenset(stored["refused_variables"]),
        refused_variable_prefixes=tuple(stored["refused_variable_prefixes"]),
    )
