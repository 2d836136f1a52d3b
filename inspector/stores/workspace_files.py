"""Bootstrap files of a workspace as they lie on disk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inspector.domain.problems import ProblemLog

MAX_FILE_BYTES = 2_097_152
"""The runtime reads no larger bootstrap file (prompt-side.md section 3.1)."""


def read_workspace_texts(workspace: Path | None, names: Iterable[str], log: ProblemLog) -> dict[str, str]:
    """Text of each of ``names`` that lies in ``workspace``; bad UTF-8 becomes U+FFFD as in the runtime.

    A file that is not there is left out (the run report says so); one that cannot be read is a Problem.
    """
    texts: dict[str, str] = {}
    if workspace is None:
        return texts
    for name in names:
        path = workspace / name
        if Path(name).name != name:
            continue
        try:
            if not path.is_file():
                continue
            if path.stat().st_size > MAX_FILE_BYTES:
                message = (
                    f"It is larger than {MAX_FILE_BYTES:,} bytes; the runtime does not read it, nor is its text shown."
                )
                log.add("workspace_file_too_large", "warning", str(path), message)
                continue
            texts[name] = path.read_bytes().decode("utf-8", "replace")
        except OSError as error:
            log.add("workspace_file_unreadable", "warning", str(path), f"It cannot be read: {error.strerror}.")
    return texts
