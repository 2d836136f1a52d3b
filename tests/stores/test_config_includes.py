"""``$include`` in the configuration."""

from __future__ import annotations

import json
import os

import pytest

from inspector.domain.problems import ProblemLog
from inspector.stores.config_includes import find_include_roots, merge_deep, read_includes


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "config"
    made.mkdir()
    return made


def _write(folder, **files):
    for name, value in files.items():
        (folder / f"{name}.json5").write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")


def _read(folder, value, *roots):
    log = ProblemLog()
    return read_includes(value, folder / "openclaw.json", roots, log), log.problems()


def test_lists_join_objects_merge_and_the_later_value_counts():
    base = {"l": [1], "o": {"a": 1, "b": [1]}, "v": 1, "t": {"x": 1}}
    over = {"l": [2], "o": {"b": [2], "c": 3}, "v": None, "t": [1]}
    assert merge_deep(base, over) == {"l": [1, 2], "o": {"a": 1, "b": [1, 2], "c": 3}, "v": None, "t": [1]}
    assert base["o"] == {"a": 1, "b": [1]}


def test_siblings_override_and_lists_of_files_merge_left_to_right(folder):
    _write(folder, a="{x: {l: [1], p: 1}, only: 1, /* json5 */}", b={"x": {"l": [2], "p": 2}})
    given = {
        "both": {"$include": ["./a.json5", "b.json5"]},
        "beside": {"$include": "a.json5", "only": 9, "x": {"l": [3]}},
        "inside": [{"$include": "b.json5"}, 7],
    }
    found, problems = _read(folder, given)
    assert found == {
        "both": {"x": {"l": [1, 2], "p": 2}, "only": 1},
        "beside": {"x": {"l": [1, 3], "p": 1}, "only": 9},
        "inside": [{"x": {"l": [2], "p": 2}}, 7],
    }
    assert problems == ()


def test_nested_includes_are_relative_to_their_own_file(folder):
    (folder / "deep").mkdir()
    _write(folder, top={"$include": "deep/one.json5"})
    _write(folder / "deep", one={"n": {"$include": "two.json5"}}, two={"value": 2})
    assert _read(folder, {"$include": "top.json5"}) == ({"n": {"value": 2}}, ())


def test_the_same_file_twice_is_no_cycle(folder):
    _write(folder, a={"v": [1]})
    assert _read(folder, {"$include": ["a.json5", "a.json5"]}) == ({"v": [1, 1]}, ())


def _failing(folder, value, *roots):
    found, problems = _read(folder, value, *roots)
    (problem,) = problems
    assert (problem.code, problem.severity) == ("config_include_failed", "error")
    assert "OpenClaw refuses such a configuration" in problem.message
    return found, problem


def test_a_cycle_is_cut_and_the_rest_kept(folder):
    _write(folder, a={"a": 1, "b": {"$include": "b.json5"}}, b={"c": 2, "d": {"$include": "a.json5"}})
    found, problem = _failing(folder, {"$include": "a.json5"})
    assert found == {"a": 1, "b": {"c": 2, "d": {}}}
    assert "included from itself" in problem.message
    assert problem.place == str(folder / "b.json5")


def test_ten_files_deep_and_no_deeper(folder):
    for number in range(1, 12):
        _write(folder, **{f"f{number}": {"deeper": {"$include": f"f{number + 1}.json5"}}})
    _write(folder, f10={"end": True})
    assert _read(folder, {"$include": "f1.json5"})[1] == ()
    _write(folder, f10={"deeper": {"$include": "f11.json5"}}, f11={"end": True})
    _, problem = _failing(folder, {"$include": "f1.json5"})
    assert "nested deeper than 10" in problem.message
    assert problem.place == str(folder / "f10.json5")


def test_files_must_lie_in_the_configuration_s_folder_or_an_opened_one(folder, tmp_path):
    _write(tmp_path, outside={"secret": 1})
    for name in ("../outside.json5", str(tmp_path / "outside.json5")):
        found, problem = _failing(folder, {"k": {"$include": name}})
        assert found == {"k": {}}
        assert "lies outside" in problem.message
    assert _read(folder, {"$include": "../outside.json5"}, tmp_path)[0] == {"secret": 1}


def test_a_folder_whose_name_only_begins_alike_is_outside(folder, tmp_path):
    (tmp_path / "config-other").mkdir()
    _write(tmp_path / "config-other", a={"x": 1})
    assert "lies outside" in _failing(folder, {"$include": "../config-other/a.json5"})[1].message


def test_a_link_may_not_lead_out(folder, tmp_path):
    _write(tmp_path, outside={"secret": 1})
    (folder / "link.json5").symlink_to(tmp_path / "outside.json5")
    found, problem = _failing(folder, {"$include": "link.json5"})
    assert found == {}
    assert "by a link" in problem.message
    assert _read(folder, {"$include": "link.json5"}, tmp_path) == ({"secret": 1}, ())


def test_the_whole_folder_may_be_a_link(folder, tmp_path):
    _write(folder, a={"x": 1})
    (tmp_path / "linked").symlink_to(folder)
    assert _read(tmp_path / "linked", {"$include": "a.json5"}) == ({"x": 1}, ())


@pytest.mark.parametrize(
    ("given", "expected", "words"),
    [
        ({"v": {"$include": "absent.json5"}}, {"v": {}}, "does not exist"),
        ({"v": {"$include": 3}}, {"v": {}}, "must be a path"),
        ({"$include": ["a.json5", 3]}, {"x": 1}, "is no path"),
        ({"$include": ["a.json5", "absent.json5"]}, {"x": 1}, "does not exist"),
        ({"$include": "list.json5", "k": 1}, {"k": 1}, "holds no object"),
        ({"$include": "broken.json5"}, {}, "neither JSON nor JSON5 at line 2, column 4"),
        ({"$include": "."}, {}, "no regular file"),
        ({"$include": "a\0b"}, {}, "no usable path"),
        ({"$include": "x" * 4096}, {}, "no usable path"),
    ],
)
def test_what_cannot_be_included_is_told_and_left_out(folder, given, expected, words):
    _write(folder, a={"x": 1}, list=[1], broken='{"key": "sk-hidden",\n b c}')
    found, problem = _failing(folder, given)
    assert found == expected
    assert words in problem.message
    assert "sk-hidden" not in problem.message
    assert len(problem.message) < 300


def test_a_list_may_be_included_where_nothing_stands_beside_it(folder):
    _write(folder, list=[1, {"$include": "a.json5"}], a={"x": 1})
    assert _read(folder, {"v": {"$include": "list.json5"}}) == ({"v": [1, {"x": 1}]}, ())


def test_a_file_of_two_mebibytes_is_the_largest(folder):
    def write(bytes_):
        text = '{"x": "' + "a" * (bytes_ - 9) + '"}'
        (folder / "big.json5").write_text(text, "utf-8")

    write(2_097_152)
    assert (folder / "big.json5").stat().st_size == 2_097_152
    assert _read(folder, {"$include": "big.json5"})[1] == ()
    write(2_097_153)
    assert "larger than 2097152 bytes" in _failing(folder, {"$include": "big.json5"})[1].message


def test_opened_folders_come_from_the_environment(tmp_path):
    value = os.pathsep.join([" ~/inc ", "", "/x/../y", "~/inc"])
    found = find_include_roots({"OPENCLAW_INCLUDE_ROOTS": value}, tmp_path)
    assert [str(path) for path in found] == [str(tmp_path / "inc"), "/y"]
    assert find_include_roots({}, tmp_path) == ()
