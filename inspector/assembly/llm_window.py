"""How large the context window of a session's llm is, who says so, and what is kept free in it.

Mirrors OpenClaw 2026.9.6 ``resolveContextWindowInfo``, prompt-side.md sections 2.1 to 2.5. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from inspector.domain.contexts import ContextWindow, Llm
from inspector.domain.json_values import JsonObject, find_int, find_text, get_list, get_object
from inspector.runtime import RuntimeRules
from inspector.runtime.budgets import compaction_reserve_tokens, evaluate_window_guard
from inspector.runtime.rules import CatalogRow

_LONG_WINDOW_MARK = "[1m]"


@dataclass(frozen=True, slots=True)
class _Finding:
    """A window, who says so, and what people should know; ``reference_tokens`` is the window before a cap of it."""

    tokens: int
    source: str
    notes: tuple[str, ...] = ()
    reference_tokens: int | None = None


def resolve_context_window(
    llm: Llm, config: JsonObject, session_entry: JsonObject, rules: RuntimeRules
) -> ContextWindow:
    """The window that the next run of a session would use.

    In order: the configured row of the llm; the catalog's row or a window that the runtime holds fixed; what the last
    run used, where it was the same llm; the runtime's default. A choice that the session made among several windows
    caps the result.

    Args:
        llm: what answers next.
        config: ``openclaw.json`` as read.
        session_entry: the stored session entry, may be empty.
        rules: the runtime's numbers.

    Source: OpenClaw 2026.9.6, ``resolveContextWindowInfo``, prompt-side.md section 2.1; source ``session`` is ours:
    the runtime also knows windows that providers told it, of which only the last run's trace is stored.
    """
    finding = _apply_choice(_find_window(llm, config, session_entry, rules), llm, session_entry, rules)
    finding = _apply_agent_cap(finding, config, rules)
    reserve = compaction_reserve_tokens(finding.tokens, rules)
    conflicts = _name_conflicts(finding, llm, session_entry)
    assumption = (rules.assumption,) if rules.assumption is not None else ()
    return ContextWindow(
        tokens=finding.tokens,
        source=finding.source,
        reserve_tokens=reserve,
        budget_tokens=finding.tokens - reserve,
        guard=evaluate_window_guard(finding.tokens, rules, finding.reference_tokens).guard,
        notes=(*finding.notes, *conflicts, *assumption),
    )


def _find_window(llm: Llm, config: JsonObject, session_entry: JsonObject, rules: RuntimeRules) -> _Finding:
    row = _find_catalog_row(llm, rules)
    fixed_tokens = _find_fixed_tokens(llm, config, rules)
    configured = _find_configured_tokens(llm, config, row, fixed_tokens)
    if configured is not None:
        return _Finding(configured, "modelsConfig")
    if fixed_tokens is not None:
        return _Finding(fixed_tokens, "model")
    if row is not None:
        return _Finding(row.cap_tokens or row.window_tokens, "model")
    return _find_unlisted_window(llm, session_entry, rules)


def _find_unlisted_window(llm: Llm, session_entry: JsonObject, rules: RuntimeRules) -> _Finding:
    used = _find_used_tokens(llm, session_entry)
    if used is not None:
        note = f"Neither the configuration nor the catalog knows {_name(llm)}; the window is what its last run used."
        return _Finding(used, "session", (note,))
    similar = [row for (_, llm_id), row in rules.catalog.items() if llm_id == llm.id]
    if similar:
        tokens = min(row.cap_tokens or row.window_tokens for row in similar)
        note = f"The catalog knows {llm.id} from other providers only; the smallest of their windows is assumed."
        return _Finding(tokens, "model", (note,))
    note = f"Nothing says how large the window of {_name(llm)} is; OpenClaw's default is assumed."
    return _Finding(rules.window.default_tokens, "default", (note,))


def _name(llm: Llm) -> str:
    if llm.id is None:
        return "the llm, which the state does not name,"
    return llm.id if llm.provider is None else f"{llm.provider}/{llm.id}"


def _find_positive(value: JsonObject, key: str) -> int | None:
    number = find_int(value, key)
    return number if number is not None and number > 0 else None


def _find_used_tokens(llm: Llm, session_entry: JsonObject) -> int | None:
    """The window of the last run, if that was with ``llm``."""
    used_provider, used_id = find_text(session_entry, "modelProvider"), find_text(session_entry, "model")
    if used_provider not in {None, llm.provider} or used_id not in {None, llm.id}:
        return None
    return _find_positive(session_entry, "contextTokens")


def _find_catalog_row(llm: Llm, rules: RuntimeRules) -> CatalogRow | None:
    if llm.provider is None or llm.id is None:
        return None
    return rules.catalog.get((llm.provider.strip().lower(), llm.id))


def _configured_rows(llm: Llm, config: JsonObject) -> Iterator[JsonObject]:
    """Rows of ``models.providers.P.models`` for the llm; provider names compare trimmed and in lower case."""
    providers = get_object(get_object(config, "models"), "providers")
    wanted = (llm.provider or "").strip().lower()
    for name, provider in providers.items():
        if name.strip().lower() == wanted:
            rows = get_list(provider, "models")
            yield from (row for row in rows if isinstance(row, Mapping) and row.get("id") == llm.id)


def _find_configured_tokens(
    llm: Llm, config: JsonObject, row: CatalogRow | None, fixed_tokens: int | None
) -> int | None:
    """Window of the configured row; what it leaves out is filled from the catalog, as the runtime does on loading."""
    for configured in _configured_rows(llm, config):
        window = _find_positive(configured, "contextWindow") or (row.window_tokens if row else None)
        cap = _find_positive(configured, "contextTokens") or (row.cap_tokens if row else None)
        if cap is None:
            if window is not None:
                return window
            continue
        limit = window if fixed_tokens is None else fixed_tokens
        return cap if limit is None else min(cap, limit)
    return None


def _find_fixed_tokens(llm: Llm, config: JsonObject, rules: RuntimeRules) -> int | None:
    """The window of an llm that the runtime holds to have a long one, whatever a catalog says; prompt-side.md 2.3."""
    provider = (llm.provider or "").strip().lower()
    name = (llm.id or "").rsplit("/", 1)[-1].lower()
    for sign in "._ ":
        name = name.replace(sign, "-")
    bare = name.removesuffix(_LONG_WINDOW_MARK)
    patterns = rules.window.fixed_ids.get(provider, ())
    if bare != name or _asks_long_window(llm, config):
        patterns += rules.window.fixed_ids_on_request.get(provider, ())
    return rules.window.fixed_tokens if any(fnmatchcase(bare, pattern) for pattern in patterns) else None


def _asks_long_window(llm: Llm, config: JsonObject) -> bool:
    """Whether ``params.context1m`` is true for the llm, in ``agents.defaults.models`` or its configured row."""
    allowed = get_object(get_object(get_object(config, "agents"), "defaults"), "models")
    rows = (get_object(allowed, f"{llm.provider}/{llm.id}"), *_configured_rows(llm, config))
    return any(get_object(row, "params").get("context1m") is True for row in rows)


def _apply_choice(finding: _Finding, llm: Llm, session_entry: JsonObject, rules: RuntimeRules) -> _Finding:
    """Where the catalog offers several windows, the session's choice (or the catalog's default) caps the result."""
    row = _find_catalog_row(llm, rules)
    if row is None or not row.choices:
        return finding
    chosen = find_text(session_entry, "contextWindow")
    notes = finding.notes
    if chosen is not None and chosen not in row.choices:
        notes += (f"The session chose a window that {_name(llm)} does not offer; the catalog's default is assumed.",)
    choice = chosen if chosen in row.choices else row.default_choice
    limit = row.choices.get(choice or "", finding.tokens)
    return _Finding(min(finding.tokens, limit), finding.source, notes, finding.reference_tokens)


def _apply_agent_cap(finding: _Finding, config: JsonObject, rules: RuntimeRules) -> _Finding:
    """``agents.defaults.contextTokens`` capped the window until the key was removed; prompt-side.md section 11."""
    cap = _find_positive(get_object(get_object(config, "agents"), "defaults"), "contextTokens")
    if not rules.window.agent_cap or cap is None or cap >= finding.tokens:
        return finding
    return _Finding(cap, "agentContextTokens", finding.notes, finding.tokens)


def _name_conflicts(finding: _Finding, llm: Llm, session_entry: JsonObject) -> tuple[str, ...]:
    used = _find_used_tokens(llm, session_entry)
    if used is None or used == finding.tokens:
        return ()
    return (f"The last run of this session used a window of {used:,} tokens; now it would be {finding.tokens:,}.",)
