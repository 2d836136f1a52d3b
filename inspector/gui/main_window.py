"""The window: menus, keys, drag and drop, and what it remembers. What it shows is in its contents."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QMenu, QWidget

from inspector.gui.help_pages import make_about_page, make_shortcuts_page
from inspector.gui.inspector_state import InspectorState, ThemeName
from inspector.gui.labels import ElidedLabel, make_label
from inspector.gui.map_pane import AREAS, COUNTINGS, SCOPES
from inspector.gui.panel_registry import PANELS
from inspector.gui.preferences import Preferences
from inspector.gui.progress_strip import ProgressStrip
from inspector.gui.theme import MARGIN_PX, Theme, load_theme, stylesheet
from inspector.gui.window_actions import ACTIONS, MENUS, ActionEntry, shortcut_rows
from inspector.gui.window_contents import WindowContents

READ_ONLY = "Read only. Nothing of yours was changed."
DEFAULT_SIZE_PX = (1560, 980)
LEAST_SIZE_PX = (1000, 640)
_POLLING = "The system does not tell about changes here, so files are looked at twice a second."
_MISSED_ENTRY = "That entry is no longer in the context: a compaction or a reset took it out."
_MESSAGE_MS = 6_000
_PANEL_KEYS = 9
_THEMES: tuple[tuple[ThemeName, str], ...] = (("dark", "&Dark"), ("light", "&Light"), ("system", "&System"))


class MainWindow(QMainWindow):
    """Shows an :class:`InspectorState`.

    Signals:
        became_visible(): once, after the first show and when the event loop is back: now the slow things may start.
        closing(): the user closes the window.
    """

    became_visible = Signal()
    closing = Signal()

    def __init__(self, state: InspectorState, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._preferences = preferences
        self._has_timeline = False
        self._was_shown = False
        self._theme = resolve_theme(state.theme_name)
        self._contents: WindowContents | None = None
        self._choices: dict[str, QActionGroup] = {}
        self._hovered = ElidedLabel("small", self)
        self._recent = QMenu("&Recent", self)
        self.setWindowTitle("Context Inspector")
        self.setMinimumSize(*LEAST_SIZE_PX)
        self.setAcceptDrops(True)
        self._apply_theme()
        self._make_menus()
        self._make_status_line()
        self._restore()
        state.theme_changed.connect(self._on_theme_changed)
        state.options_changed.connect(self._on_options_changed)
        state.catalog_changed.connect(self._on_catalog_changed)
        state.inspection_changed.connect(self._on_inspection_changed)
        state.hover_changed.connect(self._on_hover_changed)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._on_theme_changed)

    @property
    def contents(self) -> WindowContents:
        """What is shown now; another object after a change of theme."""
        assert self._contents is not None, "made in the constructor"
        return self._contents

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        return self._theme

    def add_timeline(self) -> None:
        """Make the timeline, which is slow to load."""
        self._has_timeline = True
        self.contents.map_pane.add_timeline()
        self._restore_bytes("map", self.contents.map_pane.splitter.restore)

    def tell_polling(self, *, is_polling: bool) -> None:
        """Say that changes are looked for rather than told by the system."""
        self._read_only.setText(f"{READ_ONLY} {_POLLING}" if is_polling else READ_ONLY)

    def dispose(self) -> None:
        """Close and delete the window now, not when somebody collects it."""
        self.close()
        self.deleteLater()
        QCoreApplication.sendPostedEvents(self, QEvent.Type.DeferredDelete.value)

    # --- what the menus do ---

    def ask_for_folder(self) -> None:
        """Let the user name a state directory."""
        name = QFileDialog.getExistingDirectory(self, "Open a state folder", str(self._start_folder()))
        if name:
            self.open_path(Path(name))

    def ask_for_file(self) -> None:
        """Let the user name a database or a transcript."""
        kinds = "Databases and transcripts (*.sqlite *.db *.jsonl);;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self, "Open a database or a transcript", str(self._start_folder()), kinds)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Open what the user named."""
        self._state.open_target(path)

    def open_demo(self) -> None:
        """Open the built-in example."""
        self._state.open_target(demo=True)

    def open_own(self) -> None:
        """Open the state that OpenClaw itself would use."""
        self._state.open_target()

    def close_window(self) -> None:
        """End the program."""
        self.close()

    def zoom_out(self) -> None:
        """One level up; while something is being read, stop it."""
        if self._state.zoom_id is None and self._state.busy is not None:
            self._state.cancel()
        else:
            self._state.drill_up()

    def zoom_reset(self) -> None:
        """Show the whole context."""
        self._state.drill(None)

    def focus_search(self) -> None:
        """Go to the search field."""
        self.contents.sessions.focus_search()

    def show_shortcuts(self) -> None:
        """Show the keys."""
        make_shortcuts_page(shortcut_rows(len(PANELS)), self).show()

    def show_about(self) -> None:
        """Show what this program is."""
        make_about_page(self).show()

    # --- building ---

    def _make_menus(self) -> None:
        menus = {title: self.menuBar().addMenu(title) for title in MENUS}
        for entry in ACTIONS:
            menu = menus[entry.menu]
            if entry.has_line_above:
                menu.addSeparator()
            menu.addAction(self._make_action(entry))
            if entry.deed == "open_own":
                menu.addMenu(self._recent)
        view = menus["&View"]
        view.addSeparator()
        self._add_choices(view, "theme", "&Theme", _THEMES)
        self._add_choices(view, "area", "&Area of a tile", tuple((choice.id, choice.words) for choice in AREAS))
        self._add_choices(view, "scope", "&Map of", tuple((choice.id, choice.words) for choice in SCOPES))
        self._add_choices(view, "counting", "&Counting", tuple((choice.id, choice.words) for choice in COUNTINGS))
        self._add_panels(view.addMenu("&Panels"))
        self._recent.aboutToShow.connect(self._fill_recent)
        self._on_options_changed()

    def _make_action(self, entry: ActionEntry) -> QAction:
        action = QAction(entry.words, self)
        action.setShortcuts([QKeySequence(keys) for keys in entry.keys])
        action.triggered.connect(partial(_call, self._deeds()[entry.deed]))
        return action

    def _deeds(self) -> dict[str, Callable[[], None]]:
        """What the entries of the menus do."""
        return {
            "ask_for_folder": self.ask_for_folder,
            "ask_for_file": self.ask_for_file,
            "open_demo": self.open_demo,
            "open_own": self.open_own,
            "refresh": self._state.refresh,
            "close_window": self.close_window,
            "zoom_in": self._state.drill_into_selection,
            "zoom_out": self.zoom_out,
            "zoom_reset": self.zoom_reset,
            "focus_search": self.focus_search,
            "show_shortcuts": self.show_shortcuts,
            "show_about": self.show_about,
        }

    def _add_choices(self, menu: QMenu, name: str, title: str, choices: tuple[tuple[str, str], ...]) -> None:
        group = QActionGroup(self)
        submenu = menu.addMenu(title)
        for choice_id, words in choices:
            action = submenu.addAction(words)
            action.setCheckable(True)
            action.setData(choice_id)
            group.addAction(action)
        group.triggered.connect(partial(self._on_choice, name))
        self._choices[name] = group

    def _add_panels(self, menu: QMenu) -> None:
        for number, entry in enumerate(PANELS[:_PANEL_KEYS], start=1):
            action = menu.addAction(entry.title)
            action.setShortcut(QKeySequence(f"Ctrl+{number}"))
            action.triggered.connect(partial(_call, partial(self._show_panel, entry.id)))

    def _make_status_line(self) -> None:
        line = self.statusBar()
        line.setSizeGripEnabled(False)
        line.setContentsMargins(MARGIN_PX - 4, 0, MARGIN_PX - 4, 0)
        self._read_only = make_label(READ_ONLY, "small", line)
        self._read_only.setToolTip("Inspected files are opened for reading only: never written, locked or renamed.")
        line.addWidget(self._read_only)
        line.addWidget(self._hovered, 1)
        line.addPermanentWidget(ProgressStrip(self._state, line))

    def _apply_theme(self) -> None:
        """Colours are baked into pictures and fonts: what shows them is made anew, its places are kept."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.setStyleSheet(stylesheet(self._theme))
        old = self._contents
        contents = WindowContents(self._state, self._theme, self)
        contents.folder_wanted.connect(self.ask_for_folder)
        contents.demo_wanted.connect(self.open_demo)
        contents.entry_missed.connect(self._on_entry_missed)
        self._contents = contents
        if old is not None:
            contents.tabs.setCurrentIndex(old.tabs.currentIndex())
            moved = old.splitter.find_moved_state()
            if moved is not None:
                contents.splitter.restore(moved)
        self.setCentralWidget(contents)  # deletes the old one
        if self._has_timeline:
            contents.map_pane.add_timeline()

    def _restore(self) -> None:
        self.resize(*DEFAULT_SIZE_PX)
        self._restore_bytes("window", self.restoreGeometry)
        self._restore_bytes("columns", self.contents.splitter.restore)
        self.contents.show_panel(self._preferences.find_text("panel") or PANELS[0].id)

    def _restore_bytes(self, name: str, restore: Callable[[QByteArray], object]) -> None:
        stored = self._preferences.find_bytes(name)
        if stored is not None:
            restore(stored)

    def _remember(self) -> None:
        kept = {
            "window": self.saveGeometry(),
            "columns": self.contents.splitter.find_moved_state(),
            "map": self.contents.map_pane.splitter.find_moved_state(),
        }
        for name, value in kept.items():
            if value is not None:
                self._preferences.keep(name, value)
        self._preferences.keep("panel", PANELS[max(0, self.contents.tabs.currentIndex())].id)

    # --- reactions ---

    def _on_choice(self, name: str, action: QAction) -> None:
        choice = action.data()
        if name == "theme":
            self._preferences.keep("theme", choice)
            self._state.set_theme(choice)
        elif name == "area":
            self._state.set_area(choice)
        elif name == "scope":
            self._state.set_scope(choice)
        else:
            self._state.set_counting(choice)

    def _on_options_changed(self) -> None:
        now: dict[str, str] = {"theme": self._state.theme_name, "area": self._state.area, "scope": self._state.scope}
        now["counting"] = self._state.counting
        for name, group in self._choices.items():
            for action in group.actions():
                action.setChecked(action.data() == now[name])

    def _on_theme_changed(self) -> None:
        self._on_options_changed()
        theme = resolve_theme(self._state.theme_name)
        if theme.name != self._theme.name:
            self._theme = theme
            self._apply_theme()

    def _on_catalog_changed(self) -> None:
        catalog = self._state.catalog
        if catalog is not None and not catalog.demo:
            self._preferences.keep_recent(catalog.target)

    def _on_inspection_changed(self) -> None:
        snapshot = self._state.snapshot
        self.setWindowTitle("Context Inspector" if snapshot is None else f"{snapshot.session_key} — Context Inspector")

    def _on_hover_changed(self) -> None:
        """Where the part under the pointer stands; what it is, the card beside the pointer says."""
        index, hovered_id = self._state.index, self._state.hovered_id
        path = () if index is None or hovered_id is None else index.path_to(hovered_id)
        self._hovered.show_text(" › ".join(part.label for part in path))

    def _on_entry_missed(self) -> None:
        self.statusBar().showMessage(_MISSED_ENTRY, _MESSAGE_MS)

    def _show_panel(self, panel_id: str) -> None:
        self.contents.show_panel(panel_id)

    def _fill_recent(self) -> None:
        self._recent.clear()
        for path in self._preferences.recent:
            action = self._recent.addAction(str(path).replace("&", "&&"))
            action.triggered.connect(partial(_call, partial(self.open_path, path)))
        if self._recent.isEmpty():
            self._recent.addAction("Nothing was opened yet").setEnabled(False)

    def _start_folder(self) -> Path:
        catalog = self._state.catalog
        return Path.home() if catalog is None or catalog.demo else catalog.target.parent

    # --- Qt's events ---

    def showEvent(self, event: QShowEvent) -> None:
        """Tell once that the window is there."""
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            QTimer.singleShot(0, self, self.became_visible.emit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a folder or a file."""
        if _dropped_path(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        path = _dropped_path(event)
        if path is not None:
            event.acceptProposedAction()
            self.open_path(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember sizes, let the threads end."""
        self._remember()
        self.closing.emit()
        super().closeEvent(event)


def resolve_theme(name: ThemeName) -> Theme:
    """The colours of a theme; ``system`` asks the desktop, dark where it does not say."""
    if name != "system":
        return load_theme(name)
    scheme = QGuiApplication.styleHints().colorScheme()
    return load_theme("light" if scheme == Qt.ColorScheme.Light else "dark")


def _call(deed: Callable[[], object], *_checked: bool) -> None:
    """Qt tells a triggered action whether it is checked; ours do not ask."""
    deed()


def _dropped_path(event: QDropEvent) -> Path | None:
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
