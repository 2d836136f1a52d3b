"""The command line: words, exit status, one JSON object, no traceback."""

from __future__ import annotations

import json
import sys

import pytest
from store_builder import Database, assistant, chain, compaction, database_path, state_dir, user

from inspector.cli import sessions
from inspector.cli.main import main
from inspector.cli.verb import Verb
from inspector.cli.verbs import VERBS


@pytest.fixture
def state(tmp_path):
    root = state_dir(tmp_path / "state")
    events = chain(user("first"), assistant("second", usage=50), compaction("S", "e2"), user("third"))
    Database(database_path(root)).session("agent:main:main", "s1", events).close()
    return root


def run(capsysbinary, *words):
    status = main([str(word) for word in words])
    out, err = capsysbinary.readouterr()
    return status, out.decode(), err.decode()


def run_json(capsysbinary, *words):
    status, out, _ = run(capsysbinary, *words, "--json")
    assert status == 0
    assert out.count("\n") == 1, "one object, nothing else"
    return json.loads(out)


def test_sessions(capsysbinary, state):
    data = run_json(capsysbinary, "sessions", state)
    assert data["schema"] == "context-inspector/sessions/1"
    assert data["store"] == {
        "path": str(state), "formats": ["sqlite"], "live": "sqlite", "schema_version": 23, "app_version": "2026.9.6",
    }  # fmt: skip
    assert data["agents"] == [{"id": "main", "workspace": str(state / "workspace")}]
    (session,) = data["sessions"]
    fixed = {
        "key", "session_id", "agent", "kind", "updated_at", "entries", "bytes", "compactions", "resets",
        "previous_session_ids", "archived", "total_tokens", "source",
    }  # fmt: skip
    assert fixed <= set(session)
    assert (session["key"], session["entries"], session["compactions"], session["total_tokens"]) == (
        "agent:main:main",
        4,
        1,
        None,
    )


def test_report(capsysbinary, state):
    data = run_json(capsysbinary, "report", state, "--session", "agent:main:main")
    assert data["session"]["key"] == "agent:main:main"
    assert set(data["window"]) >= {"tokens", "source", "reserve_tokens", "budget_tokens", "guard"}
    assert data["occupancy"]["measured_tokens"] is None
    assert data["occupancy"]["residual_tokens"] is None
    tree = data["tree"]
    node = {
        "id", "kind", "label", "chars", "tokens", "tokens_method", "provenance", "state", "entry_id", "detail", "children",
    }  # fmt: skip
    assert set(tree) == node
    conversation = next(child for child in tree["children"] if child["kind"] == "conversation")
    assert [child["entry_id"] for child in conversation["children"]] == ["e3", "e2", "e4"]
    assert [block["kind"] for block in conversation["children"][1]["children"]] == ["text"]


def test_messages(capsysbinary, state):
    data = run_json(capsysbinary, "messages", state)
    assert [(m["role"], m["entry_id"], m["changed_by"]) for m in data["messages"]] == [
        ("user", "e3", "compaction_summary_wrapper"),
        ("assistant", "e2", None),
        ("user", "e4", None),
    ]
    assert data["dropped"] == [{"entry_id": "e1", "role": "user", "reason": "before_cut"}]
    assert "text" not in data["messages"][0]
    with_text = run_json(capsysbinary, "messages", state, "--text")
    assert [m["text"] for m in with_text["messages"]][1:] == ["second", "third"]
    assert all(m["chars"] == len(m["text"]) for m in with_text["messages"])


@pytest.mark.parametrize("verb", ["sessions", "report", "messages"])
def test_readable_text(capsysbinary, state, verb):
    status, out, err = run(capsysbinary, verb, state)
    assert status == 0
    assert "agent:main:main" in out
    assert "info: session agent:main:main: The session has no run report" in err or verb == "sessions"


def test_strict_counts_problems_that_matter(capsysbinary, state):
    assert run(capsysbinary, "report", state, "--strict")[0] == 0, "an info changes nothing"
    broken = Database(database_path(state, "b"))
    broken.transcript("s9", [], indexed=False)
    broken.raw_row("s9", 1, event_json="{")
    broken.window("agent:b:main", "s9")
    broken.db.execute(
        "INSERT INTO session_nodes VALUES ('agent:b:main', 's9', '{\"sessionId\":\"s9\",\"updatedAt\":1}', 1, 1, NULL)"
    )
    broken.close()
    words = ("report", state, "--agent", "b")
    assert run(capsysbinary, *words)[0] == 0
    status, _, err = run(capsysbinary, *words, "--strict")
    assert status == 1
    assert "seq 1: The event is no JSON" in err


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ((), 2, "VERB"),
        (("nonsense",), 2, "invalid choice"),
        (("sessions", "--demo", "x"), 2, "not both"),
        (("sessions", "/does/not/exist"), 3, "There is nothing at"),
        (("report", "STATE", "--session", "agent:main:nope"), 3, "There is no session"),
        (("report", "STATE", "--at", "zz"), 3, "There is no entry"),
        (("shot", "STATE", "out.png", "--size", "huge"), 2, "no size"),
        (("shot", "STATE", "/does/not/exist/out.png"), 2, "no folder"),
    ],
)
def test_wrong_words_are_one_sentence(capsysbinary, state, words, status, says):
    found, out, err = run(capsysbinary, *(state if word == "STATE" else word for word in words))
    assert found == status
    assert says in err
    assert "Traceback" not in err
    assert out == ""


def test_a_bug_is_loud_but_tells_no_secrets(capsysbinary, monkeypatch):
    def broken(_options):
        raise RuntimeError("token sk-secret")

    monkeypatch.setattr("inspector.cli.main.VERBS", (Verb("sessions", "x", broken, takes_session=False),))
    status, _, err = run(capsysbinary, "sessions")
    assert status == 70
    assert "a bug in the program (RuntimeError at test_main.py:" in err
    assert "sk-secret" not in err


def test_help_names_every_verb(capsysbinary):
    status, out, _ = run(capsysbinary, "--help")
    assert status == 0
    assert all(verb.name in out and verb.summary in out for verb in VERBS)
    assert sessions.VERB in VERBS


def test_no_verb_needs_qt(capsysbinary, state):
    before = {module for module in sys.modules if module.startswith(("PySide6", "pyqtgraph"))}
    run(capsysbinary, "report", state)
    assert {module for module in sys.modules if module.startswith(("PySide6", "pyqtgraph"))} == before
