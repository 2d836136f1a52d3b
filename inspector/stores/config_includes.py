"""``$include``: other files inside the configuration. A broken one is a Problem and left out, the rest is kept.

Source: OpenClaw 2026.9.6, ``IncludeProcessor``, prompt-side.md section 1.3. Known difference: the runtime refuses the
whole configuration where one include fails.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from inspector.domain.javascript import js_trim, utf16_length
from inspector.domain.json_values import JsonValue
from inspector.domain.problems import ProblemLog
from inspector.runtime.configuration_rules import get_configuration_rules
from inspector.stores.json5_text import JsonSyntaxError, parse_json_or_json5
from inspector.stores.state_places import expand_home

INCLUDE_KEY = "$include"


class IncludeError(Exception):
    """One include cannot be used; the message is the end of a sentence about it."""


@dataclass(frozen=True, slots=True)
class _Site:
    """The file being read: its path, the folders that includes may lie in, and the files that led here (itself too)."""

    path: Path
    roots: tuple[Path, ...]
    chain: tuple[Path, ...]
    log: ProblemLog


def find_include_roots(environment: Mapping[str, str], home: Path) -> tuple[Path, ...]:
    """Folders outside the configuration's own that ``OPENCLAW_INCLUDE_ROOTS`` opens to includes."""
    entries = environment.get("OPENCLAW_INCLUDE_ROOTS", "").split(os.pathsep)
    return tuple(dict.fromkeys(expand_home(entry, home) for entry in entries if js_trim(entry)))


def read_includes(value: JsonValue, path: Path, roots: tuple[Path, ...], log: ProblemLog) -> JsonValue:
    """``value``, read from the configuration at ``path``, with every ``$include`` replaced by what it names.

    Args:
        value: the parsed file; it is not changed.
        path: absolute path of the file.
        roots: folders besides the file's own in which included files may lie.
        log: receives ``config_include_failed``.
    """
    normal = Path(os.path.abspath(path))
    return _resolve(value, _Site(normal, (normal.parent, *roots), (normal,), log))


def merge_deep(base: JsonValue, over: JsonValue) -> JsonValue:
    """``over`` laid on ``base``: lists are joined, objects merged key by key, otherwise ``over`` counts."""
    if isinstance(base, list) and isinstance(over, list):
        return [*base, *over]
    if not isinstance(base, dict) or not isinstance(over, dict):
        return over
    merged = dict(base)
    for key, value in over.items():
        merged[key] = merge_deep(merged[key], value) if key in merged else value
    return merged


def _resolve(value: JsonValue, site: _Site) -> JsonValue:
    if isinstance(value, list):
        return [_resolve(item, site) for item in value]
    if not isinstance(value, dict):
        return value
    siblings = {key: _resolve(item, site) for key, item in value.items() if key != INCLUDE_KEY}
    if INCLUDE_KEY not in value:
        return siblings
    included = _read_included(value[INCLUDE_KEY], site)
    if not siblings:
        return included
    if not isinstance(included, dict):
        _note(site, "the included file holds no object, so it cannot be joined with the keys beside it")
        return siblings
    return merge_deep(included, siblings)


def _read_included(names: JsonValue, site: _Site) -> JsonValue:
    if isinstance(names, str):
        return next(iter(_read_or_note(names, site)), {})
    merged: Any = {}
    if not isinstance(names, list):
        _note(site, "an $include must be a path or a list of paths")
        return merged
    for name in names:
        if not isinstance(name, str):
            _note(site, "an $include list holds something that is no path")
            continue
        for value in _read_or_note(name, site):
            merged = merge_deep(merged, value)
    return merged


def _read_or_note(name: str, site: _Site) -> tuple[JsonValue, ...]:
    """The included file's value, or nothing and a Problem."""
    try:
        return (_read_file(name, site),)
    except IncludeError as error:
        _note(site, f"$include of {_shown(name)} {error}")
        return ()


def _read_file(name: str, site: _Site) -> JsonValue:
    path = _find_place(name, site)
    limits = get_configuration_rules().include
    if path in site.chain:
        raise IncludeError("is included from itself")
    if len(site.chain) > limits.depth_max:
        raise IncludeError(f"is nested deeper than {limits.depth_max} files")
    text = _read_text(path, limits.file_bytes_max)
    try:
        value = parse_json_or_json5(text)
    except JsonSyntaxError as error:
        raise IncludeError(f"is {error}") from None
    return _resolve(value, replace(site, path=path, chain=(*site.chain, path)))


def _find_place(name: str, site: _Site) -> Path:
    """Absolute path of the file ``name``, which must lie in an allowed folder by its name and by its real place."""
    chars_max = get_configuration_rules().include.path_chars_max
    if "\0" in name or utf16_length(name) >= chars_max:
        raise IncludeError(f"is no usable path (a NUL, or {chars_max} characters and more)")
    path = Path(os.path.abspath(site.path.parent / name))
    if utf16_length(str(path)) >= chars_max:
        raise IncludeError(f"leads to a path of {chars_max} characters and more")
    if not any(path.is_relative_to(root) for root in site.roots):
        raise IncludeError("lies outside the configuration's folder")
    real = Path(os.path.realpath(path))
    if not any(real.is_relative_to(os.path.realpath(root)) for root in site.roots):
        raise IncludeError("leads outside the configuration's folder by a link")
    return path


def _read_text(path: Path, bytes_max: int) -> str:
    try:
        if not path.exists():
            raise IncludeError("does not exist")
        if not path.is_file():
            raise IncludeError("is no regular file")
        if path.stat().st_size > bytes_max:
            raise IncludeError(f"is larger than {bytes_max} bytes")
        return path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise IncludeError(f"cannot be read ({error.strerror})") from None


def _note(site: _Site, sentence_end: str) -> None:
    sentence = f"{sentence_end[0].upper()}{sentence_end[1:]}; OpenClaw refuses such a configuration, its rest is used."
    site.log.add("config_include_failed", "error", str(site.path), sentence)


def _shown(name: str) -> str:
    return repr(name if len(name) <= 120 else name[:119] + "…")
