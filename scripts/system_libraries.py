"""Which shared libraries and fonts of the system does the program need, and which of them are missing?

usage: python3 scripts/system_libraries.py python|offscreen|window ...

``python``: this interpreter can create a virtual environment. ``offscreen``: what Qt needs without a screen.
``window``: that, and what Qt needs for the display named by the environment. Nothing is printed and no network is used
when all is present. What is missing is installed when root runs this on Debian, otherwise named exactly.

Runs before anything is installed: standard library only.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

PURPOSES = ("python", "offscreen", "window")

DRAWING = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""Libraries that Qt's Core, Gui and Widgets load, with the Debian package of each."""

X11 = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""The same for Qt's X11 platform."""

WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
"""The same for Qt's Wayland platform."""

FONT_PACKAGE = "fonts-dejavu-core"
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
FONT_SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".pfb"})


def main(words: list[str]) -> int:
    """Look for what the purposes in ``words`` need, install or name what is missing; 0 if all is there in the end."""
    if not words or not set(words) <= set(PURPOSES):
        print(f"usage: system_libraries.py {'|'.join(PURPOSES)} ...", file=sys.stderr)
        return 2
    if not sys.platform.startswith("linux"):
        return 0
    missing: dict[str, str] = {}
    for purpose in words:
        missing.update(find_missing(purpose, os.environ))
    if not missing:
        return 0
    if not _is_debian():
        names = ", ".join(missing)
        print(f"The system lacks {names}; install them with its package manager and try again.", file=sys.stderr)
        return 1
    packages = sorted(set(missing.values()))
    return install(packages) if os.geteuid() == 0 else name(packages)


def find_missing(purpose: str, environment: Mapping[str, str]) -> dict[str, str]:
    """What is missing (a library, or a word for it) -> the Debian package that brings it."""
    if purpose == "python":
        return {} if importlib.util.find_spec("ensurepip") else {"Python's venv module": _venv_package()}
    needed = dict(DRAWING)
    if purpose == "window" and environment.get("DISPLAY"):
        needed.update(X11)
    elif purpose == "window" and environment.get("WAYLAND_DISPLAY"):
        needed.update(WAYLAND)
    missing = {library: package for library, package in needed.items() if not _loads(library)}
    if not has_font(Path(folder).expanduser() for folder in FONT_FOLDERS):
        missing["any font"] = FONT_PACKAGE
    return missing


def _venv_package() -> str:
    return f"python{sys.version_info.major}.{sys.version_info.minor}-venv"


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_font(folders: Iterable[Path]) -> bool:
    """Whether a font file lies anywhere below one of ``folders`` (Qt would draw empty boxes without)."""
    for folder in folders:
        for _root, _folders, names in os.walk(folder):
            if any(Path(name).suffix.lower() in FONT_SUFFIXES for name in names):
                return True
    return False


def _is_debian() -> bool:
    return Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def name(packages: list[str]) -> int:
    """Say what to install; status 1."""
    print(f"sudo apt-get install {' '.join(packages)}")
    print("The command above installs what this machine lacks; run it and try again.", file=sys.stderr)
    return 1


def install(packages: list[str]) -> int:
    """Install ``packages`` as root, quietly; status 0 or 1."""
    print(f"Installing what this machine lacks: {' '.join(packages)}.")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    said = []
    for words in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        command = ["apt-get", "-qq", *words]
        done = subprocess.run(command, env=quiet, capture_output=True, text=True, check=False)
        said += [done.stderr.strip(), done.stdout.strip()] if done.returncode else []
    if done.returncode == 0:  # an update that failed does not matter when the package lists were good enough
        return 0
    print("\n".join(line for line in said if line), file=sys.stderr)
    print(f"`{' '.join(command)}` failed; apt-get's own words stand above.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
