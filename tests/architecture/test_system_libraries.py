"""The list of system libraries is what the installed Qt asks the loader for, and what is missing is named exactly."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from architecture.source_tree import ROOT

_LIBRARY_NAME = re.compile(rb"(?<=\0)lib[\w.+-]+\.so\.\d+(?=\0)")
"""A name in the string table of an ELF file."""

_BUNDLED = ("libQt6", "libicu")
_ALWAYS_THERE = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libz.so.1", "libzstd.so.1"}
"""Debian's own package tools need these."""


@pytest.fixture(scope="module")
def libraries() -> ModuleType:
    spec = importlib.util.spec_from_file_location("system_libraries", ROOT / "scripts" / "system_libraries.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _needed_by(*names: str) -> set[str]:
    """Libraries of the system that Qt's files ``names`` (below ``PySide6/Qt``) are linked to."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None or not sys.platform.startswith("linux"):
        pytest.skip("needs PySide6 on Linux")
    folder = Path(spec.origin).parent / "Qt"
    found = {name.decode("ascii") for path in names for name in _LIBRARY_NAME.findall((folder / path).read_bytes())}
    return {name for name in found if not name.startswith(_BUNDLED)} - _ALWAYS_THERE


def test_what_qt_draws_with_is_listed(libraries: ModuleType) -> None:
    rooms = (f"lib/libQt6{room}.so.6" for room in ("Core", "DBus", "Gui", "Widgets", "Test"))
    assert _needed_by(*rooms, "plugins/platforms/libqoffscreen.so") == set(libraries.DRAWING)


def test_what_an_x11_screen_needs_is_listed(libraries: ModuleType) -> None:
    needed = _needed_by("lib/libQt6XcbQpa.so.6", "plugins/platforms/libqxcb.so")
    assert needed - set(libraries.DRAWING) == set(libraries.X11)


def test_what_a_wayland_screen_needs_is_listed(libraries: ModuleType) -> None:
    needed = _needed_by("lib/libQt6WaylandClient.so.6", "plugins/platforms/libqwayland.so")
    assert needed - set(libraries.DRAWING) == set(libraries.WAYLAND)


def _lose(libraries: ModuleType, monkeypatch: pytest.MonkeyPatch, *lost: str) -> None:
    monkeypatch.setattr(libraries, "_loads", lambda library: library not in lost)
    monkeypatch.setattr(libraries, "has_font", lambda _folders: True)
    monkeypatch.setattr(libraries.sys, "platform", "linux")


def test_only_the_named_display_counts(libraries: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    _lose(libraries, monkeypatch, "libEGL.so.1", "libxcb-cursor.so.0", "libwayland-cursor.so.0")
    assert libraries.find_missing("offscreen", {"DISPLAY": ":0"}) == {"libEGL.so.1": "libegl1"}
    assert libraries.find_missing("window", {}) == {"libEGL.so.1": "libegl1"}
    on_x11 = libraries.find_missing("window", {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"})
    assert on_x11 == {"libEGL.so.1": "libegl1", "libxcb-cursor.so.0": "libxcb-cursor0"}
    on_wayland = libraries.find_missing("window", {"WAYLAND_DISPLAY": "wayland-0"})
    assert on_wayland == {"libEGL.so.1": "libegl1", "libwayland-cursor.so.0": "libwayland-cursor0"}


def test_a_user_is_told_the_exact_command(libraries: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    _lose(libraries, monkeypatch, "libxkbcommon.so.0", "libglib-2.0.so.0", "libgthread-2.0.so.0")
    monkeypatch.setattr(libraries, "_is_debian", lambda: True)
    monkeypatch.setattr(libraries.os, "geteuid", lambda: 1000)
    assert libraries.main(["offscreen"]) == 1
    said = capsys.readouterr()
    assert said.out == "sudo apt-get install libglib2.0-0 libxkbcommon0\n"
    assert len(said.err.strip().splitlines()) == 1


def test_elsewhere_the_libraries_are_named(libraries: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    _lose(libraries, monkeypatch, "libEGL.so.1")
    monkeypatch.setattr(libraries, "_is_debian", lambda: False)
    assert libraries.main(["offscreen"]) == 1
    assert "libEGL.so.1" in capsys.readouterr().err


def test_root_on_debian_installs(libraries: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _lose(libraries, monkeypatch, "libEGL.so.1")
    monkeypatch.setattr(libraries, "_is_debian", lambda: True)
    monkeypatch.setattr(libraries.os, "geteuid", lambda: 0)
    log = tmp_path / "log"
    apt_get = tmp_path / "apt-get"
    apt_get.write_text(f'#!/bin/sh\necho "$DEBIAN_FRONTEND $@" >>{log}\n', encoding="utf-8")
    apt_get.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert libraries.main(["offscreen"]) == 0
    assert log.read_text(encoding="utf-8").splitlines() == [
        "noninteractive -qq update",
        "noninteractive -qq install --yes --no-install-recommends libegl1",
    ]


def test_a_failed_installation_is_told(
    libraries: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path, capsys
) -> None:
    apt_get = tmp_path / "apt-get"
    apt_get.write_text("#!/bin/sh\necho 'no such package' >&2\nexit 100\n", encoding="utf-8")
    apt_get.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert libraries.install(["libegl1"]) == 1
    assert "no such package" in capsys.readouterr().err


def test_a_python_without_venv_is_told_its_package(libraries: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries.importlib.util, "find_spec", lambda _name: None)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert list(libraries.find_missing("python", {}).values()) == [f"python{version}-venv"]


def test_when_all_is_there_nothing_is_said(libraries: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    _lose(libraries, monkeypatch)
    assert libraries.main(["python", "window"]) == 0
    said = capsys.readouterr()
    assert said.out + said.err == ""


def test_a_font_is_found_wherever_it_lies(libraries: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "truetype").mkdir()
    (tmp_path / "truetype" / "README").write_text("no font", encoding="utf-8")
    assert not libraries.has_font([tmp_path, tmp_path / "missing"])
    (tmp_path / "truetype" / "Plain.TTF").write_bytes(b"")
    assert libraries.has_font([tmp_path / "missing", tmp_path])
