"""Every golden case whose ``fn`` has a counterpart, and the goldens' own short forms."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from conformance.golden_values import decode_input, matches_output
from conformance.run_goldens import load_counterparts

GOLDENS = Path(__file__).resolve().parents[3] / "shared" / "goldens"
RUNNER = Path(__file__).with_name("run_goldens.py")
COUNTERPARTS = load_counterparts()


def _covered_cases():
    files = sorted(GOLDENS.glob("*.json"))
    cases = [(file.stem, case) for file in files for case in json.loads(file.read_text("utf-8"))["cases"]]
    covered = [pytest.param(case, id=f"{stem}:{case['id']}") for stem, case in cases if case["fn"] in COUNTERPARTS]
    absent = pytest.param(None, marks=pytest.mark.skip(reason=f"needs ../shared: {GOLDENS}"), id="absent")
    return covered or [absent]


@pytest.mark.parametrize("case", _covered_cases())
def test_agrees_with_the_runtime(case):
    passed, reason = COUNTERPARTS[case["fn"]](case)
    assert passed, reason


def test_the_rooms_have_registered_their_counterparts():
    assert {"resolveConfigIncludes", "estimateTokens [compaction]", "buildSessionContext"} <= set(COUNTERPARTS)


def test_repeated_and_joined_inputs_are_written_out():
    given = {"a": [{"$concat": ["x", {"$repeat": ["ab", 3]}, "y"]}, 1, None], "b": {"$repeat": ["é", 2]}}
    assert decode_input(given) == {"a": ["xabababy", 1, None], "b": "éé"}


def test_a_long_output_is_compared_by_length_hash_and_ends():
    text = "😀" * 300
    told = {"utf16_len": 600, "sha256_utf8": hashlib.sha256(text.encode()).hexdigest(), "head": "😀", "tail": "😀😀"}
    assert matches_output({"t": [text]}, {"t": [{"$long": told}]})
    assert not matches_output({"t": [text]}, {"t": [{"$long": {**told, "utf16_len": 300}}]})
    assert not matches_output({"t": [text]}, {"t": [{"$long": {**told, "tail": "x"}}]})
    assert not matches_output({"t": [text[:-1] + "!"]}, {"t": [{"$long": told}]})


def test_an_output_must_match_in_every_key_and_item():
    assert matches_output({"a": (1, 2.0)}, {"a": [1, 2]})
    assert not matches_output({"a": 1, "b": 2}, {"a": 1})
    assert not matches_output([1], [1, 2])
    assert not matches_output(1, True)


def _run(path):
    return subprocess.run([sys.executable, str(RUNNER), str(path)], capture_output=True, text=True, check=False)


def test_the_runner_counts_names_and_exits(tmp_path):
    right = {"id": "right", "fn": "resolveConfigEnvVars", "input": {"obj": {"d": "${MISSING}"}, "env": {}}}
    wrong = {**right, "id": "wrong-one", "output": {"d": "else"}}
    cases = [{**right, "output": {"d": "${MISSING}"}}, wrong, {"id": "x", "fn": "nobody's", "input": 1, "output": 1}]
    file = tmp_path / "goldens.json"
    file.write_text(json.dumps({"cases": cases}), "utf-8")
    done = _run(file)
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[-1]) == (1, "1 passed, 1 failed")
    assert lines[0].startswith("wrong-one: ")
    assert lines[1] == "not covered: nobody's (1 cases)"
    file.write_text(json.dumps({"cases": cases[:1]}), "utf-8")
    assert _run(file).returncode == 0
