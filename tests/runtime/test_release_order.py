"""Order of releases."""

from __future__ import annotations

import pytest

from inspector.runtime.release_order import find_release_order


def test_order_of_releases():
    ordered = [
        "2026.1.29",
        "2026.3.13",
        "2026.3.13-1",
        "2026.3.24",
        "2026.7.1",
        "2026.7.2-beta.1",
        "2026.7.2-beta.10",
        "2026.7.2-rc.1",
        "2026.7.2",
        "2026.10.1",
        "2027.1.1",
    ]
    places = [find_release_order(version) for version in ordered]
    assert places == sorted(set(places))


@pytest.mark.parametrize("version", [None, "", "dev", "2026.9", "2026.9.6.1", "2026.9.x", "\u0662026.9.6"])
def test_what_is_no_version(version):
    assert find_release_order(version) is None


def test_spellings():
    assert find_release_order(" v2026.9.6 ") == find_release_order("2026.9.6+local") == find_release_order("2026.9.6")
