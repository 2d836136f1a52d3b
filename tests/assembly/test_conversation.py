"""Messages as segments: labels, sizes, and sums that add up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from store_builder import assistant, chain, compaction, result, user

from inspector.assembly.conversation import apportion, group_conversation, view_messages
from inspector.assembly.session_context import build_session_context
from inspector.runtime import get_runtime_rules
from inspector.stores.entry_parsing import parse_entry

RULES = get_runtime_rules("2026.9.6")


def views_of(*events, known=None, compactions=0):
    entries = [parse_entry(event, seq, 10) for seq, event in enumerate(chain(*events))]
    boundary = next((i for i, e in enumerate(entries) if e.header.type == "compaction"), None)
    return view_messages(build_session_context(entries, boundary)[0], RULES, compactions, known or {})


def test_a_turn_with_a_tool():
    views = views_of(
        user("please look at the log of the shop"),
        assistant("", ("c1", "exec", {"command": "tail -n 5 shop.log"})),
        result("c1", "x" * 4001),
        assistant("It is fine."),
    )
    tree = group_conversation(views)
    assert [child.label for child in tree.children] == [
        "user · please look at the log of the shop",
        "exec call · tail -n 5 shop.log",
        "exec result · tail -n 5 shop.log",
        "assistant · It is fine.",
    ]
    assert [child.kind for child in tree.children] == ["user", "assistant", "tool_result", "assistant"]
    call = tree.children[1].children[0]
    assert (call.kind, call.text) == ("tool_call", 'exec{"command":"tail -n 5 shop.log"}')
    assert tree.children[2].tokens.tokens == 1001, "4,001 characters, four to a token, rounded up"
    assert tree.chars == sum(child.chars for child in tree.children) == 34 + 36 + 4001 + 11
    sent = [view.sent for view in views.values()]
    assert [message.role for message in sent] == ["user", "assistant", "toolResult", "assistant"]
    assert sent[1].tool_calls[0].name == "exec"
    assert sent[2].tool_call_id == "c1"


def test_the_summary_is_shown_as_it_is_sent():
    views = views_of(user("a"), compaction("S" * 100, "gone"), user("b"), compactions=3)
    first = next(iter(views.values()))
    assert (first.segment.kind, first.segment.label) == ("summary", "Summary #3")
    assert first.segment.chars == first.sent.chars == 207
    assert first.sent.changed_by == "compaction_summary_wrapper"
    assert first.segment.tokens.tokens == 25, "the runtime counts the summary without its wrapper"


def test_pictures_weigh_what_the_runtime_says_and_have_no_text():
    picture = {"type": "image", "data": "QUJD" * 1000, "mimeType": "image/png"}
    views = views_of(result("c", [{"type": "text", "text": "seen"}, picture]))
    text, image = next(iter(views.values())).segment.children
    assert (image.kind, image.chars, image.text, image.detail["base64_chars"]) == ("image", 8000, None, 4000)
    assert text.tokens.tokens + image.tokens.tokens == 2014 + 2 - 1, "8,000 + 4 + notice, four to a token"


def test_known_views_are_taken_over():
    first = views_of(user("a"), assistant("b"))
    again = views_of(user("a"), assistant("b"), user("c"), known=first)
    assert [again[key] is first[key] for key in first] == [True, True]
    assert len(again) == 3


@given(st.integers(0, 10_000), st.lists(st.integers(0, 1000), min_size=1, max_size=9))
def test_shares_add_up_and_follow_the_weights(total, weights):
    shares = apportion(total, weights)
    assert sum(shares) == total
    assert all(share >= 0 for share in shares)
    whole = sum(weights)
    if whole:
        assert all(abs(share - total * weight / whole) <= 1 for share, weight in zip(shares, weights, strict=True))


def test_nothing_to_share():
    assert apportion(5, []) == []
    assert apportion(5, [0, 0]) == [5, 0]
