"""How a tile looks: colour from its role, texture from what happened to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QColor

from inspector.domain.segments import SegmentState
from inspector.gui.drawing.textures import Texture
from inspector.gui.theme import NEUTRAL, Theme, mix

_HATCHED: Mapping[SegmentState, Texture] = {"truncated": "rising", "capped": "rising", "soft_trimmed": "falling"}
_FADED = frozenset({"summarised", "dropped", "filtered"})
_STRUCK = frozenset({"dropped", "filtered"})


@dataclass(frozen=True)
class TileStyle:
    """What to draw.

    Attributes:
        fill: of the whole tile.
        ink: of its label.
        ink_muted: of its number.
        texture, texture_ink: drawn over the fill, or None.
        border: 1.5 px inside the edge, or None.
        struck: a line across.
    """

    fill: QColor
    ink: QColor
    ink_muted: QColor
    texture: Texture | None = None
    texture_ink: QColor | None = None
    border: QColor | None = None
    struck: bool = False


def style_for_tile(theme: Theme, role: str, kind: str, state: SegmentState, *, dimmed: bool = False) -> TileStyle:
    """The style of a segment's tile; ``dimmed`` steps back for a highlighted kind."""
    style = _style_for_space(theme, kind) or _style_for_role(theme, role, state)
    return _dim(theme, style) if dimmed else style


def style_for_fold(theme: Theme, role: str, *, dimmed: bool = False) -> TileStyle:
    """The style of the tile that stands for many small ones: a shade of their colour."""
    raised = QColor(theme.surfaces.raised)
    fill = raised if role == NEUTRAL else mix(raised, theme.color_for_role(role), 0.25)
    style = TileStyle(fill, QColor(theme.inks.text), QColor(theme.inks.text), border=QColor(theme.marks.hatch))
    return _dim(theme, style) if dimmed else style


def _style_for_space(theme: Theme, kind: str) -> TileStyle | None:
    """Room in the window, and what nobody can name: no colour, but a pattern."""
    text, muted, line = QColor(theme.inks.text), QColor(theme.inks.muted), QColor(theme.surfaces.line)
    if kind == "free":
        return TileStyle(QColor(theme.surfaces.window), muted, muted, border=line)
    if kind == "reserve":
        return TileStyle(QColor(theme.surfaces.window), muted, muted, "rising", QColor(theme.surfaces.line), line)
    if kind == "residual":
        return TileStyle(QColor(theme.surfaces.raised), text, muted, "dots", QColor(theme.marks.hatch), line)
    return None


def _style_for_role(theme: Theme, role: str, state: SegmentState) -> TileStyle:
    color = theme.color_for_role(role)
    if state == "hard_cleared":
        text = QColor(theme.inks.text)
        return TileStyle(QColor(theme.surfaces.panel), text, QColor(theme.inks.muted), border=color)
    if state in _FADED or role == NEUTRAL:
        fill = color if role == NEUTRAL else theme.faded(color)
        ink = theme.ink_on(fill)
        return TileStyle(fill, ink, ink, struck=state in _STRUCK)
    texture_ink = QColor(theme.inks.tile)
    texture_ink.setAlphaF(0.26)
    return TileStyle(color, QColor(theme.inks.tile), QColor(theme.inks.tile_muted), _HATCHED.get(state), texture_ink)


def _dim(theme: Theme, style: TileStyle) -> TileStyle:
    panel, muted = QColor(theme.surfaces.panel), QColor(theme.inks.muted)
    return TileStyle(
        fill=mix(panel, style.fill, 0.16),
        ink=muted,
        ink_muted=muted,
        border=None if style.border is None else mix(panel, style.border, 0.4),
        struck=style.struck,
    )
