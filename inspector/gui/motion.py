"""Whether things may move: animations are off where the desktop or the user asks for calm."""

from __future__ import annotations

import configparser
import os
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QApplication, QStyle

ZOOM_MS = 180
"""Length of a drill-in."""

_OWN_SWITCH = "CONTEXT_INSPECTOR_REDUCED_MOTION"
_SETTINGS = (
    ("gtk-4.0/settings.ini", "Settings", "gtk-enable-animations"),
    ("gtk-3.0/settings.ini", "Settings", "gtk-enable-animations"),
    ("kdeglobals", "KDE", "AnimationDurationFactor"),
)
_OFF = frozenset({"0", "0.0", "false", "no", "off"})


def prefers_reduced_motion(environment: Mapping[str, str] | None = None) -> bool:
    """Whether to do without animations.

    Asked in this order: ``CONTEXT_INSPECTOR_REDUCED_MOTION`` (``0`` means animate), ``GTK_ENABLE_ANIMATIONS``, the
    settings files of GTK and KDE, Qt's style.
    """
    environment = os.environ if environment is None else environment
    own = environment.get(_OWN_SWITCH)
    if own is not None and own != "":
        return own.lower() not in _OFF
    if environment.get("GTK_ENABLE_ANIMATIONS", "").lower() in _OFF:
        return True
    home = Path(environment.get("XDG_CONFIG_HOME") or Path(environment.get("HOME") or ".") / ".config")
    for name, section, key in _SETTINGS:
        value = _find_setting(home / name, section, key)
        if value is not None:
            return value.strip().lower() in _OFF
    return _style_is_still()


def _find_setting(path: Path, section: str, key: str) -> str | None:
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, configparser.Error):
        # A desktop's settings file that is absent or odd says nothing about motion.
        return None
    return parser.get(section, key, fallback=None)


def _style_is_still() -> bool:
    if not isinstance(QApplication.instance(), QApplication):
        return False
    return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0
