"""The configuration's rules as they are stored."""

from __future__ import annotations

from inspector.runtime.configuration_rules import get_configuration_rules


def test_limits_and_patterns_are_those_of_the_facts():
    rules = get_configuration_rules()
    assert rules.version == "2026.9.6"
    assert (rules.include.depth_max, rules.include.file_bytes_max, rules.include.path_chars_max) == (
        10,
        2_097_152,
        4096,
    )
    assert rules.identifier.fullmatch("Work_2-x")
    assert rules.identifier.fullmatch("a" * 64)
    assert not rules.identifier.fullmatch("a" * 65)
    # a letter that only Unicode's case folding would take for a "k"
    assert not rules.identifier.fullmatch("\u212a")
    assert rules.variable.fullmatch("_A1")
    assert not rules.variable.fullmatch("a1")
    assert rules.path_key.search("memoryDIR")
    assert not rules.path_key.search("directory")


def test_no_key_is_of_two_kinds():
    rules = get_configuration_rules()
    kinds = [rules.replaced_agent_keys, rules.merged_agent_keys, rules.own_agent_keys]
    assert sum(map(len, kinds)) == len(frozenset.union(*kinds))
    assert len(set(rules.retired_agent_keys)) == len(rules.retired_agent_keys)


def test_it_is_read_once():
    assert get_configuration_rules() is get_configuration_rules()
