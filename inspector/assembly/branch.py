"""From all entries of a transcript to the active branch.

Source: OpenClaw 2026.9.6, ``scanSessionTranscriptTree`` and ``selectSessionTranscriptTreePathNodes``
(history-side.md section 1.7; golden cases ``tree-*``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.domain.entries import CANONICAL_TYPES, EntryHeader
from inspector.domain.javascript import js_trim
from inspector.domain.problems import Problem, ProblemLog


@dataclass(frozen=True, slots=True)
class Branch:
    """The active branch.

    Attributes:
        path: headers from the root to the leaf, leaf controls left out; empty for an empty or broken tree.
        leaf_id: the entry that the next one would follow, None if there is none.
        elsewhere: how many entries of the tree are on no part of the path (side branches, opaque rows aside).
        problems: missing ancestors, cycles, rows without an id.
    """

    path: tuple[EntryHeader, ...]
    leaf_id: str | None
    elsewhere: int = 0
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class _Node:
    header: EntryHeader
    parent: str | None


class _TreeScan:
    """Walks rows in store order; the fields are the runtime's own."""

    def __init__(self) -> None:
        self.nodes: dict[str, _Node] = {}
        self.leaf_controls: dict[str, str] = {}
        self.leaf: str | None = None
        self.append_parent: str | None = None
        self.latest_reset: str | None = None
        self.reset_descendants: set[str] = set()
        self.without_id = 0
        self.missing_parents = 0

    def add(self, header: EntryHeader) -> None:
        if header.type == "session":
            return
        if header.id is None or not js_trim(header.id):
            self.without_id += 1
            return
        if header.type == "leaf":
            self._add_leaf_control(header, header.id)
        elif self._is_canonical(header):
            self._add_canonical(header, header.id)
        elif _is_explicit(header):
            self._add_opaque(header, header.id)

    def _is_canonical(self, header: EntryHeader) -> bool:
        """A label whose target is unknown counts as opaque."""
        if header.type == "label" and header.target_id is not None and not self._is_known(header.target_id):
            return False
        return header.type in CANONICAL_TYPES

    def _is_known(self, entry_id: str) -> bool:
        return entry_id in self.nodes or entry_id in self.leaf_controls

    def _add_leaf_control(self, header: EntryHeader, entry_id: str) -> None:
        references = [header.target_id]
        if header.has_append_parent and header.append_parent_id is not None:
            references.append(header.append_parent_id)
        if any(reference is None or not self._is_known(reference) for reference in references):
            return
        target = self._real_node(header.target_id)
        if self.latest_reset is not None and target not in self.reset_descendants:
            target = self.leaf
        if target is None:
            return
        self.leaf_controls[entry_id] = target
        self.leaf = target
        named = self._real_node(header.append_parent_id) if header.has_append_parent else None
        self.append_parent = named or target
        if target in self.reset_descendants:
            self.reset_descendants.add(entry_id)

    def _add_opaque(self, header: EntryHeader, entry_id: str) -> None:
        parent = self._real_node(header.parent_id)
        self.nodes[entry_id] = _Node(header, parent)
        self.append_parent = entry_id
        if parent in self.reset_descendants:
            self.reset_descendants.add(entry_id)

    def _add_canonical(self, header: EntryHeader, entry_id: str) -> None:
        parent = self._real_node(self._normalise_parent(header))
        self.nodes[entry_id] = _Node(header, parent)
        self.append_parent = entry_id
        if not header.side:
            self.leaf = entry_id
        if header.type == "reset":
            self.latest_reset = entry_id
            self.reset_descendants = {entry_id}
        elif parent is not None and parent in self.reset_descendants:
            self.reset_descendants.add(entry_id)

    def _normalise_parent(self, header: EntryHeader) -> str | None:
        parent = header.parent_id
        if not _is_explicit(header):
            return self.leaf
        if self.latest_reset is not None and not header.side and parent not in self.reset_descendants:
            return self.leaf
        if header.side:
            return parent
        if parent is not None and not self._is_known(parent):
            self.missing_parents += 1
            return self.leaf if self.leaf is not None else parent
        if parent is not None and parent == self.append_parent and self.leaf != self.append_parent:
            return self.leaf
        return parent

    def _real_node(self, entry_id: str | None) -> str | None:
        """Follow leaf controls to the entry that they stand for."""
        seen: set[str] = set()
        while entry_id is not None and entry_id in self.leaf_controls and entry_id not in seen:
            seen.add(entry_id)
            entry_id = self.leaf_controls[entry_id]
        return entry_id


def _is_explicit(header: EntryHeader) -> bool:
    return header.has_parent and (header.parent_id is None or bool(js_trim(header.parent_id)))


def select_branch(headers: Sequence[EntryHeader], place: str, at_entry_id: str | None = None) -> Branch:
    """The active branch of a transcript, or the branch that ends at ``at_entry_id``.

    Args:
        headers: all entries in store order, the session header left out.
        place: where the transcript lies, for problems.
        at_entry_id: show the transcript as it stood just after this entry; entries after it are not looked at.
    """
    scan = _TreeScan()
    for header in headers:
        scan.add(header)
        if at_entry_id is not None and header.id == at_entry_id:
            break
    leaf = scan.leaf if at_entry_id is None else at_entry_id
    log = ProblemLog()
    path = _walk(scan.nodes, leaf, log, place)
    if scan.without_id:
        log.add(
            "entry_without_id", "warning", place, "An entry has no id and cannot be part of the tree.", scan.without_id
        )
    if scan.missing_parents:
        message = "An entry names a parent that is not in the transcript; it follows the entry before it instead."
        log.add("missing_parent", "warning", place, message, scan.missing_parents)
    return Branch(path, leaf, len(scan.nodes) - len(path), log.problems())


def select_indexed_branch(headers: Sequence[EntryHeader], active_seqs: Sequence[int]) -> Branch | None:
    """The active branch as the store's clean index names it; None if the index names a row that is not there."""
    by_seq = {header.seq: header for header in headers}
    path = tuple(by_seq[seq] for seq in active_seqs if seq in by_seq)
    if len(path) != len(active_seqs):
        return None
    tree = sum(1 for header in headers if header.type in CANONICAL_TYPES)
    return Branch(path, path[-1].id if path else None, max(0, tree - len(path)))


def extend_branch(branch: Branch, newer: Sequence[EntryHeader]) -> Branch | None:
    """``branch`` with entries that were simply appended to its leaf; None where anything less simple happened."""
    leaf = branch.leaf_id
    for header in newer:
        simple = header.type in CANONICAL_TYPES and header.type != "label" and not header.side and header.id is not None
        if not simple or not header.has_parent or header.parent_id != leaf:
            return None
        leaf = header.id
    return replace(branch, path=(*branch.path, *newer), leaf_id=leaf)


def _walk(nodes: Mapping[str, _Node], leaf: str | None, log: ProblemLog, place: str) -> tuple[EntryHeader, ...]:
    path: list[EntryHeader] = []
    seen: set[str] = set()
    current = leaf
    while current is not None:
        if current in seen:
            log.add(
                "cycle", "error", place, "The parents of the newest entry form a cycle; the runtime sends no history."
            )
            return ()
        node = nodes.get(current)
        if node is None:
            if path:
                log.add("missing_ancestor", "error", place, "A parent is missing; everything before it is not sent.")
            break
        seen.add(current)
        path.append(node.header)
        current = node.parent
    path.reverse()
    return tuple(path)
