"""Which OpenClaw release came before which."""

from __future__ import annotations

import re

ReleaseOrder = tuple[int, int, int, int, int]
"""Year, month, release of the month, stage (beta before the release, re-release after it), number within the stage."""

_VERSION = re.compile(r"v?(\d+)\.(\d+)\.(\d+)(?:-(alpha|beta|rc)\.?(\d+)|-(\d+))?(?:\+.*)?", re.ASCII)
_STAGES = {"alpha": 0, "beta": 1, "rc": 2}
_RELEASED, _RELEASED_AGAIN = 3, 4


def find_release_order(version: str | None) -> ReleaseOrder | None:
    """Where ``version`` (``2026.7.2-beta.1``, ``2026.3.13-1``) stands among releases; None if it is no version."""
    match = _VERSION.fullmatch(version.strip()) if version is not None else None
    if match is None:
        return None
    year, month, number, stage, stage_number, again = match.groups()
    if stage is not None:
        return int(year), int(month), int(number), _STAGES[stage], int(stage_number)
    if again is not None:
        return int(year), int(month), int(number), _RELEASED_AGAIN, int(again)
    return int(year), int(month), int(number), _RELEASED, 0
