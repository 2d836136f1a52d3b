"""The environment inside the configuration: ``env.vars``, ``${NAME}`` and ``~``.

Source: OpenClaw 2026.9.6, prompt-side.md sections 1.2, 1.4 and 1.6. Values of variables never reach a message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from inspector.domain.javascript import js_trim
from inspector.domain.json_values import JsonObject, JsonValue, get_object
from inspector.runtime.configuration_rules import get_configuration_rules
from inspector.stores.state_places import expand_home

_PORTABLE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_REFERENCE = re.compile(r"\$(?P<escape>\$?)\{(?P<name>[^}]*)\}")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_$-]+")
_NOT_VARIABLES = frozenset({"vars", "shellEnv"})


def add_config_variables(config: JsonObject, environment: Mapping[str, str]) -> dict[str, str]:
    """``environment`` and, for names it leaves unset or blank, the values of the configuration's ``env`` block.

    Names that would change the runtime itself and values that refer to variables are refused, as the runtime does.
    """
    block = get_object(config, "env")
    loose = [(name, value) for name, value in block.items() if name not in _NOT_VARIABLES]
    merged = dict(environment)
    for raw_name, value in [*get_object(block, "vars").items(), *loose]:
        name = js_trim(raw_name)
        if isinstance(value, str) and _is_accepted(name, value) and not js_trim(environment.get(name, "")):
            merged[name] = value
    return merged


def _is_accepted(name: str, value: str) -> bool:
    rules = get_configuration_rules()
    upper = name.upper()
    if not _PORTABLE_NAME.fullmatch(name) or not js_trim(value) or has_reference(value):
        return False
    return upper not in rules.refused_variables and not upper.startswith(rules.refused_variable_prefixes)


def has_reference(text: str) -> bool:
    """Whether ``text`` holds a ``${NAME}`` that would be replaced."""
    missing: list[str] = []
    _substitute_text(text, {}, missing.append)
    return bool(missing)


def substitute_variables(
    value: JsonValue, environment: Mapping[str, str], on_missing: Callable[[str, str], None]
) -> JsonValue:
    """``value`` with each ``${NAME}`` in its strings (not keys) replaced; ``$${NAME}`` gives ``${NAME}``.

    Args:
        value: any JSON value; it is not changed.
        environment: where the values come from.
        on_missing: called with name and place (``a.b[0]``) of an unset or empty variable, whose text stays.
    """
    return _substitute(value, environment, "", on_missing)


def _substitute(
    value: JsonValue, environment: Mapping[str, str], place: str, on_missing: Callable[[str, str], None]
) -> JsonValue:
    if isinstance(value, str):
        return _substitute_text(value, environment, lambda name: on_missing(name, place))
    if isinstance(value, list):
        return [_substitute(item, environment, f"{place}[{i}]", on_missing) for i, item in enumerate(value)]
    if isinstance(value, dict):
        return {key: _substitute(item, environment, join_path(place, key), on_missing) for key, item in value.items()}
    return value


def _substitute_text(text: str, environment: Mapping[str, str], on_missing: Callable[[str], None]) -> str:
    if "${" not in text:
        return text
    name_pattern = get_configuration_rules().variable
    parts: list[str] = []
    position = 0
    while found := _REFERENCE.search(text, position):
        name = found["name"]
        if not name_pattern.fullmatch(name):
            # only the first sign is settled: another reference may begin inside what was matched
            parts.append(text[position : found.start() + 1])
            position = found.start() + 1
            continue
        parts.append(text[position : found.start()])
        position = found.end()
        if found["escape"]:
            parts.append(f"${{{name}}}")
        elif environment.get(name):
            parts.append(environment[name])
        else:
            on_missing(name)
            parts.append(found.group())
    return "".join([*parts, text[position:]])


def join_path(place: str, key: str) -> str:
    """The dotted path of ``key`` below ``place``, with keys that are no plain words in brackets."""
    if not _PLAIN_KEY.fullmatch(key):
        return f'{place}["{key}"]'
    return f"{place}.{key}" if place else key


def expand_paths(value: JsonValue, home: Path, key: str | None = None) -> JsonValue:
    """``value`` with a leading ``~`` expanded in the strings of keys that name a place (``…Dir``, ``workspace`` …)."""
    rules = get_configuration_rules()
    if isinstance(value, str):
        text = js_trim(value)
        named = key is not None and (rules.path_key.search(key) or key in rules.path_list_keys)
        return str(expand_home(text, home)) if named and (text == "~" or text.startswith(("~/", "~\\"))) else value
    if isinstance(value, list):
        item_key = key if key in rules.path_list_keys else None
        return [expand_paths(item, home, item_key if isinstance(item, str) else None) for item in value]
    if isinstance(value, dict):
        return {name: expand_paths(item, home, name) for name, item in value.items()}
    return value
