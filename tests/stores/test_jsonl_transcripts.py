"""One transcript: lines, versions, damage, seqs, bodies, growth."""

import json
import random

import pytest
import zstandard
from jsonl_builder import (
    FIXTURES,
    as_line,
    codes,
    compaction,
    list_rows,
    message,
    opened,
    read_all,
    session,
    write_lines,
)

from inspector.domain.entries import CompactionEntry, MessageEntry, UnknownEntry
from inspector.domain.messages import ImageBlock
from inspector.domain.problems import ProblemLog
from inspector.domain.progress import ignore_progress
from inspector.stores import jsonl_scan, transcript_files
from inspector.stores.jsonl_decoding import decode_line


def refs(index):
    return [(header.seq, header.id, header.parent_id, header.type) for header in index.headers]


def texts(entries):
    return [entry.message.text() for entry in entries if isinstance(entry, MessageEntry)]


def test_a_plain_transcript(tmp_path):
    first, second = message("e1", None, "one"), message("e2", "e1", "zwei ü", role="assistant")
    path = write_lines(tmp_path / "s1.jsonl", session(), first, second, compaction("c1", "e2"))
    index, entries, problems = read_all(path)
    assert refs(index) == [(1, "e1", None, "message"), (2, "e2", "e1", "message"), (3, "c1", "e2", "compaction")]
    assert [header.role for header in index.headers] == ["user", "assistant", None]
    assert [header.bytes for header in index.headers[:2]] == [len(as_line(first)) - 1, len(as_line(second)) - 1]
    assert (index.session_id, index.header.version, index.header.cwd) == ("s1", 3, "/srv/work")
    assert texts(entries) == ["one", "zwei ü"]
    assert entries[2].first_kept_entry_id == "e1"
    assert (index.problems, problems) == ((), ())


def test_version_1_is_chained_and_its_first_kept_index_becomes_an_id():
    index, entries, problems = read_all(FIXTURES / "version-1" / "sessions" / "old.jsonl")
    assert refs(index) == [
        (1, "line-1", None, "message"),
        (2, "line-2", "line-1", "message"),
        (3, "line-3", "line-2", "message"),
        (4, "line-4", "line-3", "compaction"),
        (5, "line-5", "line-4", "message"),
    ]
    assert all(header.has_parent for header in index.headers)
    assert [entry.header for entry in entries] == list(index.headers)
    hook = entries[2].message
    assert (hook.role, hook.raw["customType"], index.headers[2].role) == ("custom", "hook", "custom")
    assert isinstance(entries[3], CompactionEntry)
    assert entries[3].first_kept_entry_id == "line-2"
    assert (index.problems, problems) == ((), ())


def test_first_kept_index_counts_objects_not_lines(tmp_path):
    """The runtime parsed the lines first and counted what was left: blank and broken lines do not count."""
    entry = {"type": "message", "message": {"role": "user", "content": "x"}}
    cut = {"type": "compaction", "summary": "s", "firstKeptEntryIndex": 2, "tokensBefore": 1}
    header = {"type": "session", "id": "s1"}
    path = write_lines(tmp_path / "s1.jsonl", header, b"\n", entry, b"{broken\n", {**entry}, cut)
    index, entries, _ = read_all(path)
    assert [header.id for header in index.headers] == ["line-2", "line-4", "line-5"]
    assert entries[2].first_kept_entry_id == "line-4"


@pytest.mark.parametrize("kept_index", [0, 99, -1, "2", None])
def test_a_first_kept_index_of_nothing_gives_no_first_kept_entry(tmp_path, kept_index):
    cut = {"type": "compaction", "summary": "s", "firstKeptEntryIndex": kept_index, "tokensBefore": 1}
    path = write_lines(tmp_path / "s1.jsonl", {"type": "session", "id": "s1"}, cut)
    assert read_all(path)[1][0].first_kept_entry_id is None


def test_version_2_renames_the_hook_role_only():
    index, entries, _ = read_all(FIXTURES / "version-2" / "sessions" / "mid.jsonl")
    assert refs(index) == [(1, "a1", None, "message"), (2, "a2", "a1", "message"), (3, "a3", "a2", "message")]
    assert [entry.message.role for entry in entries] == ["user", "custom", "custom"]
    assert [entry.message.raw.get("customType") for entry in entries] == [None, "memory", "hook"]


def test_versions_3_and_4_keep_the_hook_role_and_entries_without_ids(tmp_path):
    hook = {"type": "message", "message": {"role": "hookMessage", "content": "x"}}
    for version in (3, 4):
        path = write_lines(tmp_path / f"v{version}.jsonl", session(version=version), hook)
        index, entries, _ = read_all(path)
        assert index.problems == ()
        assert (index.headers[0].id, index.headers[0].has_parent, entries[0].message.role) == (
            None,
            False,
            "hookMessage",
        )


def test_a_newer_version_is_read_with_a_warning(tmp_path):
    index, entries, _ = read_all(write_lines(tmp_path / "s1.jsonl", session(version=5), message("e1", None)))
    assert codes(index.problems) == {"newer_transcript": 1}
    assert texts(entries) == ["hello"]


def test_a_missing_header_is_told_and_entries_without_ids_are_chained(tmp_path):
    bare = {"type": "message", "message": {"role": "user", "content": "x"}}
    path = write_lines(tmp_path / "s1.jsonl", message("e1", None), bare, message("e2", "line-1"))
    index, entries, problems = read_all(path)
    assert index.header is None
    assert refs(index) == [(0, "e1", None, "message"), (1, "line-1", "e1", "message"), (2, "e2", "line-1", "message")]
    assert entries[1].header == index.headers[1]
    assert codes(index.problems) == {"missing_session_header": 1}
    assert problems == ()


def test_every_kind_of_damaged_line_is_told_with_its_line_and_the_rest_is_read():
    path = FIXTURES / "damaged-lines" / "sessions" / "bad.jsonl"
    index, entries, problems = read_all(path)
    assert [(header.seq, header.id) for header in index.headers] == [
        (1, "e1"),
        (4, "e2"),
        (5, "e3"),
        (7, "e4"),
        (9, "e5"),
        (11, "e6"),
    ]
    assert texts(entries) == ["one", "two", "three", "caf\ufffd", 'it says "type":"compaction" and "type":"reset"']
    assert isinstance(entries[4], UnknownEntry)
    assert {(problem.code, problem.place.rpartition(":")[2], problem.severity) for problem in index.problems} == {
        ("byte_order_mark", "1", "info"),
        ("crlf_line", "2", "info"),
        ("blank_line", "3", "info"),
        ("malformed_line", "4", "error"),
        ("several_objects", "5", "warning"),
        ("nul_bytes", "6", "error"),
        ("invalid_utf8", "7", "warning"),
        ("not_an_object", "8", "error"),
        ("second_session_header", "10", "warning"),
        ("unfinished_line", "12", "info"),
        ("unknown_entry_type", str(path), "info"),
    }
    assert all(problem.place.startswith(str(path)) and problem.count == 1 for problem in index.problems)
    assert problems == ()


def test_counts_of_the_list_agree_with_the_index_on_damaged_lines():
    path = FIXTURES / "damaged-lines" / "sessions" / "bad.jsonl"
    rows, problems = list_rows(path)
    index = read_all(path)[0]
    assert rows[0].entries == len(index.headers) == 6
    assert (rows[0].compactions, rows[0].resets) == (0, 0)
    assert problems == ()


def test_problems_quote_no_transcript_text(tmp_path):
    secret = "sk-very-secret"
    lines = [b'{"type":"message","key":"' + secret.encode() + b"\n", b'"' + secret.encode() + b'"\n']
    index, _, problems = read_all(write_lines(tmp_path / "s1.jsonl", session(), *lines))
    assert codes(index.problems) == {"malformed_line": 1, "not_an_object": 1}
    assert secret not in repr(index.problems) + repr(problems)


def test_a_million_bad_lines_are_a_few_problems(tmp_path):
    path = write_lines(tmp_path / "s1.jsonl", session(), b"{\n" * 5000, b"\n" * 300)
    index = read_all(path)[0]
    assert codes(index.problems) == {"malformed_line": 5000, "blank_line": 300}
    assert len(index.problems) == 22
    assert index.problems[0].place == f"{path}:2"
    assert index.problems[20].place == f"{path}:22"


def test_unknown_types_are_counted_by_type(tmp_path):
    lines = [{"type": "hologram", "id": f"e{n}", "parentId": None} for n in range(3)]
    path = write_lines(tmp_path / "s1.jsonl", session(), *lines, {"id": "x", "parentId": None})
    index, entries, _ = read_all(path)
    assert [(problem.code, problem.count) for problem in index.problems] == [
        ("unknown_entry_type", 3),
        ("unknown_entry_type", 1),
    ]
    assert all(isinstance(entry, UnknownEntry) for entry in entries)


def test_leaf_controls_are_known_and_keep_their_targets(tmp_path):
    leaf = {"type": "leaf", "id": "l1", "parentId": "e2", "targetId": "e1", "appendMode": "side"}
    index = read_all(write_lines(tmp_path / "s1.jsonl", session(), message("e1", None), leaf))[0]
    assert index.problems == ()
    assert (index.headers[1].target_id, index.headers[1].side) == ("e1", True)


def test_an_11_megabyte_picture_is_measured_and_not_kept(tmp_path):
    image = {"type": "image", "mimeType": "image/png", "data": "A" * 11_000_000}
    picture = {"type": "message", "id": "p1", "parentId": None, "message": {"role": "toolResult", "content": [image]}}
    path = write_lines(tmp_path / "s1.jsonl", session(), picture, message("e2", "p1", "after"))
    index, entries, _ = read_all(path)
    block = entries[0].message.blocks[0]
    assert isinstance(block, ImageBlock)
    assert block.data_chars == 11_000_000
    assert len(block.raw["data"]) < 100
    assert index.headers[0].bytes == len(as_line(picture)) - 1
    assert texts(entries)[1:] == ["after"]


def test_a_line_over_the_limit_is_skipped_with_its_size(tmp_path, monkeypatch):
    monkeypatch.setattr(transcript_files, "MAX_LINE_BYTES", 1000)
    monkeypatch.setattr(jsonl_scan, "MAX_LINE_BYTES", 1000)
    long = message("long", None, "x" * 3_000_000)
    path = write_lines(tmp_path / "s1.jsonl", session(), long, message("e2", "long", "after"))
    index, entries, _ = read_all(path)
    assert refs(index) == [(2, "e2", "long", "message")]
    assert texts(entries) == ["after"]
    assert codes(index.problems) == {"line_too_long": 1}
    assert f"{len(as_line(long)) - 1} bytes" in index.problems[0].message


def test_a_complete_last_line_without_a_line_feed_counts(tmp_path):
    path = write_lines(tmp_path / "s1.jsonl", session(), as_line(message("e1", None)).rstrip(b"\n"))
    index, entries, _ = read_all(path)
    assert index.problems == ()
    assert texts(entries) == ["hello"]
    assert list_rows(path)[0][0].entries == 1


def test_only_the_asked_entries_are_read_and_missing_ones_are_noted(tmp_path):
    path = write_lines(tmp_path / "s1.jsonl", session(), *(message(f"e{n}", None, f"t{n}") for n in range(9)))
    with opened(path) as (reader, log):
        row = reader.read_rows(log)[0]
        entries = reader.read_entries(row, (3, 7, 99), log, ignore_progress)
    assert texts(entries) == ["t2", "t6"]
    assert codes(log.problems()) == {"entry_not_found": 1}


def test_a_transcript_rewritten_between_index_and_bodies_is_noticed(tmp_path):
    path = write_lines(tmp_path / "s1.jsonl", session(), message("e1", None, "first"), message("e2", "e1", "second"))
    with opened(path) as (reader, log):
        row = reader.read_rows(log)[0]
        reader.read_index(row, ignore_progress)
        write_lines(path, session(), message("e1", None, "first"), message("zz", "e1", "second"))
        entries = reader.read_entries(row, (1, 2), log, ignore_progress)
    assert texts(entries) == ["first"]
    assert codes(log.problems()) == {"changed_while_reading": 1}


class TestFollowing:
    def read_newer(self, path, after_seq):
        with opened(path) as (reader, _):
            row = reader.read_rows(ProblemLog())[0]
            return reader.read_index(row, ignore_progress, after_seq=after_seq)

    def test_only_new_lines_are_decoded(self, tmp_path, monkeypatch):
        path = write_lines(tmp_path / "s1.jsonl", session(), message("e1", None), b"{broken\n")
        whole = read_all(path)[0]
        with path.open("ab") as stream:
            stream.write(as_line(message("e2", "e1")) + b"\n")
        decoded = []
        monkeypatch.setattr(
            jsonl_scan, "decode_line", lambda data, **more: decoded.append(data) or decode_line(data, **more)
        )
        newer = self.read_newer(path, after_seq=1)
        assert [line.find(b'"e2"') > 0 for line in decoded] == [True, False]
        assert refs(newer) == [(3, "e2", "e1", "message")]
        assert (newer.earlier, newer.generation) == (2, whole.generation)
        assert codes(newer.problems) == {"malformed_line": 1, "blank_line": 1}

    def test_problems_of_known_lines_are_not_told_again(self, tmp_path):
        path = write_lines(tmp_path / "s1.jsonl", session(), b"{broken\n", message("e1", None))
        assert codes(read_all(path)[0].problems) == {"malformed_line": 1}
        assert self.read_newer(path, after_seq=2).problems == ()

    def test_a_half_written_line_is_read_once_it_is_whole(self, tmp_path):
        line = as_line(message("e2", "e1", "late"))
        path = write_lines(tmp_path / "s1.jsonl", session(), message("e1", None), line[:30])
        assert codes(read_all(path)[0].problems) == {"unfinished_line": 1}
        assert list_rows(path)[0][0].entries == 1
        with path.open("ab") as stream:
            stream.write(line[30:])
        newer = self.read_newer(path, after_seq=1)
        assert refs(newer) == [(2, "e2", "e1", "message")]
        assert newer.problems == ()
        assert list_rows(path)[0][0].entries == 2
        assert texts(read_all(path)[1]) == ["hello", "late"]

    def test_version_1_goes_on_in_its_chain(self, tmp_path):
        entry = {"type": "message", "message": {"role": "user", "content": "x"}}
        cut = {"type": "compaction", "summary": "s", "firstKeptEntryIndex": 1, "tokensBefore": 1}
        path = write_lines(tmp_path / "s1.jsonl", {"type": "session", "id": "s1"}, entry)
        read_all(path)
        with path.open("ab") as stream:
            stream.write(as_line(cut))
        assert refs(self.read_newer(path, after_seq=1)) == [(2, "line-2", "line-1", "compaction")]
        assert read_all(path)[1][1].first_kept_entry_id == "line-1"

    @pytest.mark.parametrize("in_place", [True, False])
    def test_a_rewritten_file_has_another_generation(self, tmp_path, in_place):
        path = write_lines(tmp_path / "s1.jsonl", session(), message("e1", None, "old"))
        whole = read_all(path)[0]
        target = path if in_place else tmp_path / "new"
        write_lines(target, session(), message("f1", None, "new"), message("f2", "f1", "more"))
        target.replace(path)
        newer = self.read_newer(path, after_seq=1)
        assert newer.generation != whole.generation
        assert texts(read_all(path)[1]) == ["new", "more"]

    def test_a_file_that_shrank_is_read_anew(self, tmp_path):
        path = write_lines(tmp_path / "s1.jsonl", session(), message("e1", None), message("e2", "e1"))
        assert len(read_all(path)[0].headers) == 2
        write_lines(path, session(), message("e1", None))
        assert refs(read_all(path)[0]) == [(1, "e1", None, "message")]
        assert list_rows(path)[0][0].entries == 1


def test_counts_go_on_where_they_ended(tmp_path):
    path = write_lines(tmp_path / "s1.jsonl", session(), message("e1", None), compaction("c1", "e1"))
    before = list_rows(path)[0][0]
    reset = {"type": "reset", "id": "r1", "parentId": "c1", "timestamp": "2026-03-02T00:00:00.000Z", "reason": "daily"}
    with path.open("ab") as stream:
        stream.write(as_line(reset))
    after = list_rows(path)[0][0]
    assert (before.entries, before.compactions, before.resets) == (2, 1, 0)
    assert (after.entries, after.compactions, after.resets) == (3, 1, 1)
    assert after.bytes == path.stat().st_size - 4
    assert after.updated_at_ms == 1_772_409_600_000


def test_types_are_counted_by_the_entry_and_not_by_its_content(tmp_path):
    nested = message("e1", None)
    nested["message"]["content"] = [
        {"type": "toolCall", "id": "t", "name": "x", "arguments": {"type": "compaction", "b": {"type": "reset"}}}
    ]
    late = {"id": "c1", "parentId": "e1", "summary": "s", "firstKeptEntryId": "e1", "tokensBefore": 1}
    spaced = json.dumps({**late, "type": "compaction"}).encode() + b"\n"
    path = write_lines(tmp_path / "s1.jsonl", session(), dict(reversed(nested.items())), spaced)
    row = list_rows(path)[0][0]
    assert (row.entries, row.compactions, row.resets) == (2, 1, 0)


def test_two_objects_on_a_line_have_their_own_seq_in_list_index_and_bodies(tmp_path):
    pair = as_line(message("e1", None, "a}{b")).rstrip(b"\n") + b" " + as_line(compaction("c1", "e1"))
    path = write_lines(tmp_path / "s1.jsonl", session(), pair, message("e2", "c1", 'odd }{" and } {" text'))
    index, entries, _ = read_all(path)
    assert [(header.seq, header.id) for header in index.headers] == [(1, "e1"), (2, "c1"), (3, "e2")]
    assert [entry.header.id for entry in entries] == ["e1", "c1", "e2"]
    row = list_rows(path)[0][0]
    assert (row.entries, row.compactions) == (3, 1)


def test_a_packed_transcript_reads_like_a_plain_one(tmp_path):
    lines = b"".join(as_line(line) for line in [session(), *(message(f"e{n}", None, f"t{n}") for n in range(500))])
    plain = write_lines(tmp_path / "s1.jsonl", lines)
    middle = len(lines) // 2
    frames = zstandard.compress(lines[:middle]) + zstandard.compress(lines[middle:])
    packed = write_lines(tmp_path / "s1.jsonl.zst", frames)
    (index, entries, _), (packed_index, packed_entries, _) = read_all(plain), read_all(packed)
    assert packed_index.headers == index.headers
    assert packed_entries == entries
    assert list_rows(packed)[0][0].bytes == list_rows(plain)[0][0].bytes == len(lines) - 501


@pytest.mark.parametrize("damage", ["cut", "scrambled", "no archive"])
def test_a_damaged_archive_gives_what_can_be_read_and_a_problem(tmp_path, damage):
    rng = random.Random(5)
    noise = [message(f"e{n}", None, rng.randbytes(400).hex()) for n in range(400)]
    packed = zstandard.compress(b"".join(as_line(line) for line in [session(), *noise]))
    data = {
        "cut": packed[: len(packed) // 2],
        "scrambled": packed[:90_000] + b"\xff" * 900,
        "no archive": b"PK\x03\x04",
    }
    path = write_lines(tmp_path / "s1.jsonl.zst", data[damage])
    index, entries, _ = read_all(path)
    assert codes(index.problems)["unreadable_transcript"] == 1
    assert "missing_session_header" not in codes(index.problems)
    assert len(entries) == len(index.headers) < 400
    if damage == "cut":
        assert len(entries) > 50


def test_any_bytes_give_problems_or_entries_never_an_exception(tmp_path):
    rng = random.Random(11)
    pieces = [
        as_line(session()),
        as_line(message("e1", None)),
        b"\n",
        b"\xff\xfe",
        b"\0",
        b"{",
        b"}",
        b'"',
        b"\r\n",
        b"NaN\n",
    ]
    for number in range(150):
        data = b"".join(rng.choice(pieces)[: rng.randint(1, 200)] for _ in range(rng.randint(0, 12)))
        path = write_lines(tmp_path / f"{number}.jsonl", data)
        index, entries, _ = read_all(path)
        assert len(entries) == len(index.headers)


def test_progress_is_told_in_bytes_of_the_file(tmp_path):
    path = write_lines(tmp_path / "s1.jsonl", session(), *(message(f"e{n}", None, "x" * 700_000) for n in range(5)))
    told = []
    with opened(path) as (reader, log):
        reader.read_index(reader.read_rows(log)[0], lambda *step: told.append(step))
    assert [what for what, _, _ in told] == ["transcript"] * 2
    assert all(0 < done <= total == path.stat().st_size for _, done, total in told)


def test_deep_nesting_is_a_problem(tmp_path):
    deep = b'{"type":"message","x":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n"
    index = read_all(write_lines(tmp_path / "s1.jsonl", session(), deep, message("e1", None)))[0]
    assert codes(index.problems) == {"malformed_line": 1}
    assert [header.id for header in index.headers] == ["e1"]


def test_a_lone_surrogate_is_kept(tmp_path):
    line = b'{"type":"message","id":"e1","parentId":null,"message":{"role":"user","content":"\\ud83d"}}\n'
    index, entries, _ = read_all(write_lines(tmp_path / "s1.jsonl", session(), line))
    assert index.problems == ()
    assert texts(entries) == ["\ud83d"]
