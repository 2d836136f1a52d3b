from __future__ import annotations

import math
from dataclasses import asdict
from itertools import combinations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTreeView, QVBoxLayout, QWidget

from inspector.domain.segments import FIRST_LEVEL_KINDS
from inspector.gui.drawing.tile_styles import style_for_fold, style_for_tile
from inspector.gui.theme import (
    FONT_SIZES_PX,
    NEUTRAL,
    Theme,
    contrast_ratio,
    font_families,
    make_font,
    mix,
    role_for_kind,
    stylesheet,
)

THEMES = pytest.mark.parametrize("theme", [Theme.dark(), Theme.light()], ids=["dark", "light"])
READABLE = 4.5

# Machado, Oliveira, Fernandes (2009), severity 1, on linear RGB.
BLINDNESSES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def linear(color: QColor) -> list[float]:
    parts = (color.redF(), color.greenF(), color.blueF())
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(rgb: list[float]) -> tuple[float, float, float]:
    x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047
    y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(color: QColor, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    rgb = linear(color)
    return lab([min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True)))) for row in matrix])


def test_contrast_is_that_of_wcag():
    assert contrast_ratio(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21)
    assert contrast_ratio(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.478, abs=0.001)
    assert contrast_ratio(QColor("#123456"), QColor("#123456")) == 1


@THEMES
def test_every_ink_is_readable_on_every_surface(theme):
    surfaces = asdict(theme.surfaces)
    del surfaces["line"]
    for name in ("text", "muted", "accent", "warning", "error", "summary"):
        for surface, color in surfaces.items():
            ratio = contrast_ratio(QColor(getattr(theme.inks, name)), QColor(color))
            assert ratio >= READABLE, f"{name} on {surface}: {ratio:.2f}"


@THEMES
def test_text_on_accent_buttons_is_readable(theme):
    for fill in (theme.marks.accent_fill, theme.marks.accent_hover):
        assert contrast_ratio(QColor(theme.inks.on_accent), QColor(fill)) >= READABLE


@THEMES
@pytest.mark.parametrize("state", ["sent", "truncated", "soft_trimmed", "hard_cleared", "summarised", "dropped"])
def test_text_on_tiles_is_readable_whatever_happened_to_them(theme, state):
    for kind in ("section", "file", "skill", "tool", "user", "assistant", "tool_result", "summary", "custom", "free"):
        style = style_for_tile(theme, role_for_kind(kind), kind, state)
        for ink in (style.ink, style.ink_muted):
            assert contrast_ratio(ink, style.fill) >= READABLE, (kind, ink.name(), style.fill.name())


@THEMES
def test_text_on_folded_and_dimmed_tiles_is_readable(theme):
    for role in (*theme.kinds, NEUTRAL):
        for dimmed in (False, True):
            style = style_for_fold(theme, role, dimmed=dimmed)
            assert contrast_ratio(style.ink, style.fill) >= READABLE, role


@THEMES
def test_titles_on_tinted_frames_are_readable(theme):
    for color in theme.kinds.values():
        tint = mix(QColor(theme.surfaces.panel), QColor(color), 0.22)
        assert contrast_ratio(QColor(theme.inks.text), tint) >= READABLE


@THEMES
@pytest.mark.parametrize("blindness", BLINDNESSES)
def test_kinds_stay_apart_for_the_colour_blind(theme, blindness):
    colors = {role: seen(QColor(color), BLINDNESSES[blindness]) for role, color in theme.kinds.items()}
    for one, other in combinations(colors, 2):
        assert math.dist(colors[one], colors[other]) >= 10, f"{one} and {other}"


@THEMES
def test_kinds_that_lie_side_by_side_are_far_apart(theme):
    neighbours = ("user", "assistant", "tool_result", "summary", "runtime_context")
    for matrix in BLINDNESSES.values():
        colors = {role: seen(QColor(theme.kinds[role]), matrix) for role in neighbours}
        for one, other in combinations(neighbours, 2):
            assert math.dist(colors[one], colors[other]) >= 12.5, f"{one} and {other}"


@THEMES
def test_each_state_looks_different_without_its_colour(theme):
    def shape(state):
        style = style_for_tile(theme, "user", "user", state)
        return style.texture, style.border is not None, style.struck, style.fill == theme.color_for_role("user")

    shapes = [shape(state) for state in ("sent", "truncated", "soft_trimmed", "hard_cleared", "summarised", "dropped")]
    assert len(set(shapes)) == len(shapes)


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        ("section", "system"), ("file", "files"), ("skill", "skills"), ("tool_description", "tool_schemas"),
        ("custom", "runtime_context"), ("tool_result", "tool_result"), ("free", NEUTRAL), ("text", None),
        ("frame", None),
    ],
)  # fmt: skip
def test_kinds_have_roles(kind, role):
    assert role_for_kind(kind) == role


@THEMES
def test_first_level_kinds_have_a_colour_or_are_neutral(theme):
    for kind in FIRST_LEVEL_KINDS:
        assert role_for_kind(kind) in {*theme.kinds, NEUTRAL}
    assert theme.color_for_kind("file").name() == theme.kinds["files"]
    assert theme.color_for_kind("never heard of").name() == theme.surfaces.raised


def test_both_themes_know_the_same_kinds():
    assert list(Theme.dark().kinds) == list(Theme.light().kinds)
    assert len(Theme.dark().kinds) == 9


def test_mix_goes_from_one_to_the_other():
    black, white = QColor("#000000"), QColor("#ffffff")
    assert mix(black, white, 0).name() == "#000000"
    assert mix(black, white, 1).name() == "#ffffff"
    assert mix(black, white, 0.5).name() == "#808080"


@THEMES
def test_the_style_sheet_is_whole_and_qt_takes_it(qtbot, theme):
    sheet = stylesheet(theme)
    assert "$" not in sheet
    widget = QWidget()
    qtbot.addWidget(widget)
    layout = QVBoxLayout(widget)
    button = QPushButton("Open")
    button.setProperty("button_role", "primary")
    for part in (QLabel("label"), QLineEdit("line"), button, QTreeView()):
        layout.addWidget(part)
    # A sheet that Qt cannot parse is told by a warning, which fails the test.
    widget.setStyleSheet(sheet)
    widget.show()
    image = button.grab().toImage()
    assert image.pixelColor(image.width() // 2, 3).name() == theme.marks.accent_fill


def test_the_style_sheet_uses_the_six_sizes_only():
    sizes = {int(part.split("px")[0]) for part in stylesheet(Theme.dark()).split("font-size: ")[1:]}
    assert sizes <= set(FONT_SIZES_PX)


def test_fonts_are_installed_ones(qtbot):
    font = make_font(12, 600)
    assert font.pixelSize() == 12
    assert font.weight() == 600
    assert font.families()[0] == font_families()[0]
    assert make_font(12, mono=True).families()[0] == font_families(mono=True)[0]
