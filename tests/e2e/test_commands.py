"""The finished program from outside: what it prints, how it ends, and that it leaves no trace in what it inspects."""

from __future__ import annotations

import hashlib
import json
import struct
import subprocess
from pathlib import Path

import pytest
from architecture.closed_network import NO_NETWORK
from architecture.small_state import ANSWER, QUESTION, SESSION_ID, SESSION_KEY, write_small_state
from architecture.source_tree import run_python

_RUN = NO_NETWORK + "from inspector.__main__ import main; sys.exit(main(sys.argv[1:]))"


def _run(*words: object, home: Path) -> subprocess.CompletedProcess[str]:
    return run_python(_RUN, *(str(word) for word in words), home=home)


def _fingerprint(folder: Path) -> list[tuple[str, int, int, str]]:
    """Every path below ``folder`` with its mode, its time of change (ns) and a hash of its bytes."""
    found = []
    for path in sorted(folder.rglob("*")):
        status = path.stat()
        content = path.read_bytes() if path.is_file() else b""
        name = path.relative_to(folder).as_posix()
        found.append((name, status.st_mode, status.st_mtime_ns, hashlib.sha256(content).hexdigest()))
    return found


def test_sessions(tmp_path: Path) -> None:
    done = _run("sessions", write_small_state(tmp_path), "--json", home=tmp_path)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["schema"] == "context-inspector/sessions/1"
    assert answer["store"]["live"] == "jsonl"
    assert [session["key"] for session in answer["sessions"]] == [SESSION_KEY]


def test_messages(tmp_path: Path) -> None:
    done = _run("messages", write_small_state(tmp_path), "--session", SESSION_ID, "--json", "--text", home=tmp_path)
    assert done.returncode == 0, done.stderr
    messages = json.loads(done.stdout)["messages"]
    assert [(message["role"], message["text"]) for message in messages] == [("user", QUESTION), ("assistant", ANSWER)]


def test_a_missing_state_is_one_sentence_and_status_3(tmp_path: Path) -> None:
    done = _run("sessions", tmp_path / "nowhere", home=tmp_path)
    assert done.returncode == 3
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert "nowhere" in done.stderr


def test_a_wrong_word_is_status_2(tmp_path: Path) -> None:
    assert _run("juggle", home=tmp_path).returncode == 2


def test_shot_draws_the_size_asked_for(tmp_path: Path) -> None:
    state, picture = write_small_state(tmp_path), tmp_path / "window.png"
    done = _run("shot", state, picture, "--size", "1200x800", home=tmp_path)
    assert done.returncode == 0, done.stderr
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", content[16:24]) == (1200, 800)


@pytest.mark.parametrize("verb", ["sessions", "report", "messages", "shot"])
def test_a_state_is_left_as_it_was(verb: str, tmp_path: Path) -> None:
    state = write_small_state(tmp_path)
    before = _fingerprint(state)
    words = [verb, state, tmp_path / "window.png"] if verb == "shot" else [verb, state]
    done = _run(*words, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert _fingerprint(state) == before
