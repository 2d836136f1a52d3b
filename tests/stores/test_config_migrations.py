"""What is changed in older configurations. The rosters' outcomes were taken from the runtime on these inputs."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from inspector.stores.config_migrations import (
    ConfigChange,
    migrate_context_budgets,
    migrate_roster,
    remove_retired_keys,
)

WORKSPACE = Path("/h/.openclaw/workspace")


def _owned(agent_id, *settings):
    return {"defaults": {name: {"agentId": agent_id} for name in settings}}


MARKED = ("heartbeat", "systemAgent", "authInheritance")

ROSTERS = {
    "none": ({}, {"agents": {"entries": {"main": {}}}}, (), None),
    "empty list": ({"agents": {"list": []}}, {"agents": {"entries": {"main": {}}}}, ("list_moved",), None),
    "one": (
        {"agents": {"list": [{"id": "ops", "workspace": "/o"}]}},
        {"agents": {"entries": {"ops": {"workspace": "/o"}}}},
        ("list_moved",),
        None,
    ),
    "one marked": (
        {"agents": {"list": [{"id": "ops", "default": True}]}},
        {"agents": {"entries": {"ops": {}}}},
        ("list_moved", "marker_removed"),
        None,
    ),
    "main marked": (
        {"agents": {"list": [{"id": "main", "default": True, "workspace": "/m"}, {"id": "ops"}]}},
        {
            "agents": {
                "entries": {"main": {"workspace": "/m"}, "ops": {}},
                **_owned("main", "heartbeat", "systemAgent"),
            },
            "talk": {"agentId": "main"},
        },
        ("list_moved", "owner_recorded", "marker_removed"),
        "main",
    ),
    "another marked": (
        {"agents": {"list": [{"id": "main"}, {"id": "ops", "default": True}]}},
        {"agents": {"entries": {"main": {}, "ops": {}}, **_owned("ops", *MARKED)}, "talk": {"agentId": "ops"}},
        ("list_moved", "owner_recorded", "marker_removed"),
        "ops",
    ),
    "entries marked": (
        {"agents": {"entries": {"a": {"default": True}, "b": {}}}},
        {"agents": {"entries": {"a": {}, "b": {}}, **_owned("a", *MARKED)}, "talk": {"agentId": "a"}},
        ("owner_recorded", "marker_removed"),
        "a",
    ),
    "one store for all": (
        {"session": {"store": "/x/s.json"}, "agents": {"list": [{"id": "a", "default": True}, {"id": "b"}]}},
        {
            "session": {"store": "/x/s.json"},
            "agents": {"entries": {"a": {}, "b": {}}, **_owned("a", *MARKED, "sessionStore")},
            "talk": {"agentId": "a"},
        },
        ("list_moved", "owner_recorded", "marker_removed"),
        "a",
    ),
    "owners already told": (
        {
            "agents": {"list": [{"id": "a", "default": True}, {"id": "b", "heartbeat": {"every": "1h"}}]},
            "talk": {"agentId": "b"},
        },
        {
            "agents": {
                "entries": {"a": {}, "b": {"heartbeat": {"every": "1h"}}},
                **_owned("a", "systemAgent", "authInheritance"),
            },
            "talk": {"agentId": "b"},
        },
        ("list_moved", "owner_recorded", "marker_removed"),
        "a",
    ),
    "two, none marked": (
        {"agents": {"list": [{"id": "ops"}, {"id": "dev"}]}},
        {"agents": {"entries": {"ops": {"workspace": "/h/.openclaw/workspace"}, "dev": {}}}},
        ("list_moved", "first_workspace_kept"),
        None,
    ),
    "two, none marked, a shared workspace": (
        {"agents": {"defaults": {"workspace": "/d"}, "list": [{"id": "ops"}, {"id": "dev", "default": False}]}},
        {
            "agents": {
                "defaults": {"workspace": "/d"},
                "entries": {"ops": {"workspace": "/d"}, "dev": {"default": False}},
            }
        },
        ("list_moved", "first_workspace_kept"),
        None,
    ),
    "two, the first has a workspace": (
        {"agents": {"list": [{"id": "a", "workspace": "/a"}, {"id": "b"}]}},
        {"agents": {"entries": {"a": {"workspace": "/a"}, "b": {}}}},
        ("list_moved",),
        None,
    ),
    "two marked": (
        {"agents": {"list": [{"id": "a", "default": True}, {"id": "b", "default": True}]}},
        {"agents": {"entries": {"a": {"default": True}, "b": {"default": True}}}},
        ("list_moved",),
        None,
    ),
    "explicit ownership": (
        {"agents": {"ownership": "explicit", "list": [{"id": "a"}, {"id": "b"}]}},
        {"agents": {"ownership": "explicit", "entries": {"a": {}, "b": {}}}},
        ("list_moved",),
        None,
    ),
}


@pytest.mark.parametrize("name", ROSTERS)
def test_rosters_become_what_the_runtime_makes_of_them(name):
    given, expected, notes, owner = ROSTERS[name]
    before = copy.deepcopy(given)
    migration = migrate_roster(given, WORKSPACE)
    assert migration.config == expected
    assert (migration.changed, migration.notes, migration.legacy_default_agent) == (True, notes, owner)
    assert given == before


@pytest.mark.parametrize(
    "given",
    [
        {"agents": {"list": [{"id": "Ops"}]}},
        {"agents": {"list": [{"id": "a"}, {"id": "a"}]}},
        {"agents": {"list": [{"name": "no id"}]}},
        {"agents": {"list": ["a"]}},
        {"agents": {"list": {"a": {}}}},
        {"agents": {"list": [{"id": "a", "default": "yes"}, {"id": "b"}]}},
        {"agents": {"entries": []}},
        {"agents": {"entries": {"a": 3}}},
        {"agents": {"entries": {"a": {}, "b": {}}}},
        {"agents": "x"},
        {"agents": None},
    ],
)
def test_what_needs_no_change_or_a_guess_stays(given):
    migration = migrate_roster(given, WORKSPACE)
    assert (migration.config, migration.changed, migration.notes) == (given, False, ())


def test_budgets_move_to_the_rows_and_agents_lose_theirs():
    given = {
        "models": {
            "providers": {
                "p": {
                    "contextWindow": 9,
                    "contextTokens": 5,
                    "models": [{"id": "m"}, {"id": "n", "contextWindow": 7}, 3],
                },
                "q": {"contextTokens": 1, "models": []},
                "r": "odd",
            }
        },
        "agents": {"defaults": {"contextTokens": 2}, "list": [{"id": "a", "contextTokens": 3}, {"id": "b"}]},
    }
    before = copy.deepcopy(given)
    migration = migrate_context_budgets(given)
    assert given == before
    assert migration.config == {
        "models": {
            "providers": {
                "p": {
                    "models": [
                        {"id": "m", "contextTokens": 5, "contextWindow": 9},
                        {"id": "n", "contextWindow": 7, "contextTokens": 5},
                        3,
                    ]
                },
                "q": {"models": []},
                "r": "odd",
            }
        },
        "agents": {"defaults": {}, "list": [{"id": "a"}, {"id": "b"}]},
    }
    of_p = "models.providers.p"
    assert migration.changes == (
        ConfigChange(f"{of_p}.contextTokens", f"{of_p}.models[0].contextTokens"),
        ConfigChange(f"{of_p}.contextTokens", f"{of_p}.models[1].contextTokens"),
        ConfigChange(f"{of_p}.contextTokens"),
        ConfigChange(f"{of_p}.contextWindow", f"{of_p}.models[0].contextWindow"),
        ConfigChange(f"{of_p}.contextWindow"),
        ConfigChange("models.providers.q.contextTokens"),
        ConfigChange("agents.defaults.contextTokens"),
        ConfigChange("agents.list[0].contextTokens"),
    )
    assert migration.retired == {
        "models.providers.q.contextTokens": 1,
        "agents.defaults.contextTokens": 2,
        "agents.list[0].contextTokens": 3,
    }
    assert migration.lost == tuple(migration.retired)


@pytest.mark.parametrize("given", [{}, {"models": {"providers": []}}, {"models": 3, "agents": []}])
def test_a_configuration_without_budgets_stays(given):
    migration = migrate_context_budgets(given)
    assert (migration.config, migration.changes) == (given, ())


def test_retired_keys_are_taken_out_and_kept_apart():
    given = {
        "agents": {
            "defaults": {
                "bootstrapPromptTruncationWarning": "once",
                "compaction": {"mode": "safeguard", "reserveTokens": 1, "memoryFlush": {"prompt": "x"}},
                "contextPruning": {"softTrim": {"maxChars": 9}, "softTrimRatio": 0.3},
                "contextLimits": {"toolResultMaxChars": 40000, "memoryGetMaxChars": 5},
            },
            "entries": {"my-agent": {"compaction": {"maxHistoryShare": 0.5}}, "b": {"skills": []}},
        },
        "memory": {"search": {"chunking": {"tokens": 400}, "enabled": True}},
    }
    before = copy.deepcopy(given)
    kept, retired = remove_retired_keys(given)
    assert given == before
    assert kept == {
        "agents": {
            "defaults": {"compaction": {"mode": "safeguard"}, "contextLimits": {"memoryGetMaxChars": 5}},
            "entries": {"my-agent": {}, "b": {"skills": []}},
        },
        "memory": {"search": {"enabled": True}},
    }
    assert retired == {
        "memory.search.chunking": {"tokens": 400},
        "agents.defaults.bootstrapPromptTruncationWarning": "once",
        "agents.defaults.compaction.reserveTokens": 1,
        "agents.defaults.compaction.memoryFlush.prompt": "x",
        "agents.defaults.contextPruning.softTrimRatio": 0.3,
        "agents.defaults.contextPruning.softTrim": {"maxChars": 9},
        "agents.defaults.contextLimits.toolResultMaxChars": 40000,
        "agents.entries.my-agent.compaction.maxHistoryShare": 0.5,
    }


def test_nothing_retired_leaves_even_empty_objects():
    given = {"agents": {"defaults": {"compaction": {}}}, "memory": {}}
    assert remove_retired_keys(given) == (given, {})
