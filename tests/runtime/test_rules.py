"""The typed groups: frozen all the way down."""

from __future__ import annotations

import dataclasses

import pytest

from inspector.runtime import get_runtime_rules


def test_rules_cannot_be_changed():
    rules = get_runtime_rules("2026.9.6")
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.window.default_tokens = 1
    with pytest.raises(TypeError):
        rules.window.fixed_ids["openai"] = ("*",)
    with pytest.raises(TypeError):
        rules.catalog["a", "b"] = None
    assert isinstance(rules.tool_results.max_chars_by_window_tokens[0], tuple)


def test_assumed_follows_from_the_sentence():
    rules = get_runtime_rules("2026.9.6")
    assert not rules.assumed
    assert dataclasses.replace(rules, assumption="A guess.").assumed
