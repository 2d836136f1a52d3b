"""A picture of the window, or of one panel, without a screen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from inspector.domain.contexts import Timeline
from inspector.domain.errors import EnvironmentMissingError, UsageError
from inspector.gui import loading
from inspector.gui.inspector_state import InspectorState
from inspector.gui.loading import OpenedCatalog
from inspector.gui.main_window import MainWindow
from inspector.gui.panel_registry import PANELS
from inspector.gui.preferences import Preferences
from inspector.gui.task_runner import ImmediateTaskRunner

if TYPE_CHECKING:
    from inspector.inspection import Inspection, StateCatalog

_PANEL_MARGIN_PX = 12
OTHER_PANELS = ("sessions", "map", "timeline")
"""Parts of the window beside the tabs that can be drawn alone."""


def take_shot(
    catalog: StateCatalog,
    inspection: Inspection,
    timeline: Timeline | None,
    out: Path,
    *,
    panel: str | None,
    theme: str,
    size: tuple[int, int],
) -> None:
    """Draw the window with everything read and nothing moving, and save it as PNG.

    Args:
        catalog: the state.
        inspection: the session.
        timeline: how it grew; None leaves the timeline empty.
        out: where the picture goes.
        panel: only this part: a tab's id, or one of :data:`OTHER_PANELS`.
        theme: ``dark`` or ``light``.
        size: width and height in px; of the panel where one is named.

    Raises:
        UsageError: there is no such panel or theme.
        EnvironmentMissingError: the picture cannot be written.
    """
    _check_words(panel, theme)
    _make_application()
    window = make_still_window(catalog, inspection, timeline, theme=theme)
    try:
        image = _draw(_find_part(window, panel), window, size)
    finally:
        window.dispose()
    if not image.save(str(out), "PNG"):  # type: ignore[call-overload]  # the stubs want bytes, Qt wants text
        raise EnvironmentMissingError(f"The picture could not be written to {out}.")


def make_still_window(
    catalog: StateCatalog, inspection: Inspection, timeline: Timeline | None, *, theme: str
) -> MainWindow:
    """A window that shows what was read, with no thread, no watcher and no preferences."""
    runner = ImmediateTaskRunner()
    state = InspectorState(runner, {})
    runner.setParent(state)
    state.set_theme(cast("Literal['dark', 'light']", theme))
    window = MainWindow(state, Preferences(None))
    state.setParent(window)
    window.add_timeline()
    opened = OpenedCatalog(catalog, inspection.row, ())
    loaded = loading.count_loaded(loading.load_stages, inspection, loading.RUNTIME_COUNTING, _ignore)
    state.show_loaded(opened, loaded, timeline)
    return window


def _ignore(_what: str, _done: int, _total: int) -> None:
    """Nobody watches."""


def _check_words(panel: str | None, theme: str) -> None:
    known = (*(entry.id for entry in PANELS), *OTHER_PANELS)
    if panel is not None and panel not in known:
        raise UsageError(f"There is no panel {panel!r}; there are: {', '.join(known)}.")
    if theme not in ("dark", "light"):
        raise UsageError(f"There is no theme {theme!r}; there are: dark, light.")


def _make_application() -> None:
    if QApplication.instance() is not None:
        return
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QApplication(["context-inspector"])


def _find_part(window: MainWindow, panel: str | None) -> QWidget:
    contents = window.contents
    if panel is None:
        return window
    contents.show_panel(panel)
    beside = {"sessions": contents.sessions, "map": contents.map_pane, "timeline": contents.map_pane.timeline}
    found = beside.get(panel) or contents.find_panel_widget(panel)
    assert found is not None, "the words were checked"
    return found


def _draw(part: QWidget, window: MainWindow, size: tuple[int, int]) -> QImage:
    """Show without a screen, let all layouts settle, draw."""
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    if part is window:
        window.setMinimumSize(1, 1)
        window.resize(*size)
    window.show()
    QApplication.processEvents()
    if part is not window:
        margin_px = _PANEL_MARGIN_PX if window.contents.tabs.isAncestorOf(part) else 0
        part.setFixedSize(size[0] - 2 * margin_px, size[1] - 2 * margin_px)
    for _ in range(3):
        QApplication.sendPostedEvents()
        QApplication.processEvents()
    return _render(part, window, size)


def _render(part: QWidget, window: MainWindow, size: tuple[int, int]) -> QImage:
    is_tab = window.contents.tabs.isAncestorOf(part)
    surfaces = window.theme.surfaces
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor(surfaces.panel if is_tab else surfaces.window))
    painter = QPainter(image)
    margin_px = _PANEL_MARGIN_PX if is_tab else 0
    part.render(painter, QPoint(margin_px, margin_px), renderFlags=QWidget.RenderFlag.DrawChildren)
    painter.end()
    return image
