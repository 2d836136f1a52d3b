"""Work off the UI thread: answers come back on it, stale ones are dropped, a bug is loud."""

from __future__ import annotations

import threading

import pytest

from inspector.domain.errors import Cancelled, StateUnreadableError
from inspector.gui.task_runner import ImmediateTaskRunner, TaskRequest, TaskRunner, run_request

SECRET = "text of a transcript"


@pytest.fixture
def runner(qapp):
    runner = TaskRunner()
    yield runner
    assert runner.shut_down()


def test_an_answer_comes_back_on_the_ui_thread(runner, qtbot):
    answers, threads = [], []

    def work(progress):
        threads.append(threading.current_thread())
        return 42

    runner.submit("reading", work, lambda response: answers.append((response.value, threading.current_thread())))
    qtbot.waitUntil(lambda: bool(answers))
    assert answers == [(42, threading.main_thread())]
    assert threads[0] is not threading.main_thread()


def test_a_newer_request_drops_the_older_one(runner, qtbot):
    started, go_on, answers = threading.Event(), threading.Event(), []

    def slow(progress):
        started.set()
        assert go_on.wait(10)
        return "old"

    runner.submit("reading", slow, lambda response: answers.append(response.value))
    assert started.wait(10)
    runner.submit("reading", lambda progress: "new", lambda response: answers.append(response.value))
    qtbot.waitUntil(lambda: bool(answers))
    go_on.set()
    assert runner.shut_down()
    qtbot.wait(20)
    assert answers == ["new"]


def test_other_lanes_are_not_dropped(runner, qtbot):
    answers = []
    runner.submit("reading", lambda progress: 1, lambda response: answers.append(response.value))
    runner.submit("timeline", lambda progress: 2, lambda response: answers.append(response.value))
    qtbot.waitUntil(lambda: len(answers) == 2)
    assert sorted(answers) == [1, 2]


def test_a_queued_request_waits_and_only_the_newest_is_kept(runner, qtbot):
    go_on, answers = threading.Event(), []

    def slow(progress):
        assert go_on.wait(10)
        return "first"

    for work in (slow, lambda progress: "second", lambda progress: "third"):
        runner.submit("reading", work, lambda response: answers.append(response.value), queued=True)
    go_on.set()
    qtbot.waitUntil(lambda: len(answers) == 2)
    qtbot.wait(20)
    assert answers == ["first", "third"]


def test_cancel_stops_the_work_at_its_next_step(runner, qtbot):
    started, ended, answers = threading.Event(), threading.Event(), []

    def work(progress):
        started.set()
        try:
            while True:
                progress("rows", 1, 2)
        except Cancelled:
            ended.set()
            raise

    runner.submit("reading", work, answers.append)
    assert started.wait(10)
    runner.cancel("reading")
    assert ended.wait(10)
    qtbot.wait(20)
    assert answers == []


def test_progress_is_told_at_most_twenty_times_a_second(monkeypatch):
    now = iter(step / 1000 for step in range(10_000))
    monkeypatch.setattr("inspector.gui.task_runner.time.monotonic", lambda: next(now))
    told = []

    def work(progress):
        for row in range(1000):  # one second, by the clock above
            progress("rows", row, 1000)

    run_request(TaskRequest("reading", 7, work, lambda response: None), told.append)
    assert len(told) == 20
    assert (told[0].what, told[0].done, told[0].total, told[0].generation) == ("rows", 0, 1000, 7)


def test_progress_reaches_the_ui_thread(runner, qtbot):
    answers = []

    def work(progress):
        progress("rows", 3, 9)

    with qtbot.waitSignal(runner.progressed) as told:
        runner.submit("reading", work, answers.append)
    assert (told.args[0].done, told.args[0].total) == (3, 9)
    qtbot.waitUntil(lambda: bool(answers))


def test_a_sentence_for_the_user_is_an_error_not_a_bug(qapp):
    def work(progress):
        raise StateUnreadableError("No.")

    response = run_request(TaskRequest("reading", 1, work, lambda response: None), lambda progress: None)
    assert (str(response.error), response.bug, response.value) == ("No.", None, None)


def test_a_bug_is_loud_but_tells_no_values(runner, qtbot, capsys, monkeypatch):
    monkeypatch.delenv("CONTEXT_INSPECTOR_DEBUG", raising=False)

    def work(progress):
        raise ValueError(SECRET)

    with qtbot.waitSignal(runner.bug_found) as told:
        runner.submit("reading", work, lambda response: None)
    report = told.args[0]
    assert report.error_type == "ValueError"
    assert report.where.startswith("test_task_runner.py:")
    assert "in work" in report.text
    assert SECRET not in report.text
    assert SECRET not in capsys.readouterr().err


def test_a_bug_prints_its_traceback_only_where_it_is_asked_for(capsys, monkeypatch):
    monkeypatch.setenv("CONTEXT_INSPECTOR_DEBUG", "1")

    def work(progress):
        raise ValueError(SECRET)

    run_request(TaskRequest("reading", 1, work, lambda response: None), lambda progress: None)
    assert SECRET in capsys.readouterr().err


def test_the_immediate_runner_answers_before_it_returns(qapp):
    answers = []
    ImmediateTaskRunner().submit("reading", lambda progress: 5, lambda response: answers.append(response.value))
    assert answers == [5]


def test_shutting_down_leaves_no_thread_at_work(qapp):
    runner = TaskRunner()
    entered = threading.Event()

    def work(progress):
        entered.set()
        while True:
            progress("rows", 0, 0)

    runner.submit("reading", work, lambda response: None)
    assert entered.wait(10)
    assert runner.shut_down()
