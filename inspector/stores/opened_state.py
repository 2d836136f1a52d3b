"""What a user opens -> its stores, agents and sessions, both eras side by side and nothing counted twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from inspector.domain.errors import StateNotFoundError, StateUnreadableError
from inspector.domain.problems import Problem, ProblemLog
from inspector.domain.progress import ProgressReport, ignore_progress
from inspector.domain.sessions import Agent, SessionRow, StoreFormat, StoreInfo
from inspector.stores.agent_stores import find_agent_stores
from inspector.stores.formats import FORMATS
from inspector.stores.openclaw_config import OpenClawConfig, read_config
from inspector.stores.roster import list_agents
from inspector.stores.sqlite_snapshot import StoreChangedError
from inspector.stores.state_places import StatePlaces, find_state
from inspector.stores.store_format import StoreFormatReader, StoreReader

Result = TypeVar("Result")

READ_ATTEMPTS = 5
DATABASE_ARCHIVES = frozenset({"reset", "deleted", "cold", "backup"})
"""What the runtime keeps beside a database in the folder of the JSONL era."""

SINGLE_FILE_AGENT = "main"
"""Agent of a single transcript that does not name one; what OpenClaw calls its implicit agent."""


@dataclass(frozen=True, slots=True)
class StoreRef:
    """A store that can be opened: its format, where it lies, whose it is."""

    format: StoreFormatReader
    path: Path
    agent_id: str


@dataclass(frozen=True, slots=True)
class OpenedState:
    """A state, looked over.

    Attributes:
        target: what the user opened.
        info: formats, live format, versions.
        agents: roster; for a single file, the one agent.
        rows: sessions of all stores, live ones first.
        config: the configuration, empty for a single file.
        places: None for a single file.
        stores: all stores.
        problems: what was odd on the way.
    """

    target: Path
    info: StoreInfo
    agents: tuple[Agent, ...]
    rows: tuple[SessionRow, ...]
    config: OpenClawConfig
    places: StatePlaces | None
    stores: tuple[StoreRef, ...]
    problems: tuple[Problem, ...] = field(default=(), repr=False)


def read_with(ref: StoreRef, log: ProblemLog, read: Callable[[StoreReader, ProblemLog], Result]) -> Result:
    """``read`` on one moment of the store; read again when a writer came by while it was read without a lock.

    Raises:
        StateUnreadableError: it cannot be read, or never stood still.
    """
    for _ in range(READ_ATTEMPTS):
        attempt = ProblemLog()
        try:
            with ref.format.open_store(ref.path, ref.agent_id, attempt) as reader:
                result = read(reader, attempt)
        except StoreChangedError:
            continue
        log.extend(attempt.problems())
        return result
    raise StateUnreadableError(f"{ref.path} kept changing while it was read; try again in a moment.")


def read_state(
    target: Path | None, environment: Mapping[str, str], progress: ProgressReport = ignore_progress
) -> OpenedState:
    """Open ``target``, or the state that OpenClaw itself would use.

    Raises:
        StateNotFoundError: there is nothing.
        StateUnreadableError: what is there cannot be read.
    """
    try:
        if target is not None and not target.exists():
            raise StateNotFoundError(f"There is nothing at {target}.")
        if target is not None and not target.is_dir():
            return _read_single_file(target, environment)
    except OSError as error:
        raise StateUnreadableError(f"Cannot read {target}: {error.strerror or 'permission denied'}.") from error
    return _read_state_dir(target, environment, progress)


def _read_state_dir(target: Path | None, environment: Mapping[str, str], progress: ProgressReport) -> OpenedState:
    log = ProblemLog()
    places = find_state(environment, Path.home(), log, named=target)
    if places is None:
        raise StateNotFoundError(
            "No OpenClaw state was found (looked at OPENCLAW_STATE_DIR, the profile, and ~/.openclaw). "
            "Name a state directory, a database or a transcript, or use --demo."
        )
    config = read_config(places.config_path, places.environment, log)
    agents = list_agents(config, places, log)
    stores = _find_stores(agents, config, places, log)
    listings = _list_sessions(stores, log, progress)
    if not stores:
        message = "No session store was found: neither a database nor transcripts under agents/."
        log.add("no_store", "warning", str(places.state_dir), message)
    return OpenedState(
        target=target or places.state_dir,
        info=_describe(target or places.state_dir, listings),
        agents=tuple(agents),
        rows=_merge(listings, log),
        config=config,
        places=places,
        stores=tuple(stores),
        problems=log.problems(),
    )


def _read_single_file(target: Path, environment: Mapping[str, str]) -> OpenedState:
    log = ProblemLog()
    format_reader = next((candidate for candidate in FORMATS if candidate.accepts_file(target)), None)
    if format_reader is None:
        if not _can_read(target):
            raise StateUnreadableError(f"{target} cannot be read (permission?).")
        raise StateUnreadableError(f"{target} is neither an OpenClaw agent database nor a .jsonl transcript.")
    ref = StoreRef(format_reader, target, SINGLE_FILE_AGENT)
    listing = _list_store(ref, log)
    agent_id = next((row.key.split(":")[1] for row in listing.rows if row.key.startswith("agent:")), ref.agent_id)
    ref = replace(ref, agent_id=agent_id)
    rows = tuple(replace(row, agent=agent_id) for row in listing.rows)
    return OpenedState(
        target=target,
        info=_describe(target, [listing]),
        agents=(Agent(agent_id, None),),
        rows=rows,
        config=read_config(None, environment, log),
        places=None,
        stores=(ref,),
        problems=log.problems(),
    )


def _can_read(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class _Listing:
    ref: StoreRef
    rows: tuple[SessionRow, ...]
    schema_version: int | None
    app_version: str | None

    @property
    def format(self) -> StoreFormat:
        return self.ref.format.name

    @property
    def counts(self) -> bool:
        """A folder that only keeps a database's archives is no store of its own."""
        return self.format == "sqlite" or any(row.archive_reason not in DATABASE_ARCHIVES for row in self.rows)


def _find_stores(
    agents: Sequence[Agent], config: OpenClawConfig, places: StatePlaces, log: ProblemLog
) -> list[StoreRef]:
    stores: dict[Path, StoreRef] = {}
    for agent in agents:
        of_agent = find_agent_stores(config, places, agent.id, log)
        for candidate in FORMATS:
            for path in candidate.find_stores(of_agent):
                stores.setdefault(path, StoreRef(candidate, path, agent.id))
    return list(stores.values())


def _list_sessions(stores: Sequence[StoreRef], log: ProblemLog, progress: ProgressReport) -> list[_Listing]:
    """One unreadable store must not hide the others, unless it is all there is."""
    listings: list[_Listing] = []
    failure: StateUnreadableError | None = None
    for done, ref in enumerate(stores):
        progress("listing sessions", done, len(stores))
        try:
            listings.append(_list_store(ref, log))
        except StateUnreadableError as error:
            failure = error
            log.add("store_unreadable", "error", str(ref.path), str(error))
    if failure is not None and not listings:
        raise failure
    return listings


def _list_store(ref: StoreRef, log: ProblemLog) -> _Listing:
    def listing(reader: StoreReader, attempt: ProblemLog) -> _Listing:
        rows = reader.read_rows(attempt)
        return _Listing(ref, rows, reader.schema_version, reader.app_version)

    return read_with(ref, log, listing)


def _describe(target: Path, listings: Sequence[_Listing]) -> StoreInfo:
    """The database is live as soon as there is one: the runtime reads nothing else then."""
    formats: list[StoreFormat] = [
        candidate.name for candidate in FORMATS if any(x.format == candidate.name and x.counts for x in listings)
    ]
    live = formats[0] if formats else None
    of_live = [listing for listing in listings if listing.format == live]
    return StoreInfo(
        path=target,
        formats=tuple(formats),
        live=live,
        schema_version=max((x.schema_version for x in of_live if x.schema_version is not None), default=None),
        app_version=next((x.app_version for x in of_live if x.app_version), None),
    )


def _merge(listings: Sequence[_Listing], log: ProblemLog) -> tuple[SessionRow, ...]:
    """Rows of all stores. Beside an agent's database, its transcripts are leftovers: shown, never counted twice."""
    migrated = {x.ref.agent_id: x for x in listings if x.format == "sqlite"}
    rows: list[SessionRow] = []
    for listing in listings:
        database = migrated.get(listing.ref.agent_id)
        if listing.format == "sqlite" or database is None:
            rows += listing.rows
        else:
            rows += _leftovers(listing, database, log)
    return tuple(sorted(rows, key=lambda row: (row.archived, -(row.updated_at_ms or 0), row.key)))


def _leftovers(listing: _Listing, database: _Listing, log: ProblemLog) -> list[SessionRow]:
    known = {row.session_id: row for row in database.rows}
    rows = []
    for row in listing.rows:
        twin = known.get(row.session_id)
        if twin is not None and not row.archived:
            message = (
                f"Session {row.session_id} exists twice: {twin.entries} entries in the database (live), "
                f"{row.entries} in the transcript file (left over, not counted)."
            )
            log.add("session_exists_twice", "info", str(row.path), message)
        else:
            rows.append(row if row.archived else replace(row, archived=True, archive_reason="not migrated"))
    return rows
