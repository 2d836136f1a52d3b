"""Which folders to watch for a set of paths, and which events in them matter. Knows neither Qt nor watchdog."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_COMPANIONS = ("", "-wal")
"""A database changes in its write-ahead log first. Its ``-shm`` is left out: readers touch that one, too."""


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """Which folders to watch, and which paths inside them matter.

    Attributes:
        folders: existing folders, watched without their subfolders.
        whole: folders of which every entry matters.
        files: single paths that matter, existing or not.
    """

    folders: frozenset[Path] = frozenset()
    whole: frozenset[Path] = frozenset()
    files: frozenset[Path] = frozenset()

    def concerns(self, path: Path) -> bool:
        """Whether a change of ``path`` means that something new can be read."""
        if path in self.files:
            return True
        return (path.parent in self.whole or path in self.whole) and not path.name.endswith("-shm")


def plan_watch(paths: Iterable[Path]) -> WatchPlan:
    """Folders and files to watch for ``paths`` (files, folders, or places where something may appear)."""
    folders: set[Path] = set()
    whole: set[Path] = set()
    files: set[Path] = set()
    for path in (Path(path).absolute() for path in paths):
        if path.is_dir():
            folders.add(path)
            whole.add(path)
            continue
        files.update(path.with_name(path.name + companion) for companion in _COMPANIONS)
        awaited = path
        while not awaited.parent.is_dir() and awaited.parent != awaited:
            awaited = awaited.parent
        files.add(awaited)
        folders.add(awaited.parent)
    return WatchPlan(frozenset(folders), frozenset(whole), frozenset(files))


def read_times(plan: WatchPlan) -> frozenset[tuple[Path, int, int]]:
    """(path, modification time in ns, size in bytes) of every watched path that exists now."""
    found = set()
    paths = set(plan.files)
    for folder in plan.whole:
        try:
            paths.update(path for path in folder.iterdir() if plan.concerns(path))
        except OSError:  # it went away: that is a change by itself
            continue
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            continue
        found.add((path, status.st_mtime_ns, status.st_size))
    return frozenset(found)
