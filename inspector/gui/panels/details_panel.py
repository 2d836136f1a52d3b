"""Right: the selected segment in words, its facts, and its full text or its biggest parts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.domain.contexts import Snapshot
from inspector.domain.segments import Segment
from inspector.gui.facts_grid import Fact, FactsGrid
from inspector.gui.fitted_splitter import FittedSplitter
from inspector.gui.inspector_state import InspectorState
from inspector.gui.labels import ElidedLabel, make_label
from inspector.gui.long_text_view import LongTextView
from inspector.gui.plain_text import displayable, one_line, tooltip
from inspector.gui.theme import GRID_PX, Theme
from inspector.gui.words import (
    KINDS,
    MEASURE_NOTE,
    METHODS,
    PROVENANCES,
    STATES,
    detail_rows,
    find_term,
    text_note,
)
from inspector.reports.number_format import format_count, format_share

BIGGEST_PARTS = 40
_FACTS_SHARE = 0.55
"""Facts take what they need, up to this share of the height."""
_TEXT_PAGE, _PARTS_PAGE, _NONE_PAGE = range(3)
_OWN_ROW_KEYS = frozenset({"note", "text_is", "chars_are"})
_WHY_NO_TEXT = {
    "run_report": "The run report stores only the size of this part, not its text.",
    "captured": "This part has no text (a picture is never decoded).",
    "reconstructed": "The text of this part could not be reconstructed.",
    "estimated": "This is a number without a text.",
}


class DetailsPanel(QWidget):
    """Answers what the selected part is; without a selection, what is open."""

    def __init__(self, state: InspectorState, _theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._shown: Segment | None = None
        self._title = ElidedLabel("heading", self)
        self._kind = make_label("", "muted", self, wrap=True)
        self._facts = FactsGrid(self)
        self._note = make_label("", "muted", self, wrap=True)
        self._body_title = make_label("", "subheading", self)
        self._body_note = ElidedLabel("small", self)
        self._copy_id = self._make_copy_button("Copy id", self._copy_entry_id)
        self._copy_text = self._make_copy_button("Copy", self._copy_whole_text)
        self._copy_id.setToolTip("Copy the id of the transcript entry.")
        self._copy_text.setToolTip("Copy the whole text.")
        self._text = LongTextView(self)
        self._parts = self._make_parts()
        self._why_none = make_label("", "muted", self, wrap=True)
        self._why_none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._body = QStackedWidget(self)
        self._lay_out()
        state.selection_changed.connect(self._on_changed)
        state.inspection_changed.connect(self._on_changed)
        self._on_changed()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The facts need another height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._splitter.fit()
        return super().eventFilter(watched, event)

    # --- building ---

    def _make_copy_button(self, words: str, copy: object) -> QPushButton:
        button = QPushButton(words, self)
        button.setProperty("button_role", "link")
        button.clicked.connect(copy)
        return button

    def _make_parts(self) -> QTreeWidget:
        tree = QTreeWidget(self)
        tree.setColumnCount(3)
        tree.setHeaderHidden(True)
        tree.setRootIsDecorated(False)
        tree.setUniformRowHeights(True)
        tree.setAccessibleName("Biggest parts")
        tree.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(8 * GRID_PX)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        tree.itemClicked.connect(self._on_part_clicked)
        tree.itemActivated.connect(self._on_part_clicked)
        return tree

    def _lay_out(self) -> None:
        facts = QWidget(self)
        facts.installEventFilter(self)
        upper = QVBoxLayout(facts)
        upper.setContentsMargins(0, 0, GRID_PX, 0)
        upper.setSpacing(2 * GRID_PX)
        for widget in (self._kind, self._facts, self._note):
            upper.addWidget(widget)
        upper.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidget(facts)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.viewport().setAutoFillBackground(False)
        facts.setAutoFillBackground(False)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        lower = QWidget(self)
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, 2 * GRID_PX, 0, 0)
        column.setSpacing(GRID_PX)
        column.addLayout(self._make_body_heading())
        for page in (self._text, self._parts, self._why_none):
            self._body.addWidget(page)
        column.addWidget(self._body, 1)
        splitter = FittedSplitter(Qt.Orientation.Vertical, lambda height_px: _plan_facts(facts, height_px), self)
        splitter.addWidget(scroll)
        splitter.addWidget(lower)
        self._splitter = splitter
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 3 * GRID_PX, 0, 0)
        outer.setSpacing(GRID_PX)
        outer.addWidget(self._title)
        outer.addWidget(splitter, 1)

    def _make_body_heading(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * GRID_PX)
        row.addWidget(self._body_title)
        row.addWidget(self._body_note, 1)
        row.addWidget(self._copy_id)
        row.addWidget(self._copy_text)
        return row

    # --- reactions ---

    def _on_changed(self) -> None:
        index, snapshot = self._state.index, self._state.snapshot
        if index is None or snapshot is None:
            self._show_nothing()
            return
        segment = self._state.selected or index.root
        if segment is self._shown:
            return
        is_same_text = self._shown is not None and find_shown_text(self._shown) == find_shown_text(segment)
        self._shown = segment
        path = index.path_to(segment.id)
        self._title.show_text(segment.label, " › ".join(one_line(step.label) for step in path))
        kind = find_term(KINDS, segment.kind)
        self._kind.setText(f"{kind.words[:1].upper()}{kind.words[1:]}. {kind.sentence}")
        self._facts.show_facts(segment_facts(segment, path, snapshot))
        self._show_note(segment, snapshot)
        self._copy_id.setVisible(segment.entry_id is not None)
        self._show_body(segment, snapshot, is_same_text=is_same_text)

    def _show_nothing(self) -> None:
        self._shown = None
        self._title.show_text("Details")
        self._kind.setText("Select a part of the context to see what it is, where it comes from and what it says.")
        self._facts.show_facts(())
        self._note.hide()
        self._body_title.hide()
        self._body_note.show_text("")
        self._copy_id.hide()
        self._copy_text.hide()
        self._why_none.setText("")
        self._body.setCurrentIndex(_NONE_PAGE)

    def _show_note(self, segment: Segment, snapshot: Snapshot) -> None:
        notes = [str(segment.detail[key]) for key in ("note", "chars_are") if segment.detail.get(key)]
        if segment is snapshot.tree or segment.kind in {"free", "reserve"}:
            notes += snapshot.window.notes
        self._note.setText(displayable(" ".join(notes)))
        self._note.setVisible(bool(notes))

    def _show_body(self, segment: Segment, snapshot: Snapshot, *, is_same_text: bool) -> None:
        text = find_shown_text(segment)
        self._body_title.show()
        self._copy_text.setVisible(text is not None)
        if text is not None:
            self._body_title.setText("Text")
            self._body_note.show_text(text_note(text), str(segment.detail.get("text_is", "")))
            if not is_same_text:
                self._text.show_text(text)
            self._body.setCurrentIndex(_TEXT_PAGE)
        elif segment.children:
            self._show_parts(segment, snapshot)
        else:
            self._body_title.setText("No text")
            self._body_note.show_text("")
            self._why_none.setText(_WHY_NO_TEXT.get(segment.provenance, ""))
            self._body.setCurrentIndex(_NONE_PAGE)

    def _show_parts(self, segment: Segment, snapshot: Snapshot) -> None:
        parts = biggest_parts(segment)
        more = len(segment.children) - len(parts)
        self._body_title.setText("Parts")
        count = f"{len(segment.children):,}, biggest first"
        self._body_note.show_text(f"{count} ({more:,} more in the outline)" if more else count)
        self._parts.clear()
        self._parts.addTopLevelItems([_part_item(part, snapshot.window.tokens) for part in parts])
        self._body.setCurrentIndex(_PARTS_PAGE)

    def _on_part_clicked(self, item: QTreeWidgetItem, _column: int) -> None:
        self._state.select_segment(item.data(0, Qt.ItemDataRole.UserRole))

    def _copy_entry_id(self) -> None:
        if self._shown is not None and self._shown.entry_id is not None:
            QGuiApplication.clipboard().setText(self._shown.entry_id)

    def _copy_whole_text(self) -> None:
        text = None if self._shown is None else find_shown_text(self._shown)
        if text is not None:
            QGuiApplication.clipboard().setText(displayable(text))


def _plan_facts(facts: QWidget, height_px: int) -> tuple[int, int]:
    needed_px = facts.heightForWidth(facts.width()) + GRID_PX
    facts_px = min(needed_px, round(height_px * _FACTS_SHARE))
    return facts_px, max(1, height_px - facts_px)


def find_shown_text(segment: Segment) -> str | None:
    """The segment's own text, or that of its only part (a message with one block)."""
    if segment.text is not None:
        return segment.text
    return segment.children[0].text if len(segment.children) == 1 else None


def biggest_parts(segment: Segment) -> tuple[Segment, ...]:
    """The largest children first, at most :data:`BIGGEST_PARTS`."""
    by_size = sorted(segment.children, key=lambda part: (-part.tokens.tokens, -part.chars))
    return tuple(by_size[:BIGGEST_PARTS])


def segment_facts(segment: Segment, path: Sequence[Segment], snapshot: Snapshot) -> tuple[Fact, ...]:
    """All that is known of a segment, in words; every number has its unit."""
    method = find_term(METHODS, segment.tokens.method)
    state, provenance = find_term(STATES, segment.state), find_term(PROVENANCES, segment.provenance)
    whole = snapshot.window.tokens
    facts = [
        Fact("Tokens", f"{format_count(segment.tokens.tokens)} · {method.words}", method.sentence),
        Fact("Characters", format_count(segment.chars), MEASURE_NOTE),
        Fact("Share", _share_words(segment, path, whole), f"Of the whole window of {whole:,} tokens."),
        Fact("State", state.words, state.sentence),
        Fact("Known", provenance.words, provenance.sentence),
    ]
    if segment is snapshot.tree:
        facts = window_facts(snapshot)
    if segment.entry_id is not None:
        facts.append(Fact("Entry", segment.entry_id, "Id of the transcript entry that it comes from.", is_id=True))
    shown = {key: value for key, value in segment.detail.items() if key not in _OWN_ROW_KEYS}
    facts += [Fact(name, value) for name, value in detail_rows(shown)]
    return tuple(facts)


def _share_words(segment: Segment, path: Sequence[Segment], whole: int) -> str:
    share = f"{format_share(segment.tokens.tokens, whole)} of the window"
    if len(path) <= 2:
        return share
    parent = path[-2]
    return f"{share}, {format_share(segment.tokens.tokens, parent.tokens.tokens)} of “{_short(one_line(parent.label))}”"


def _short(label: str) -> str:
    return label if len(label) <= 32 else f"{label[:31]}…"


def window_facts(snapshot: Snapshot) -> list[Fact]:
    """The window as a whole."""
    window, occupancy = snapshot.window, snapshot.occupancy
    measured = "no fresh measurement" if occupancy.measured_tokens is None else f"{occupancy.measured_tokens:,} tokens"
    method = find_term(METHODS, occupancy.method)
    return [
        Fact("Window", f"{window.tokens:,} tokens", "How much the llm can take in."),
        Fact("Known from", window_source_words(window.source), "Where the size of the window was found."),
        Fact("In use", f"{occupancy.estimated_tokens:,} tokens · {method.words}", method.sentence),
        Fact("Measured", measured, "Prompt tokens that the provider reported for the last call."),
        Fact("Compaction at", f"{window.budget_tokens:,} tokens", "A larger prompt makes the runtime compact."),
        Fact("Reserve", f"{window.reserve_tokens:,} tokens", find_term(KINDS, "reserve").sentence),
        Fact("Size guard", _GUARD_WORDS[window.guard], "The runtime's verdict on small windows."),
    ]


_GUARD_WORDS = {"ok": "large enough", "warn": "small: the runtime warns", "block": "too small: the runtime refuses"}
_SOURCE_WORDS = {
    "modelsConfig": "the models in openclaw.json",
    "model": "the catalog of models",
    "session": "what the session's last run used",
    "default": "the runtime's default: nothing names the model's window",
}


def window_source_words(source: str) -> str:
    """Where a window's size comes from."""
    return _SOURCE_WORDS.get(source, source)


def _part_item(part: Segment, window_tokens: int) -> QTreeWidgetItem:
    tokens = format_count(part.tokens.tokens)
    item = QTreeWidgetItem([one_line(part.label), tokens, format_share(part.tokens.tokens, window_tokens)])
    item.setData(0, Qt.ItemDataRole.UserRole, part.id)
    item.setToolTip(0, tooltip(part.label))
    item.setToolTip(2, "Share of the whole window.")
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    item.setTextAlignment(1, right)
    item.setTextAlignment(2, right)
    return item
