"""Where an agent's sessions are, at the usual places and where ``session.store`` puts them."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.domain.problems import ProblemLog
from inspector.stores.agent_stores import agent_database_path, agent_sessions_dir, find_agent_stores, find_custom_store
from inspector.stores.openclaw_config import OpenClawConfig
from inspector.stores.state_places import StatePlaces


@pytest.fixture
def places(tmp_path):
    return StatePlaces(tmp_path / "state", None, tmp_path, None, tmp_path / "state" / "workspace")


def _config(store=None, **agents):
    session = {} if store is None else {"session": {"store": str(store)}}
    return OpenClawConfig({**session, "agents": {"entries": {"main": {}, "ops": {}}, **agents}}, None, {})


def _touch(*paths):
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")


def _find(config, places, agent_id, **kwargs):
    log = ProblemLog()
    found = find_agent_stores(config, places, agent_id, log, **kwargs)
    assert log.problems() == ()
    return found


def test_the_usual_places(places):
    usual = places.state_dir / "agents" / "my-ops"
    assert agent_database_path(places, "My Ops") == usual / "agent" / "openclaw-agent.sqlite"
    assert agent_sessions_dir(places, "My Ops") == usual / "sessions"
    found = _find(_config(), places, "My Ops")
    assert (found.databases, found.sessions_dirs) == ((), (usual / "sessions",))
    assert found.index_path == usual / "sessions" / "sessions.json"
    _touch(agent_database_path(places, "my-ops"))
    assert _find(_config(), places, "My Ops").databases == (usual / "agent" / "openclaw-agent.sqlite",)


def test_a_store_per_agent(places, tmp_path):
    config = _config("~/stores/{agentId}/sessions.json")
    assert find_custom_store(config, places, "Ops") == tmp_path / "stores" / "ops" / "sessions.json"
    database = tmp_path / "stores" / "ops" / "openclaw-agent.ops.sqlite"
    usual = agent_database_path(places, "ops")
    _touch(database, usual)
    unsuffixed = database.with_name("openclaw-agent.sqlite")
    _touch(unsuffixed)
    found = _find(config, places, "ops")
    assert found.databases == (database, unsuffixed, usual)
    assert found.sessions_dirs == (tmp_path / "stores" / "ops", agent_sessions_dir(places, "ops"))
    assert found.index_path == tmp_path / "stores" / "ops" / "sessions.json"


def test_the_usual_place_by_its_full_name_is_no_second_one(places):
    config = _config(places.state_dir / "agents" / "{agentId}" / "sessions" / "sessions.json")
    _touch(agent_database_path(places, "ops"))
    found = _find(config, places, "ops")
    assert found.databases == (agent_database_path(places, "ops"),)
    assert found.sessions_dirs == (agent_sessions_dir(places, "ops"),)


@pytest.mark.parametrize(
    ("present", "agent_id", "agents", "expected"),
    [
        # the unsuffixed one is the default agent's, the suffixed ones are named after theirs
        (["shop"], "main", {}, ["shop"]),
        (["shop"], "ops", {}, []),
        (["shop", "shop.ops"], "ops", {}, ["shop.ops"]),
        (["shop", "shop.main"], "main", {}, ["shop.main", "shop"]),
        (
            ["shop.ops.2", "shop.ops.10", "shop.ops.01", "shop.ops.1", "shop.ops.x"],
            "ops",
            {},
            ["shop.ops.10", "shop.ops.2"],
        ),
        (["shop.ops-2", "shopping.ops"], "ops", {}, []),
        # who the default agent is
        (["shop"], "ops", {"defaults": {"sessionStore": {"agentId": "Ops"}}}, ["shop"]),
        (["shop"], "ops", {"entries": {"ops": {}}}, ["shop"]),
    ],
)
def test_one_store_for_several_agents(places, tmp_path, present, agent_id, agents, expected):
    _touch(*[tmp_path / "x" / f"{name}.sqlite" for name in present])
    found = _find(_config(tmp_path / "x" / "shop.json", **agents), places, agent_id)
    assert [path.name for path in found.databases] == [f"{name}.sqlite" for name in expected]
    assert found.index_path == tmp_path / "x" / "shop.json"


def test_the_databases_themselves_may_tell_whose_they_are(places, tmp_path):
    owners = {"shop.sqlite": "ops", "shop.ops.sqlite": "main", "shop.ops.2.sqlite": None}
    _touch(*[tmp_path / "x" / name for name in owners])
    found = _find(_config(tmp_path / "x" / "shop.json"), places, "ops", owner_of=lambda path: owners[path.name])
    assert [path.name for path in found.databases] == ["shop.sqlite"]
    found = _find(_config(tmp_path / "x" / "shop.json"), places, "main", owner_of=lambda path: owners[path.name])
    assert [path.name for path in found.databases] == ["shop.ops.sqlite"]


def test_a_database_that_is_named_itself_is_everybody_s(places, tmp_path):
    database = tmp_path / "x" / "all.sqlite"
    config = _config(database)
    assert _find(config, places, "ops").databases == ()
    _touch(database)
    for agent_id in ("main", "ops"):
        found = _find(config, places, agent_id)
        assert found.databases == (database,)
        assert found.index_path == tmp_path / "x" / "sessions.json"


def test_beside_an_agent_folder_the_sessions_folder_is_the_neighbour(places, tmp_path):
    found = _find(_config(tmp_path / "x" / "agent" / "store.sqlite"), places, "ops")
    assert found.sessions_dirs[0] == tmp_path / "x" / "sessions"


def test_a_folder_that_cannot_be_read_is_told(places, tmp_path, monkeypatch):
    (tmp_path / "x").mkdir()

    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    log = ProblemLog()
    assert find_agent_stores(_config(tmp_path / "x" / "shop.json"), places, "ops", log).databases == ()
    assert [(problem.code, problem.place) for problem in log.problems()] == [("store_unreadable", str(tmp_path / "x"))]


def test_a_database_that_may_not_be_looked_up_is_told(places, monkeypatch):
    def refuse(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_file", refuse)
    log = ProblemLog()
    assert find_agent_stores(_config(), places, "ops", log).databases == ()
    (problem,) = log.problems()
    assert (problem.code, problem.severity) == ("store_unreadable", "error")
    assert problem.place == str(agent_database_path(places, "ops"))


@pytest.mark.parametrize("store", ["", "   "])
def test_a_blank_setting_is_none(places, store):
    assert find_custom_store(_config(store), places, "ops") is None
