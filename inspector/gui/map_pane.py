"""The centre: how full the window is, the map of what is in it, and below how it came to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from inspector.domain.segments import Segment, make_group
from inspector.gui.breadcrumbs import Breadcrumbs
from inspector.gui.fitted_splitter import FittedSplitter
from inspector.gui.flow_layout import FlowLayout
from inspector.gui.header_bar import HeaderBar
from inspector.gui.inspector_state import InspectorState
from inspector.gui.labels import make_label
from inspector.gui.loading import RUNTIME_COUNTING
from inspector.gui.notice_page import NoticeBanner, NoticePage
from inspector.gui.panels.legend import Legend
from inspector.gui.segmented_control import Choice, SegmentedControl
from inspector.gui.theme import GRID_PX, MARGIN_PX, Theme
from inspector.gui.views.treemap_view import TreemapView
from inspector.gui.views.window_meter import WindowMeter

if TYPE_CHECKING:
    from inspector.gui.views.timeline_view import TimelineView

ROOM_KINDS = frozenset({"free", "reserve"})
TOKENIZER = "o200k_base"
AREAS = (
    Choice("tokens", "Tokens", "The area of a tile is its tokens."),
    Choice("chars", "Chars", "The area of a tile is its characters (UTF-16 code units, as OpenClaw counts)."),
)
SCOPES = (
    Choice("used", "In use", "The map is of what the next request would carry."),
    Choice("window", "Whole window", "The map is of the whole window: with the room that is free, and the reserve."),
)
COUNTINGS = (
    Choice(RUNTIME_COUNTING, "OpenClaw's estimate", "Characters divided by four, weighted: what OpenClaw decides by."),
    Choice(TOKENIZER, "o200k", "Counted by the o200k_base tokenizer where the text is known, else estimated."),
)
_NO_MESSAGES = "This session has no messages: a next request would carry only what is shown here."
_TIMELINE_SHARE = 0.27
_TIMELINE_PX = (120, 220)
"""At least and at most."""
_NOTICE, _SESSION = range(2)


def _plan_timeline(height_px: int) -> tuple[int, int]:
    least_px, most_px = _TIMELINE_PX
    timeline_px = max(least_px, min(most_px, round(height_px * _TIMELINE_SHARE)))
    return max(1, height_px - timeline_px), timeline_px


def used_part(root: Segment) -> Segment:
    """The tree without the room that is left in the window."""
    parts = [part for part in root.children if part.kind not in ROOM_KINDS]
    return make_group(
        root.id, root.kind, root.label, parts, root.provenance, state=root.state, detail=dict(root.detail)
    )


class MapPane(QWidget):
    """Shows the session of the state, or says why there is none.

    Signals:
        folder_wanted(), demo_wanted(): the user clicked a button of the notice page.
        entry_missed(): an entry was chosen in the timeline that is no longer in the context.
    """

    folder_wanted = Signal()
    demo_wanted = Signal()
    entry_missed = Signal()

    def __init__(self, state: InspectorState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._theme = theme
        self.meter = WindowMeter(theme, self)
        self.map = TreemapView(theme, self)
        self.timeline: TimelineView | None = None
        self.area = SegmentedControl("Area of a tile", AREAS, self)
        self.scope = SegmentedControl("What the map is of", SCOPES, self)
        self.counting = SegmentedControl("How tokens are counted", COUNTINGS, self)
        self.breadcrumbs = Breadcrumbs(state, self)
        self.legend = Legend(state, theme, self)
        self.banner = NoticeBanner(state, self)
        self._no_messages = make_label(_NO_MESSAGES, "muted", self, wrap=True)
        self.splitter = FittedSplitter(Qt.Orientation.Vertical, _plan_timeline, self)
        self._pages = QStackedWidget(self)
        self.notice = NoticePage(state, self)
        self._lay_out()
        self._connect()
        self._on_inspection_changed()
        self._on_options_changed()

    def add_timeline(self) -> None:
        """Make the timeline: after the first show, for its plot library takes its time to load."""
        if self.timeline is not None:
            return
        from inspector.gui.views.timeline_view import TimelineView  # noqa: PLC0415  (see above)

        self.timeline = TimelineView(self._theme, self)
        self.splitter.addWidget(self.timeline)
        self.splitter.fit()
        self.splitter.setCollapsible(1, True)
        self.timeline.entry_selected.connect(self._on_entry_selected)
        self._on_timeline_changed()

    def _lay_out(self) -> None:
        controls = QWidget(self)
        row = FlowLayout(controls, 4 * GRID_PX)
        row.addWidget(self.area)
        row.addWidget(self.scope)
        row.addWidget(self.counting)
        upper = QWidget(self)
        above = QVBoxLayout(upper)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(2 * GRID_PX)
        above.addWidget(self.breadcrumbs)
        above.addWidget(controls)
        above.addWidget(self.legend)
        above.addWidget(self.map, 1)
        self.splitter.setHandleWidth(3 * GRID_PX)
        self.splitter.addWidget(upper)
        session = QWidget(self)
        column = QVBoxLayout(session)
        column.setContentsMargins(MARGIN_PX, MARGIN_PX, 2 * GRID_PX, MARGIN_PX - GRID_PX)
        column.setSpacing(2 * GRID_PX)
        for widget in (HeaderBar(self._state, session), self.meter, self.banner, self._no_messages):
            column.addWidget(widget)
        column.addWidget(self.splitter, 1)
        self._pages.addWidget(self.notice)
        self._pages.addWidget(session)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)

    def _connect(self) -> None:
        state = self._state
        state.inspection_changed.connect(self._on_inspection_changed)
        state.options_changed.connect(self._on_options_changed)
        state.timeline_changed.connect(self._on_timeline_changed)
        state.selection_changed.connect(self._on_selection_changed)
        state.zoom_changed.connect(self._on_zoom_changed)
        state.kind_changed.connect(self._on_kind_changed)
        self.map.hovered.connect(state.hover)
        self.map.selected.connect(state.select_segment)
        self.map.drilled.connect(state.drill)
        self.meter.selected.connect(state.select_segment)
        self.area.chosen.connect(state.set_area)
        self.scope.chosen.connect(state.set_scope)
        self.counting.chosen.connect(state.set_counting)
        self.notice.folder_wanted.connect(self.folder_wanted)
        self.notice.demo_wanted.connect(self.demo_wanted)

    def _on_inspection_changed(self) -> None:
        snapshot = self._state.snapshot
        self._pages.setCurrentIndex(_NOTICE if snapshot is None else _SESSION)
        if snapshot is None:
            self.map.clear()
            return
        self.meter.show_snapshot(snapshot)
        self._no_messages.setVisible(not snapshot.messages)
        self._show_tree()
        self._on_timeline_changed()

    def _show_tree(self) -> None:
        if self._state.index is not None:
            root = self._state.index.root
            self.map.show_tree(root if self._state.scope == "window" else used_part(root), self._state.area)
            self.map.set_root(self._state.zoom_id)
            self.map.select(self._state.selected_id)
            self.map.highlight_kind(self._state.highlighted_kind)

    def _on_options_changed(self) -> None:
        self.area.show_choice(self._state.area)
        self.scope.show_choice(self._state.scope)
        self.counting.show_choice(self._state.counting)
        self._show_tree()

    def _on_selection_changed(self) -> None:
        self.map.select(self._state.selected_id)

    def _on_zoom_changed(self) -> None:
        self.map.set_root(self._state.zoom_id)

    def _on_kind_changed(self) -> None:
        self.map.highlight_kind(self._state.highlighted_kind)

    def _on_timeline_changed(self) -> None:
        snapshot, timeline = self._state.snapshot, self._state.timeline
        if self.timeline is not None and snapshot is not None and timeline is not None:
            self.timeline.show_timeline(timeline, snapshot)

    def _on_entry_selected(self, entry_id: str) -> None:
        if not self._state.select_entry(entry_id):
            self.entry_missed.emit()
