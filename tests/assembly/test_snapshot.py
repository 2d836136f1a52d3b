"""The tree of the window and the measurement beside it."""

from __future__ import annotations

from store_builder import assistant, chain, compaction, result, user

from inspector.assembly.conversation import group_conversation, view_messages
from inspector.assembly.session_context import build_session_context
from inspector.assembly.snapshot import Measurement, build_tree, find_measurement
from inspector.domain.contexts import ContextWindow
from inspector.domain.segments import Segment, make_group
from inspector.domain.sessions import RecordedTotal
from inspector.domain.tokens import TokenCount
from inspector.runtime import get_runtime_rules
from inspector.stores.entry_parsing import parse_entry

FRESH = RecordedTotal(1000, fresh=True)


def messages_of(*events):
    entries = [parse_entry(event, seq, 0) for seq, event in enumerate(chain(*events))]
    boundary = next((i for i, e in enumerate(entries) if e.header.type == "compaction"), None)
    return build_session_context(entries, boundary)[0], boundary


def measured(*events, total=FRESH):
    messages, boundary = messages_of(*events)
    return find_measurement(messages, boundary, total)


def test_the_newest_answer_measures():
    found = measured(user("a"), assistant("b", usage=500), user("c"), assistant("d", usage=700), user("e"))
    assert (found.tokens, found.position) == (700, 3)


def test_failed_and_silent_answers_do_not_measure():
    events = [
        user("a"),
        assistant("b", usage=500),
        assistant("x", usage=900, stopReason="error"),
        assistant("y", usage=0),
    ]
    assert measured(*events).tokens == 500


def test_a_stale_counter_vetoes_and_a_different_one_does_not():
    events = [user("a"), assistant("b", usage=500)]
    assert measured(*events, total=RecordedTotal(500, fresh=False)) is None
    assert measured(*events, total=RecordedTotal(433_428, fresh=True)).tokens == 500, "a billing sum is no occupancy"
    assert measured(*events, total=None).tokens == 500


def test_a_call_before_the_compaction_measured_another_context():
    events = [user("a"), assistant("b", usage=500), compaction("S", "e2"), user("c")]
    assert measured(*events) is None
    assert measured(*events, assistant("d", usage=90)).tokens == 90


def window(tokens=1000, reserve=100):
    return ContextWindow(tokens, "default", reserve, tokens - reserve, "ok")


def leaf(name, tokens, kind="system_prompt"):
    return make_group(
        name,
        kind,
        name,
        [Segment(f"{name}/x", "section", "x", 4 * tokens, TokenCount(tokens), "run_report")],
        "run_report",
    )


def conversation(*sizes):
    parts = [Segment(f"c/{i}", "user", "u", 4 * size, TokenCount(size), "captured") for i, size in enumerate(sizes)]
    return make_group("conversation", "conversation", "Conversation", parts, "captured")


def sizes(tree):
    return {child.kind: child.tokens.tokens for child in tree.children}


def test_the_tiles_fill_the_window():
    tree, occupancy = build_tree([leaf("p", 200)], conversation(50, 60), window(), None)
    assert sizes(tree) == {"system_prompt": 200, "conversation": 110, "free": 590, "reserve": 100}
    assert tree.tokens.tokens == 1000
    assert (occupancy.estimated_tokens, occupancy.measured_tokens, occupancy.residual_tokens) == (310, None, None)
    assert not occupancy.fresh


def test_the_residual_is_of_the_measured_request():
    """Measured when only the first message was there: 200 + 50 estimated, 265 reported."""
    tree, occupancy = build_tree([leaf("p", 200)], conversation(50, 60, 7), window(), Measurement(265, 9, 1))
    assert occupancy.residual_tokens == 15
    assert sizes(tree) == {"system_prompt": 200, "conversation": 117, "residual": 15, "free": 568, "reserve": 100}
    assert (occupancy.measured_tokens, occupancy.measured_at_ms, occupancy.fresh) == (265, 9, True)


def test_an_estimate_above_the_measurement_has_no_tile():
    tree, occupancy = build_tree([leaf("p", 200)], conversation(50), window(), Measurement(180, 9, 0))
    assert occupancy.residual_tokens == -20
    assert "residual" not in sizes(tree)


def test_an_over_full_window():
    tree, _ = build_tree([leaf("p", 950)], conversation(30), window(), None)
    assert sizes(tree) == {"system_prompt": 950, "conversation": 30, "free": 0, "reserve": 20}
    tree, _ = build_tree([leaf("p", 950)], conversation(300), window(), None)
    assert sizes(tree)["reserve"] == 0
    assert tree.tokens.tokens == 1250, "what is sent is shown, even where it does not fit"


def test_views_and_positions_agree():
    messages, boundary = messages_of(
        user("a"), assistant("", ("c", "exec", {})), result("c", "r"), assistant("z", usage=99)
    )
    views = view_messages(messages, get_runtime_rules("2026.9.6"), 0, {})
    found = find_measurement(messages, boundary, FRESH)
    assert group_conversation(views).children[found.position].label == "assistant · z"
