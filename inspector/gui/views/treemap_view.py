"""The map: what fills the context, area for size, colour for kind. One widget, drawn from a cached picture."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.domain.segments import FIRST_LEVEL_KINDS, Segment
from inspector.geometry.rects import Rect
from inspector.geometry.treemap import Direction, Orders, Tile, Treemap, WeightedNode, find_neighbour, lay_out_tree
from inspector.gui.drawing.hover_card import HoverCard, card_text
from inspector.gui.drawing.segment_weights import Area, Roles, size_of, weigh_tree
from inspector.gui.drawing.segment_words import describe_fold, describe_segment
from inspector.gui.drawing.tile_labels import LabelFonts
from inspector.gui.drawing.treemap_picture import TreemapPicture, TreemapScene
from inspector.gui.drawing.zoom import Zoom
from inspector.gui.motion import prefers_reduced_motion
from inspector.gui.segment_index import SegmentIndex, index_segments
from inspector.gui.theme import TILE_RADIUS_PX, Theme, make_font, role_for_kind
from inspector.reports.number_format import format_count, format_share

_DIRECTIONS: Mapping[int, Direction] = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}
_KEYBOARD_REASONS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_TOLD_PARTS = 4


class TreemapView(QWidget):
    """A treemap of segments.

    Programs call :meth:`show_tree`, :meth:`set_root`, :meth:`select` and :meth:`highlight_kind`; none of them emits.

    Signals:
        hovered: id of the segment under the pointer, empty when there is none.
        selected: id, chosen by the user.
        drilled: id of the segment that fills the picture now, by the user's doing.
    """

    hovered = Signal(str)
    selected = Signal(str)
    drilled = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Map of the context")
        self.reduced_motion = prefers_reduced_motion()
        self._theme = theme
        self._fonts = LabelFonts.make()
        self._area: Area = "tokens"
        self._index: SegmentIndex | None = None
        self._roles: Roles | None = None
        self._root_id = ""
        self._selected_id: str | None = None
        self._kind: str | None = None
        self._hovered_tile: Tile | None = None
        self._nodes: tuple[str, Area, WeightedNode] | None = None
        self._treemap: Treemap | None = None
        self._orders: dict[str, Orders] = {}
        self._picture: TreemapPicture | None = None
        self._pixmap: QPixmap | None = None
        self._focus_ring = False
        self._card = HoverCard(self)
        self._zoom = Zoom(self)
        self._zoom.moved.connect(self.update)
        self._describe()

    # --- what is shown ---

    def show_tree(self, root: Segment, area: Area, index: SegmentIndex | None = None) -> None:
        """Show ``root``'s tree, sized by ``area``; zoom and selection stay where their segments still exist.

        A tree of the same session (it shares a transcript entry with the one before) keeps the order of its tiles.
        ``index`` is the tree's, where it was made already (off the UI thread).
        """
        before = self._index
        index = index_segments(root) if index is None else index
        if before is None or area != self._area or not _share_an_entry(before, index):
            self._orders = {}
        root_id = root.id if before is None else _nearest_kept(before, index, self._root_id)
        self._index, self._area, self._root_id, self._nodes = index, area, root_id, None
        self._roles = Roles(index)
        if self._selected_id is not None and self._selected_id not in index.by_id:
            self._selected_id = None
        self._zoom.stop()
        self._lay_out()

    def clear(self) -> None:
        """Show nothing."""
        self._index, self._root_id, self._selected_id = None, "", None
        self._roles, self._orders = None, {}
        self._zoom.stop()
        self._lay_out()

    def set_root(self, segment_id: str | None) -> None:
        """Let a segment fill the picture; None for the whole tree. An unknown id changes nothing."""
        if self._index is None:
            return
        target = self._index.root.id if segment_id is None else segment_id
        if target == self._root_id or target not in self._index.by_id:
            return
        before_id, before_map = self._root_id, self._treemap
        before_picture = self._rendered()
        self._root_id = target
        self._lay_out()
        self._film(before_id, before_map, before_picture)

    def select(self, segment_id: str | None) -> None:
        """Mark a segment, or the tile that it lies in; None for nothing."""
        if segment_id == self._selected_id:
            return
        known = self._index is not None and segment_id in self._index.by_id
        self._selected_id = segment_id if known else None
        self._describe()
        self.update()

    def highlight_kind(self, kind: str | None) -> None:
        """Let all but one kind of segment step back; None for all alike."""
        if kind != self._kind:
            self._kind = kind
            self._pixmap = None
            self.update()

    def set_theme(self, theme: Theme) -> None:
        """Other colours."""
        self._theme = theme
        self._pixmap = None
        self.update()

    @property
    def root_id(self) -> str:
        """Id of the segment that fills the picture; empty when nothing is shown."""
        return self._root_id

    @property
    def selected_id(self) -> str | None:
        """Id of the marked segment."""
        return self._selected_id

    @property
    def treemap(self) -> Treemap | None:
        """The present layout, in the widget's coordinates; None when nothing is shown."""
        return self._treemap

    def go_up(self) -> bool:
        """One level up, as the user does it; False at the top."""
        parent = None if self._index is None else self._index.parent_ids.get(self._root_id)
        if parent is None:
            return False
        self._drill(parent)
        return True

    def sizeHint(self) -> QSize:
        """A comfortable size."""
        return QSize(780, 500)

    def minimumSizeHint(self) -> QSize:
        """Where a picture is still one."""
        return QSize(240, 160)

    # --- layout ---

    def _lay_out(self) -> None:
        self._pixmap, self._picture, self._hovered_tile = None, None, None
        self._card.put_away()
        root = None if self._index is None else self._index.find(self._root_id)
        if root is None:
            self._treemap = None
        else:
            bounds, node = Rect(0, 0, self.width(), self.height()), self._weigh(root)
            self._treemap = lay_out_tree(node, bounds, previous=self._orders.get(self._root_id))
            self._orders[self._root_id] = self._treemap.orders
        self._describe()
        self.update()

    def _weigh(self, root: Segment) -> WeightedNode:
        """The nodes of the shown segment; kept, as resizing asks for them again and again."""
        if self._nodes is None or self._nodes[:2] != (root.id, self._area):
            self._nodes = root.id, self._area, weigh_tree(root, self._area)
        return self._nodes[2]

    def _film(self, before_id: str, before_map: Treemap | None, before_picture: QPixmap | None) -> None:
        if self.reduced_motion or not self.isVisible() or before_picture is None or before_map is None:
            return
        inwards = self._index is not None and before_id in {part.id for part in self._index.path_to(self._root_id)}
        larger, smaller = (before_map, self._root_id) if inwards else (self._treemap, before_id)
        tile = None if larger is None else _find_shown(larger, self._path_ids(smaller))
        if tile is not None:
            self._zoom.start(before_picture, tile.rect, inwards=inwards)

    def _path_ids(self, segment_id: str) -> list[str]:
        return [] if self._index is None else [part.id for part in self._index.path_to(segment_id)]

    # --- painting ---

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Blit the picture; selection, hover and focus come on top."""
        painter = QPainter(self)
        pixmap = self._rendered()
        if pixmap is None:
            self._paint_nothing(painter)
        elif self._zoom.running:
            self._zoom.paint(painter, pixmap, Rect(0, 0, self.width(), self.height()))
        else:
            painter.drawPixmap(0, 0, pixmap)
            if self._picture is not None:
                self._paint_marks(painter, self._picture)
        if self._focus_ring:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.marks.accent_fill), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _rendered(self) -> QPixmap | None:
        """The picture without marks, drawn anew only when something changed; None where there are no tiles."""
        if self._treemap is None or self._index is None or self._roles is None or not self._treemap.tiles:
            return None
        ratio = self.devicePixelRatioF()
        if self._pixmap is None or self._pixmap.devicePixelRatio() != ratio:
            self._picture = TreemapPicture(self._scene(self._treemap, self._index, self._roles, ratio), self._fonts)
            self._pixmap = QPixmap(max(1, round(self.width() * ratio)), max(1, round(self.height() * ratio)))
            self._pixmap.setDevicePixelRatio(ratio)
            self._pixmap.fill(QColor(self._theme.surfaces.window))
            painter = QPainter(self._pixmap)
            self._picture.paint(painter)
            painter.end()
        return self._pixmap

    def _scene(self, treemap: Treemap, index: SegmentIndex, roles: Roles, ratio: float) -> TreemapScene:
        bright = None if self._kind is None else self._ids_of_kind(index, roles, self._kind)
        return TreemapScene(
            theme=self._theme,
            treemap=treemap,
            segments=index.by_id,
            roles=roles,
            area=self._area,
            whole=size_of(index.root, self._area),
            is_dimmed=(lambda _id: False) if bright is None else (lambda segment_id: segment_id not in bright),
            device_pixel_ratio=ratio,
        )

    def _ids_of_kind(self, index: SegmentIndex, roles: Roles, kind: str) -> set[str]:
        """Segments of a kind with all below them, those of its colour, and the frames around them."""
        role = role_for_kind(kind)
        found = {segment_id for segment_id in index.by_id if roles(segment_id) == role and role in self._theme.kinds}
        for segment in index.root.walk():
            if segment.kind == kind:
                found.update(part.id for part in segment.walk())
        for segment_id in tuple(found):
            found.update(part.id for part in index.path_to(segment_id))
        return found

    def _paint_nothing(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), QColor(self._theme.surfaces.window))
        painter.setFont(make_font(13))
        painter.setPen(QColor(self._theme.inks.muted))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self.rect().adjusted(16, 16, -16, -16), int(flags), self._empty_sentence())

    def _empty_sentence(self) -> str:
        if self._index is None:
            return "No session is shown."
        return f"Nothing here has any {self._area} to draw."

    def _paint_marks(self, painter: QPainter, picture: TreemapPicture) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._hovered_tile is not None:
            ink = QColor(self._theme.marks.selection)
            ink.setAlphaF(0.6)
            _outline(painter, picture.drawn_rect(self._hovered_tile), ink, 1)
        marked = self._marked_tile()
        if marked is not None:
            rect = picture.drawn_rect(marked)
            _outline(painter, rect.adjusted(-1, -1, 1, 1), QColor(self._theme.marks.selection), 2)

    def _marked_tile(self) -> Tile | None:
        if self._treemap is None or self._selected_id is None:
            return None
        path = self._path_ids(self._selected_id)
        return _find_shown(self._treemap, path) if self._root_id in path[:-1] else None

    # --- pointer ---

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell what is under the pointer."""
        self._hover(self._tile_at(event.position()), event.position().toPoint())

    def leaveEvent(self, _event: QEvent) -> None:
        """Nothing is under the pointer any more."""
        self._hover(None, QPoint())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select; the mouse's own back button goes up."""
        if event.button() == Qt.MouseButton.BackButton:
            self.go_up()
        tile = self._tile_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or tile is None or tile.key == self._root_id:
            return
        self._choose(tile.key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Drill in, one level at a time."""
        tile = self._tile_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and tile is not None:
            self._drill_towards(tile.key)

    def _tile_at(self, point: QPointF) -> Tile | None:
        return None if self._treemap is None else self._treemap.find_tile_at(point.x(), point.y())

    def _hover(self, tile: Tile | None, at: QPoint) -> None:
        if tile == self._hovered_tile:
            return
        self._hovered_tile = tile
        if tile is None or self._index is None:
            self._card.put_away()
        else:
            title, lines = self._words(tile, self._index)
            self._card.tell(card_text(title, lines, self._theme.inks.muted), at)
        self.hovered.emit("" if tile is None else tile.key)
        self.update()

    def _words(self, tile: Tile, index: SegmentIndex) -> tuple[str, list[str]]:
        segment = index.by_id[tile.key]
        if tile.folded_count:
            return describe_fold(tile.folded_count, tile.folded_weight, segment, index.root, self._area)
        return describe_segment(segment, index.find(index.parent_ids.get(tile.key)), index.root, self._area)

    # --- keyboard ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End move the selection; Enter drills in; Backspace and Esc go up."""
        if not self._handle_key(event.key()):
            super().keyPressEvent(event)

    def _handle_key(self, key: int) -> bool:
        if key in (Qt.Key.Key_Backspace, Qt.Key.Key_Escape):
            return self.go_up()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self._selected_id is not None and self._drill_towards(self._selected_id)
        leaves = () if self._treemap is None else self._treemap.leaves()
        if not leaves:
            return False
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._choose(leaves[0 if key == Qt.Key.Key_Home else -1].key)
            return True
        if key not in _DIRECTIONS:
            return False
        marked = self._marked_tile()
        tile = leaves[0] if marked is None else find_neighbour(leaves, marked.rect, _DIRECTIONS[key])
        if tile is not None:
            self._choose(tile.key)
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keyboard is, if it came by the keyboard."""
        self._focus_ring = event.reason() in _KEYBOARD_REASONS
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keyboard is elsewhere."""
        self._focus_ring = False
        super().focusOutEvent(event)
        self.update()

    # --- intents ---

    def _choose(self, segment_id: str) -> None:
        if segment_id != self._selected_id:
            self.select(segment_id)
            self.selected.emit(segment_id)

    def _drill_towards(self, segment_id: str) -> bool:
        """Into the next level on the way to a segment, if that has parts worth a picture."""
        path = self._path_ids(segment_id)
        if self._root_id not in path[:-1] or self._index is None:
            return False
        target = self._index.by_id[path[path.index(self._root_id) + 1]]
        parts = sum(1 for child in target.children if size_of(child, self._area) > 0)
        if parts < (1 if target.kind in FIRST_LEVEL_KINDS else 2):
            return False
        self._drill(target.id)
        return True

    def _drill(self, segment_id: str) -> None:
        self.set_root(segment_id)
        self.drilled.emit(segment_id)

    # --- the rest of Qt ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another size, another layout."""
        super().resizeEvent(event)
        self._zoom.stop()
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        """Another application font, other measures."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._fonts = LabelFonts.make()
            self._pixmap = None
        super().changeEvent(event)

    def _describe(self) -> None:
        """Words for those who cannot see the picture."""
        root = None if self._index is None else self._index.find(self._root_id)
        if root is None or self._index is None:
            self.setAccessibleDescription(self._empty_sentence())
            return
        whole = size_of(root, self._area)
        parts = sorted(root.children, key=lambda part: -size_of(part, self._area))[:_TOLD_PARTS]
        told = [
            f"{part.label} {format_count(size_of(part, self._area))} ({format_share(size_of(part, self._area), whole)})"
            for part in parts
        ]
        chosen = self._index.find(self._selected_id)
        selection = "" if chosen is None else f" Selected: {chosen.label}, {format_count(size_of(chosen, self._area))}."
        self.setAccessibleDescription(
            f"{root.label}, {format_count(whole)} {self._area}: {', '.join(told)}.{selection}"
        )


def _outline(painter: QPainter, rect: QRectF, color: QColor, width_px: float) -> None:
    half = width_px / 2
    painter.setPen(QPen(color, width_px))
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), TILE_RADIUS_PX, TILE_RADIUS_PX)


def _find_shown(treemap: Treemap, path: list[str]) -> Tile | None:
    """The tile that shows the last of ``path``: its own, or the deepest one that it lies in."""
    tiles = {tile.key: tile for tile in treemap.tiles if not tile.folded_count}
    for place in range(len(path) - 1, -1, -1):
        tile = tiles.get(path[place])
        if tile is not None:
            is_inside = place < len(path) - 1 and tile.is_group
            return (treemap.find_fold(tile.key) or tile) if is_inside else tile
    return next((treemap.find_fold(key) for key in reversed(path) if treemap.find_fold(key)), None)


def _share_an_entry(one: SegmentIndex, other: SegmentIndex) -> bool:
    return not one.by_entry.keys().isdisjoint(other.by_entry)


def _nearest_kept(before: SegmentIndex, after: SegmentIndex, segment_id: str) -> str:
    """Of the way down to a segment, the deepest that the new tree still has; its root if none."""
    for part in reversed(before.path_to(segment_id)):
        if part.id in after.by_id:
            return part.id
    return after.root.id
