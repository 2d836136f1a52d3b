"""What the window asks of :mod:`inspector.inspection`, as pure functions for the task runner.

Tests put their own :class:`Stages` in place of the real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from inspector.domain.contexts import Timeline
from inspector.domain.errors import InspectorError, SessionNotFoundError
from inspector.domain.progress import ProgressReport
from inspector.gui.segment_index import SegmentIndex, index_segments

if TYPE_CHECKING:
    from inspector.domain.sessions import SessionRow
    from inspector.inspection import Inspection, StateCatalog

RUNTIME_COUNTING = "runtime"
"""Tokens by OpenClaw's own estimate; any other counting is the name of a tokenizer."""


class Stages(Protocol):
    """The functions of :mod:`inspector.inspection` that the window uses; see there."""

    def open_state(
        self, target: Path | None, environment: Mapping[str, str], progress: ProgressReport = ...
    ) -> StateCatalog:
        """List what can be opened."""

    def open_demo(self, progress: ProgressReport = ...) -> StateCatalog:
        """List what can be opened in the built-in example."""

    def refresh_catalog(
        self, catalog: StateCatalog, environment: Mapping[str, str], progress: ProgressReport = ...
    ) -> StateCatalog:
        """List it again."""

    def choose_row(self, catalog: StateCatalog, *, agent: str | None = ..., session: str | None = ...) -> SessionRow:
        """Pick a session."""

    def inspect_session(
        self, catalog: StateCatalog, row: SessionRow, *, at_entry_id: str | None = ..., progress: ProgressReport = ...
    ) -> Inspection:
        """Read one session."""

    def refresh_inspection(self, inspection: Inspection, progress: ProgressReport = ...) -> Inspection:
        """Read what is new in it."""

    def read_timeline(self, inspection: Inspection, progress: ProgressReport = ...) -> Timeline:
        """Read how it grew."""

    def count_with_tokenizer(self, inspection: Inspection, name: str, progress: ProgressReport = ...) -> Inspection:
        """Count its tokens anew."""

    def watched_paths(self, catalog: StateCatalog) -> tuple[Path, ...]:
        """Name what may change."""


StagesSource = Callable[[], Stages]
"""Gives the stages; called on the worker's thread, so that importing them does not hold up the first show."""


def load_stages() -> Stages:
    """The real ones."""
    from inspector import inspection  # noqa: PLC0415  (start-up time, see StagesSource)

    return inspection


@dataclass(frozen=True, slots=True)
class Target:
    """What to open: a path, the demo, or (neither) the user's own state."""

    path: Path | None = None
    demo: bool = False


@dataclass(frozen=True, slots=True)
class OpenedCatalog:
    """A state's list, the session to show first (None where there is none), and what to watch."""

    catalog: StateCatalog
    row: SessionRow | None
    watched: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    """One session, ready to be shown.

    Attributes:
        inspection: as the runtime counts; what a refresh continues from.
        shown: the same, counted as the user wishes.
        index: of the shown tree.
        counting: what ``shown`` is counted by.
        count_failure: why it is not what was wished for, else None.
        unchanged: a refresh found nothing that would be shown differently.
    """

    inspection: Inspection
    shown: Inspection
    index: SegmentIndex
    counting: str
    count_failure: str | None = None
    unchanged: bool = False


def open_catalog(
    source: StagesSource,
    target: Target,
    environment: Mapping[str, str],
    session_key: str | None,
    progress: ProgressReport,
) -> OpenedCatalog:
    """List ``target`` and pick the session ``session_key`` of it, or the most recent one.

    Raises:
        InspectorError: one sentence.
    """
    stages = source()
    catalog = stages.open_demo(progress) if target.demo else stages.open_state(target.path, environment, progress)
    return OpenedCatalog(catalog, _find_row(stages, catalog, session_key), stages.watched_paths(catalog))


def relist(
    source: StagesSource,
    catalog: StateCatalog,
    environment: Mapping[str, str],
    session_key: str | None,
    progress: ProgressReport,
) -> OpenedCatalog:
    """The same state, listed again."""
    stages = source()
    newer = stages.refresh_catalog(catalog, environment, progress)
    return OpenedCatalog(newer, _find_row(stages, newer, session_key), stages.watched_paths(newer))


def _find_row(stages: Stages, catalog: StateCatalog, session_key: str | None) -> SessionRow | None:
    for key in (session_key, None) if session_key is not None else (None,):
        try:
            return stages.choose_row(catalog, session=key)
        except SessionNotFoundError:  # gone, or none at all: the session list shows that
            continue
    return None


def load_session(
    source: StagesSource, catalog: StateCatalog, row: SessionRow, counting: str, progress: ProgressReport
) -> Loaded:
    """Read the session of ``row`` and count it.

    Raises:
        InspectorError: one sentence.
    """
    return count_loaded(source, source().inspect_session(catalog, row, progress=progress), counting, progress)


def reload_session(source: StagesSource, previous: Loaded, counting: str, progress: ProgressReport) -> Loaded:
    """The same session with what came since.

    Raises:
        InspectorError: one sentence.
    """
    old = previous.inspection
    newer = source().refresh_inspection(old, progress)
    unchanged = (
        counting == previous.counting
        and newer.row == old.row
        and newer.problems == old.problems
        and newer.snapshot == old.snapshot
    )
    if unchanged:
        return replace(previous, inspection=newer, unchanged=True)
    return count_loaded(source, newer, counting, progress)


def count_loaded(source: StagesSource, inspection: Inspection, counting: str, progress: ProgressReport) -> Loaded:
    """Count ``inspection`` by ``counting``; where that cannot be had, by the runtime, and say why."""
    if counting == RUNTIME_COUNTING:
        return Loaded(inspection, inspection, index_segments(inspection.snapshot.tree), counting)
    try:
        counted = source().count_with_tokenizer(inspection, counting, progress)
    except InspectorError as error:
        plain = count_loaded(source, inspection, RUNTIME_COUNTING, progress)
        return replace(plain, count_failure=str(error))
    return Loaded(inspection, counted, index_segments(counted.snapshot.tree), counting)


def load_timeline(source: StagesSource, inspection: Inspection, progress: ProgressReport) -> Timeline:
    """How the session grew.

    Raises:
        InspectorError: one sentence.
    """
    return source().read_timeline(inspection, progress)
