"""The active branch of a transcript."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.assembly.branch import extend_branch, select_branch, select_indexed_branch
from inspector.domain.entries import EntryHeader


def entry(seq, entry_id, parent, kind="message", **more):
    return EntryHeader(seq, entry_id, kind, parent, **more)


def path_of(*headers, **more):
    return [header.id for header in select_branch(headers, "x", **more).path]


def codes(*headers):
    return {problem.code: problem.count for problem in select_branch(headers, "x").problems}


def test_linear():
    assert path_of(entry(1, "a", None), entry(2, "b", "a"), entry(3, "c", "b")) == ["a", "b", "c"]


def test_a_leaf_control_moves_to_another_branch():
    rows = [
        entry(1, "a", None),
        entry(2, "b", "a"),
        entry(3, "c", "b"),
        entry(4, "l", "c", "leaf", target_id="a"),
        entry(5, "d", "l"),
    ]
    assert path_of(*rows) == ["a", "d"], "a parent that is a leaf control stands for its target"
    assert path_of(*rows[:4]) == ["a"]
    assert select_branch(rows, "x").elsewhere == 2


def test_a_leaf_control_to_nowhere_is_ignored():
    assert path_of(entry(1, "a", None), entry(2, "l", "a", "leaf", target_id="zz"), entry(3, "b", "a")) == ["a", "b"]


def test_side_appends_do_not_move_the_leaf():
    rows = [entry(1, "a", None), entry(2, "s", "a", side=True), entry(3, "b", "s")]
    assert path_of(*rows[:2]) == ["a"]
    assert path_of(*rows) == ["a", "b"], "what follows a side append follows the leaf"


def test_opaque_rows_are_no_part_of_the_path():
    assert path_of(entry(1, "a", None), entry(2, "o", "a", "vendor"), entry(3, "b", "o")) == ["a", "b"]


def test_a_label_for_an_unknown_entry_is_opaque():
    known = entry(2, "l", "a", "label", target_id="a")
    unknown = entry(2, "l", "a", "label", target_id="zz")
    assert path_of(entry(1, "a", None), known, entry(3, "b", "l")) == ["a", "l", "b"]
    assert path_of(entry(1, "a", None), unknown, entry(3, "b", "l")) == ["a", "b"]


def test_rows_without_a_parent_key_follow_the_leaf():
    assert path_of(entry(1, "a", None), entry(2, "b", None, has_parent=False)) == ["a", "b"]
    assert path_of(entry(1, "a", None), entry(2, "b", None)) == ["b"], "null is a root of its own"


def test_after_a_reset_only_its_descendants_count():
    rows = [entry(1, "a", None), entry(2, "r", "a", "reset"), entry(3, "b", "a"), entry(4, "c", None)]
    assert path_of(*rows) == ["a", "r", "b", "c"]


def test_a_leaf_control_cannot_go_back_behind_a_reset():
    rows = [
        entry(1, "a", None),
        entry(2, "r", "a", "reset"),
        entry(3, "l", "r", "leaf", target_id="a"),
        entry(4, "b", "l"),
    ]
    assert path_of(*rows) == ["a", "r", "b"]


def test_a_missing_parent_is_a_problem_and_nothing_is_lost():
    rows = [entry(1, "a", None), entry(2, "b", "gone")]
    assert path_of(*rows) == ["a", "b"]
    assert codes(*rows) == {"missing_parent": 1}


def test_a_missing_first_ancestor_keeps_the_suffix():
    rows = [entry(1, "b", "gone"), entry(2, "c", "b")]
    assert path_of(*rows) == ["b", "c"]
    assert "missing_ancestor" in codes(*rows)


def test_a_cycle_sends_nothing():
    rows = [entry(1, "a", "b"), entry(2, "b", "a"), entry(3, "a", "b")]
    assert path_of(*rows) == []
    assert "cycle" in codes(*rows)


def test_rows_without_an_id():
    rows = [entry(1, "a", None), entry(2, None, "a"), entry(3, " ", "a")]
    assert path_of(*rows) == ["a"]
    assert codes(*rows) == {"entry_without_id": 2}


def test_at_an_earlier_entry():
    rows = [entry(1, "a", None), entry(2, "b", "a"), entry(3, "c", "b"), entry(4, "d", "a")]
    assert path_of(*rows) == ["a", "d"]
    assert path_of(*rows, at_entry_id="c") == ["a", "b", "c"]


def test_the_store_index_is_taken_as_it_is():
    rows = [entry(1, "a", None), entry(2, "b", "a"), entry(3, "c", "a")]
    assert [header.id for header in select_indexed_branch(rows, (1, 3)).path] == ["a", "c"]
    assert select_indexed_branch(rows, (1, 9)) is None


def test_appended_entries_extend_a_branch_and_all_else_does_not():
    branch = select_branch([entry(1, "a", None)], "x")
    assert [h.id for h in extend_branch(branch, [entry(2, "b", "a"), entry(3, "c", "b")]).path] == ["a", "b", "c"]
    for odd in (
        entry(2, "b", "zz"),
        entry(2, "b", "a", side=True),
        entry(2, "b", "a", "leaf", target_id="a"),
        entry(2, "b", "a", "label", target_id="a"),
        entry(2, "b", None, has_parent=False),
        entry(2, "b", "a", "vendor"),
        entry(2, None, "a"),
    ):
        assert extend_branch(branch, [odd]) is None


IDS = st.sampled_from(["a", "b", "c", "d", None])
ROWS = st.lists(
    st.tuples(IDS, IDS, st.sampled_from(["message", "leaf", "reset", "vendor", "label"]), IDS, st.booleans()),
    max_size=12,
)


@given(ROWS)
def test_any_rows_give_a_path_without_repeats_that_ends_at_the_leaf(rows):
    headers = [
        EntryHeader(seq, entry_id, kind, parent, target_id=target, side=side)
        for seq, (entry_id, parent, kind, target, side) in enumerate(rows)
    ]
    branch = select_branch(headers, "x")
    ids = [header.id for header in branch.path]
    assert len(ids) == len(set(ids))
    assert not ids or ids[-1] == branch.leaf_id


@given(st.lists(st.booleans(), min_size=1, max_size=8))
def test_extending_equals_selecting_anew(messages):
    headers = [entry(1, "a", None)]
    branch = select_branch(headers, "x")
    for number, is_message in enumerate(messages, 2):
        header = entry(number, f"n{number}", headers[-1].id, "message" if is_message else "model_change")
        headers.append(header)
        branch = extend_branch(branch, [header])
        assert branch.path == select_branch(headers, "x").path
