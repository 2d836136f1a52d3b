"""Names that vulture must not call dead: somebody else calls or reads them. One line a name, grouped by who does.

Only names whose use vulture cannot see belong here. A name that nobody needs is removed instead.
"""

from __future__ import annotations


class _Used:
    """Counts every attribute asked of it as used."""

    def __getattr__(self, name: str) -> object:
        return name


_ = _Used()

# Qt calls these overrides (those named ...Event are left out by pattern, in pyproject.toml).
_.event
_.eventFilter
_.sizeHint
_.minimumSizeHint
_.heightForWidth
_.hasHeightForWidth
_.expandingDirections
_.setGeometry
_.addItem
_.itemAt
_.takeAt
_.paint
_.drawBranches
_.createMimeDataFromSelection
_.rowCount
_.columnCount
_.headerData
_.hasChildren

# Python calls these.
_.text_factory

# watchdog and the standard library call these.
_.on_any_event
_.readinto

# Compared as a part of its value, never on its own.
_.change_counter

# Numbers of the runtime that are read and checked with their file; the rules that use them come one by one.
_.safety_factor
_.keep_recent_tokens
_.stored_max_chars
_.stored_min_keep_chars
_.pruning
_.ttl_ms
_.soft_share
_.hard_share
_.hard_min_chars
_.soft_above_chars
_.soft_head_chars
_.soft_tail_chars
_.protected_assistants
_.hard_placeholder
_.bootstrap
_.optional_files
_.file_max_chars
_.total_max_chars
_.user_file_max_chars
_.min_remaining_chars
_.read_max_bytes
_.skills
_.prompt_max_chars
_.prompt_max_skills
_.window_divisor
_.max_events
_.max_bytes
_.min_bytes
_.bytes_per_window_token
_.default_window_tokens

# Facts of the store and the transcript that are read with the rest; the panels and rules that use them come one by one.
_.cwd
_.parent_session
_.tokens_before
_.tokens_after
_.from_hook
_.from_id
_.agent_dir
_.index_path
_.last_usage_index

# Rules of the runtime that its goldens already hold; the issues on prompt, pruning and compaction call them.
_.slice_utf16
_.is_compaction_due
_.tool_results_total_max_chars
_.agent_setting
_.estimate_message_chars
_.is_real_conversation_message
_.estimate_context_tokens
_.estimate_message_pressure_tokens
_.estimate_rendered_prompt_tokens
_.estimate_tool_schema_tokens

# Colours that the style sheet names, and the two themes by name for tests and the gallery.
_.accent
_.on_accent
_.accent_hover
_.thumb
_.thumb_hover
_.FONT_SIZES_PX
_.dark
_.light
_.content_rect
_.find_tile
