"""Numbers as people read them, the same in the window and on the command line."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

_STEPS = ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k"))
_BYTE_STEPS = ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB"))


def format_count(count: int | None) -> str:
    """``26,594``; an unknown number is the word."""
    return "unknown" if count is None else f"{count:,}"


def count_words(count: int, one: str, many: str | None = None) -> str:
    """``1 session``, ``1,204 sessions``; ``many`` where an s is not enough."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def format_short(count: int | None) -> str:
    """``26.6k``, ``1.2M``, ``940``."""
    if count is None:
        return "unknown"
    for step, suffix in _STEPS:
        if abs(count) >= step:
            return f"{count / step:.1f}{suffix}"
    return str(count)


def format_bytes(size_bytes: int | None) -> str:
    """``412.5 MB``, ``12 bytes``."""
    if size_bytes is None:
        return "unknown"
    for step, unit in _BYTE_STEPS:
        if size_bytes >= step:
            return f"{size_bytes / step:.1f} {unit}"
    return f"{size_bytes} bytes"


def format_share(part: int, whole: int) -> str:
    """``41.6 %``; a dash where there is no whole, ``< 0.1 %`` rather than a false zero."""
    if whole <= 0:
        return "–"
    share = 100 * part / whole
    return "< 0.1 %" if 0 < share < 0.1 else f"{share:.1f} %"


def format_moment(moment_ms: int | None, zone: tzinfo | None = None) -> str:
    """``2026-11-28 14:05`` in ``zone`` (the machine's own by default)."""
    if moment_ms is None:
        return "unknown"
    try:
        moment = datetime.fromtimestamp(moment_ms / 1000, tz=UTC)
    except (OverflowError, OSError, ValueError):
        return "unknown"
    return moment.astimezone(zone).strftime("%Y-%m-%d %H:%M")
