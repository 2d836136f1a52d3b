"""A treemap as a picture: planned once for a layout, drawn in batches by colour."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from inspector.domain.segments import Segment
from inspector.geometry.rects import Rect
from inspector.geometry.treemap import Tile, Treemap
from inspector.gui.drawing.segment_weights import UNITS, Area, size_of
from inspector.gui.drawing.textures import make_texture
from inspector.gui.drawing.tile_labels import (
    LabelFonts,
    TextLine,
    draw_lines,
    has_room_for_text,
    plan_fold_lines,
    plan_tile_lines,
    plan_title_lines,
)
from inspector.gui.drawing.tile_styles import TileStyle, style_for_fold, style_for_tile
from inspector.gui.theme import NEUTRAL, TILE_RADIUS_PX, Theme, mix
from inspector.reports.number_format import format_count, format_share, format_short

_HALF_GAP_PX = 1.0
_ROUND_FROM_PX = 20.0
"""Smaller tiles have square corners: round ones cannot be seen there and take ten times as long to draw."""
_FRAME_RADIUS_PX = 5.0
_PLAIN_UP_TO = 10_000


@dataclass(frozen=True)
class TreemapScene:
    """All that the picture depends on.

    Attributes:
        theme: colours.
        treemap: the layout.
        segments: by id; every tile's key is in it.
        roles: colour role by id.
        area: what the numbers are.
        whole: what shares are taken of, in that unit.
        is_dimmed: whether a segment steps back.
        device_pixel_ratio: of the screen.
    """

    theme: Theme
    treemap: Treemap
    segments: Mapping[str, Segment]
    roles: Callable[[str], str]
    area: Area
    whole: int
    is_dimmed: Callable[[str], bool]
    device_pixel_ratio: float = 1.0


@dataclass
class _Batch:
    """Tiles of one style."""

    squares: list[QRectF] = field(default_factory=list)
    rounded: QPainterPath = field(default_factory=QPainterPath)
    rects: list[QRectF] = field(default_factory=list)


class TreemapPicture:
    """Plans at construction; :meth:`paint` only draws.

    Everything lies on whole device pixels: gaps are then all alike.
    """

    def __init__(self, scene: TreemapScene, fonts: LabelFonts) -> None:
        self._scene = scene
        self._fonts = fonts
        self._top_inset_px = (2 if _is_mostly_framed(scene.treemap) else 1) * _HALF_GAP_PX
        self._styles: dict[tuple[object, ...], TileStyle] = {}
        self._batches: defaultdict[tuple[object, ...], _Batch] = defaultdict(_Batch)
        self._frames: list[tuple[QRectF, Tile]] = []
        self._texts: list[tuple[list[TextLine], tuple[QColor, QColor], bool]] = []
        for tile in scene.treemap.tiles:
            if tile.is_group:
                self._plan_frame(tile)
            else:
                self._plan_tile(tile)

    def paint(self, painter: QPainter) -> None:
        """Draw everything but selection and hover."""
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        self._paint_frames(painter)
        for key, batch in self._batches.items():
            style = self._styles[key]
            _paint_fills(painter, batch, style.fill)
            if style.texture is not None and style.texture_ink is not None:
                brush = make_texture(style.texture, style.texture_ink, self._scene.device_pixel_ratio)
                _paint_fills(painter, batch, brush)
            if style.border is not None:
                _paint_borders(painter, batch, style.border)
            if style.struck:
                _paint_strikes(painter, batch, style.ink)
        for lines, inks, struck in self._texts:
            draw_lines(painter, lines, self._fonts, inks, struck=struck)

    def drawn_rect(self, tile: Tile) -> QRectF:
        """Where a tile or frame is drawn: its cell without the gap."""
        inset = 2 * _HALF_GAP_PX if tile.is_group else _HALF_GAP_PX if tile.depth else self._top_inset_px
        return _snap(tile.rect, self._scene.device_pixel_ratio, inset)

    # --- planning ---

    def _plan_frame(self, tile: Tile) -> None:
        scene, theme = self._scene, self._scene.theme
        rect = self.drawn_rect(tile)
        self._frames.append((rect, tile))
        title = tile.title_rect
        if title is None:
            return
        segment = scene.segments[tile.key]
        strip = QRectF(rect.x(), rect.y(), rect.width(), title.height)
        lines = plan_title_lines(segment.label, self._shares(segment), strip, self._fonts)
        text, muted = QColor(theme.inks.text), QColor(theme.inks.muted)
        if scene.is_dimmed(tile.key):
            text = muted
        elif tile.depth:
            muted = text
        self._texts.append((lines, (text, muted), False))

    def _shares(self, segment: Segment) -> tuple[str, ...]:
        size = size_of(segment, self._scene.area)
        share = format_share(size, self._scene.whole)
        return f"{_short(size)} {UNITS[self._scene.area]} · {share}", share

    def _plan_tile(self, tile: Tile) -> None:
        key = self._style_key(tile)
        style = self._styles.get(key) or self._make_style(tile, key)
        rect = self.drawn_rect(tile)
        batch = self._batches[key]
        batch.rects.append(rect)
        if rect.width() >= _ROUND_FROM_PX and rect.height() >= _ROUND_FROM_PX:
            batch.rounded.addRoundedRect(rect, TILE_RADIUS_PX, TILE_RADIUS_PX)
        else:
            batch.squares.append(rect)
        lines = self._tile_lines(tile, rect) if has_room_for_text(rect) else []
        if lines:
            self._texts.append((lines, (style.ink, style.ink_muted), style.struck))

    def _tile_lines(self, tile: Tile, rect: QRectF) -> list[TextLine]:
        unit = UNITS[self._scene.area]
        if tile.folded_count:
            return plan_fold_lines(tile.folded_count, f"{round(tile.folded_weight):,} {unit}", rect, self._fonts)
        segment = self._scene.segments[tile.key]
        return plan_tile_lines(segment.label, format_count(size_of(segment, self._scene.area)), rect, self._fonts)

    def _style_key(self, tile: Tile) -> tuple[object, ...]:
        segment = self._scene.segments[tile.key]
        role = self._scene.roles(tile.key)
        return bool(tile.folded_count), role, segment.kind, segment.state, self._scene.is_dimmed(tile.key)

    def _make_style(self, tile: Tile, key: tuple[object, ...]) -> TileStyle:
        scene, segment = self._scene, self._scene.segments[tile.key]
        role, dimmed = scene.roles(tile.key), scene.is_dimmed(tile.key)
        if tile.folded_count:
            style = style_for_fold(scene.theme, role, dimmed=dimmed)
        else:
            style = style_for_tile(scene.theme, role, segment.kind, segment.state, dimmed=dimmed)
        self._styles[key] = style
        return style

    # --- drawing ---

    def _paint_frames(self, painter: QPainter) -> None:
        theme = self._scene.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.surfaces.line), 1))
        panel = QColor(theme.surfaces.panel)
        for rect, tile in self._frames:
            role = self._scene.roles(tile.key)
            tinted = tile.depth > 0 and role != NEUTRAL and not self._scene.is_dimmed(tile.key)
            painter.setBrush(mix(panel, self._scene.theme.color_for_role(role), 0.22) if tinted else panel)
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _FRAME_RADIUS_PX, _FRAME_RADIUS_PX)


def _is_mostly_framed(treemap: Treemap) -> bool:
    """Whether the top level consists of frames: tiles between them then keep the same distance."""
    top = [tile.is_group for tile in treemap.tiles if tile.depth == 0]
    return 2 * sum(top) >= max(1, len(top))


def _snap(rect: Rect, ratio: float, inset_px: float) -> QRectF:
    x, y, width, height = rect
    left, top = int(x * ratio + 0.5) / ratio, int(y * ratio + 0.5) / ratio
    across, down = int((x + width) * ratio + 0.5) / ratio - left, int((y + height) * ratio + 0.5) / ratio - top
    inset_x = inset_px if across >= 4 * inset_px else across / 4
    inset_y = inset_px if down >= 4 * inset_px else down / 4
    return QRectF(left + inset_x, top + inset_y, across - 2 * inset_x, down - 2 * inset_y)


def _short(size: int) -> str:
    return format_count(size) if abs(size) < _PLAIN_UP_TO else format_short(size)


def _paint_fills(painter: QPainter, batch: _Batch, brush: QBrush | QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.drawRects(batch.squares)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.drawPath(batch.rounded)


def _paint_borders(painter: QPainter, batch: _Batch, color: QColor) -> None:
    painter.setPen(QPen(color, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for rect in batch.rects:
        painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), TILE_RADIUS_PX - 0.75, TILE_RADIUS_PX - 0.75)


def _paint_strikes(painter: QPainter, batch: _Batch, color: QColor) -> None:
    line = QColor(color)
    line.setAlphaF(0.4)
    painter.setPen(QPen(line, 1.2))
    painter.drawLines(
        [QLineF(QPointF(rect.left(), rect.bottom()), QPointF(rect.right(), rect.top())) for rect in batch.rects]
    )
