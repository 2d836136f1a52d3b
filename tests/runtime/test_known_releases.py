"""Which numbers hold for which release, and what is said where that is a guess."""

from __future__ import annotations

import dataclasses
import json

import pytest

from inspector.resource_files import resource_path
from inspector.runtime import get_runtime_rules
from inspector.runtime.release_order import find_release_order


def test_the_newest_release():
    rules = get_runtime_rules("2026.9.6")
    assert (rules.version, rules.assumed, rules.assumption) == ("2026.9.6", False, None)
    assert (rules.compaction.reserve_tokens, rules.compaction.reserve_floor_tokens) == (16384, 20000)
    assert (rules.compaction.reserve_share, rules.compaction.keep_recent_tokens) == (0.25, 20000)
    assert rules.window.default_tokens == 200000
    assert rules.bootstrap.files == ("AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md", "BOOTSTRAP.md", "MEMORY.md")
    assert (rules.bootstrap.file_max_chars, rules.bootstrap.total_max_chars) == (20000, 60000)
    assert rules.bootstrap.user_file_max_chars == 4000
    assert (rules.skills.prompt_max_chars, rules.skills.prompt_max_skills) == (18000, 150)
    assert (rules.images.estimate_chars, rules.images.tool_result_chars, rules.images.pressure_tokens) == (
        8000,
        16000,
        2000,
    )
    pruning = rules.pruning
    assert (pruning.soft_share, pruning.hard_share, pruning.hard_min_chars, pruning.ttl_ms) == (0.3, 0.5, 50000, 300000)
    assert (pruning.soft_above_chars, pruning.soft_head_chars, pruning.soft_tail_chars) == (4000, 1500, 1500)
    assert rules.counters.total_tokens_version == 1


@pytest.mark.parametrize(
    ("version", "file_max_chars", "total_max_chars", "skills_max_chars"),
    [
        ("2026.1.29", 20000, None, 30000),
        ("2026.2.26", 20000, 150000, 30000),
        ("2026.4.14", 20000, 150000, 30000),
        ("2026.4.15", 12000, 60000, 18000),
        ("2026.5.22", 12000, 60000, 18000),
        ("2026.6.1", 20000, 60000, 18000),
        ("2026.9.6", 20000, 60000, 18000),
    ],
)
def test_caps_by_release(version, file_max_chars, total_max_chars, skills_max_chars):
    rules = get_runtime_rules(version)
    assert rules.bootstrap.file_max_chars == file_max_chars
    assert rules.bootstrap.total_max_chars == total_max_chars
    assert rules.skills.prompt_max_chars == skills_max_chars
    assert not rules.assumed


def test_files_by_release():
    def files(version):
        return set(get_runtime_rules(version).bootstrap.files)

    assert {"TOOLS.md", "HEARTBEAT.md", "MEMORY.md", "memory.md"} <= files("2026.3.13")
    assert "memory.md" not in files("2026.4.24")
    assert {"TOOLS.md", "HEARTBEAT.md"} <= files("2026.7.1")
    assert "HEARTBEAT.md" not in files("2026.7.2-beta.4")
    assert "TOOLS.md" in files("2026.7.2-beta.4")
    assert files("2026.8.1-beta.1") == files("2026.9.6")
    assert "USER.md" not in get_runtime_rules("2026.7.1").bootstrap.optional_files
    assert "USER.md" in get_runtime_rules("2026.8.1").bootstrap.optional_files


def test_a_release_between_two_equal_ones_is_not_assumed():
    rules = get_runtime_rules("2026.9.5")
    assert (rules.version, rules.assumed) == ("2026.9.5", False)


def test_a_release_between_two_that_differ_is_assumed():
    rules = get_runtime_rules("2026.5.23")
    assert rules.bootstrap.file_max_chars == 12000
    assert rules.assumption == (
        "OpenClaw 2026.5.23 was not inspected; its rules are taken to lie between those of 2026.5.22 and 2026.6.1."
    )


@pytest.mark.parametrize(
    ("version", "taken", "words"),
    [
        (None, "2026.9.6", "does not say which OpenClaw"),
        ("2026.10.1", "2026.9.6", "OpenClaw 2026.10.1 is newer than this program knows"),
        ("2025.12.1", "2026.1.29", "OpenClaw 2025.12.1 is older than this program knows"),
        ("nightly", "2026.9.6", '"nightly" is not a version of OpenClaw'),
        ("x" * 500, "2026.9.6", "x…"),
    ],
)
def test_unknown_versions_get_the_nearest_rules_and_a_sentence(version, taken, words):
    rules = get_runtime_rules(version)
    assert (rules.version, rules.assumed) == (taken, True)
    assert words in rules.assumption
    assert len(rules.assumption) < 200
    known = get_runtime_rules(taken)
    assert dataclasses.replace(rules, assumption=None) == known


def test_rules_are_read_once():
    assert get_runtime_rules("2026.8.1") is get_runtime_rules("2026.8.1")


def test_catalog():
    catalog = get_runtime_rules().catalog
    assert len(catalog) == 113
    assert catalog["openai", "gpt-5.5"].window_tokens == 1050000
    assert catalog["openai", "gpt-5.5"].cap_tokens == 272000
    assert catalog["anthropic", "claude-opus-5"].choices == {"200k": 200000, "1m": 1000000}
    assert catalog["anthropic", "claude-opus-5"].default_choice == "1m"
    assert catalog["anthropic", "claude-haiku-4-5"].choices == {}


def test_every_number_names_its_source_and_every_step_lies_in_order():
    newest = json.loads(resource_path("runtime", "2026.9.6.json").read_text(encoding="utf-8"))
    assert all(entry["source"] for group in newest["groups"].values() for entry in group.values())
    releases = json.loads(resource_path("runtime", "versions.json").read_text(encoding="utf-8"))
    for difference in releases["differences"]:
        assert difference["source"]
        assert difference["name"] in newest["groups"][difference["group"]]
        places = [find_release_order(step["until"]) for step in difference["steps"]]
        assert places == sorted(set(places))
    known = [find_release_order(version) for version in releases["inspected"]]
    assert known == sorted(set(known))
    assert releases["inspected"][-1] == releases["newest"] == newest["version"]
