"""Times and ids of the demo: fixed, derived from names, the same on every machine."""

from __future__ import annotations

import random
import uuid
from datetime import UTC, datetime


def seeded(name: str) -> random.Random:
    """A random source that depends on ``name`` only."""
    return random.Random(f"kelp-and-oak/{name}")  # noqa: S311 - made-up text, no secrets


def november_ms(day_and_time: str) -> int:
    """Epoch milliseconds of ``"17 09:15"``: day of November 2026 and time in UTC."""
    moment = datetime.strptime(f"2026-11-{day_and_time}", "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    return int(moment.timestamp() * 1000)


def iso(at_ms: int) -> str:
    """``at_ms`` as the runtime writes it: ISO 8601 with milliseconds and ``Z``."""
    moment = datetime.fromtimestamp(at_ms / 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at_ms % 1000:03}Z"


class IdSource:
    """Ids in the runtime's shapes, in a fixed order for a given name."""

    def __init__(self, name: str) -> None:
        self._random = seeded(f"ids/{name}")

    def uuid(self) -> str:
        """A version 4 UUID."""
        return str(uuid.UUID(int=self._random.getrandbits(128), version=4))

    def hex(self, digits: int) -> str:
        """``digits`` hexadecimal digits."""
        return f"{self._random.getrandbits(4 * digits):0{digits}x}"
