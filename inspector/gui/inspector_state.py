"""The one mutable thing of the window: what is open, what is chosen, how it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from inspector.domain.contexts import Snapshot, Timeline
from inspector.domain.errors import StateNotFoundError
from inspector.domain.problems import Problem
from inspector.domain.segments import Segment
from inspector.gui import loading
from inspector.gui.bug_report import BugReport
from inspector.gui.loading import Loaded, OpenedCatalog, StagesSource, Target
from inspector.gui.segment_index import SegmentIndex
from inspector.gui.session_names import row_identity
from inspector.gui.task_runner import AnyTaskRunner, TaskProgress, TaskResponse

if TYPE_CHECKING:
    from inspector.domain.sessions import SessionRow
    from inspector.inspection import Inspection, StateCatalog

Area = Literal["tokens", "chars"]
Scope = Literal["used", "window"]
ThemeName = Literal["dark", "light", "system"]
NoticeKind = Literal["not_found", "unreadable", "no_sessions", "stopped", "bug"]

READING_LANE, LISTING_LANE, TIMELINE_LANE = "reading", "listing", "timeline"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user has to know, shown in place. ``report`` is there to be copied (bugs only)."""

    kind: NoticeKind
    sentence: str
    report: str | None = None


@dataclass(frozen=True, slots=True)
class Busy:
    """What is being done; ``total`` 0 means that nobody knows how much there is."""

    title: str
    done: int = 0
    total: int = 0


class InspectorState(QObject):
    """Holds what the window shows; setters compare, store and emit, panels read and send intents.

    Signals (past tense, without payload: read the property):
        catalog_changed: another state, or its list of sessions is another.
        row_changed: another session is chosen (it may still be loading).
        inspection_changed: another snapshot or another tree, also after a refresh.
        timeline_changed: ``timeline``.
        selection_changed: ``selected_id``.
        zoom_changed: ``zoom_id``, the segment that the map shows.
        hover_changed: ``hovered_id``; never touches the selection.
        kind_changed: ``highlighted_kind``, asked for by the legend.
        options_changed: ``area``, ``scope`` or ``counting``.
        theme_changed: ``theme_name``.
        busy_changed: ``busy``, also at progress.
        notice_changed: ``notice``.
    """

    catalog_changed = Signal()
    row_changed = Signal()
    inspection_changed = Signal()
    timeline_changed = Signal()
    selection_changed = Signal()
    zoom_changed = Signal()
    hover_changed = Signal()
    kind_changed = Signal()
    options_changed = Signal()
    theme_changed = Signal()
    busy_changed = Signal()
    notice_changed = Signal()

    def __init__(
        self,
        runner: AnyTaskRunner,
        environment: Mapping[str, str],
        stages: StagesSource = loading.load_stages,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._environment = environment
        self._stages = stages
        self._target = Target()
        self._watched: tuple[Path, ...] = ()
        self._catalog: StateCatalog | None = None
        self._row: SessionRow | None = None
        self._loaded: Loaded | None = None
        self._timeline: Timeline | None = None
        self._selected_id: str | None = None
        self._zoom_id: str | None = None
        self._hovered_id: str | None = None
        self._highlighted_kind: str | None = None
        self._area: Area = "tokens"
        self._scope: Scope = "used"
        self._counting = loading.RUNTIME_COUNTING
        self._theme_name: ThemeName = "system"
        self._busy: Busy | None = None
        self._notice: Notice | None = None
        runner.progressed.connect(self._on_progressed)
        runner.bug_found.connect(self.tell_bug)

    # --- what is shown ---

    @property
    def target(self) -> Target:
        """What was asked to be opened."""
        return self._target

    @property
    def watched(self) -> tuple[Path, ...]:
        """Paths whose change means that something new can be read."""
        return self._watched

    @property
    def catalog(self) -> StateCatalog | None:
        """The opened state."""
        return self._catalog

    @property
    def row(self) -> SessionRow | None:
        """The chosen session, also while it is loading."""
        return self._row

    @property
    def inspection(self) -> Inspection | None:
        """The session that is shown, counted by :attr:`counting`."""
        return None if self._loaded is None else self._loaded.shown

    @property
    def snapshot(self) -> Snapshot | None:
        """Of the inspection that is shown."""
        return None if self._loaded is None else self._loaded.shown.snapshot

    @property
    def index(self) -> SegmentIndex | None:
        """The tree that is shown, with its look-ups."""
        return None if self._loaded is None else self._loaded.index

    @property
    def timeline(self) -> Timeline | None:
        """How the shown session grew; None until it is read."""
        return self._timeline

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is odd in the data: of the session and its state, or of the state alone."""
        if self._loaded is not None:
            return self._loaded.shown.problems
        return () if self._catalog is None else self._catalog.problems

    @property
    def selected_id(self) -> str | None:
        """Id of the selected segment."""
        return self._selected_id

    @property
    def selected(self) -> Segment | None:
        """The selected segment."""
        return None if self._loaded is None else self._loaded.index.find(self._selected_id)

    @property
    def zoom_id(self) -> str | None:
        """Id of the segment that fills the map; None for the whole context."""
        return self._zoom_id

    @property
    def hovered_id(self) -> str | None:
        """Id of the segment under the pointer."""
        return self._hovered_id

    @property
    def highlighted_kind(self) -> str | None:
        """Kind that the legend wants to stand out."""
        return self._highlighted_kind

    @property
    def area(self) -> Area:
        """What the area of a tile stands for."""
        return self._area

    @property
    def scope(self) -> Scope:
        """What the map is of: what is in use, or the whole window with its free room and reserve."""
        return self._scope

    @property
    def counting(self) -> str:
        """``runtime``, or the name of a tokenizer."""
        return self._counting

    @property
    def theme_name(self) -> ThemeName:
        """``dark``, ``light``, or as the system has it."""
        return self._theme_name

    @property
    def busy(self) -> Busy | None:
        """What is being read, None when all is done."""
        return self._busy

    @property
    def notice(self) -> Notice | None:
        """What the user has to know."""
        return self._notice

    # --- intents: opening ---

    def open_target(self, path: Path | None = None, *, demo: bool = False) -> None:
        """Open a state directory, a database or a transcript, the demo, or (nothing named) the user's own state."""
        self._target = Target(path, demo)
        self._drop_tasks()
        self._forget()
        self._set_busy(Busy("Looking for sessions"))
        self._list(None)

    def show_loaded(self, opened: OpenedCatalog, loaded: Loaded, timeline: Timeline | None) -> None:
        """Show what has been read already (shots)."""
        self._take_catalog(opened)
        self._set_row(opened.row)
        self._take_loaded(loaded)
        self._set_timeline(timeline)

    def choose_session(self, row: SessionRow) -> None:
        """Show another session; what is shown stays until the other one is read."""
        same = row_identity(row) == row_identity(self._row)
        if self._catalog is None or (same and self._notice is None):
            return
        self._drop_tasks()
        self._set_row(row)
        self._read(row)

    def refresh(self) -> None:
        """Look for what is new; selection and zoom stay."""
        if self._catalog is None or self._loaded is None:
            if self._busy is None:
                self._reopen()
            return
        if row_identity(self._row) != row_identity(self._loaded.inspection.row):
            return  # another session is being read, which sees the newest state anyway
        work = partial(loading.reload_session, self._stages, self._loaded, self._counting)
        self._runner.submit(READING_LANE, work, self._on_reloaded, queued=True)

    def cancel(self) -> None:
        """Stop what is being read; what was shown before stays."""
        if self._busy is None:
            return
        self._drop_tasks()
        self._set_busy(None)
        if self._loaded is None:
            self._set_notice(Notice("stopped", "Stopped. Nothing is shown; press F5 to read again."))
        else:
            self._set_row(self._loaded.inspection.row)
            self._set_counting_value(self._loaded.counting)

    # --- intents: looking ---

    def select_segment(self, segment_id: str | None) -> None:
        """Select a segment everywhere; None selects nothing. An unknown id selects nothing."""
        known = segment_id if self._loaded is not None and self._loaded.index.find(segment_id) is not None else None
        if known != self._selected_id:
            self._selected_id = known
            self.selection_changed.emit()

    def select_entry(self, entry_id: str) -> bool:
        """Select the message of a transcript entry; False if it is not in the context."""
        segment_id = None if self._loaded is None else self._loaded.index.by_entry.get(entry_id)
        if segment_id is not None:
            self.select_segment(segment_id)
        return segment_id is not None

    def drill(self, segment_id: str | None) -> None:
        """Let a segment fill the map; the root, None or an unknown id shows the whole context."""
        index = self.index
        found = None if index is None else index.find(segment_id)
        zoom_id = None if found is None or index is None or found is index.root else found.id
        if zoom_id != self._zoom_id:
            self._zoom_id = zoom_id
            self.zoom_changed.emit()

    def drill_up(self) -> None:
        """One level up."""
        if self.index is not None and self._zoom_id is not None:
            self.drill(self.index.parent_ids.get(self._zoom_id))

    def drill_into_selection(self) -> None:
        """One level down, towards the selected segment."""
        index = self.index
        if index is None or self._selected_id is None:
            return
        path = [segment.id for segment in index.path_to(self._selected_id)]
        depth = path.index(self._zoom_id) if self._zoom_id in path else 0
        if depth + 1 < len(path) and index.by_id[path[depth + 1]].children:
            self.drill(path[depth + 1])

    def hover(self, segment_id: str | None) -> None:
        """The pointer is over a segment, or over none."""
        segment_id = segment_id or None
        if segment_id != self._hovered_id:
            self._hovered_id = segment_id
            self.hover_changed.emit()

    def highlight_kind(self, kind: str | None) -> None:
        """Let a kind stand out in the map."""
        if kind != self._highlighted_kind:
            self._highlighted_kind = kind
            self.kind_changed.emit()

    def set_area(self, area: Area) -> None:
        """Let areas stand for tokens or for chars."""
        if area != self._area:
            self._area = area
            self.options_changed.emit()

    def set_scope(self, scope: Scope) -> None:
        """Let the map be of what is in use, or of the whole window."""
        if scope != self._scope:
            self._scope = scope
            self.options_changed.emit()

    def set_counting(self, counting: str) -> None:
        """Count tokens by the runtime's estimate or by a tokenizer; what is shown stays until that is done."""
        if counting == self._counting:
            return
        self._set_counting_value(counting)
        if self._loaded is None:
            return
        self._set_busy(Busy("Counting tokens"))
        work = partial(loading.reload_session, self._stages, self._loaded, counting)
        self._runner.submit(READING_LANE, work, self._on_reloaded)

    def set_theme(self, name: ThemeName) -> None:
        """Choose the colours."""
        if name != self._theme_name:
            self._theme_name = name
            self.theme_changed.emit()

    def dismiss_notice(self) -> None:
        """The user has read it."""
        self._set_notice(None)

    def tell_bug(self, report: BugReport) -> None:
        """A bug of ours is told, whatever else is shown."""
        sentence = f"This is a bug in the program ({report.error_type} at {report.where}). Nothing was changed."
        self._set_notice(Notice("bug", sentence, report.text))

    # --- tasks ---

    def _drop_tasks(self) -> None:
        for lane in (READING_LANE, LISTING_LANE, TIMELINE_LANE):
            self._runner.cancel(lane)

    def _list(self, session_key: str | None) -> None:
        work = partial(loading.open_catalog, self._stages, self._target, self._environment, session_key)
        self._runner.submit(LISTING_LANE, work, self._on_listed)

    def _reopen(self) -> None:
        """Something appeared where nothing could be read before."""
        self._set_busy(Busy("Looking for sessions"))
        self._list(None if self._row is None else self._row.key)

    def _read(self, row: SessionRow) -> None:
        assert self._catalog is not None, "a session is read of an opened state"
        self._set_notice(None)
        self._set_busy(Busy("Reading the session"))
        work = partial(loading.load_session, self._stages, self._catalog, row, self._counting)
        self._runner.submit(READING_LANE, work, self._on_read)

    def _on_listed(self, response: TaskResponse) -> None:
        if response.value is None:
            self._fail(response)
            return
        opened: OpenedCatalog = response.value
        self._take_catalog(opened)
        self._set_row(opened.row)
        if opened.row is not None:
            self._read(opened.row)
            return
        self._set_busy(None)
        self._set_notice(Notice("no_sessions", f"There are no sessions in {opened.catalog.target}."))

    def _on_read(self, response: TaskResponse) -> None:
        if response.value is None:
            self._loaded = None
            self._fail(response)
            self._set_timeline(None)
            self.inspection_changed.emit()
            return
        loaded: Loaded = response.value
        self._set_busy(None)
        self._take_loaded(loaded)
        self._read_timeline()

    def _on_reloaded(self, response: TaskResponse) -> None:
        """A refresh or another counting: what is shown stays where nothing new can be read."""
        assert self._loaded is not None, "only what is shown can be read again"
        if response.value is None:
            self._fail(response)
            self._set_counting_value(self._loaded.counting)
            return
        old, loaded = self._loaded, response.value
        self._set_busy(None)
        if loaded.unchanged:
            self._loaded = loaded
        else:
            self._take_loaded(loaded)
        if self._timeline is None or old.inspection.row != loaded.inspection.row:
            self._read_timeline()
        self._relist()

    def _relist(self) -> None:
        assert self._catalog is not None, "only an opened state can be listed again"
        key = None if self._row is None else self._row.key
        work = partial(loading.relist, self._stages, self._catalog, self._environment, key)
        self._runner.submit(LISTING_LANE, work, self._on_relisted, queued=True)

    def _on_relisted(self, response: TaskResponse) -> None:
        if response.value is not None:
            self._take_catalog(response.value)
        elif response.error is not None:
            self._set_notice(Notice("unreadable", str(response.error)))

    def _read_timeline(self) -> None:
        assert self._loaded is not None, "a timeline belongs to an inspection"
        work = partial(loading.load_timeline, self._stages, self._loaded.inspection)
        self._runner.submit(TIMELINE_LANE, work, self._on_timeline_read, queued=True)

    def _on_timeline_read(self, response: TaskResponse) -> None:
        if response.error is not None:
            self._set_notice(Notice("unreadable", str(response.error)))
        self._set_timeline(response.value)

    def _on_progressed(self, progress: TaskProgress) -> None:
        if self._busy is not None and progress.lane != TIMELINE_LANE:
            self._set_busy(replace(self._busy, done=progress.done, total=progress.total))

    def _fail(self, response: TaskResponse) -> None:
        self._set_busy(None)
        if response.error is not None:
            kind: NoticeKind = "not_found" if isinstance(response.error, StateNotFoundError) else "unreadable"
            self._set_notice(Notice(kind, str(response.error)))

    # --- setters: compare, store, emit ---

    def _forget(self) -> None:
        self._catalog, self._row, self._loaded = None, None, None
        self._watched = ()
        self._set_notice(None)
        self._set_timeline(None)
        self.catalog_changed.emit()
        self.row_changed.emit()
        self._keep_places()
        self.inspection_changed.emit()

    def _take_catalog(self, opened: OpenedCatalog) -> None:
        self._catalog, self._watched = opened.catalog, opened.watched
        self.catalog_changed.emit()

    def _take_loaded(self, loaded: Loaded) -> None:
        same_session = self._loaded is not None and self._loaded.inspection.row.key == loaded.inspection.row.key
        old_index = self.index
        self._loaded = loaded
        self._set_row(loaded.inspection.row)
        self._set_counting_value(loaded.counting)
        if not same_session:
            self._set_timeline(None)
        self._keep_places(old_index)
        if loaded.count_failure is not None:
            self._set_notice(Notice("unreadable", loaded.count_failure))
        elif self._notice is not None and self._notice.kind != "bug":
            self._set_notice(None)
        self.inspection_changed.emit()

    def _keep_places(self, old_index: SegmentIndex | None = None) -> None:
        """After another tree came: what is gone is not selected, and the zoom goes up to what is still there."""
        index = self.index
        zoom_id = self._zoom_id
        while zoom_id is not None and (index is None or index.find(zoom_id) is None):
            zoom_id = None if old_index is None else old_index.parent_ids.get(zoom_id)
        self.select_segment(self._selected_id)
        self.hover(None)
        self.drill(zoom_id)

    def _set_row(self, row: SessionRow | None) -> None:
        if row != self._row:
            self._row = row
            self.row_changed.emit()

    def _set_timeline(self, timeline: Timeline | None) -> None:
        if timeline != self._timeline:
            self._timeline = timeline
            self.timeline_changed.emit()

    def _set_counting_value(self, counting: str) -> None:
        if counting != self._counting:
            self._counting = counting
            self.options_changed.emit()

    def _set_busy(self, busy: Busy | None) -> None:
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit()

    def _set_notice(self, notice: Notice | None) -> None:
        if notice != self._notice:
            self._notice = notice
            self.notice_changed.emit()
