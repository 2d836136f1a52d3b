"""Many wishes, one answer."""

from __future__ import annotations

from inspector.gui.coalescer import Coalescer


def test_a_burst_is_answered_once(qtbot):
    coalescer, answers = Coalescer(20), []
    coalescer.triggered.connect(lambda: answers.append(1))
    with qtbot.waitSignal(coalescer.triggered):
        for _ in range(50):
            coalescer.request()
        assert answers == []
    qtbot.wait(60)
    assert answers == [1]


def test_later_requests_do_not_put_it_off(qtbot):
    coalescer = Coalescer(60)
    coalescer.request()
    due = coalescer._timer.remainingTime()
    qtbot.wait(15)
    coalescer.request()
    assert coalescer._timer.remainingTime() < due
    with qtbot.waitSignal(coalescer.triggered):
        pass


def test_an_interval_of_zero_answers_at_once(qapp):
    coalescer, answers = Coalescer(0), []
    coalescer.triggered.connect(lambda: answers.append(1))
    coalescer.request()
    assert answers == [1]


def test_stopping_forgets_the_request(qtbot):
    coalescer = Coalescer(10)
    coalescer.request()
    coalescer.stop()
    with qtbot.assertNotEmitted(coalescer.triggered, wait=40):
        pass
