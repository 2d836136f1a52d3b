"""The list of sessions as rows: a heading an agent, its live sessions, and one row that opens the archived ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.domain.contexts import Snapshot
from inspector.domain.json_values import find_int
from inspector.domain.sessions import Agent, SessionRow
from inspector.gui.plain_text import one_line, tooltip
from inspector.gui.session_names import row_identity, session_title
from inspector.gui.words import ARCHIVE_REASONS
from inspector.reports.number_format import format_bytes, format_moment, format_short

BudgetOf = Callable[[int], int | None]

ITEM_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Fill:
    """How full a session's window is, as far as the list knows.

    Attributes:
        tokens: None where no number can be trusted.
        window_tokens: None where the state names none.
        budget_tokens: where a compaction begins; None where the list cannot know.
        exact: the provider measured it.
    """

    tokens: int | None
    window_tokens: int | None
    budget_tokens: int | None = None
    exact: bool = False

    @property
    def fraction(self) -> float | None:
        """0 to 1, None if unknown."""
        if self.tokens is None or not self.window_tokens:
            return None
        return min(1.0, max(0.0, self.tokens / self.window_tokens))

    @property
    def is_over_budget(self) -> bool:
        """Whether it has grown into the reserve."""
        return self.tokens is not None and self.budget_tokens is not None and self.tokens > self.budget_tokens


@dataclass(frozen=True, slots=True)
class SessionItem:
    """One row of the list.

    Attributes:
        kind: ``heading`` (an agent), ``session``, or ``archive`` (opens and closes the archived ones).
        title: first line.
        line: second line, muted.
        row: of a session.
        fill: of a live session.
        tip: tooltip.
        agent: whose row it is.
        is_open: of an archive row.
    """

    kind: Literal["heading", "session", "archive"]
    title: str
    line: str = ""
    row: SessionRow | None = None
    fill: Fill | None = None
    tip: str = ""
    agent: str = ""
    is_open: bool = False


def list_items(
    agents: Iterable[Agent],
    sessions: Sequence[SessionRow],
    search: str,
    open_archives: frozenset[str],
    budget_of: BudgetOf = lambda _window_tokens: None,
) -> tuple[SessionItem, ...]:
    """Rows of the sessions that match ``search``; archived ones only in a search or for ``open_archives`` agents.

    ``budget_of`` says where a compaction would begin in a window of so many tokens.
    """
    words = search.casefold().split()
    found = [row for row in sessions if _matches(row, words)]
    known = [agent.id for agent in agents]
    ids = dict.fromkeys([*known, *(row.agent for row in sessions)])
    items: list[SessionItem] = []
    for agent in ids:
        of_agent = [row for row in found if row.agent == agent]
        if of_agent or not words:
            items += _items_of_agent(agent, of_agent, budget_of, is_open=agent in open_archives or bool(words))
    return tuple(items)


def _items_of_agent(agent: str, rows: Sequence[SessionRow], budget_of: BudgetOf, *, is_open: bool) -> list[SessionItem]:
    live = [row for row in rows if not row.archived]
    archived = [row for row in rows if row.archived]
    heading = SessionItem("heading", f"Agent {one_line(agent)}", "" if rows else "no sessions", agent=agent)
    items = [heading, *(_session_item(row, budget_of) for row in live)]
    if archived:
        tip = "Left behind by resets, deletions and migrations; the runtime no longer continues them."
        items.append(SessionItem("archive", f"Archived ({len(archived)})", tip=tip, agent=agent, is_open=is_open))
        items += [_session_item(row, budget_of) for row in archived] if is_open else []
    return items


def _matches(row: SessionRow, words: Sequence[str]) -> bool:
    text = f"{session_title(row)} {row.key} {row.session_id} {row.kind}".casefold()
    return all(word in text for word in words)


def _session_item(row: SessionRow, budget_of: BudgetOf) -> SessionItem:
    fill = recorded_fill(row, budget_of)
    title = one_line(session_title(row))
    return SessionItem("session", title, session_line(row, fill), row, fill, _tip(row), row.agent)


def recorded_fill(row: SessionRow, budget_of: BudgetOf) -> Fill:
    """What the row itself says; a counter that calls itself stale is no occupancy."""
    total = row.total_tokens
    tokens = total.value if total is not None and total.fresh else None
    window_tokens = find_int(row.entry, "contextTokens")
    return Fill(tokens, window_tokens, budget_of(window_tokens) if window_tokens else None, exact=True)


def inspected_fill(snapshot: Snapshot) -> Fill:
    """What the inspection of the session says."""
    occupancy, window = snapshot.occupancy, snapshot.window
    exact = occupancy.measured_tokens is not None
    tokens = occupancy.measured_tokens if exact else occupancy.estimated_tokens
    return Fill(tokens, window.tokens, window.budget_tokens, exact)


def session_line(row: SessionRow, fill: Fill) -> str:
    """``26.6k / 64k · 2 compactions``; what is not known is said so."""
    if row.archived:
        reason = ARCHIVE_REASONS.get(row.archive_reason or "", row.archive_reason or "archived")
        return f"{reason} · {_counted(row.entries, 'entry', 'entries')}"
    parts = [_fill_words(fill)]
    if row.compactions:
        parts.append(_counted(row.compactions, "compaction", "compactions"))
    if row.resets:
        parts.append(_counted(row.resets, "reset", "resets"))
    if len(parts) == 1:
        parts.append(_counted(row.entries, "entry", "entries"))
    return " · ".join(parts)


def _fill_words(fill: Fill) -> str:
    if fill.tokens is None:
        return "size unknown"
    sign = "" if fill.exact else "≈ "
    return f"{sign}{_short(fill.tokens)}" + (f" / {_short(fill.window_tokens)}" if fill.window_tokens else " tokens")


def _short(tokens: int) -> str:
    return format_short(tokens).replace(".0k", "k").replace(".0M", "M")


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _tip(row: SessionRow) -> str:
    unknown = "" if row.total_tokens is not None and row.total_tokens.fresh else " Its size is known once it is opened."
    return (
        f"{row.key} · {row.session_id} · {row.kind} · last change {format_moment(row.updated_at_ms)} · "
        f"{row.entries:,} entries, {format_bytes(row.bytes)} ({row.source}).{unknown}"
    )


class SessionsModel(QAbstractListModel):
    """Rows of :func:`list_items`; the item itself is in :data:`ITEM_ROLE`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[SessionItem, ...] = ()

    @property
    def items(self) -> tuple[SessionItem, ...]:
        """All rows."""
        return self._items

    def show_items(self, items: tuple[SessionItem, ...]) -> None:
        """Show other rows; the same rows with other facts keep the view where it is."""
        if [_identity(item) for item in items] == [_identity(item) for item in self._items]:
            self._items = items
            if items:
                self.dataChanged.emit(self.index(0), self.index(len(items) - 1))
            return
        self.beginResetModel()
        self._items = items
        self.endResetModel()

    def find_row(self, row: SessionRow | None) -> QModelIndex:
        """Model index of a session; invalid if it is not in the list."""
        wanted = row_identity(row)
        for position, item in enumerate(self._items):
            if wanted is not None and row_identity(item.row) == wanted:
                return self.index(position)
        return QModelIndex()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008  (Qt's signature)
        """See Qt."""
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """See Qt."""
        if not index.isValid():
            return None
        item = self._items[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return item.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.title}, {item.line}" if item.line else item.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(item.tip)
        return item if role == ITEM_ROLE else None

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Headings cannot be chosen, and the keyboard skips them."""
        if not index.isValid() or self._items[index.row()].kind == "heading":
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


def _identity(item: SessionItem) -> tuple[Any, ...]:
    return (item.kind, item.agent, item.is_open, row_identity(item.row))
