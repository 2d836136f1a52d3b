"""The tree of segments as a Qt model: rows come to be when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.domain.segments import Segment
from inspector.gui.plain_text import one_line, tooltip
from inspector.gui.segment_index import SegmentIndex
from inspector.gui.words import KINDS, find_term
from inspector.reports.number_format import format_count, format_share

AnyIndex = QModelIndex | QPersistentModelIndex

NAME, TOKENS, CHARS, SHARE = range(4)
COLUMNS = ("Name", "Tokens", "Chars", "Share")
SEGMENT_ROLE = Qt.ItemDataRole.UserRole
KIND_ROLE = Qt.ItemDataRole.UserRole + 1
_HEADER_TIPS = (
    "Parts in the order of the request; click a heading to sort.",
    "Tokens, by OpenClaw's estimate or by a tokenizer (see the switch above the map).",
    "Characters as UTF-16 code units, as OpenClaw counts them.",
    "Share of the whole context window.",
)
_NO_SORT = -1


@dataclass(eq=False, slots=True)
class _Node:
    """A segment's place in the model; ``children`` is None until somebody asks."""

    id: int
    segment: Segment
    parent: _Node | None
    row: int
    children: list[_Node] | None = field(default=None)


class OutlineModel(QAbstractItemModel):
    """Columns Name, Tokens, Chars, Share over a :class:`SegmentIndex`. The root itself is not a row."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index: SegmentIndex | None = None
        self._window_tokens = 0
        self._nodes: list[_Node] = []
        self._node_of: dict[str, _Node] = {}
        self._sort_column = _NO_SORT
        self._descending = False

    def show_index(self, index: SegmentIndex | None, window_tokens: int) -> None:
        """Show another tree; ``window_tokens`` is what shares are taken of."""
        self.beginResetModel()
        self._index = index
        self._window_tokens = window_tokens
        self._nodes, self._node_of = [], {}
        if index is not None:
            self._add_node(index.root, None, 0)
        self.endResetModel()

    def find_index(self, segment_id: str | None) -> QModelIndex:
        """Model index of a segment, invalid if there is none."""
        if self._index is None or segment_id is None:
            return QModelIndex()
        for segment in self._index.path_to(segment_id)[:-1]:
            self._children_of(self._node_of[segment.id])
        node = self._node_of.get(segment_id)
        return QModelIndex() if node is None or node.parent is None else self.createIndex(node.row, 0, node.id)

    def find_segment(self, index: AnyIndex) -> Segment | None:
        """Segment of a model index."""
        return self._nodes[index.internalId()].segment if index.isValid() else None

    # --- Qt's interface ---

    def index(self, row: int, column: int, parent: AnyIndex = QModelIndex()) -> QModelIndex:  # noqa: B008  (Qt's signature)
        """See Qt."""
        node = self._node(parent)
        if node is None or not 0 <= column < len(COLUMNS):
            return QModelIndex()
        children = self._children_of(node)
        return self.createIndex(row, column, children[row].id) if 0 <= row < len(children) else QModelIndex()

    def parent(self, index: AnyIndex) -> QModelIndex:  # type: ignore[override]
        """See Qt."""
        node = self._nodes[index.internalId()].parent if index.isValid() else None
        return QModelIndex() if node is None or node.parent is None else self.createIndex(node.row, 0, node.id)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        """See Qt."""
        node = self._node(parent)
        return 0 if node is None or parent.column() > 0 else len(node.segment.children)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: ARG002, B008
        """See Qt."""
        return len(COLUMNS)

    def hasChildren(self, parent: AnyIndex = QModelIndex()) -> bool:  # noqa: B008
        """See Qt."""
        return self.rowCount(parent) > 0

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """See Qt."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(_HEADER_TIPS[section])
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """See Qt."""
        segment = self.find_segment(index)
        if segment is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(segment, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{one_line(segment.label)} — {find_term(KINDS, segment.kind).sentence}")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == SEGMENT_ROLE:
            return segment.id
        return segment.kind if role == KIND_ROLE else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order all rows by a column; -1 is the order of the request."""
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        self._sort_column, self._descending = column, order == Qt.SortOrder.DescendingOrder
        for node in self._nodes:
            if node.children is not None:
                self._arrange(node.children)
        moved = [self.createIndex(self._nodes[i.internalId()].row, i.column(), i.internalId()) for i in kept]
        self.changePersistentIndexList(kept, moved)
        self.layoutChanged.emit()

    # --- nodes ---

    def _node(self, index: AnyIndex) -> _Node | None:
        if index.isValid():
            return self._nodes[index.internalId()]
        return self._nodes[0] if self._nodes else None

    def _add_node(self, segment: Segment, parent: _Node | None, row: int) -> _Node:
        node = _Node(len(self._nodes), segment, parent, row)
        self._nodes.append(node)
        self._node_of[segment.id] = node
        return node

    def _children_of(self, node: _Node) -> list[_Node]:
        if node.children is None:
            node.children = [self._add_node(child, node, row) for row, child in enumerate(node.segment.children)]
            self._arrange(node.children)
        return node.children

    def _arrange(self, nodes: list[_Node]) -> None:
        nodes.sort(key=lambda node: node.id)  # siblings are numbered in the order of the request
        key = _SORT_KEYS.get(self._sort_column)
        if key is not None:
            nodes.sort(key=lambda node: key(node.segment), reverse=self._descending)
        for row, node in enumerate(nodes):
            node.row = row

    def _words(self, segment: Segment, column: int) -> str:
        if column == NAME:
            return one_line(segment.label)
        if column == TOKENS:
            return format_count(segment.tokens.tokens)
        if column == CHARS:
            return format_count(segment.chars)
        return format_share(segment.tokens.tokens, self._window_tokens)


_SORT_KEYS: dict[int, Callable[[Segment], Any]] = {
    NAME: lambda segment: segment.label.casefold(),
    TOKENS: lambda segment: segment.tokens.tokens,
    CHARS: lambda segment: segment.chars,
    SHARE: lambda segment: segment.tokens.tokens,
}


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == NAME else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
