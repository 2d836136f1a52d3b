"""The type of the JSON objects that the demo is built from."""

from __future__ import annotations

from typing import Any

JsonDict = dict[str, Any]
"""A JSON object that is still being put together; what the program itself reads is a read-only ``JsonObject``."""
