#!/usr/bin/env python3
"""Writes the demo state: ``python scripts/make_demo.py [folder]`` (default ``resources/demo``).

The same bytes come out each time with the same versions of SQLite and zstd; with others the contents are the same.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path

_REPOSITORY = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(_REPOSITORY), str(_REPOSITORY / "scripts")]

from demo_state.databases import write_agent_database, write_global_database  # noqa: E402
from demo_state.json_dict import JsonDict  # noqa: E402
from demo_state.readme import build_readme  # noqa: E402
from demo_state.sessions import LANTERN, LARGE, NEWER, SessionMaker  # noqa: E402
from demo_state.transcript import Route  # noqa: E402
from demo_state.workspace import build_workspace  # noqa: E402


def main() -> int:
    """Write the state to the folder named on the command line, replacing what is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=_REPOSITORY / "resources" / "demo")
    write_demo(parser.parse_args().folder)
    return 0


def write_demo(folder: Path) -> None:
    """Write the whole state to ``folder``; files of an earlier demo there are removed first."""
    for part in ("agents", "state", "workspace"):
        shutil.rmtree(folder / part, ignore_errors=True)
    files = build_workspace()
    for path, text in files.items():
        _write_text(folder / "workspace" / path, text)
    sessions = SessionMaker(files).make_all()
    write_agent_database(folder / "agents" / "main" / "agent" / "openclaw-agent.sqlite", sessions, files)
    write_global_database(folder / "state" / "openclaw.sqlite")
    _write_text(folder / "openclaw.json", json.dumps(_configuration(), indent=2) + "\n")
    _write_text(folder / "README.md", build_readme(sessions, files))


def _configuration() -> JsonDict:
    defaults = {
        "model": {"primary": f"{NEWER.provider}/{NEWER.llm}"},
        "skipBootstrap": True,
        "userTimezone": "UTC",
        "contextPruning": {"mode": "cache-ttl", "ttl": "5m"},
    }
    providers = {"harbor": _provider(LARGE, NEWER), "lantern": _provider(LANTERN)}
    return {"agents": {"defaults": defaults}, "models": {"mode": "merge", "providers": providers}}


def _provider(*routes: Route) -> JsonDict:
    rows = [
        {"id": route.llm, "name": route.llm, "reasoning": not route.prunes, "input": ["text", "image"]}
        | {"contextWindow": route.window_tokens, "maxTokens": 8192}
        for route in routes
    ]
    return {"baseUrl": f"https://{routes[0].provider}.example/v1", "api": routes[0].api, "models": rows}


def _write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
