from __future__ import annotations

import pytest

from inspector.gui.motion import prefers_reduced_motion


@pytest.mark.parametrize(("value", "still"), [("1", True), ("yes", True), ("0", False), ("off", False)])
def test_our_own_switch_comes_first(tmp_path, value, still):
    environment = {"CONTEXT_INSPECTOR_REDUCED_MOTION": value, "GTK_ENABLE_ANIMATIONS": "1", "HOME": str(tmp_path)}
    assert prefers_reduced_motion(environment) is still


def test_gtk_can_switch_animations_off(tmp_path):
    assert prefers_reduced_motion({"GTK_ENABLE_ANIMATIONS": "0", "HOME": str(tmp_path)}) is True


@pytest.mark.parametrize(
    ("name", "text", "still"),
    [
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
    ],
)
def test_the_desktops_settings_are_heeded(tmp_path, name, text, still):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert prefers_reduced_motion({"XDG_CONFIG_HOME": str(tmp_path)}) is still


def test_odd_settings_say_nothing(tmp_path):
    (tmp_path / "kdeglobals").write_bytes(b"\xff\xfe no section here")
    other = tmp_path / "nothing"
    other.mkdir()
    assert prefers_reduced_motion({"XDG_CONFIG_HOME": str(tmp_path)}) is prefers_reduced_motion(
        {"XDG_CONFIG_HOME": str(other)}
    )
