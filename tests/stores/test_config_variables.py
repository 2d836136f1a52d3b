"""The environment inside the configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.stores.config_variables import add_config_variables, expand_paths, has_reference, substitute_variables

ENVIRONMENT = {"FOO": "1", "EMPTY": "", "A_2": "$x${FOO}"}


@pytest.mark.parametrize(
    ("text", "expected", "missing"),
    [
        ("${FOO}-x", "1-x", []),
        ("$${FOO}", "${FOO}", []),
        ("$$${FOO}", "$${FOO}", []),
        ("${lower} $FOO ${9A} ${} ${FOO", "${lower} $FOO ${9A} ${} ${FOO", []),
        ("${MISSING}/${EMPTY}", "${MISSING}/${EMPTY}", ["MISSING", "EMPTY"]),
        ("${A${FOO}}", "${A1}", []),
        ("${A_2}", "$x${FOO}", []),
        ("$${lower}", "$${lower}", []),
        ("a${FOO}b${FOO}c", "a1b1c", []),
    ],
)
def test_references_are_replaced(text, expected, missing):
    unset = []
    assert substitute_variables(text, ENVIRONMENT, lambda name, _: unset.append(name)) == expected
    assert unset == missing


def test_values_are_replaced_everywhere_but_keys_never():
    places = []
    given = {"a": [{"b c": "${NO}"}, "${FOO}"], "${FOO}": 1, "n": None}
    found = substitute_variables(given, ENVIRONMENT, lambda name, place: places.append((name, place)))
    assert found == {"a": [{"b c": "${NO}"}, "1"], "${FOO}": 1, "n": None}
    assert places == [("NO", 'a[0]["b c"]')]


def test_only_unescaped_references_count():
    assert has_reference("x${FOO}")
    assert not has_reference("x$${FOO} ${lower} $FOO")


def test_the_configuration_adds_variables_where_the_environment_has_none():
    block = {
        "vars": {
            "NEW": "vars",
            "SET": "vars",
            "BLANK": "vars",
            "BOTH": "vars",
            "N": 3,
            "REF": "${NEW}",
            "bad-name": "x",
        },
        "BOTH": "loose",
        "LOOSE": "loose",
        "VOID": "  ",
        "shellEnv": {"enabled": True},
        "LD_PRELOAD": "x",
        "NODE_OPTIONS": "x",
        "openclaw_include_roots": "/",
    }
    environment = {"SET": "process", "BLANK": " "}
    assert add_config_variables({"env": block}, environment) == {
        "SET": "process",
        "BLANK": "vars",
        "NEW": "vars",
        "BOTH": "loose",
        "LOOSE": "loose",
    }
    assert environment == {"SET": "process", "BLANK": " "}


@pytest.mark.parametrize("config", [{}, {"env": None}, {"env": []}, {"env": {"vars": "x"}}])
def test_an_odd_block_adds_nothing_that_is_no_variable(config):
    assert add_config_variables(config, {"A": "1"}) == {"A": "1"}


def test_home_is_expanded_in_the_values_of_path_keys_only():
    given = {
        "workspace": "~/ws",
        "extraDir": "~",
        "LOGFILE": "~/log",
        "paths": ["~/a", "b", {"x": "~/c"}],
        "extraDirs": ["~/d"],
        "repoRoot": "~user/x",
        "name": "~/n",
        "deep": {"root": " ~/r "},
    }
    assert expand_paths(given, Path("/h")) == {
        "workspace": "/h/ws",
        "extraDir": "/h",
        "LOGFILE": "/h/log",
        "paths": ["/h/a", "b", {"x": "~/c"}],
        "extraDirs": ["~/d"],
        "repoRoot": "~user/x",
        "name": "~/n",
        "deep": {"root": "/h/r"},
    }
