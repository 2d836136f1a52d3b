"""The runtime's numbers as typed values, one class a group of ``resources/runtime/<version>.json``.

No number stands here: the resource holds each with the source it was taken from. Mirrors OpenClaw 2026.9.6 and, where
``resources/runtime/versions.json`` says so, what older releases had different.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CharWeights:
    """Which characters count for more than their length.

    Attributes:
        basic: (weight, pattern of one or more such characters) up to U+FFFF, disjoint; empty where the release weighs
            nothing. Patterns that stay below that bound match several times faster.
        any_basic: finds a character of any of these; matches nothing where there are none.
        supplementary: the same above U+FFFF.
    """

    basic: tuple[tuple[int, re.Pattern[str]], ...]
    any_basic: re.Pattern[str]
    supplementary: tuple[tuple[int, re.Pattern[str]], ...]


@dataclass(frozen=True, slots=True)
class EstimateRules:
    """How the runtime makes tokens of text (prompt-side.md sections 8.6, 8.7 and 9; history-side.md section 6.1)."""

    chars_per_token: int
    json_chars_per_token: int
    tool_result_chars_per_token: int
    message_overhead_tokens: int
    block_overhead_tokens: int
    safety_factor: float
    tool_result_minimum_weight: int
    other_message_chars: int
    compaction_wrapper_chars: int
    branch_wrapper_chars: int
    image_omission_notice: str
    other_omission_notice: str
    omission_overhead_chars: int
    conversation_lookback_messages: int
    char_weights: CharWeights


@dataclass(frozen=True, slots=True)
class ImageRules:
    """What a picture weighs: in an estimate, in a tool result of ``/context``, in the pre-prompt pressure."""

    estimate_chars: int
    tool_result_chars: int
    pressure_tokens: int


@dataclass(frozen=True, slots=True)
class WindowRules:
    """The context window and its guard (prompt-side.md sections 2.1 to 2.3).

    Attributes:
        default_tokens: where nothing is known of the llm.
        hard_min_tokens, hard_min_share: below the larger of the two a run is blocked.
        warn_below_tokens, warn_below_share: below the larger of the two it is warned about.
        agent_cap: whether ``agents.*.contextTokens`` caps the window.
        fixed_tokens: the window of the llms below, whatever a catalog says.
        fixed_ids: shell patterns on the last path segment of an llm's id, by provider.
        fixed_ids_on_request: the same, only where the long window was asked for.
    """

    default_tokens: int
    hard_min_tokens: int
    hard_min_share: float
    warn_below_tokens: int
    warn_below_share: float
    agent_cap: bool
    fixed_tokens: int
    fixed_ids: Mapping[str, tuple[str, ...]]
    fixed_ids_on_request: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CompactionRules:
    """What is kept free and kept verbatim; ``reserve_share`` is None where the window does not cap the reserve."""

    reserve_tokens: int
    reserve_floor_tokens: int
    reserve_share: float | None
    keep_recent_tokens: int


@dataclass(frozen=True, slots=True)
class ToolResultRules:
    """Caps on tool results.

    Attributes:
        window_share: of the window that one result may take.
        max_chars_by_window_tokens: (window from, cap of one result), ascending.
        total_window_share: of the window that all results may take.
        total_min_results: so many results at their cap always fit.
        stored_max_chars: cap when a result is written, None where it is stored whole.
        stored_min_keep_chars: what such a cut keeps at least.
    """

    window_share: float
    max_chars_by_window_tokens: tuple[tuple[int, int], ...]
    total_window_share: float
    total_min_results: int
    stored_max_chars: int | None
    stored_min_keep_chars: int


@dataclass(frozen=True, slots=True)
class PruningRules:
    """Local pruning after the cache time (history-side.md section 5); shares are of the window in chars."""

    ttl_ms: int
    soft_share: float
    hard_share: float
    hard_min_chars: int
    soft_above_chars: int
    soft_head_chars: int
    soft_tail_chars: int
    protected_assistants: int
    hard_placeholder: str


@dataclass(frozen=True, slots=True)
class BootstrapRules:
    """Workspace files in the prompt; a cap is None where the release has none (prompt-side.md sections 3.1, 3.4)."""

    files: tuple[str, ...]
    optional_files: tuple[str, ...]
    file_max_chars: int
    total_max_chars: int | None
    user_file_max_chars: int | None
    min_remaining_chars: int
    read_max_bytes: int


@dataclass(frozen=True, slots=True)
class SkillRules:
    """The skills catalog; ``window_divisor`` is None where the release does not shorten it to the window."""

    prompt_max_chars: int
    prompt_max_skills: int
    window_divisor: int | None


@dataclass(frozen=True, slots=True)
class LoadingRules:
    """How much of a transcript a run loads at most (history-side.md section 1.8)."""

    max_events: int
    max_bytes: int
    min_bytes: int
    bytes_per_window_token: int
    default_window_tokens: int


@dataclass(frozen=True, slots=True)
class CounterRules:
    """The session entry's counters; ``total_tokens_version`` is None where entries carry no version."""

    total_tokens_version: int | None


@dataclass(frozen=True, slots=True)
class CatalogRow:
    """An llm of the bundled catalog.

    Attributes:
        window_tokens: its context window.
        cap_tokens: what a run uses of it, None for all.
        choices: windows that a session may choose from, by the choice's id; empty where there is only one.
        default_choice: the id that holds without a choice.
    """

    window_tokens: int
    cap_tokens: int | None
    choices: Mapping[str, int]
    default_choice: str | None


@dataclass(frozen=True, slots=True)
class RuntimeRules:
    """Everything this program knows of one release's numbers.

    Attributes:
        version: the release whose rules these are.
        assumption: a sentence for people where they stand in for another release, else None.
        catalog: the bundled catalog of llms, by (provider, id); that of the newest release for all versions.
    """

    version: str
    assumption: str | None
    estimates: EstimateRules
    images: ImageRules
    window: WindowRules
    compaction: CompactionRules
    tool_results: ToolResultRules
    pruning: PruningRules
    bootstrap: BootstrapRules
    skills: SkillRules
    loading: LoadingRules
    counters: CounterRules
    catalog: Mapping[tuple[str, str], CatalogRow]

    @property
    def assumed(self) -> bool:
        """Whether these rules stand in for a release that is not known."""
        return self.assumption is not None
