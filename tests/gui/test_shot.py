"""Pictures without a screen: of the right size, the same every time, never blank."""

from __future__ import annotations

import pytest
from factories import make_catalog, make_inspection
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from segment_trees import sketch_timeline

from inspector.domain.errors import EnvironmentMissingError, UsageError
from inspector.gui.main_window import MainWindow
from inspector.gui.panel_registry import PANELS
from inspector.gui.shot import OTHER_PANELS, take_shot
from inspector.gui.theme import load_theme


def _shoot(out, *, panel=None, theme="dark", size=(1200, 760)):
    catalog = make_catalog()
    inspection = make_inspection(catalog=catalog)
    take_shot(catalog, inspection, sketch_timeline(), out, panel=panel, theme=theme, size=size)
    image = QImage(str(out))
    assert (image.width(), image.height()) == size
    return image


def _colors(image):
    step = max(1, image.width() // 150)
    return {image.pixel(x, y) & 0xFFFFFF for x in range(0, image.width(), step) for y in range(0, image.height(), 3)}


def test_the_window_shows_all_kinds(qapp, tmp_path):
    theme = load_theme("light")
    colors = _colors(_shoot(tmp_path / "window.png", theme="light"))
    for role in ("system", "files", "skills", "tool_schemas", "tool_result", "summary", "assistant"):
        assert int(theme.kinds[role][1:], 16) in colors, role


def test_the_same_data_give_the_same_picture(qapp, tmp_path):
    _shoot(tmp_path / "one.png")
    _shoot(tmp_path / "two.png")
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()


@pytest.mark.parametrize("panel", [*(entry.id for entry in PANELS), *OTHER_PANELS])
def test_every_panel_can_be_drawn_alone(qapp, tmp_path, panel):
    image = _shoot(tmp_path / "panel.png", panel=panel, size=(700, 500))
    assert len(_colors(image)) > 3


def test_a_small_picture_is_as_small_as_asked(qapp, tmp_path):
    _shoot(tmp_path / "small.png", size=(1000, 640))


def test_unknown_words_are_told_apart(qapp, tmp_path):
    with pytest.raises(UsageError, match="There is no panel 'gone'; there are: details, outline, problems, sessions"):
        _shoot(tmp_path / "x.png", panel="gone")
    with pytest.raises(UsageError, match="There is no theme 'blue'"):
        _shoot(tmp_path / "x.png", theme="blue")


def test_a_picture_that_cannot_be_written_is_said(qapp, tmp_path):
    with pytest.raises(EnvironmentMissingError, match="could not be written"):
        _shoot(tmp_path / "no folder" / "x.png")


def test_no_window_is_left(qapp, tmp_path):
    _shoot(tmp_path / "x.png")
    assert [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow)] == []
