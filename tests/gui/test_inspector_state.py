"""The state: intents in, facts out; what was chosen stays chosen as long as it exists."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from factories import grown_tree, make_catalog, make_row, make_snapshot
from segment_trees import context, conversation, message, sketch_tree

from inspector.domain.errors import StateNotFoundError, StateUnreadableError

RESULT = "conversation/e000003"


def test_opening_reads_the_list_the_session_and_its_timeline(opened, stages):
    assert stages.calls == ["open_state", "inspect s1", "read_timeline"]
    assert opened.row.key == "agent:main:compact"
    assert opened.snapshot.session_key == "agent:main:compact"
    assert opened.timeline == stages.timeline
    assert (opened.busy, opened.notice, opened.selected_id, opened.zoom_id) == (None, None, None, None)


def test_the_demo(state, stages):
    state.open_target(demo=True)
    assert stages.calls[0] == "open_demo"
    assert state.catalog.demo


def test_nothing_is_found(state, stages):
    stages.raises["open_state"] = StateNotFoundError("There is no OpenClaw state in /home/me/.openclaw.")
    state.open_target()
    assert state.notice.kind == "not_found"
    assert state.notice.sentence == "There is no OpenClaw state in /home/me/.openclaw."
    assert (state.catalog, state.inspection, state.busy) == (None, None, None)


def test_a_state_without_sessions(state, stages):
    stages.catalog = make_catalog(rows=())
    state.open_target()
    assert state.notice.kind == "no_sessions"
    assert state.catalog is stages.catalog
    assert state.busy is None


def test_a_session_that_cannot_be_read_leaves_the_list(opened, stages):
    stages.raises["inspect s3"] = StateUnreadableError("The database is locked.")
    opened.choose_session(opened.catalog.sessions[2])
    assert (opened.notice.kind, opened.notice.sentence) == ("unreadable", "The database is locked.")
    assert (opened.inspection, opened.timeline) == (None, None)
    assert opened.catalog is not None
    assert opened.row.session_id == "s3"


def test_choosing_another_session(opened, stages):
    opened.select_segment(RESULT)
    opened.drill("conversation")
    stages.snapshots["s3"] = make_snapshot(key="agent:main:main", tree=context(conversation([])))
    opened.choose_session(opened.catalog.sessions[2])
    assert opened.snapshot.session_key == "agent:main:main"
    assert opened.selected_id is None
    assert opened.zoom_id == "conversation"


def test_choosing_the_same_session_again_reads_nothing(opened, stages):
    before = list(stages.calls)
    opened.choose_session(opened.catalog.sessions[0])
    assert stages.calls == before


def test_selecting_is_told_once(opened, qtbot):
    told = []
    opened.selection_changed.connect(lambda: told.append(opened.selected_id))
    opened.select_segment(RESULT)
    opened.select_segment(RESULT)
    opened.select_segment("no such id")
    assert told == [RESULT, None]


def test_hovering_never_selects(opened):
    opened.select_segment(RESULT)
    told = []
    opened.selection_changed.connect(lambda: told.append("selection"))
    opened.hover_changed.connect(lambda: told.append(opened.hovered_id))
    opened.hover("skills")
    opened.hover("")
    assert told == ["skills", None]
    assert opened.selected_id == RESULT


def test_an_entry_selects_its_message(opened):
    assert opened.select_entry("e000003")
    assert opened.selected_id == RESULT
    assert not opened.select_entry("before the cut")
    assert opened.selected_id == RESULT


def test_zooming(opened):
    opened.drill("conversation")
    opened.drill(RESULT)
    opened.drill_up()
    assert opened.zoom_id == "conversation"
    opened.drill_up()
    assert opened.zoom_id is None
    opened.drill("context")
    assert opened.zoom_id is None
    opened.select_segment(f"{RESULT}/0")
    opened.drill_into_selection()
    assert opened.zoom_id == "conversation"
    opened.drill_into_selection()
    opened.drill_into_selection()
    assert opened.zoom_id == RESULT


def test_a_refresh_keeps_selection_and_zoom(opened, stages):
    opened.select_segment(RESULT)
    opened.drill("conversation")
    stages.calls.clear()
    old = opened.snapshot
    stages.snapshots["s1"] = replace(old, tree=grown_tree(old.tree))
    opened.refresh()
    assert stages.calls == ["refresh_inspection", "refresh_catalog"]
    assert (opened.selected_id, opened.zoom_id) == (RESULT, "conversation")
    assert opened.index.by_entry["e900000"] == "conversation/e900000"


def test_a_refresh_without_news_redraws_nothing(opened):
    told = []
    opened.inspection_changed.connect(lambda: told.append(1))
    opened.refresh()
    assert told == []


def test_what_is_gone_is_not_selected_and_the_zoom_goes_up(opened, stages):
    opened.select_segment(f"{RESULT}/0")
    opened.drill(RESULT)
    kept = [message(1, "user", "user", [("text", 5)])]
    stages.snapshots["s1"] = replace(opened.snapshot, tree=context(conversation(kept)))
    opened.refresh()
    assert (opened.selected_id, opened.zoom_id) == (None, "conversation")


def test_a_refresh_that_fails_leaves_the_picture(opened, stages):
    stages.raises["refresh_inspection"] = StateUnreadableError("It kept changing.")
    opened.refresh()
    assert opened.notice.sentence == "It kept changing."
    assert opened.snapshot is not None
    del stages.raises["refresh_inspection"]
    stages.snapshots["s1"] = replace(opened.snapshot, tree=sketch_tree(with_space=False))
    opened.refresh()
    assert opened.notice is None


def test_a_refresh_where_nothing_could_be_read_opens_again(state, stages):
    stages.raises["open_state"] = StateUnreadableError("No permission.")
    state.open_target(Path("/made-up"))
    del stages.raises["open_state"]
    state.refresh()
    assert state.snapshot is not None
    assert state.notice is None


def test_new_sessions_appear_in_the_list(opened, stages):
    stages.catalog = make_catalog(rows=(*opened.catalog.sessions, make_row(key="agent:main:new", session_id="n1")))
    opened.refresh()
    assert opened.catalog.sessions[-1].key == "agent:main:new"


def test_counting_by_a_tokenizer(opened, stages):
    estimated = opened.index.root.tokens
    opened.set_counting("o200k_base")
    assert "count o200k_base" in stages.calls
    assert opened.counting == "o200k_base"
    assert opened.index.root.tokens.tokens == estimated.tokens // 2
    assert opened.index.root.tokens.method == "tokenizer"
    opened.set_counting("runtime")
    assert opened.index.root.tokens == estimated


def test_counting_stays_when_another_session_is_chosen_and_at_a_refresh(opened, stages):
    opened.set_counting("o200k_base")
    opened.choose_session(opened.catalog.sessions[2])
    assert opened.index.root.tokens.method == "tokenizer"
    stages.snapshots["s3"] = make_snapshot(key="agent:main:main", tree=sketch_tree(with_space=False))
    opened.refresh()
    assert opened.index.root.tokens.method == "tokenizer"


def test_a_tokenizer_that_cannot_be_had_is_said_and_the_estimate_stays(opened, stages):
    stages.raises["count o200k_base"] = StateUnreadableError("The tokenizer's vocabulary is missing.")
    opened.set_counting("o200k_base")
    assert opened.notice.sentence == "The tokenizer's vocabulary is missing."
    assert opened.counting == "runtime"
    assert opened.index.root.tokens.method == "runtime"


def test_a_bug_is_told(opened, stages):
    stages.raises["inspect s3"] = ZeroDivisionError("text of a transcript")
    opened.choose_session(opened.catalog.sessions[2])
    assert opened.notice.kind == "bug"
    assert "ZeroDivisionError" in opened.notice.sentence
    assert "text of a transcript" not in opened.notice.sentence + opened.notice.report
    assert opened.busy is None


def test_setters_tell_only_changes(opened):
    told = []
    opened.options_changed.connect(lambda: told.append((opened.area, opened.scope)))
    opened.theme_changed.connect(lambda: told.append(opened.theme_name))
    for _ in range(2):
        opened.set_area("chars")
        opened.set_scope("window")
        opened.set_theme("light")
    assert told == [("chars", "used"), ("chars", "window"), "light"]


def test_opening_another_state_forgets_the_first(opened, stages):
    stages.catalog = make_catalog(rows=(make_row(key="agent:main:other", session_id="o1"),), target=Path("/other"))
    opened.open_target(Path("/other"))
    assert opened.catalog.target == Path("/other")
    assert opened.snapshot.session_key == "agent:main:other"
