"""Left: what is open, its agents and sessions, a search, and how many problems there are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLineEdit, QListView, QPushButton, QVBoxLayout, QWidget

from inspector.domain.problems import Problem
from inspector.domain.sessions import StoreInfo
from inspector.gui.inspector_state import InspectorState
from inspector.gui.item_models.sessions_model import (
    ITEM_ROLE,
    SessionItem,
    SessionsModel,
    inspected_fill,
    list_items,
    session_line,
)
from inspector.gui.labels import ElidedLabel, make_label
from inspector.gui.plain_text import tooltip
from inspector.gui.session_delegate import SessionDelegate
from inspector.gui.session_names import row_identity
from inspector.gui.theme import GRID_PX, MARGIN_PX, Theme
from inspector.runtime import get_runtime_rules
from inspector.runtime.budgets import compaction_reserve_tokens

_FORMATS = {"sqlite": "SQLite", "jsonl": "JSONL"}
_INCOGNITO = (
    "Incognito sessions exist only in the memory of a running gateway; no file holds them, so none can be shown here."
)


class SessionsPanel(QWidget):
    """Lists sessions and lets the user choose one.

    Signals:
        open_wanted(), demo_wanted(), problems_wanted(): the user clicked the button.
    """

    open_wanted = Signal()
    demo_wanted = Signal()
    problems_wanted = Signal()

    def __init__(self, state: InspectorState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._open_archives: frozenset[str] = frozenset()
        self._is_updating = False
        self.setProperty("surface", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._place = ElidedLabel("small", self, mode=Qt.TextElideMode.ElideMiddle)
        self._store = ElidedLabel("small", self)
        self._search = self._make_search()
        self._model = SessionsModel(self)
        self._list = self._make_list(theme)
        self._nothing = make_label("", "muted", self, wrap=True)
        self._problems = QPushButton(self)
        self._problems.clicked.connect(self.problems_wanted)
        self._lay_out()
        state.catalog_changed.connect(self._on_sessions_changed)
        state.inspection_changed.connect(self._on_sessions_changed)
        state.row_changed.connect(self._on_row_changed)
        self._on_sessions_changed()

    def focus_search(self) -> None:
        """Put the cursor into the search field."""
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    def toggle_archive(self, agent: str) -> None:
        """Open or close the archived sessions of an agent."""
        self._open_archives = self._open_archives ^ {agent}
        self._show_items()

    # --- building ---

    def _make_search(self) -> QLineEdit:
        search = QLineEdit(self)
        search.setPlaceholderText("Find a session…")
        search.setClearButtonEnabled(True)
        search.setAccessibleName("Find a session")
        search.setToolTip("Part of a name, key or session id (Ctrl+F).")
        search.textChanged.connect(self._show_items)
        down = QShortcut(QKeySequence(Qt.Key.Key_Down), search)
        down.setContext(Qt.ShortcutContext.WidgetShortcut)
        down.activated.connect(self._on_leave_search)
        return search

    def _make_list(self, theme: Theme) -> QListView:
        view = QListView(self)
        view.setModel(self._model)
        view.setItemDelegate(SessionDelegate(theme, view))
        view.setAccessibleName("Sessions")
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.selectionModel().currentChanged.connect(self._on_current_changed)
        view.clicked.connect(self._on_clicked)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            shortcut = QShortcut(QKeySequence(key), view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self._on_key)
        return view

    def _lay_out(self) -> None:
        name = make_label("Context Inspector", "heading", self)
        name.setToolTip(tooltip(f"Shows what fills an agent's context window. {_INCOGNITO}"))
        opener = QPushButton("Open…", self)
        opener.setToolTip("Open a state folder (Ctrl+O). A folder or file can also be dropped here.")
        opener.clicked.connect(self.open_wanted)
        demo = QPushButton("Demo", self)
        demo.setToolTip("Open the built-in example: two weeks of one agent, with things it forgot.")
        demo.clicked.connect(self.demo_wanted)
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * GRID_PX)
        buttons.addWidget(opener, 1)
        buttons.addWidget(demo, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN_PX - GRID_PX, MARGIN_PX, MARGIN_PX - GRID_PX, MARGIN_PX - GRID_PX)
        column.setSpacing(GRID_PX)
        column.addWidget(name)
        column.addWidget(self._place)
        column.addWidget(self._store)
        column.addSpacing(2 * GRID_PX)
        column.addWidget(self._search)
        column.addWidget(self._nothing)
        column.addWidget(self._list, 1)
        column.addWidget(self._problems)
        column.addLayout(buttons)

    # --- reactions ---

    def _on_sessions_changed(self) -> None:
        catalog = self._state.catalog
        if catalog is None:
            self._place.show_text("No state is open")
            self._store.show_text("")
        else:
            place = "Built-in demo" if catalog.demo else short_path(catalog.target)
            self._place.show_text(place, str(catalog.target))
            self._store.show_text(store_words(catalog.store), f"Formats and versions of the stores found. {_INCOGNITO}")
        self._problems.setVisible(catalog is not None)
        self._problems.setText(problem_count_words(self._state.problems))
        self._problems.setToolTip("What is odd in the data: see the Problems tab.")
        self._show_items()

    def _show_items(self) -> None:
        catalog = self._state.catalog
        items: tuple[SessionItem, ...] = ()
        if catalog is not None:
            rules = get_runtime_rules(catalog.store.app_version)
            items = list_items(
                catalog.agents,
                catalog.sessions,
                self._search.text(),
                self._open_archives,
                lambda window_tokens: window_tokens - compaction_reserve_tokens(window_tokens, rules),
            )
        self._is_updating = True
        self._model.show_items(tuple(map(self._with_inspected, items)))
        self._is_updating = False
        is_empty = not any(item.kind != "heading" for item in items)
        self._nothing.setVisible(is_empty and catalog is not None)
        self._nothing.setText("No session matches." if self._search.text() else "There are no sessions in this state.")
        self._on_row_changed()

    def _with_inspected(self, item: SessionItem) -> SessionItem:
        """The session that is shown is known better than its row says."""
        inspection = self._state.inspection
        if inspection is None or item.row is None or item.row.archived:
            return item
        if row_identity(item.row) != row_identity(inspection.row):
            return item
        fill = inspected_fill(inspection.snapshot)
        return replace(item, fill=fill, line=session_line(inspection.row, fill))

    def _on_row_changed(self) -> None:
        index = self._model.find_row(self._state.row)
        self._is_updating = True
        self._list.setCurrentIndex(index)
        self._is_updating = False

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        item: SessionItem | None = current.data(ITEM_ROLE)
        if not self._is_updating and item is not None and item.row is not None:
            self._state.choose_session(item.row)

    def _on_clicked(self, index: QModelIndex) -> None:
        item: SessionItem = index.data(ITEM_ROLE)
        if item.kind == "archive":
            self.toggle_archive(item.agent)

    def _on_key(self) -> None:
        item: SessionItem | None = self._list.currentIndex().data(ITEM_ROLE)
        if item is not None and item.kind == "archive":
            self.toggle_archive(item.agent)

    def _on_leave_search(self) -> None:
        self._list.setFocus(Qt.FocusReason.TabFocusReason)


def short_path(path: Path) -> str:
    """With ``~`` for the home directory."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path != home and path.is_relative_to(home) else str(path)


def store_words(store: StoreInfo) -> str:
    """``2026.9.6 · SQLite``; both formats where both are there, the live one first."""
    formats = " and ".join(_FORMATS[name] for name in store.formats) or "no store"
    return f"{store.app_version or 'version unknown'} · {formats}"


def problem_count_words(problems: tuple[Problem, ...]) -> str:
    """How much is odd."""
    count = sum(problem.count for problem in problems if problem.severity != "info")
    notes = sum(problem.count for problem in problems if problem.severity == "info")
    if count:
        return f"{count:,} {'problem' if count == 1 else 'problems'}"
    return f"No problems · {notes:,} {'note' if notes == 1 else 'notes'}" if notes else "No problems"
