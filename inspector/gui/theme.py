"""Colours, type, spacing: the only module that knows them. The rest of the program names roles.

The colours are data in ``resources/themes/``. The kinds' colours stay apart from each other under the three common
colour blindnesses (checked by a test); what happened to a segment is told by texture as well.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import Template
from typing import Literal

from PySide6.QtGui import QColor, QFont, QFontDatabase

from inspector.resource_files import resource_path

ThemeName = Literal["dark", "light"]

GRID_PX = 4
PANEL_RADIUS_PX = 8
TILE_RADIUS_PX = 3
MARGIN_PX = 16
FONT_SIZES_PX = (18, 15, 13, 12, 11, 10)

NEUTRAL = "neutral"
"""Role of what has no colour of its own."""

_ROLE_BY_KIND: Mapping[str, str] = {
    "system_prompt": "system",
    "section": "system",
    "workspace_files": "files",
    "file": "files",
    "skills": "skills",
    "skill": "skills",
    "tool_schemas": "tool_schemas",
    "tool": "tool_schemas",
    "tool_schema": "tool_schemas",
    "tool_description": "tool_schemas",
    "user": "user",
    "assistant": "assistant",
    "tool_result": "tool_result",
    "summary": "summary",
    "runtime_context": "runtime_context",
    "custom": "runtime_context",
    "conversation": NEUTRAL,
    "context": NEUTRAL,
    "residual": NEUTRAL,
    "free": NEUTRAL,
    "reserve": NEUTRAL,
}

_SANS = ("Inter", "Inter Variable", "Segoe UI", "SF Pro Text", "Cantarell", "Ubuntu", "Noto Sans", "DejaVu Sans")
_MONO = ("JetBrains Mono", "SF Mono", "Cascadia Mono", "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono")
_BEHIND = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Noto Sans CJK KR",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "Noto Color Emoji",
)


@dataclass(frozen=True, slots=True)
class Surfaces:
    """What text stands on: window, panels on it, what is raised above a panel, what is hovered, hairlines."""

    window: str
    panel: str
    raised: str
    hover: str
    line: str


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours of text; each is readable (contrast 4.5) on every surface; ``tile`` and ``tile_muted`` on every kind."""

    text: str
    muted: str
    accent: str
    warning: str
    error: str
    summary: str
    on_accent: str
    tile: str
    tile_muted: str


@dataclass(frozen=True, slots=True)
class Marks:
    """Colours of what is no text: fills, lines, handles."""

    accent_fill: str
    accent_hover: str
    warning: str
    selection: str
    hatch: str
    plot_fill: str
    thumb: str
    thumb_hover: str


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours as ``#rrggbb``. ``kinds`` has one colour a role: system, files, skills and so on."""

    name: ThemeName
    surfaces: Surfaces
    inks: Inks
    marks: Marks
    kinds: Mapping[str, str]

    @staticmethod
    def dark() -> Theme:
        """Light text on dark."""
        return load_theme("dark")

    @staticmethod
    def light() -> Theme:
        """Dark text on light."""
        return load_theme("light")

    def color_for_role(self, role: str) -> QColor:
        """Colour of a role; the neutral surface for an unknown one."""
        return QColor(self.kinds.get(role, self.surfaces.raised))

    def color_for_kind(self, kind: str) -> QColor:
        """Colour of a segment kind; the neutral surface for kinds without a colour of their own."""
        return self.color_for_role(role_for_kind(kind) or NEUTRAL)

    def faded(self, color: QColor, strength: float = 0.35) -> QColor:
        """``color`` mixed into the panel: 0 is the panel, 1 the colour."""
        return mix(QColor(self.surfaces.panel), color, strength)

    def ink_on(self, fill: QColor) -> QColor:
        """The ink, near black or the theme's own, that is easier to read on ``fill``."""
        inks = (QColor(self.inks.tile), QColor(self.inks.text), QColor("#ffffff"))
        return max(inks, key=lambda ink: contrast_ratio(ink, fill))


@cache
def load_theme(name: ThemeName) -> Theme:
    """Read a theme from ``resources/themes/``.

    Raises:
        OSError, ValueError, KeyError, TypeError: the program's own resource is missing or broken.
    """
    stored = json.loads(resource_path("themes", f"{name}.json").read_text(encoding="utf-8"))
    return Theme(
        name=name,
        surfaces=Surfaces(**stored["surfaces"]),
        inks=Inks(**stored["inks"]),
        marks=Marks(**stored["marks"]),
        kinds=stored["kinds"],
    )


def role_for_kind(kind: str) -> str | None:
    """Colour role of a segment kind; None for kinds that take their parent's (blocks, frames)."""
    return _ROLE_BY_KIND.get(kind)


def mix(one: QColor, other: QColor, share: float) -> QColor:
    """``one`` with a ``share`` (0 to 1) of ``other``."""
    parts = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]  # Qt's stubs say object
    return QColor(*(round(first + (second - first) * share) for first, second in parts))


def contrast_ratio(one: QColor, other: QColor) -> float:
    """WCAG 2.1 contrast of two opaque colours: 1 (none) to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: QColor) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def make_font(size_px: int, weight: int = 400, *, mono: bool = False) -> QFont:
    """A font of the program.

    Args:
        size_px: one of :data:`FONT_SIZES_PX`.
        weight: 400, 500 or 600.
        mono: fixed width.
    """
    font = QFont(list(font_families(mono=mono)))
    font.setPixelSize(size_px)
    font.setWeight(QFont.Weight(weight))
    # Digits of one width: numbers that change or stand in columns must not jitter.
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


@cache
def font_families(*, mono: bool = False) -> tuple[str, ...]:
    """The first installed family of our choice, then installed CJK and emoji families; Qt has the last word."""
    installed = set(QFontDatabase.families())
    own = next((name for name in (_MONO if mono else _SANS) if name in installed), None)
    kind = QFontDatabase.SystemFont.FixedFont if mono else QFontDatabase.SystemFont.GeneralFont
    first = own or QFontDatabase.systemFont(kind).family()
    return (first, *(name for name in _BEHIND if name in installed))


def stylesheet(theme: Theme) -> str:
    """Qt style sheet of the whole application."""
    values = {
        "family": ", ".join(f'"{name}"' for name in font_families()),
        "mono": ", ".join(f'"{name}"' for name in font_families(mono=True)),
        "panel_radius": str(PANEL_RADIUS_PX),
    }
    for group in (theme.surfaces, theme.inks, theme.marks):
        prefix = type(group).__name__.lower()
        values |= {f"{prefix}_{name}": getattr(group, name) for name in group.__slots__}
    return Template(resource_path("themes", "application.qss").read_text(encoding="utf-8")).substitute(values)
