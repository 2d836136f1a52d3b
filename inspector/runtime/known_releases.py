"""A version -> the runtime's rules of that release, or of the nearest one that is known.

Read once from ``resources/runtime``: the newest release's numbers, what older ones had different, the llm catalog.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from inspector.resource_files import resource_path
from inspector.runtime.release_order import ReleaseOrder, find_release_order
from inspector.runtime.rules import (
    BootstrapRules,
    CatalogRow,
    CharWeights,
    CompactionRules,
    CounterRules,
    EstimateRules,
    ImageRules,
    LoadingRules,
    PruningRules,
    RuntimeRules,
    SkillRules,
    ToolResultRules,
    WindowRules,
)

_Group = TypeVar("_Group")
_Numbers = dict[str, dict[str, Any]]


def get_runtime_rules(version: str | None = None) -> RuntimeRules:
    """The rules of OpenClaw ``version``; never fails on a version.

    A version that is missing, unreadable, newer or older than all known ones, or between two inspected releases that
    differ gets the rules that are known to come nearest, and ``assumption`` says so.
    """
    return _resolve_rules(version)


@cache
def _resolve_rules(version: str | None) -> RuntimeRules:
    releases = _read_resource("versions.json")
    newest, oldest = releases["newest"], releases["inspected"][0]
    order = find_release_order(version)
    if version is None:
        note = f"The state does not say which OpenClaw wrote it; the rules of {newest} are assumed."
        return _make_rules(newest, note)
    if order is None:
        return _make_rules(
            newest, f"{_quote(version)} is not a version of OpenClaw; the rules of {newest} are assumed."
        )
    if order > _order_of(newest):
        note = f"OpenClaw {version.strip()} is newer than this program knows; the rules of {newest} are assumed."
        return _make_rules(newest, note)
    if order < _order_of(oldest):
        note = f"OpenClaw {version.strip()} is older than this program knows; the rules of {oldest} are assumed."
        return _make_rules(oldest, note)
    return _make_rules(version.strip(), _find_doubt(version.strip(), order, releases["inspected"]))


def _quote(version: str) -> str:
    shown = version if len(version) <= 40 else version[:39] + "…"
    return json.dumps(shown, ensure_ascii=False)


def _order_of(version: str) -> ReleaseOrder:
    order = find_release_order(version)
    assert order is not None, f"resources/runtime names {version!r}, which is no version"
    return order


def _find_doubt(version: str, order: ReleaseOrder, inspected: Iterable[str]) -> str | None:
    """A sentence where ``version`` lies between two inspected releases whose numbers differ."""
    known = sorted((_order_of(name), name) for name in inspected)
    before = [name for place, name in known if place <= order][-1]
    after = next(name for place, name in known if place >= order)
    if _numbers_of(before) == _numbers_of(after):
        return None
    return f"OpenClaw {version} was not inspected; its rules are taken to lie between those of {before} and {after}."


@cache
def _read_resource(name: str) -> dict[str, Any]:
    value = json.loads(resource_path("runtime", name).read_text(encoding="utf-8"))
    assert isinstance(value, dict), f"resources/runtime/{name} holds no object"
    return value


def _numbers_of(version: str) -> _Numbers:
    """All numbers of ``version`` by group and name, as JSON values."""
    order = _order_of(version)
    releases = _read_resource("versions.json")
    newest = _read_resource(f"{releases['newest']}.json")
    numbers = {
        group: {name: entry["value"] for name, entry in named.items()} for group, named in newest["groups"].items()
    }
    for difference in releases["differences"]:
        for step in difference["steps"]:
            if order <= _order_of(step["until"]):
                numbers[difference["group"]][difference["name"]] = step["value"]
                break
    return numbers


def _make_rules(version: str, assumption: str | None) -> RuntimeRules:
    numbers = _numbers_of(version)
    estimates = dict(numbers["estimates"])
    estimates["char_weights"] = _compile_weights(estimates["char_weights"])
    return RuntimeRules(
        version=version,
        assumption=assumption,
        estimates=_make_group(EstimateRules, estimates),
        images=_make_group(ImageRules, numbers["images"]),
        window=_make_group(WindowRules, numbers["window"]),
        compaction=_make_group(CompactionRules, numbers["compaction"]),
        tool_results=_make_group(ToolResultRules, numbers["tool_results"]),
        pruning=_make_group(PruningRules, numbers["pruning"]),
        bootstrap=_make_group(BootstrapRules, numbers["bootstrap"]),
        skills=_make_group(SkillRules, numbers["skills"]),
        loading=_make_group(LoadingRules, numbers["loading"]),
        counters=_make_group(CounterRules, numbers["counters"]),
        catalog=_read_catalog(),
    )


def _make_group(group: type[_Group], numbers: Mapping[str, Any]) -> _Group:
    expected = {field.name for field in fields(group)}  # type: ignore[arg-type]  # every group is a dataclass
    assert expected == set(numbers), f"resources/runtime does not fit {group.__name__}: {expected ^ set(numbers)}"
    return group(**{name: _freeze(value) for name, value in numbers.items()})


def _freeze(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_freeze, value))
    if isinstance(value, dict):
        return MappingProxyType({key: _freeze(item) for key, item in value.items()})
    return value


def _compile_weights(ranges_by_weight: Mapping[str, list[str]]) -> CharWeights:
    """Ranges are ``"3000-319F"`` or ``"B7"``, code points in hexadecimal; none crosses U+FFFF."""
    basic: dict[int, str] = {}
    supplementary: dict[int, str] = {}
    for weight, ranges in ranges_by_weight.items():
        for first, last in map(_parse_range, ranges):
            plane = basic if last <= "\uffff" else supplementary
            plane[int(weight)] = plane.get(int(weight), "") + f"{first}-{last}"
    any_basic = re.compile(f"[{''.join(basic.values())}]" if basic else _NOTHING)
    return CharWeights(_compile_classes(basic), any_basic, _compile_classes(supplementary))


_NOTHING = "(?!)"


def _compile_classes(members_by_weight: Mapping[int, str]) -> tuple[tuple[int, re.Pattern[str]], ...]:
    return tuple((weight, re.compile(f"[{members}]+")) for weight, members in members_by_weight.items())


def _parse_range(code_points: str) -> tuple[str, str]:
    first, _, last = code_points.partition("-")
    return chr(int(first, 16)), chr(int(last or first, 16))


@cache
def _read_catalog() -> Mapping[tuple[str, str], CatalogRow]:
    rows = _read_resource("llm_windows.json")["rows"]
    return MappingProxyType({(row["provider"], row["id"]): _parse_catalog_row(row) for row in rows})


def _parse_catalog_row(row: Mapping[str, Any]) -> CatalogRow:
    return CatalogRow(
        window_tokens=row["window_tokens"],
        cap_tokens=row["cap_tokens"],
        choices=MappingProxyType(dict(row.get("choices", {}))),
        default_choice=row.get("default_choice"),
    )
