"""What the tests of the window share: a state that reads at once, made-up stages, no thread and no timer left behind."""

from __future__ import annotations

import threading

import pytest
from factories import MadeUpStages
from PySide6.QtCore import QCoreApplication, QEvent

from inspector.gui.inspector_state import InspectorState
from inspector.gui.task_runner import ImmediateTaskRunner
from inspector.gui.theme import load_theme


@pytest.fixture(autouse=True)
def no_thread_is_left():
    before = set(threading.enumerate())
    yield
    left = [thread for thread in set(threading.enumerate()) - before if not is_of_qts_pool(thread)]
    assert left == []


def is_of_qts_pool(thread):
    """Python's stand-in for a thread of Qt's pool, which keeps it for later."""
    return isinstance(thread, threading._DummyThread)


@pytest.fixture(autouse=True)
def still(monkeypatch):
    monkeypatch.setenv("CONTEXT_INSPECTOR_REDUCED_MOTION", "1")


@pytest.fixture
def theme(qapp):
    return load_theme("dark")


@pytest.fixture
def stages():
    return MadeUpStages()


@pytest.fixture
def state(qapp, stages):
    runner = ImmediateTaskRunner()
    state = InspectorState(runner, {}, stages)
    runner.setParent(state)
    yield state
    state.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def opened(state):
    """The sketch's session, read."""
    state.open_target()
    return state
