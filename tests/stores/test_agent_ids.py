"""Agent ids as the runtime spells them."""

from __future__ import annotations

import pytest

from inspector.stores.agent_ids import normalize_agent_id


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("main", "main"),
        ("  Ops-2 \ufeff", "ops-2"),
        ("My Agent!!v2", "my-agent-v2"),
        ("--Ärger über--", "rger-ber"),
        ("_x", "_x"),
        ("", "main"),
        ("!!!", "main"),
        ("店", "main"),
        ("a" * 64, "a" * 64),
        ("a" * 70, "a" * 64),
        ("a/b/../c", "a-b-c"),
    ],
)
def test_ids_are_normalised(raw, expected):
    assert normalize_agent_id(raw) == expected
