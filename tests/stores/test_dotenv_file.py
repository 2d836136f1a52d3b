"""``.env`` files."""

from __future__ import annotations

from inspector.domain.problems import ProblemLog
from inspector.stores.dotenv_file import parse_dotenv, read_dotenv


def test_lines_of_every_usual_shape():
    text = "\n".join(
        [
            "# a comment",
            "PLAIN=one two # said so",
            "export EXPORTED = three",
            "COLON: four",
            'DOUBLE="a\\nb # c"',
            "SINGLE='a\\nb'",
            'TICKS=`it\'s "so"`',
            "EMPTY=",
            "no line of this kind",
            "TWICE=1",
            "TWICE=2",
        ]
    )
    assert parse_dotenv(text) == {
        "PLAIN": "one two",
        "EXPORTED": "three",
        "COLON": "four",
        "DOUBLE": "a\nb # c",
        "SINGLE": "a\\nb",
        "TICKS": 'it\'s "so"',
        "EMPTY": "",
        "TWICE": "2",
    }


def test_windows_line_ends_and_quoted_line_breaks():
    assert parse_dotenv('A=1\r\nB="x\r\ny"\r\nC=3') == {"A": "1", "B": "x\ny", "C": "3"}


def test_no_file_is_nothing_and_no_problem(tmp_path):
    log = ProblemLog()
    assert read_dotenv(tmp_path / ".env", log) == {}
    assert log.problems() == ()


def test_a_file_that_is_too_large_is_left_out(tmp_path):
    file = tmp_path / ".env"
    file.write_text("SECRET=sk-1\n" + "#" * 1_048_576, "utf-8")
    log = ProblemLog()
    assert read_dotenv(file, log) == {}
    (problem,) = log.problems()
    assert (problem.code, problem.place) == ("dotenv_unreadable", str(file))
    assert "sk-1" not in problem.message


def test_bad_bytes_do_not_hide_the_rest(tmp_path):
    (tmp_path / ".env").write_bytes(b"A=\xff\nB=2\n")
    assert read_dotenv(tmp_path / ".env", ProblemLog()) == {"A": "\ufffd", "B": "2"}
