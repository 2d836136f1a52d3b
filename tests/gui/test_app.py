"""The way in and out of the window: a display or a sentence, bugs that are loud, threads that end."""

from __future__ import annotations

import sys

import pytest
from factories import MadeUpStages
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from inspector.domain.errors import EnvironmentMissingError
from inspector.gui import app, loading
from inspector.gui.app import BugHook, check_display, run_window
from inspector.gui.main_window import MainWindow
from inspector.gui.preferences import Preferences, preferences_path


@pytest.mark.parametrize(
    "environment",
    [
        {"DISPLAY": ":0"},
        {"WAYLAND_DISPLAY": "wayland-0"},
        {"QT_QPA_PLATFORM": "offscreen"},
        {"QT_QPA_PLATFORM": "vnc:size=9x9"},
    ],
)
def test_a_display_is_enough(environment):
    check_display(environment, "linux")


@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ""}, {"QT_QPA_PLATFORM": "xcb"}])
def test_without_a_display_one_sentence_names_the_way_out(environment):
    with pytest.raises(EnvironmentMissingError) as told:
        check_display(environment, "linux")
    assert "context-inspector shot" in str(told.value)
    assert told.value.exit_status == 3
    check_display(environment, "darwin")


def test_a_window_opens_what_is_named_and_ends_with_it(qapp, monkeypatch, tmp_path, qtbot):
    stages, seen = MadeUpStages(), []
    monkeypatch.setattr(app.WindowSession.__init__, "__defaults__", (stages,))
    monkeypatch.setattr(app, "preferences_path", lambda: pytest.fail("--no-settings asks for no file"))

    def look():
        window = next((w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible()), None)
        if window is not None and window._state.timeline is not None:
            seen.append((window._state.target.path, sys.excepthook))
            window.close()
            timer.stop()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(10)
    before = sys.excepthook
    arguments = ["--no-settings", str(tmp_path)]
    status = run_window(tmp_path, demo=False, environment={"QT_QPA_PLATFORM": "offscreen"}, arguments=arguments)
    assert status == 0
    assert seen[0][0] == tmp_path
    assert seen[0][1] is not before
    assert sys.excepthook is before
    assert stages.calls == ["open_state", "inspect s1", "read_timeline"]


def _tell(hook, words):
    def fail():
        raise RuntimeError(words)

    with pytest.raises(RuntimeError) as caught:
        fail()
    hook.on_exception(caught.type, caught.value, caught.tb)


def test_a_bug_in_a_slot_is_told_without_its_values(qtbot, capsys):
    hook = BugHook(is_debugging=False)
    with qtbot.waitSignal(hook.bug_found) as told:
        _tell(hook, "text of a transcript")
    assert told.args[0].where.startswith("test_app.py:")
    printed = capsys.readouterr().err
    assert "a bug in the program (test_app.py:" in printed
    assert "text of a transcript" not in printed + told.args[0].text


def test_debugging_prints_the_whole_traceback(qapp, capsys):
    hook = BugHook(is_debugging=True)
    _tell(hook, "all of it")
    assert "RuntimeError: all of it" in capsys.readouterr().err


def test_the_real_stages_fit(qapp):
    stages = loading.load_stages()
    names = [name for name in vars(loading.Stages) if not name.startswith("_")]
    assert "refresh_inspection" in names
    assert [name for name in names if not callable(getattr(stages, name, None))] == []


def test_preferences_last_and_stay_small(tmp_path):
    path = tmp_path / "window.ini"
    preferences = Preferences(path)
    for number in range(12):
        preferences.keep_recent(tmp_path / f"state {number}")
    preferences.keep_recent(tmp_path / "state 5")
    preferences.keep("theme", "light")
    del preferences
    again = Preferences(path)
    assert [known.name for known in again.recent] == [f"state {number}" for number in (5, 11, 10, 9, 8, 7, 6, 4)]
    assert again.find_text("theme") == "light"
    assert again.find_text("unknown") is None
    assert again.find_bytes("theme") is None


def test_preferences_have_a_place_of_their_own(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert preferences_path() == tmp_path / "context-inspector" / "window.ini"
    assert list(tmp_path.iterdir()) == []
