import pytest
import zstandard
from jsonl_builder import as_line, codes, compaction, message, session

from inspector.domain.problems import ProblemLog
from inspector.stores.archived_blobs import read_blob_transcript

LINES = b"".join(map(as_line, [session("s9"), message("e1", None, "one"), compaction("c1", "e1"), message("e2", "c1")]))


@pytest.mark.parametrize(("encoding", "blob"), [("identity", LINES), ("zstd", zstandard.compress(LINES))])
def test_a_blob_is_read_like_a_file(encoding, blob):
    log = ProblemLog()
    transcript = read_blob_transcript(blob, encoding, "main.sqlite, archive a", log)
    assert transcript.index.session_id == "s9"
    assert [(header.seq, header.id) for header in transcript.index.headers] == [(1, "e1"), (2, "c1"), (3, "e2")]
    assert [entry.header.seq for entry in transcript.entries((1, 3))] == [1, 3]
    assert transcript.entries((1,))[0].message.text() == "one"
    assert log.problems() == ()


def test_missing_entries_of_a_blob_are_noted():
    log = ProblemLog()
    assert read_blob_transcript(LINES, "identity", "place", log).entries((7,), log) == ()
    assert [(problem.code, problem.place) for problem in log.problems()] == [("entry_not_found", "place, entry 7")]


@pytest.mark.parametrize("blob", [b"", LINES, zstandard.compress(LINES)[:-9]])
def test_a_damaged_blob_is_a_problem_with_its_place(blob):
    log = ProblemLog()
    transcript = read_blob_transcript(blob, "zstd", "main.sqlite, archive a", log)
    assert codes(log.problems()) in ({"unreadable_transcript": 1}, {"missing_session_header": 1})
    assert codes(log.problems()) == codes(transcript.index.problems)
    assert (blob == b"") == (codes(log.problems()) == {"missing_session_header": 1})
    assert all(problem.place == "main.sqlite, archive a" for problem in log.problems())


def test_problems_of_a_blob_name_its_lines():
    log = ProblemLog()
    read_blob_transcript(LINES + b"{broken\n", "identity", "place", log)
    assert [(problem.code, problem.place) for problem in log.problems()] == [("malformed_line", "place:5")]
