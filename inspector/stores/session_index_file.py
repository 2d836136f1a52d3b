"""``sessions.json``: the index of the JSONL era, session key -> entry. Read even where it is damaged.

OpenClaw up to 2026.7.1, prompt-side.md section 11 (storage), user-reports.md section H.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.domain.json_values import JsonObject, JsonValue, find_text, get_object
from inspector.domain.problems import Problem, ProblemLog
from inspector.stores.event_decoding import MalformedEventError
from inspector.stores.jsonl_decoding import decode_document, decode_members
from inspector.stores.recent_values import RecentValues
from inspector.stores.transcript_files import open_regular_file

_MAX_INDEX_BYTES = 512 << 20
_MAX_SKILLS_PROMPT_BYTES = 4 << 20
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class SessionIndex:
    """The index's entries in stored order, each with its session key; ``whole`` is false if any may be missing."""

    entries: tuple[tuple[str, JsonObject], ...] = ()
    whole: bool = True


def _read_index(path: Path, log: ProblemLog) -> SessionIndex:
    with open_regular_file(path) as stream:
        data = stream.read(_MAX_INDEX_BYTES + 1)
    if len(data) > _MAX_INDEX_BYTES:
        message = f"The session index is larger than {_MAX_INDEX_BYTES} bytes. The list is made from the transcripts."
        log.add("index_unreadable", "error", str(path), message)
        return SessionIndex(whole=False)
    if not data.strip(b"\0 \t\r\n"):
        message = "The session index is empty. The list is made from the transcripts' headers."
        log.add("index_empty", "error", str(path), message)
        return SessionIndex(whole=False)
    return _parse_index(data, str(path), log)


def _parse_index(data: bytes, place: str, log: ProblemLog) -> SessionIndex:
    try:
        document, replaced = decode_document(data)
    except MalformedEventError as error:
        entries = _parse_members(decode_members(data.decode("utf-8-sig", "replace")), place, log)
        message = f"The session index is damaged ({error}); {len(entries)} entries before the damage were read."
        log.add("index_malformed", "error", place, message)
        return SessionIndex(entries, whole=False)
    if replaced:
        log.add("invalid_utf8", "warning", place, "Bytes that are no UTF-8 were read as U+FFFD.")
    if isinstance(document, dict):
        return SessionIndex(_parse_members(tuple(document.items()), place, log))
    if isinstance(document, list):
        return SessionIndex(_parse_members(tuple((_listed_key(item), item) for item in document), place, log))
    log.add("index_malformed", "error", place, "The session index is neither an object nor a list.")
    return SessionIndex(whole=False)


def _listed_key(item: JsonValue) -> str:
    return find_text(item, "key") or find_text(item, "sessionKey") or ""


def _parse_members(
    members: tuple[tuple[str, JsonValue], ...], place: str, log: ProblemLog
) -> tuple[tuple[str, JsonObject], ...]:
    return tuple(_sound_members(members, place, log))


def _sound_members(
    members: tuple[tuple[str, JsonValue], ...], place: str, log: ProblemLog
) -> Iterator[tuple[str, JsonObject]]:
    for key, entry in members:
        if not isinstance(entry, dict):
            message = "An entry of the session index is no object; it was left out."
            log.add("bad_index_entry", "warning", f"{place}, session {key}", message)
        elif not find_text(entry, "sessionId") and not find_text(entry, "sessionFile"):
            message = "An entry of the session index names no session id; it was left out."
            log.add("bad_index_entry", "warning", f"{place}, session {key}", message)
        else:
            yield key or f"session:{find_text(entry, 'sessionId')}", entry


@dataclass(frozen=True, slots=True)
class _ReadIndex:
    index: SessionIndex
    problems: tuple[Problem, ...]


_INDEXES: RecentValues[tuple[Path, int, int, int], _ReadIndex] = RecentValues(4)
"""Indexes that were read last, by path, inode, size and time: a refresh must not parse 40 MB that did not change."""


def read_session_index(path: Path, log: ProblemLog) -> SessionIndex:
    """Read ``sessions.json`` at ``path``, unless it is as it was when it was last read.

    Problems: ``index_unreadable``, ``index_empty``, ``index_malformed`` (entries before the damage are kept),
    ``invalid_utf8``, ``bad_index_entry``.
    """
    own = ProblemLog()
    try:
        found = path.stat()
        stamp = (path, found.st_ino, found.st_size, found.st_mtime_ns)
        known = _INDEXES.find(stamp)
        if known is None:
            known = _ReadIndex(_read_index(path, own), own.problems())
            _INDEXES.keep(stamp, known)
    except OSError as error:
        message = f"The session index cannot be read: {error.strerror or error}. The list is made from the transcripts."
        log.add("index_unreadable", "error", str(path), message)
        return SessionIndex(whole=False)
    log.extend(known.problems)
    return known.index


class SkillsPrompts:
    """Skills prompts that entries refer to instead of holding them, each read once.

    OpenClaw 2026.6.11 to 2026.7.1: ``skillsSnapshot.promptRef {algorithm: "sha256", hash}`` stands for
    ``<sessions>/skills-prompts/sha256/<first two digits>/<hash>.txt``.
    """

    def __init__(self, sessions_dir: Path) -> None:
        self._folder = sessions_dir / "skills-prompts" / "sha256"
        self._texts: dict[str, str | None] = {}

    def fill(self, entry: JsonObject, log: ProblemLog) -> JsonObject:
        """``entry``, with ``skillsSnapshot.prompt`` if it only refers to it; never changed in place.

        Problems: ``bad_skills_prompt`` (the reference is no SHA-256, the file is missing or too large).
        """
        snapshot = get_object(entry, "skillsSnapshot")
        reference = get_object(snapshot, "promptRef")
        if not reference or isinstance(snapshot.get("prompt"), str):
            return entry
        text = self._find(find_text(reference, "hash") or "", log)
        return entry if text is None else {**entry, "skillsSnapshot": {**snapshot, "prompt": text}}

    def _find(self, digest: str, log: ProblemLog) -> str | None:
        if digest not in self._texts:
            self._texts[digest] = self._read(digest, log)
        return self._texts[digest]

    def _read(self, digest: str, log: ProblemLog) -> str | None:
        if not _SHA256.fullmatch(digest):
            message = "A session's reference to its skills prompt is no SHA-256; the prompt is unknown."
            log.add("bad_skills_prompt", "warning", str(self._folder), message)
            return None
        path = self._folder / digest[:2] / f"{digest}.txt"
        try:
            with open_regular_file(path) as stream:
                data = stream.read(_MAX_SKILLS_PROMPT_BYTES + 1)
        except OSError as error:
            message = f"A session's skills prompt cannot be read: {error.strerror or error}."
            log.add("bad_skills_prompt", "warning", str(path), message)
            return None
        if len(data) > _MAX_SKILLS_PROMPT_BYTES:
            log.add("bad_skills_prompt", "warning", str(path), "A session's skills prompt is too large to be one.")
            return None
        return data.decode("utf-8", "replace")
