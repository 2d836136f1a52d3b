"""Which window a session's llm has: configuration, catalog, choices, the last run, the default."""

from __future__ import annotations

import pytest

from inspector.assembly.llm_window import resolve_context_window
from inspector.domain.contexts import Llm
from inspector.runtime import get_runtime_rules

NOW = get_runtime_rules("2026.9.6")


def configured(provider, **row):
    return {"models": {"providers": {provider: {"models": [{"id": "other", "contextWindow": 5}, row]}}}}


def resolve(provider, llm_id, config=None, entry=None, rules=NOW):
    return resolve_context_window(Llm(provider, llm_id, None), config or {}, entry or {}, rules)


def size(window):
    return window.tokens, window.source


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"contextWindow": 64000}, (64000, "modelsConfig")),
        ({"contextWindow": 64000, "contextTokens": 128000}, (64000, "modelsConfig")),
        ({"contextWindow": 64000, "contextTokens": 32000}, (32000, "modelsConfig")),
        ({"contextTokens": 32000}, (32000, "modelsConfig")),
        ({"contextWindow": 0, "contextTokens": -1}, (200000, "default")),
        ({"contextWindow": "64000"}, (200000, "default")),
        ({}, (200000, "default")),
    ],
)
def test_configured_rows(row, found):
    assert size(resolve("mock", "m1", configured("mock", id="m1", **row))) == found


def test_configured_rows_belong_to_one_provider_and_id():
    config = configured("Mock", id="m1", contextWindow=64000)
    assert size(resolve("mock", "m1", config)) == (64000, "modelsConfig")
    assert size(resolve("mock", "m2", config)) == (200000, "default")
    assert size(resolve("elsewhere", "m1", config)) == (200000, "default")


@pytest.mark.parametrize(
    "config",
    [
        {"models": None},
        {"models": {"providers": []}},
        {"models": {"providers": {"mock": None}}},
        {"models": {"providers": {"mock": {"models": {"id": "m1"}}}}},
        {"models": {"providers": {"mock": {"models": [None, "m1", {"id": ["m1"]}]}}}},
    ],
)
def test_odd_configurations_are_survived(config):
    assert size(resolve("mock", "m1", config)) == (200000, "default")


def test_missing_values_of_a_configured_row_come_from_the_catalog():
    assert size(resolve("openai", "gpt-5.5", configured("openai", id="gpt-5.5"))) == (272000, "modelsConfig")
    config = configured("openai", id="gpt-5.5", contextWindow=100000)
    assert size(resolve("openai", "gpt-5.5", config)) == (100000, "modelsConfig")


@pytest.mark.parametrize(
    ("provider", "llm_id", "tokens"),
    [
        ("openai", "gpt-5.5", 272000),
        ("OpenAI", "gpt-5.4", 1050000),
        ("anthropic", "claude-haiku-4-5", 200000),
        ("anthropic", "claude-opus-5", 1000000),
        ("claude-cli", "claude-opus-4-8", 200000),
        ("google", "gemini-2.5-pro", 1048576),
    ],
)
def test_catalog(provider, llm_id, tokens):
    assert size(resolve(provider, llm_id)) == (tokens, "model")


@pytest.mark.parametrize(
    ("provider", "llm_id", "fixed"),
    [
        ("anthropic", "claude-opus-4-6", True),
        ("anthropic", "Claude_Opus 4.6", True),
        ("anthropic-vertex", "publishers/anthropic/models/claude-sonnet-4-6", True),
        ("anthropic", "claude-opus-5-20261101", True),
        ("anthropic", "claude-sonnet-4-5", False),
        ("claude-cli", "claude-opus-4-6[1m]", True),
        ("openrouter", "anthropic/claude-opus-4-6", False),
    ],
)
def test_fixed_windows(provider, llm_id, fixed):
    assert size(resolve(provider, llm_id)) == ((1000000, "model") if fixed else (200000, "default"))


def test_a_window_may_be_fixed_for_one_provider_only():
    assert resolve("anthropic", "claude-mythos-5").notes == ()
    assert "other providers only" in resolve("claude-cli", "claude-mythos-5").notes[0]


def test_long_window_by_parameter():
    entry = {"params": {"context1m": True}}
    config = {"agents": {"defaults": {"models": {"claude-cli/claude-opus-4-8": entry}}}}
    assert size(resolve("claude-cli", "claude-opus-4-8", config)) == (1000000, "model")
    entry["params"]["context1m"] = "yes"
    assert size(resolve("claude-cli", "claude-opus-4-8", config)) == (200000, "model")


def test_a_fixed_window_limits_the_cap_instead_of_the_configured_window():
    config = configured("anthropic", id="claude-opus-4-6", contextTokens=300000, contextWindow=200000)
    assert size(resolve("anthropic", "claude-opus-4-6", config)) == (300000, "modelsConfig")


def test_the_sessions_choice_caps():
    assert resolve("anthropic", "claude-opus-5", entry={"contextWindow": "200k"}).tokens == 200000
    assert resolve("anthropic", "claude-opus-5", entry={"contextWindow": "1m"}).tokens == 1000000
    config = configured("anthropic", id="claude-opus-5", contextTokens=150000)
    assert resolve("anthropic", "claude-opus-5", config, {"contextWindow": "200k"}).tokens == 150000
    odd = resolve("anthropic", "claude-opus-5", entry={"contextWindow": "9m"})
    assert odd.tokens == 1000000
    assert "does not offer" in odd.notes[0]
    assert resolve("openai", "gpt-5.4", entry={"contextWindow": "200k"}).tokens == 1050000


def test_what_the_last_run_used_where_nothing_else_knows():
    window = resolve("lab", "x1", entry={"contextTokens": 48000, "modelProvider": "lab", "model": "x1"})
    assert size(window) == (48000, "session")
    assert window.notes == (
        "Neither the configuration nor the catalog knows lab/x1; the window is what its last run used.",
    )
    other = resolve("lab", "x1", entry={"contextTokens": 48000, "modelProvider": "lab", "model": "x2"})
    assert size(other) == (200000, "default")


def test_an_unknown_provider_of_a_known_llm():
    window = resolve("proxy", "gpt-5.5")
    assert size(window) == (272000, "model")
    assert "other providers only" in window.notes[0]


def test_no_llm_at_all():
    window = resolve(None, None)
    assert size(window) == (200000, "default")
    assert "the state does not name" in window.notes[0]
    assert size(resolve(None, None, entry={"contextTokens": 64000})) == (64000, "session")


def test_a_conflict_with_the_last_run_is_told():
    config = configured("mock", id="m1", contextWindow=64000)
    entry = {"contextTokens": 128000, "modelProvider": "mock", "model": "m1"}
    assert resolve("mock", "m1", config, entry).notes == (
        "The last run of this session used a window of 128,000 tokens; now it would be 64,000.",
    )
    assert resolve("mock", "m1", config, {**entry, "contextTokens": 64000}).notes == ()
    assert resolve("mock", "m1", config, {**entry, "model": "m0"}).notes == ()


@pytest.mark.parametrize(
    ("tokens", "reserve", "guard"),
    [(64000, 16000, "ok"), (200000, 20000, "ok"), (7000, 1750, "warn"), (3000, 750, "block")],
)
def test_reserve_budget_and_guard(tokens, reserve, guard):
    window = resolve("mock", "m1", configured("mock", id="m1", contextWindow=tokens))
    assert (window.reserve_tokens, window.budget_tokens, window.guard) == (reserve, tokens - reserve, guard)


def test_older_releases_know_a_cap_for_all_agents():
    config = {"agents": {"defaults": {"contextTokens": 20000}}, **configured("mock", id="m1", contextWindow=400000)}
    window = resolve("mock", "m1", config, rules=get_runtime_rules("2026.7.1"))
    assert size(window) == (20000, "agentContextTokens")
    assert window.guard == "warn"
    assert size(resolve("mock", "m1", config)) == (400000, "modelsConfig")


def test_an_assumed_release_is_told():
    window = resolve("anthropic", "claude-haiku-4-5", rules=get_runtime_rules("2027.1.1"))
    assert window.notes == ("OpenClaw 2027.1.1 is newer than this program knows; the rules of 2026.9.6 are assumed.",)
