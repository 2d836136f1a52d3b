"""How OpenClaw spells an agent id: one rule for the configuration, the folders and the session keys."""

from __future__ import annotations

import re

from inspector.domain.javascript import js_trim
from inspector.runtime.configuration_rules import get_configuration_rules

_OTHER_CHARACTERS = re.compile(r"[^a-z0-9_-]+")


def normalize_agent_id(raw: str) -> str:
    """The id under which the runtime knows ``raw``; ``main`` where nothing of it can be kept.

    Source: OpenClaw 2026.9.6, ``normalizeAgentId``, prompt-side.md section 1.5.
    """
    rules = get_configuration_rules()
    trimmed = js_trim(raw)
    if rules.identifier.fullmatch(trimmed):
        return trimmed.lower()
    spelled = _OTHER_CHARACTERS.sub("-", trimmed.lower()).strip("-")[: rules.identifier_chars_max]
    return spelled or rules.default_agent_id
