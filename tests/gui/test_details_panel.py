"""Details: what the selection is, in words, and its full text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from factories import make_snapshot, with_texts
from PySide6.QtGui import QGuiApplication, QTextCursor
from segment_trees import context, conversation, leaf, message, sketch_tree

from inspector.gui.long_text_view import LongTextView, split_lines
from inspector.gui.panels.details_panel import DetailsPanel, biggest_parts, find_shown_text
from inspector.gui.words import detail_rows, problem_words

RESULT = "conversation/e000003"


@pytest.fixture
def panel(opened, theme, qtbot):
    panel = DetailsPanel(opened, theme)
    qtbot.addWidget(panel)
    panel.resize(330, 700)
    panel.show()
    return panel


def _facts(panel):
    return {fact.name: fact.value for fact in panel._facts.facts}


def _parts(panel):
    return [panel._parts.topLevelItem(row).text(0) for row in range(panel._parts.topLevelItemCount())]


def test_without_a_selection_the_window_is_told(panel):
    facts = _facts(panel)
    assert panel._title.text() == "Context"
    assert facts["Window"] == "64,000 tokens"
    assert facts["Compaction at"] == "48,000 tokens"
    assert facts["Reserve"] == "16,000 tokens"
    assert facts["Measured"] == "26,594 tokens"
    assert _parts(panel)[:3] == ["Free", "Reserve", "Conversation"]


def test_a_message_tells_its_facts_and_its_text(panel, opened):
    opened.select_segment(RESULT)
    facts = _facts(panel)
    assert panel._title.text() == "exec result · journalctl -u openclaw --since yesterday"
    assert panel._kind.text().startswith("Tool result. ")
    assert facts["Tokens"] == "3,975 · OpenClaw's estimate"
    assert facts["Characters"] == "15,900"
    assert facts["Share"] == "6.2 % of the window, 25.2 % of “Conversation”"
    assert facts["State"] == "sent as it is"
    assert facts["Known"] == "read from the transcript"
    assert facts["Entry"] == "e000003"
    assert panel._text.toPlainText() == opened.selected.children[0].text
    assert panel._body.currentWidget() is panel._text


def test_every_fact_explains_itself(panel, opened):
    opened.select_segment(RESULT)
    assert [fact.name for fact in panel._facts.facts if not fact.sentence] == []


def test_a_message_of_several_blocks_lists_them(panel, opened):
    opened.select_segment("conversation/e000002")
    assert _parts(panel) == ["thinking", "text", "tool call"]
    panel._parts.itemClicked.emit(panel._parts.topLevelItem(1), 0)
    assert opened.selected_id == "conversation/e000002/1"
    assert panel._body.currentWidget() is panel._text


def test_a_part_without_text_says_why(panel, opened):
    opened.select_segment("system_prompt/base")
    assert panel._body.currentWidget() is panel._why_none
    assert panel._why_none.text() == "This part has no text (a picture is never decoded)."
    tree = context(replace(leaf("runtime_context", "runtime_context", "Runtime context", 9), provenance="run_report"))
    opened._stages.snapshots["s1"] = make_snapshot(tree=tree)
    opened.refresh()
    opened.select_segment("runtime_context")
    assert panel._why_none.text() == "The run report stores only the size of this part, not its text."


def test_notes_of_the_segment_are_shown(panel, opened, stages):
    odd = replace(leaf("residual", "residual", "Unattributed", 9), detail={"note": "Nobody accounts for these."})
    stages.snapshots["s1"] = make_snapshot(tree=context(odd))
    opened.refresh()
    opened.select_segment("residual")
    assert panel._note.text() == "Nobody accounts for these."
    assert "Note" not in _facts(panel)


def test_the_text_is_not_moved_by_a_refresh(panel, opened, stages):
    long_text = "\n".join(f"line {number}" for number in range(2000))
    tree = with_texts(sketch_tree(), long_text)
    stages.snapshots["s1"] = make_snapshot(tree=tree)
    opened.refresh()
    opened.select_segment(RESULT)
    panel._text.verticalScrollBar().setValue(700)
    stages.snapshots["s1"] = make_snapshot(tree=with_texts(sketch_tree(window=128_000), long_text))
    opened.refresh()
    assert panel._text.verticalScrollBar().value() == 700


def test_copying(panel, opened):
    opened.select_segment(RESULT)
    panel._copy_id.click()
    assert QGuiApplication.clipboard().text() == "e000003"
    panel._copy_text.click()
    assert QGuiApplication.clipboard().text() == opened.selected.children[0].text


def test_nothing_is_shown(state, theme, qtbot):
    panel = DetailsPanel(state, theme)
    qtbot.addWidget(panel)
    assert panel._title.text() == "Details"
    assert panel._facts.facts == ()


def test_the_biggest_parts_come_first_and_are_limited():
    rows = [message(number, "user", f"m{number}", [("text", number)]) for number in range(100)]
    parts = biggest_parts(conversation(rows))
    assert [part.label for part in parts[:2]] == ["m99", "m98"]
    assert len(parts) == 40


def test_the_text_of_an_only_block_is_the_messages_text():
    block = replace(leaf("a/0", "text", "text", 1), text="hello")
    assert find_shown_text(replace(leaf("a", "user", "user", 1), children=(block,))) == "hello"
    assert find_shown_text(replace(leaf("a", "user", "user", 1), children=(block, block))) is None
    assert find_shown_text(block) == "hello"


def test_details_in_words():
    detail = {
        "raw_chars": 5_713,
        "stored_bytes": 2_048,
        "timestamp_ms": None,
        "is_error": True,
        "tool": "exec",
        "injected_chars": None,
        "headings": ["A", "B"],
        "count": 1_234,
    }
    assert dict(detail_rows(detail)) == {
        "Raw": "5,713 chars",
        "Stored": "2.0 KB",
        "Timestamp": "unknown",
        "Is error": "yes",
        "Tool": "exec",
        "Injected": "unknown",
        "Headings": "A, B",
        "Count": "1,234",
    }
    assert problem_words("malformed_line") == "Malformed line"


# --- the text view ---


@pytest.fixture
def view(qtbot):
    view = LongTextView()
    qtbot.addWidget(view)
    view.resize(300, 400)
    view.show()
    return view


def test_very_long_lines_are_laid_out_in_pieces_but_copied_whole(view):
    text = "a" * 4_500 + "\nshort\n" + "b" * 2_000
    view.show_text(text)
    assert view.document().blockCount() == 5
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == text


def test_a_part_of_a_long_line_is_copied_as_it_is(view):
    view.show_text("a" * 1_999 + "XY" + "b" * 3_000)
    cursor = view.textCursor()
    cursor.setPosition(1_998)
    cursor.setPosition(2_003, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    assert view.createMimeDataFromSelection().text() == "aXYb"


def test_pieces_of_astral_text():
    pieces, continued = split_lines("😀" * 2_500)
    assert [len(piece) for piece in pieces] == [2_000, 500]
    assert continued == [1]


def test_other_line_ends_make_no_difference_to_the_numbers(view):
    text = "a\r\nb\rc\u2029" + "d" * 2_500
    view.show_text(text)
    pieces, continued = split_lines(text)
    assert view.document().blockCount() == len(pieces) == 5
    assert [view.document().findBlockByNumber(number).userState() for number in range(5)] == [-1, -1, -1, -1, 1]
    assert continued == [4]


def test_half_characters_are_shown_as_such(view):
    view.show_text("a\ud800b")
    assert view.toPlainText() == "a\ufffdb"


def test_a_line_of_a_megabyte_is_split_and_shown(view, qapp):
    view.show_text("lorem ipsum " * 90_000)
    qapp.processEvents()
    assert view.document().blockCount() == 540
    assert max(len(piece) for piece in split_lines("x" * 1_000_000)[0]) == 2_000
