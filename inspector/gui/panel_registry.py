"""The tabs on the right. A new panel is one module, one test and one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from inspector.gui.inspector_state import InspectorState
from inspector.gui.panels.details_panel import DetailsPanel
from inspector.gui.panels.outline_panel import OutlinePanel
from inspector.gui.panels.problems_panel import ProblemsPanel
from inspector.gui.theme import Theme

PanelFactory = Callable[[InspectorState, Theme, QWidget | None], QWidget]


@dataclass(frozen=True, slots=True)
class PanelEntry:
    """A tab: its stable id (``shot --panel ID``), its title, how it is made, and a sentence for its tooltip."""

    id: str
    title: str
    make: PanelFactory
    sentence: str


PANELS: tuple[PanelEntry, ...] = (
    PanelEntry("details", "Details", DetailsPanel, "What the selected part is, and its text."),
    PanelEntry("outline", "Outline", OutlinePanel, "All parts as a tree of rows."),
    PanelEntry("problems", "Problems", ProblemsPanel, "What is odd in the data."),
)

if len({entry.id for entry in PANELS}) != len(PANELS):
    raise ValueError("two panels have the same id")
