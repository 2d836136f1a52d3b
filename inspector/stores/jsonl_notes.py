"""What was odd about a transcript's lines, told as problems: the first of each kind one by one, the rest together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspector.domain.entries import CANONICAL_TYPES, EntryHeader
from inspector.domain.problems import Problem, Severity
from inspector.stores.jsonl_decoding import NoteCode

KNOWN_TYPES = CANONICAL_TYPES | {"leaf"}
"""Types of entries that are understood; ``session`` is the header and no entry."""

_SINGLES = 20
"""So many problems of a kind are told line by line; a file of a million bad lines must stay readable."""

_TYPE_CHARS = 40


@dataclass(frozen=True, slots=True)
class LineNote:
    """Something odd at physical line ``line`` (from 1); ``seq`` is that of the first entry of the line."""

    code: NoteCode
    line: int
    seq: int
    detail: str = ""


_SENTENCES: dict[NoteCode, tuple[Severity, str]] = {
    "blank_line": ("info", "The line is blank."),
    "byte_order_mark": ("info", "The file begins with a byte order mark, which was ignored."),
    "crlf_line": ("info", "The line ends in a carriage return, which was ignored."),
    "invalid_utf8": ("warning", "Bytes that are no UTF-8 were read as U+FFFD, as the runtime reads them."),
    "line_too_long": ("error", "The line is too long and was left out: {}."),
    "malformed_line": ("error", "The line is no JSON and was left out, as the runtime does: {}."),
    "newer_transcript": (
        "warning",
        "The transcript's version {} is newer than this program; it is read as far as known.",
    ),
    "not_an_object": ("error", "The line holds a JSON value that is no entry ({}); it was left out."),
    "nul_bytes": ("error", "The line holds {} and was left out, as the runtime does."),
    "second_session_header": ("warning", "A second session header in the same transcript was ignored."),
    "several_objects": ("warning", "A line feed is missing: {} stand on one line, and all were read."),
    "unfinished_line": ("info", "The last line is not complete: it is still being written, or its writer was stopped."),
    "session_header_not_first": ("warning", "The session header is not the first line."),
}
_TOGETHER: frozenset[NoteCode] = frozenset({"blank_line", "crlf_line"})


def tell_notes(place: str, notes: Sequence[LineNote]) -> Iterable[Problem]:
    """Problems for ``notes`` (in line order) of the file ``place``; a problem's place ends in ``:<line>``."""
    by_code: dict[NoteCode, list[LineNote]] = {}
    for note in notes:
        by_code.setdefault(note.code, []).append(note)
    for code, group in by_code.items():
        severity, sentence = _SENTENCES[code]
        singles = 0 if code in _TOGETHER else _SINGLES
        for note in group[:singles]:
            yield Problem(code, severity, f"{place}:{note.line}", sentence.format(note.detail))
        rest = group[singles:]
        if rest:
            message = sentence.format(rest[0].detail)
            if len(rest) > 1:
                message += f" The same holds for {len(rest) - 1} further lines, up to line {rest[-1].line}."
            yield Problem(code, severity, f"{place}:{rest[0].line}", message, len(rest))


def tell_unknown_types(place: str, headers: Iterable[EntryHeader]) -> Iterable[Problem]:
    """One problem for each entry type among ``headers`` that is not known."""
    counts = Counter(header.type for header in headers if header.type not in KNOWN_TYPES)
    for kind, count in counts.items():
        name = f"“{kind[:_TYPE_CHARS]}”" if kind else "no type"
        message = f"Entries of a type that this program does not know ({name}) are kept and counted, but never sent."
        yield Problem("unknown_entry_type", "info", place, message, count)
