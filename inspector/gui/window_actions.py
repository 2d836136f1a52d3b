"""What the menus offer, in one table: words, keys, and the name of the deed that the window does."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """A menu item.

    Attributes:
        menu: the menu it stands in.
        words: with ``&`` for the mnemonic.
        keys: shortcuts, the first is shown.
        deed: what :class:`~inspector.gui.main_window.MainWindow` does.
        has_line_above: whether a line parts it from what is above.
    """

    menu: str
    words: str
    keys: tuple[str, ...]
    deed: str
    has_line_above: bool = False


MENUS = ("&File", "&View", "&Help")

ACTIONS: tuple[ActionEntry, ...] = (
    ActionEntry("&File", "&Open state folder…", ("Ctrl+O",), "ask_for_folder"),
    ActionEntry("&File", "Open &file…", ("Ctrl+Shift+O",), "ask_for_file"),
    ActionEntry("&File", "Open &demo", (), "open_demo"),
    ActionEntry("&File", "Open &my own state", (), "open_own"),
    ActionEntry("&File", "Re&fresh", ("F5", "Ctrl+R"), "refresh", has_line_above=True),
    ActionEntry("&File", "&Quit", ("Ctrl+Q",), "close_window", has_line_above=True),
    ActionEntry("&View", "Zoom &in", ("Ctrl++", "Ctrl+=", "Alt+Down"), "zoom_in"),
    ActionEntry("&View", "Zoom &out", ("Esc", "Ctrl+-", "Alt+Up"), "zoom_out"),
    ActionEntry("&View", "&Whole context", ("Ctrl+0", "Alt+Home"), "zoom_reset"),
    ActionEntry("&View", "&Find a session", ("Ctrl+F",), "focus_search", has_line_above=True),
    ActionEntry("&Help", "&Keyboard shortcuts", ("F1",), "show_shortcuts"),
    ActionEntry("&Help", "&About Context Inspector", (), "show_about"),
)

MAP_KEYS: tuple[tuple[str, str], ...] = (
    ("Arrows, Home, End", "Move the selection in the map"),
    ("Enter, double click", "Let the selected part fill the map"),
    ("Esc, Backspace", "One level up"),
    ("Tab", "Go to the next part of the window"),
)


def shortcut_rows(panels: int) -> tuple[tuple[str, str], ...]:
    """(keys, what they do) of all shortcuts; ``panels`` is how many tabs there are."""
    rows = [(", ".join(entry.keys), entry.words.replace("&", "")) for entry in ACTIONS if entry.keys]
    return (*rows, (f"Ctrl+1 … Ctrl+{panels}", "Bring a tab on the right to the front"), *MAP_KEYS)
