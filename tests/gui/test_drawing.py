from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF
from segment_trees import context, conversation, leaf, message, sketch_tree, snapshot, spaces

from inspector.gui.drawing.fitted_text import fit_text, fit_whole, one_line
from inspector.gui.drawing.hover_card import card_text
from inspector.gui.drawing.meter_parts import plan_meter
from inspector.gui.drawing.segment_weights import Roles, weigh_tree
from inspector.gui.drawing.segment_words import describe_fold, describe_segment
from inspector.gui.drawing.text_row import TextRow
from inspector.gui.drawing.textures import make_texture
from inspector.gui.drawing.thinning import thin_curve
from inspector.gui.drawing.tile_labels import LabelFonts, plan_fold_lines, plan_tile_lines, plan_title_lines
from inspector.gui.segment_index import index_segments
from inspector.gui.theme import make_font


@pytest.fixture
def fonts(qapp):
    return LabelFonts.make()


def ends(line, fonts):
    metrics = fonts.label_metrics if line.strong else fonts.number_metrics
    return line.x + metrics.horizontalAdvance(line.text)


# --- text that fits ---


def test_text_is_whole_shortened_or_absent(qapp):
    metrics = QFontMetricsF(make_font(12))
    width = metrics.horizontalAdvance("workspace files")
    assert fit_text("workspace files", metrics, width + 1) == "workspace files"
    shortened = fit_text("workspace files", metrics, width * 0.7)
    assert shortened.endswith("…")
    assert "workspace files".startswith(shortened[:-1])
    assert metrics.horizontalAdvance(shortened) <= width * 0.7
    assert fit_text("workspace files", metrics, metrics.horizontalAdvance("wor…")) == ""
    assert fit_text("workspace files", metrics, -5) == ""


def test_half_a_number_is_not_shown(qapp):
    metrics = QFontMetricsF(make_font(11))
    assert fit_whole("1,204", metrics, metrics.horizontalAdvance("1,204")) == "1,204"
    assert fit_whole("1,204", metrics, metrics.horizontalAdvance("1,2")) == ""


def test_a_label_is_one_line_without_control_characters():
    assert one_line("a\n b\t\x00c  d") == "a b c d"
    assert len(one_line("x" * 10_000)) == 240


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(
    st.text(max_size=60), st.floats(1, 400), st.floats(1, 120),
    st.sampled_from(["5", "1,204", "1,234,567"]),
)  # fmt: skip
def test_tile_text_stays_inside_its_tile(fonts, label, width, height, number):
    rect = QRectF(10, 20, width, height)
    lines = plan_tile_lines(label, number, rect, fonts)
    for line in lines:
        metrics = fonts.label_metrics if line.strong else fonts.number_metrics
        assert line.x >= rect.left()
        assert ends(line, fonts) <= rect.right()
        assert line.baseline - metrics.ascent() >= rect.top()
        assert line.baseline + metrics.descent() <= rect.bottom() + 1
    assert [line.strong for line in lines] == [True] * min(1, len(lines)) + [False] * max(0, len(lines) - 1)


def test_a_long_label_breaks_at_its_dot(fonts):
    lines = plan_tile_lines(
        "exec result · journalctl -u openclaw --since yesterday", "3,975", QRectF(0, 0, 150, 90), fonts
    )
    assert [line.text for line in lines[:2]] == ["exec result", "3,975"]
    assert lines[2].text.startswith("journal")
    wide = plan_tile_lines("exec result · df -h", "3,000", QRectF(0, 0, 300, 90), fonts)
    assert [line.text for line in wide] == ["exec result · df -h", "3,000"]


def test_a_low_tile_carries_its_label_alone(fonts):
    lines = plan_tile_lines("AGENTS.md", "2,296", QRectF(0, 0, 120, 20), fonts)
    assert [line.text for line in lines] == ["AGENTS.md"]


def test_a_fold_says_how_many_and_how_much(fonts):
    wide = plan_fold_lines(37, "1,204 tok", QRectF(0, 0, 260, 40), fonts)
    assert [line.text for line in wide] == ["+ 37 more · 1,204 tok"]
    narrow = plan_fold_lines(37, "1,204 tok", QRectF(0, 0, 100, 60), fonts)
    assert [line.text for line in narrow] == ["+ 37 more", "1,204 tok"]
    assert plan_fold_lines(37, "1,204 tok", QRectF(0, 0, 30, 60), fonts) == []


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(st.sampled_from(["System prompt", "Skills", "会話の履歴", "Workspace files"]), st.floats(20, 400))
def test_title_and_share_never_overlap(fonts, label, width):
    lines = plan_title_lines(label, ("4,213 tok · 14.1 %", "14.1 %"), QRectF(5, 0, width, 22), fonts)
    assert len(lines) <= 2
    if len(lines) == 2:
        assert lines[0].text == label
        assert ends(lines[0], fonts) + 12 <= lines[1].x + 1e-6
    for line in lines:
        assert ends(line, fonts) <= 5 + width


def test_a_narrow_title_drops_the_number_before_the_label(fonts):
    label_px = fonts.label_metrics.horizontalAdvance("System prompt")
    shares = ("4,213 tok · 14.1 %", "14.1 %")
    assert len(plan_title_lines("System prompt", shares, QRectF(0, 0, label_px + 13, 22), fonts)) == 1
    short = plan_title_lines("System prompt", shares, QRectF(0, 0, label_px + 75, 22), fonts)
    assert [line.text for line in short] == ["System prompt", "14.1 %"]


def test_labels_in_a_row_take_their_first_free_wish():
    row = TextRow(100)
    assert row.find_place(40, 55) == 55
    assert row.find_place(30, 60) is None
    assert row.find_place(30, 60, 10) == 10
    assert row.find_place(200, 0) is None
    assert TextRow(100).find_place(40, -20) == 0
    assert TextRow(100).find_place(40, 90) == 60


# --- textures ---


@pytest.mark.parametrize("texture", ["rising", "falling", "dots"])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_texture_has_marks_and_gaps(qapp, texture, ratio):
    brush = make_texture(texture, QColor("#000000"), ratio)
    image = brush.texture().toImage()
    alphas = [image.pixelColor(x, y).alpha() for x in range(image.width()) for y in range(image.height())]
    assert max(alphas) > 150
    assert min(alphas) == 0
    assert image.width() * brush.transform().m11() == pytest.approx(8)


def test_the_two_hatchings_differ(qapp):
    ink = QColor("#000000")
    assert make_texture("rising", ink, 1.0).texture().toImage() != make_texture("falling", ink, 1.0).texture().toImage()


# --- curve ---


def test_a_short_curve_is_kept():
    assert thin_curve([(0, 1), (1, 5)], 10) == [(0, 1), (1, 5)]


def test_a_thinned_curve_keeps_its_peaks_and_ends():
    points = [(place, 100) for place in range(25_000)]
    points[12_345] = (12_345, 9_000)
    points[20_001] = (20_001, 1)
    thin = thin_curve(points, 500)
    assert len(thin) <= 4 * 501
    assert {(12_345, 9_000), (20_001, 1), points[0], points[-1]} <= set(thin)
    assert thin == sorted(thin)


# --- meter ---


def test_the_meter_adds_up_to_the_window():
    meter = plan_meter(snapshot(sketch_tree()))
    assert meter.whole_tokens == 64_000
    assert sum(part.tokens for part in meter.parts) == 64_000
    assert [part.start_tokens for part in meter.parts][1:] == [
        part.start_tokens + part.tokens for part in meter.parts[:-1]
    ]
    assert meter.parts[-1].kind == "reserve"
    assert meter.used_tokens == 64_000 - 16_000 - meter.parts[-2].tokens


def test_the_meter_splits_the_conversation_by_kind():
    rows = [message(0, "user", "a", [("text", 5)]), message(1, "user", "b", [("text", 7)])]
    rows.append(message(2, "tool_result", "c", [("text", 30)]))
    parts = plan_meter(snapshot(context(conversation(rows), *spaces(10, 20)), window=72)).parts
    assert [(part.kind, part.segment_id, part.tokens) for part in parts] == [
        ("user", "conversation", 12),
        ("tool_result", "conversation", 30),
        ("free", "free", 10),
        ("reserve", "reserve", 20),
    ]


def test_an_over_full_window_is_drawn_longer():
    meter = plan_meter(snapshot(context(leaf("system_prompt", "system_prompt", "System prompt", 900)), window=600))
    assert (meter.whole_tokens, meter.window_tokens, meter.used_tokens) == (900, 600, 900)


# --- words and weights ---


def test_a_card_tells_size_share_and_state():
    tree = sketch_tree()
    index = index_segments(tree)
    user, files = index.by_id["workspace_files/USER.md"], index.by_id["workspace_files"]
    title, lines = describe_segment(user, files, tree, "tokens")
    assert title == "USER.md"
    assert "1,000 tokens (OpenClaw's estimate) · 4,000 chars" in lines
    assert "19.1 % of Workspace files · 1.6 % of the window" in lines
    assert "Truncated. Too long for its cap: only a part of the file is sent." in lines


def test_a_card_of_a_fold_tells_how_many():
    tree = sketch_tree()
    title, lines = describe_fold(37, 640.0, tree, tree, "tokens")
    assert title == "37 more in Context"
    assert lines[0] == "640 tokens together · 1.0 % of the whole"


def test_a_card_escapes_its_text():
    assert "<script>" not in card_text("<script>", ["a < b"], "#123456")
    assert "a &lt; b" in card_text("x", ["a < b"], "#123456")


def test_blocks_take_the_colour_of_their_message():
    roles = Roles(index_segments(sketch_tree()))
    assert roles("conversation/e000002/0") == "assistant"
    assert roles("tool_schemas/exec/schema") == "tool_schemas"
    assert roles("conversation") == "neutral"


def test_weights_are_those_of_the_area():
    tree = sketch_tree()
    tokens, chars = weigh_tree(tree, "tokens"), weigh_tree(tree, "chars")
    free = next(node for node in tokens.children if node.key == "free")
    assert tokens.weight == 64_000
    assert free.apart
    assert next(node for node in chars.children if node.key == "free").weight == 0
    files = next(node for node in tokens.children if node.key == "workspace_files")
    assert (files.weight, files.always_framed, len(files.children)) == (5_240, True, 5)
