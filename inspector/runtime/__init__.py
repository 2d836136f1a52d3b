"""OpenClaw's numbers by version, read from ``resources/runtime``, and the budgets that follow from them."""

from inspector.runtime.known_releases import get_runtime_rules
from inspector.runtime.rules import RuntimeRules

__all__ = ["RuntimeRules", "get_runtime_rules"]
