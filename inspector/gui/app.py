"""The composition root of the window: who knows whom, in what order things start and end."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from inspector.domain.errors import EnvironmentMissingError
from inspector.gui import loading
from inspector.gui.bug_report import BugReport, is_debugging, make_bug_report
from inspector.gui.inspector_state import InspectorState, ThemeName
from inspector.gui.loading import StagesSource
from inspector.gui.main_window import MainWindow
from inspector.gui.preferences import Preferences, preferences_path
from inspector.gui.state_watcher import StateWatcher
from inspector.gui.task_runner import TaskRunner

NO_SETTINGS_OPTION = "--no-settings"
_SCREENLESS_PLATFORMS = ("offscreen", "minimal", "vnc")
_NO_DISPLAY = (
    "There is no display for the window; `context-inspector shot STATE OUT.png` draws the same picture without one."
)


def run_window(target: Path | None, *, demo: bool, environment: Mapping[str, str], arguments: Sequence[str]) -> int:
    """Open the window and stay until it is closed.

    Args:
        target: what to open; None for the user's own state.
        demo: open the built-in example.
        environment: the process environment.
        arguments: words of the command line (``--debug``, ``--no-settings``).

    Raises:
        EnvironmentMissingError: there is no display.
    """
    check_display(environment, sys.platform)
    application = QApplication.instance() or QApplication(["context-inspector"])
    assert isinstance(application, QApplication), "a core application has no windows"
    application.setApplicationName("Context Inspector")
    application.setDesktopFileName("context-inspector")
    preferences = Preferences(None if NO_SETTINGS_OPTION in arguments else preferences_path())
    session = WindowSession(preferences, environment)
    hook = BugHook(is_debugging(arguments))
    hook.bug_found.connect(session.state.tell_bug)
    before, sys.excepthook = sys.excepthook, hook.on_exception
    try:
        session.start(target, demo=demo)
        return application.exec()
    finally:
        session.end()
        session.window.dispose()
        sys.excepthook = before


def check_display(environment: Mapping[str, str], platform: str) -> None:
    """Qt would abort the process where there is no display; say it in a sentence before that.

    Raises:
        EnvironmentMissingError: on Linux, without X11 and Wayland, unless a screenless platform is asked for.
    """
    asked = environment.get("QT_QPA_PLATFORM", "").split(":")[0]
    has_display = bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    if platform.startswith("linux") and not has_display and asked not in _SCREENLESS_PLATFORMS:
        raise EnvironmentMissingError(_NO_DISPLAY)


class WindowSession(QObject):
    """One window with its state, its threads and its watcher."""

    def __init__(
        self,
        preferences: Preferences,
        environment: Mapping[str, str],
        stages: StagesSource = loading.load_stages,
    ) -> None:
        super().__init__()
        self.runner = TaskRunner(self)
        self.state = InspectorState(self.runner, environment, stages, self)
        self.state.set_theme(_known_theme(preferences.find_text("theme")))
        self.watcher = StateWatcher(self)
        self.window = MainWindow(self.state, preferences)
        self._first: tuple[Path | None, bool] = (None, False)
        self.state.catalog_changed.connect(self._on_catalog_changed)
        self.watcher.changed.connect(self.state.refresh)
        self.window.became_visible.connect(self._on_visible)
        self.window.closing.connect(self.end)

    def start(self, target: Path | None, *, demo: bool) -> None:
        """Show the window; reading starts when it is there."""
        self._first = (target, demo)
        self.window.show()

    def end(self) -> None:
        """Stop the threads; may be called twice."""
        self.watcher.stop()
        self.runner.shut_down()

    def _on_visible(self) -> None:
        target, demo = self._first
        self.state.open_target(target, demo=demo)
        self.window.add_timeline()

    def _on_catalog_changed(self) -> None:
        if self.state.catalog is None:
            self.watcher.stop()
        else:
            self.watcher.watch(self.state.watched)
        self.window.tell_polling(is_polling=self.watcher.is_polling)


class BugHook(QObject):
    """What Python calls when nobody caught an exception: loud in the window, silent about values.

    Signals:
        bug_found(BugReport): to be shown.
    """

    bug_found = Signal(object)

    def __init__(self, is_debugging: bool) -> None:
        super().__init__()
        self._is_debugging = is_debugging

    def on_exception(self, kind: type[BaseException], bug: BaseException, trace: TracebackType | None) -> None:
        """``sys.excepthook``."""
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        if self._is_debugging:
            sys.__excepthook__(kind, bug, trace)
        report = make_bug_report(bug, trace)
        sys.stderr.write(f"context-inspector: a bug in the program ({report.where}); see the window\n")
        self._tell(report)

    def _tell(self, report: BugReport) -> None:
        self.bug_found.emit(report)


def _known_theme(name: str | None) -> ThemeName:
    return name if name in ("dark", "light") else "system"  # type: ignore[return-value]  # narrowed by the test
