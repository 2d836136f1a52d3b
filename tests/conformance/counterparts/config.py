"""Counterparts of the goldens about the configuration: includes, variables, migrations, workspaces.

The sentences of the runtime's diagnostics are its own; of them only what they are about is compared.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from inspector.domain.problems import ProblemLog
from inspector.stores.config_includes import read_includes
from inspector.stores.config_migrations import migrate_context_budgets, migrate_roster
from inspector.stores.config_variables import substitute_variables
from inspector.stores.openclaw_config import OpenClawConfig
from inspector.stores.roster import resolve_workspace
from inspector.stores.state_places import StatePlaces, find_default_workspace, find_home, find_state_dir

INCLUDED = {
    "a.json5": {"x": {"l": [1], "p": 1}, "only": 1},
    "b.json5": {"x": {"l": [2], "p": 2}},
}
"""The golden names its two files without their text; these are the ones that its output tells."""


def _same(ours, expected):
    return ours == expected, f"ours {ours!r}, expected {expected!r}"


def check_includes(case):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, value in INCLUDED.items():
            (folder / file).write_text(json.dumps(value), "utf-8")
        log = ProblemLog()
        ours = read_includes(case["input"]["root"], folder / "openclaw.json", (), log)
    return _same((ours, log.problems()), (case["output"], ()))


def check_variables(case):
    missing = []
    given = case["input"]
    ours = substitute_variables(given["obj"], given["env"], lambda name, place: missing.append((name, place)))
    return _same((ours, missing), (case["output"], [("MISSING", "d")]))


def check_workspace(case):
    given = case["input"]
    environment, os_home = given["env"], Path("/nobody")
    places = StatePlaces(
        state_dir=find_state_dir(environment, os_home),
        config_path=None,
        home=find_home(environment, os_home),
        profile=None,
        default_workspace=find_default_workspace(environment, os_home),
    )
    # the golden's function is given a raw configuration, in which an absent roster means one agent
    data = given["cfg"] if "agents" in given["cfg"] else {"agents": {"entries": {"main": {}}}}
    return _same(
        str(resolve_workspace(OpenClawConfig(data, None, environment), places, given["agentId"])), case["output"]
    )


def check_roster(case):
    migration = migrate_roster(case["input"], Path("/h/.openclaw/workspace"))
    expected = case["output"]
    ours = (migration.config, migration.changed, len(migration.notes))
    return _same(ours, (expected["config"], expected["changed"], len(expected["diagnostics"])))


def check_budgets(case):
    migration = migrate_context_budgets(case["input"])
    expected = case["output"]
    ours = (migration.config, [change.path for change in migration.changes], list(migration.lost))
    paths = [change["path"] for change in expected["changes"]]
    targets = [
        change.moved_to is None or f" {change.moved_to}." in told["message"]
        for change, told in zip(migration.changes, expected["changes"], strict=False)
    ]
    if not all(targets):
        return False, f"values went elsewhere: {migration.changes!r}"
    return _same(ours, (expected["config"], paths, [warning["path"] for warning in expected["warnings"]]))


COUNTERPARTS = {
    "resolveConfigIncludes": check_includes,
    "resolveConfigEnvVars": check_variables,
    "resolveAgentWorkspaceDir": check_workspace,
    "migratePersistedImplicitMainRoster": check_roster,
    "migrateLegacyContextBudgetConfig": check_budgets,
}
