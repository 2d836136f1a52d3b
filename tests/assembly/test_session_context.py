"""Which messages the next request holds: boundaries, kept tails, wrappers."""

from __future__ import annotations

import pytest
from store_builder import assistant, chain, compaction, reset, result, user

from inspector.assembly.session_context import build_session_context, find_boundary, select_slice, sent_role, sent_text
from inspector.stores.entry_parsing import parse_entry, parse_message


def context_of(*events):
    entries = [parse_entry(event, seq, 0) for seq, event in enumerate(chain(*events))]
    path = [entry.header for entry in entries]
    position = find_boundary(path)
    part = select_slice(path, None if position is None else entries[position])
    index = None if part.boundary is None else part.boundary - part.kept_from
    messages, dropped = build_session_context(entries[part.kept_from :], index)
    return [(m.message.role, m.message.text()) for m in messages], [(d.entry_id, d.reason) for d in dropped]


def test_without_a_boundary_everything_is_sent():
    assert context_of(user("a"), assistant("b")) == ([("user", "a"), ("assistant", "b")], [])


def test_the_latest_compaction_counts_and_older_ones_say_nothing():
    events = [user("a"), assistant("b"), compaction("S1", "e2"), user("c"), compaction("S2", "e4"), user("d")]
    assert context_of(*events)[0] == [("compactionSummary", "S2"), ("user", "c"), ("user", "d")]


@pytest.mark.parametrize("first_kept", ["gone", "e3", "e4"])
def test_a_first_kept_entry_that_is_not_before_the_boundary_keeps_nothing(first_kept):
    events = [user("a"), assistant("b"), compaction("S", first_kept), user("c")]
    assert context_of(*events)[0] == [("compactionSummary", "S"), ("user", "c")]


def test_a_new_session_command_keeps_nothing():
    assert context_of(user("a"), reset("new"), user("b")) == ([("user", "b")], [])


def test_an_idle_reset_keeps_the_dialogue_only():
    events = [
        user("a"),
        assistant("", ("c1", "exec", {})),
        result("c1", "kept"),
        result("zz", "orphan"),
        {"type": "branch_summary", "summary": "BR", "fromId": "x"},
        {"type": "custom_message", "customType": "note", "content": "N", "display": True},
        assistant("b"),
        reset("idle", firstKeptEntryId="e1"),
        user("now"),
    ]
    sent, dropped = context_of(*events)
    assert sent == [("user", "a"), ("assistant", ""), ("toolResult", "kept"), ("assistant", "b"), ("user", "now")]
    assert dropped == [(entry_id, "reset_keeps_dialogue_only") for entry_id in ("e4", "e5", "e6")]


def test_what_is_stored_but_never_sent():
    events = [
        user("a", excludeFromContext=True),
        {"type": "branch_summary", "summary": "", "fromId": "x"},
        {"type": "custom", "customType": "openclaw.cache-ttl", "data": {}},
        {"type": "model_change", "provider": "p", "modelId": "m"},
    ]
    assert context_of(*events) == ([], [("e1", "excluded_from_context"), ("e2", "empty_summary")])


@pytest.mark.parametrize(
    ("stored", "text", "rule"),
    [
        ({"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "a\nb", None),
        (
            {"role": "bashExecution", "command": "ls", "output": "x", "exitCode": 0},
            "Ran `ls`\n```\nx\n```",
            "bash_wrapper",
        ),
        (
            {"role": "bashExecution", "command": "ls", "output": "", "cancelled": True},
            "Ran `ls`\n(no output)\n\n(command cancelled)",
            "bash_wrapper",
        ),
        (
            {"role": "compactionSummary", "content": "S"},
            "The conversation history before this point was compacted into the following summary:\n\n<summary>\nS\n</summary>",
            "compaction_summary_wrapper",
        ),
        (
            {"role": "branchSummary", "content": "S"},
            "The following is a summary of a branch that this conversation came back from:\n\n<summary>\nS</summary>",
            "branch_summary_wrapper",
        ),
    ],
)
def test_wrappers(stored, text, rule):
    assert sent_text(parse_message(stored)) == (text, rule)


def test_roles_on_the_wire():
    roles = ["user", "assistant", "toolResult", "custom", "bashExecution", "compactionSummary"]
    sent = [sent_role(parse_message({"role": role})) for role in roles]
    assert sent == ["user", "assistant", "toolResult", "user", "user", "user"]
