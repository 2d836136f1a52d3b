"""The kernel's notifications, by watchdog. Imported after the first show: it costs start-up time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from watchdog import events
from watchdog.observers import Observer
from watchdog.observers.api import ObservedWatch

_WRITING_EVENTS: list[type[events.FileSystemEvent]] = [
    events.FileModifiedEvent,
    events.FileCreatedEvent,
    events.FileDeletedEvent,
    events.FileMovedEvent,
    events.DirCreatedEvent,
    events.DirDeletedEvent,
    events.DirMovedEvent,
]
"""Our own reading opens and closes the files; only a writer's events count."""


class KernelWatch:
    """Watches folders, without their subfolders, and calls ``notice(paths)`` on a thread of its own."""

    def __init__(self, notice: Callable[[tuple[str, ...]], None]) -> None:
        self._listener = _Listener(notice)
        self._watches: dict[Path, ObservedWatch] = {}
        self._observer = Observer()
        self._observer.start()

    def sync(self, folders: Iterable[Path]) -> None:
        """Watch exactly ``folders``.

        Raises:
            OSError: the kernel refuses (no inotify, or its limit is reached).
        """
        wanted = set(folders)
        for folder in set(self._watches) - wanted:
            self._observer.unschedule(self._watches.pop(folder))
        for folder in wanted - set(self._watches):
            self._watches[folder] = self._observer.schedule(
                self._listener, str(folder), recursive=False, event_filter=_WRITING_EVENTS
            )

    def stop(self) -> None:
        """End the threads and wait for them."""
        self._watches.clear()
        self._observer.stop()
        self._observer.join()


class _Listener(events.FileSystemEventHandler):
    def __init__(self, notice: Callable[[tuple[str, ...]], None]) -> None:
        self._notice = notice

    def on_any_event(self, event: events.FileSystemEvent) -> None:
        self._notice(tuple(str(path) for path in (event.src_path, event.dest_path) if path))
