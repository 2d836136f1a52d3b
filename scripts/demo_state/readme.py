"""The demo's README: what is in it, which reason each session shows, and where each fact stands."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

import zstandard

from demo_state.memory_index import CHANGED_NOTE, UNINDEXED_NOTE
from demo_state.sessions import Session
from inspector.domain.javascript import js_json

FACTS = {
    "ORD-7741": "the deploy code for changes to orders, agreed on 17 November",
    "RBK-2206": "the word for a rollback of orders, written into MEMORY.md on 17 November",
    "CHG-1188": "the change ticket that deploy notes quote, a rule in AGENTS.md",
    "Pager route": "how to reach Sam during quiet hours, a line of USER.md",
}


@dataclass(frozen=True)
class Occurrence:
    """One place of a fact. ``entry`` is an entry id, a line number or a table."""

    fact: str
    place: str
    where: str
    entry: str
    sent: str


def build_readme(sessions: list[Session], files: dict[str, str]) -> str:
    """The README's text."""
    facts = [f"- `{fact}`: {meaning}." for fact, meaning in FACTS.items()]
    lines = ["| fact | place | where | entry or line | in the window |", "|---|---|---|---|---|"]
    lines += map(_table_line, (*_in_sessions(sessions), *_in_files(files)))
    made = f"Made with SQLite {sqlite3.sqlite_version} and zstd {'.'.join(map(str, zstandard.ZSTD_VERSION))}."
    indexed = (
        "Copies made for searching (`session_transcript_fts`, `memory_index_chunks`) hold the texts of messages on the"
        " active branch and of the indexed notes once more."
    )
    facts_part = "\n".join(["## Where the facts stand", "", *facts, "", *lines, "", indexed])
    introduction = (Path(__file__).parent / "texts" / "readme.md").read_text(encoding="utf-8")
    for word, path in {"CHANGED_NOTE": CHANGED_NOTE, "UNINDEXED_NOTE": UNINDEXED_NOTE}.items():
        introduction = introduction.replace(word, path)
    return f"{introduction}\n{facts_part}\n\n{made}\n"


def _table_line(found: Occurrence) -> str:
    return f"| `{found.fact}` | {found.place} | `{found.where}` | `{found.entry}` | {found.sent} |"


def _in_sessions(sessions: list[Session]) -> list[Occurrence]:
    found = []
    for session in sessions:
        place = {"rows": "transcript", "deleted": "deleted archive", "cold": "cold archive"}[session.stored_as]
        for window in session.windows:
            transcript = window.transcript
            live = transcript is session.current and session.stored_as == "rows"
            sent_ids = {entry["id"] for entry in transcript.context_entries()} if live else set()
            for entry in transcript.entries:
                for fact in FACTS:
                    if fact in js_json(entry):
                        sent = "result pruned" if entry["id"] in sent_ids else "no"
                        found.append(Occurrence(fact, place, session.key, str(entry["id"]), sent))
    return found


def _in_files(files: dict[str, str]) -> list[Occurrence]:
    found = []
    for path, text in files.items():
        for number, line in enumerate(text.split("\n"), 1):
            for fact in FACTS:
                if fact in line:
                    sent = "not in channels" if path == "MEMORY.md" else "cut"
                    found.append(Occurrence(fact, "workspace file", path, f"line {number}", sent))
    return found
