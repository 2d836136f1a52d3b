"""How workspace files are cut before they enter the prompt, as the runtime does it.

Source: OpenClaw 2026.9.6, ``trimBootstrapContent`` and ``trimAgentsBootstrapContent``, prompt-side.md sections 3.5 and
3.6.
"""

from __future__ import annotations

import re

from inspector.domain.javascript import js_trim, js_trim_end, slice_utf16, utf16_length

FILE_LIMIT_CHARS, TOTAL_LIMIT_CHARS, USER_LIMIT_CHARS = 20_000, 60_000, 4_000
_LINE_LIMIT_CHARS = 240
_ASCII_WORDS = (
    "AGENTS\\.md|scoped|required|must|never|do not|before subtree|read scoped|owner|security|secret|credential|test"
    "|validation|command|commit|push|github|pr"
)
_HIGH_WORDS = "AGENTS\\.md|scoped|required|must|never|do not|before subtree|read scoped|security|secret|credential"
_SIGNS = ["🔴", "禁止", "嚴禁", "不得", "絕不", "絕對不", "切勿"]
_KEYWORD = re.compile(rf"\b(?:{_ASCII_WORDS})\b|{'|'.join([*_SIGNS, '必須', '務必', '一律', '紅線'])}", re.I | re.A)
_HIGH = re.compile(rf"\b(?:{_HIGH_WORDS})\b|{'|'.join(_SIGNS)}", re.I | re.A)
_LISTED = re.compile(r"(?:#{1,6}|\s*[-*+]|\s*\d+[.)])\s+\S")


def trim_file(name: str, content: str) -> str:
    """``content`` of the bootstrap file ``name`` as it is injected under the default limits."""
    text = js_trim_end(content)
    limit = USER_LIMIT_CHARS if name == "USER.md" else FILE_LIMIT_CHARS
    if utf16_length(text) <= limit:
        return text
    return _trim_agents(text, limit) if name == "AGENTS.md" else _trim_ordinary(name, text, limit)


def _trim_ordinary(name: str, text: str, limit: int) -> str:
    total = utf16_length(text)

    def marker(head: int, tail: int) -> str:
        kept = f"…(truncated {name}: kept {head}+{tail} chars of {total})…"
        return f"\n[...truncated, read {name} for full content...]\n{kept}\n"

    head = tail = 0
    for _ in range(3):
        budget = max(0, limit - utf16_length(marker(head, tail)) - (head > 0) - (tail > 0))
        head, tail = int(0.75 * budget), int(0.25 * budget)
    over = head + tail + 2 + utf16_length(marker(head, tail)) - limit
    tail = max(0, tail - max(0, over))
    return "\n".join((slice_utf16(text, 0, head), marker(head, tail), slice_utf16(text, total - tail, total)))


def _trim_agents(text: str, limit: int) -> str:
    head, tail, digest_limit = int(0.45 * limit), int(0.15 * limit), int(0.35 * limit)
    candidates = _policy_lines(text)
    selected = _select_lines(candidates, digest_limit)
    digest = "\n".join(candidates[index][0] for index in sorted(selected))
    omitted = len(candidates) - len(selected)
    total, size = utf16_length(text), utf16_length(digest)
    while True:
        parts = [
            slice_utf16(text, 0, head),
            "[...truncated, read AGENTS.md for full content...]",
            *(["[Policy digest from AGENTS.md]", digest] if digest else []),
            *([f"[...{omitted} more policy lines omitted...]"] if omitted else []),
            f"…(truncated AGENTS.md: kept {head}+policy {size}+{tail} chars of {total})…",
            *([slice_utf16(text, total - tail, total)] if tail else []),
        ]
        rendered = "\n".join(parts)
        over = utf16_length(rendered) - limit
        if over <= 0:
            return rendered
        tail, head = (max(0, tail - over), head) if tail else (tail, max(1, head - over))


def _policy_lines(text: str) -> list[tuple[str, bool]]:
    """Candidates for the digest in file order, each with whether it is of high priority."""
    candidates: list[tuple[str, bool]] = []
    pending = ""
    for raw in re.split(r"\r?\n", text):
        line = re.sub(r"\s+", " ", js_trim(raw))
        if utf16_length(line) > _LINE_LIMIT_CHARS:
            line = slice_utf16(line, 0, _LINE_LIMIT_CHARS - 1) + "…"
        if not line or line.startswith(("```", "~~~")):
            pending = ""
        elif _LISTED.match(line) or _KEYWORD.search(line):
            candidates.append((f"{pending}\n{line}" if pending else line, bool(_HIGH.search(line))))
            pending = ""
        else:
            pending = line
    return candidates


def _select_lines(candidates: list[tuple[str, bool]], limit: int) -> set[int]:
    selected: set[int] = set()
    used = 0
    for wanted in (True, False):
        for index, (line, high) in enumerate(candidates):
            cost = utf16_length(line) + (1 if selected else 0)
            if high is wanted and used + cost <= limit:
                selected.add(index)
                used += cost
    return selected
