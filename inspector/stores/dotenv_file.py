"""``.env`` files: ``NAME=value`` lines that OpenClaw puts into its environment before it reads its configuration."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from inspector.domain.problems import ProblemLog
from inspector.runtime.configuration_rules import get_configuration_rules

_LINE = re.compile(
    r"""^[^\S\n]*(?:export[^\S\n]+)?(?P<name>[A-Za-z_][A-Za-z0-9_]*)
        (?:[^\S\n]*=[^\S\n]*|:[^\S\n]+)
        (?:"(?P<double>(?:\\"|[^"])*)"|'(?P<single>(?:\\'|[^'])*)'|`(?P<back>(?:\\`|[^`])*)`|(?P<bare>[^\#\n]*))
        [^\S\n]*(?:\#.*)?$""",
    re.MULTILINE | re.VERBOSE,
)


def parse_dotenv(text: str) -> dict[str, str]:
    r"""Names and values in ``text``; the last of a name counts. Lines of another shape are passed over.

    Quotes go, and only between double ones do ``\n`` and ``\r`` become line ends (what the ``dotenv`` package does).
    """
    found = (match.groupdict() for match in _LINE.finditer(text.replace("\r\n", "\n").replace("\r", "\n")))
    return {match["name"]: _value(match) for match in found}


def _value(match: Mapping[str, str | None]) -> str:
    double = match["double"]
    if double is not None:
        return double.replace("\\n", "\n").replace("\\r", "\r")
    single = match["single"] if match["single"] is not None else match["back"]
    return single if single is not None else (match["bare"] or "").strip()


def read_dotenv(path: Path, log: ProblemLog) -> dict[str, str]:
    """Names and values of the file, empty where there is none.

    Problems: ``dotenv_unreadable`` (never with a value of it).
    """
    try:
        if not path.is_file():
            return {}
        if path.stat().st_size > get_configuration_rules().dotenv_bytes_max:
            log.add("dotenv_unreadable", "warning", str(path), "This .env file is too large: OpenClaw ignores it.")
            return {}
        data = path.read_bytes()
    except OSError as error:
        log.add("dotenv_unreadable", "warning", str(path), f"This .env file cannot be read ({error.strerror}).")
        return {}
    return parse_dotenv(data.decode("utf-8", "replace"))
