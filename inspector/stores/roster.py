"""Which agents a state has, and where each one's workspace and folder are.

Source: OpenClaw 2026.9.6, prompt-side.md section 1.5.
"""

from __future__ import annotations

import os
from pathlib import Path

from inspector.domain.javascript import js_trim
from inspector.domain.json_values import find_text, get_object
from inspector.domain.problems import ProblemLog
from inspector.domain.sessions import Agent
from inspector.runtime.configuration_rules import get_configuration_rules
from inspector.stores.agent_ids import normalize_agent_id
from inspector.stores.openclaw_config import OpenClawConfig, find_agent_entry, iter_roster
from inspector.stores.state_places import StatePlaces, expand_home


def list_agents(config: OpenClawConfig, places: StatePlaces, log: ProblemLog) -> tuple[Agent, ...]:
    """Every agent of the state: those of the configuration in its order, then those found on disk only, by name.

    The ``main`` that a missing configuration implies is left out where only other agents have left anything.

    Problems: ``agent_id_twice``, ``agent_unlisted``, ``agent_folder_odd``, ``agents_unreadable``.
    """
    on_disk = _read_agent_folders(places, log)
    listed = _configured_ids(config, log)
    if not config.is_read and on_disk and not set(listed) & set(on_disk):
        listed = []
    unlisted = [agent_id for agent_id in on_disk if agent_id not in listed]
    for agent_id in unlisted if config.is_read else ():
        sentence = f"The agent {agent_id} has left files here, but the configuration does not name it."
        log.add("agent_unlisted", "info", str(places.state_dir / "agents" / agent_id), sentence)
    return tuple(make_agent(config, places, agent_id) for agent_id in [*listed, *unlisted])


def make_agent(config: OpenClawConfig, places: StatePlaces, agent_id: str) -> Agent:
    """The agent ``agent_id``, whether or not the configuration names it."""
    normal = normalize_agent_id(agent_id)
    return Agent(normal, resolve_workspace(config, places, normal), resolve_agent_dir(config, places, normal))


def resolve_workspace(config: OpenClawConfig, places: StatePlaces, agent_id: str) -> Path:
    """The agent's workspace, whether or not it exists.

    Its own; for the agent that inherits the default one: ``agents.defaults.workspace``, else the default workspace;
    for others a folder of that one's, else ``<state>/workspace-<id>``.

    Source: ``resolveAgentWorkspaceDir``.
    """
    normal = normalize_agent_id(agent_id)
    own = js_trim(find_text(find_agent_entry(config, normal), "workspace") or "")
    if own:
        return expand_home(own, places.home)
    shared = js_trim(find_text(get_object(get_object(config.data, "agents"), "defaults"), "workspace") or "")
    if normal == find_inheriting_agent(config):
        return expand_home(shared, places.home) if shared else places.default_workspace
    return expand_home(shared, places.home) / normal if shared else places.state_dir / f"workspace-{normal}"


def find_inheriting_agent(config: OpenClawConfig) -> str | None:
    """The agent that keeps what was there before there were several: the one once marked, else the only one."""
    roster = iter_roster(config.data)
    ids = {agent_id for agent_id, _ in roster}
    if config.legacy_default_agent in ids:
        return config.legacy_default_agent
    marked = [agent_id for agent_id, entry in roster if entry.get("default") is True]
    if len(marked) == 1 and get_object(config.data, "agents").get("ownership") != "explicit":
        return marked[0]
    return roster[0][0] if len(roster) == 1 else None


def resolve_agent_dir(config: OpenClawConfig, places: StatePlaces, agent_id: str) -> Path:
    """The agent's folder for its own settings; its database stays at its usual place even if this is moved.

    Source: ``resolveEffectiveAgentDir``.
    """
    normal = normalize_agent_id(agent_id)
    own = js_trim(find_text(find_agent_entry(config, normal), "agentDir") or "")
    return expand_home(own, places.home) if own else places.state_dir / "agents" / normal / "agent"


def find_moved_workspace(places: StatePlaces, workspace: Path) -> Path | None:
    """Where a workspace that does not exist lies in a state that was copied or moved; None if it is not in there."""
    inside = places.state_dir / workspace.name
    # Path.is_dir raises where looking is forbidden
    if os.path.isdir(workspace) or not os.path.isdir(inside):  # noqa: PTH112
        return None
    return inside if workspace.name else None


def _read_folder(folder: Path, log: ProblemLog) -> list[Path]:
    try:
        return sorted(folder.iterdir()) if folder.is_dir() else []
    except OSError as error:
        sentence = f"This folder cannot be read ({error.strerror}); agents may be missing here."
        log.add("agents_unreadable", "error", str(folder), sentence)
        return []


def _configured_ids(config: OpenClawConfig, log: ProblemLog) -> list[str]:
    ids: list[str] = []
    for agent_id, _ in iter_roster(config.data):
        if agent_id in ids:
            sentence = f"The agent {agent_id} is configured twice; the first entry counts."
            log.add("agent_id_twice", "warning", str(config.path or ""), sentence)
        else:
            ids.append(agent_id)
    return ids or [get_configuration_rules().default_agent_id]


def _read_agent_folders(places: StatePlaces, log: ProblemLog) -> list[str]:
    """Ids of the folders under ``<state>/agents`` that hold anything, sorted."""
    folder = places.state_dir / "agents"
    used = [path.name for path in _read_folder(folder, log) if path.is_dir() and _read_folder(path, log)]
    odd = [name for name in used if normalize_agent_id(name) != name]
    for name in odd:
        sentence = "This folder's name is no agent id as OpenClaw writes it; it is left out."
        log.add("agent_folder_odd", "warning", str(folder / name), sentence)
    return [name for name in used if name not in odd]
