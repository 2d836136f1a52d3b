"""The sessions of the demo: which key, which turns, which row in the store."""

from __future__ import annotations

from dataclasses import dataclass, replace

from demo_state.clock import IdSource, november_ms
from demo_state.json_dict import JsonDict
from demo_state.measuring import estimate_boundary_tokens
from demo_state.playing import Player
from demo_state.prompt import Prompt, build_prompt
from demo_state.transcript import Route, Transcript
from demo_state.workspace import WORKSPACE, read_texts
from inspector.domain.javascript import utf16_length

AGENT = "main"
LARGE = Route("harbor", "harbor-large-1", "openai-completions", 128_000)
NEWER = replace(LARGE, llm="harbor-large-2")
LANTERN = Route("lantern", "lantern-8", "anthropic-messages", 100_000)
_RESERVE_TOKENS = 20_000
_MAIN_SCALE = 1.08


@dataclass(frozen=True)
class Window:
    """One session id of a key: its transcript, and why it began (``reason`` of ``session_windows``)."""

    transcript: Transcript
    reason: str | None = None
    previous_id: str | None = None


@dataclass(frozen=True)
class Session:
    """One session key with all its windows, the current one last, and its row."""

    key: str
    kind: str
    windows: tuple[Window, ...]
    entry: JsonDict
    scope: str = "conversation"
    archived_at_ms: int | None = None
    stored_as: str = "rows"

    @property
    def current(self) -> Transcript:
        """The transcript of the current session id."""
        return self.windows[-1].transcript


class SessionMaker:
    """Makes sessions over one workspace."""

    def __init__(self, files: dict[str, str]) -> None:
        self._files = files
        self._turns = read_texts("small_sessions")

    def make_all(self) -> list[Session]:
        """Every session of the demo."""
        return [
            self._main(),
            self._simple("telegram:direct:4711", "direct", "telegram", NEWER),
            self._simple("discord:channel:900100", "channel", "discord", NEWER, scope="channel"),
            self._shop(),
            self._simple("ops", "direct", "ops", LANTERN),
            self._simple("cron:nightly", "cron", "cron", NEWER),
            self._simple("subagent:9f2c6a10-5b7e-4d11-9c3a-2f8e0d6b4a77", "subagent", "subagent", NEWER),
            replace(
                self._simple("holiday-banner", "direct", "archived_banner", LARGE),
                archived_at_ms=november_ms("20 10:30"),
            ),
            replace(self._simple("code-names", "direct", "deleted_planning", LARGE), stored_as="deleted"),
            replace(self._simple("autumn-sale", "direct", "cold_autumn", LARGE), stored_as="cold"),
        ]

    def _main(self) -> Session:
        turns = read_texts("main_turns")
        summaries = list(read_texts("summaries")["main"])
        transcript, prompt = self._start("main", "main", "main", LARGE, turns[0]["at"])
        Player(transcript, self._files, "main", _MAIN_SCALE, summaries).play(turns)
        entry = _entry(transcript, prompt, "main", compactions=2)
        return Session(f"agent:{AGENT}:main", "main", (Window(transcript),), entry, scope="shared-main")

    def _simple(self, rest: str, kind: str, name: str, route: Route, scope: str = "conversation") -> Session:
        turns = self._turns[name]
        transcript, prompt = self._start(rest, kind, name, route, turns[0]["at"])
        Player(transcript, self._files, name, 1.0, []).play(turns)
        entry = _entry(transcript, prompt, kind)
        return Session(f"agent:{AGENT}:{rest}", kind, (Window(transcript),), entry, scope=scope)

    def _shop(self) -> Session:
        parts = {name: self._turns[f"shop_{name}"] for name in ("before_rollover", "before_reset", "after_reset")}
        first, _ = self._start("shop", "direct", "shop-1", LARGE, parts["before_rollover"][0]["at"])
        Player(first, self._files, "shop-1", 1.0, []).play(parts["before_rollover"])
        second, prompt = self._start("shop", "direct", "shop-2", NEWER, parts["before_reset"][0]["at"])
        player = Player(second, self._files, "shop-2", 1.0, [])
        player.play(parts["before_reset"])
        second.now_ms = november_ms("27 12:00")
        second.reset("new")
        second.open_with_settings("off")
        player.play(parts["after_reset"])
        windows = (Window(first, "initial"), Window(second, "rollover", first.session_id))
        return Session(f"agent:{AGENT}:shop", "direct", windows, _entry(second, prompt, "direct"))

    def _start(self, rest: str, kind: str, name: str, route: Route, at: str) -> tuple[Transcript, Prompt]:
        ids = IdSource(name)
        session_id = ids.uuid()
        prompt = build_prompt(f"agent:{AGENT}:{rest}", session_id, kind, self._files, route)
        transcript = Transcript(session_id, route, prompt.fixed_tokens, ids, november_ms(at) - 1500, WORKSPACE)
        transcript.open_with_settings("medium" if kind == "main" else "off")
        return transcript, prompt


def _entry(transcript: Transcript, prompt: Prompt, kind: str, compactions: int = 0) -> JsonDict:
    usage, start, route = transcript.last_usage(), transcript.turn_start, transcript.route
    assert start is not None
    updated_ms = transcript.now_ms + 15
    run = {"promptChars": utf16_length(start.prompt), "runtimeContextChars": 52, "modelOnlyPromptChars": 0}
    report = prompt.report | {"generatedAt": start.at_ms + 400, "model": route.llm, "currentTurn": run}
    total = usage["input"] + usage["cacheRead"] + usage["cacheWrite"]
    entry: JsonDict = {
        "sessionId": transcript.session_id,
        "updatedAt": updated_ms,
        "sessionStartedAt": transcript.started_ms,
        "lastInteractionAt": start.at_ms,
        "lastActivityAt": transcript.now_ms,
        "chatType": "channel" if kind == "channel" else "direct",
        "createdVia": "cron" if kind == "cron" else "spawn" if kind == "subagent" else "channel",
        "createdAt": transcript.started_ms,
        "delivery": {"kind": "internal"},
        "status": "done",
        "abortedLastRun": False,
        "modelProvider": route.provider,
        "model": route.llm,
        "contextTokens": route.window_tokens,
        "contextTokensSource": "resolved",
        "agentHarnessId": "openclaw",
        "compactionCount": compactions,
        "inputTokens": usage["input"],
        "outputTokens": usage["output"],
        "cacheRead": usage["cacheRead"],
        "cacheWrite": usage["cacheWrite"],
        "estimatedCostUsd": 0,
        "totalTokens": total,
        "totalTokensFresh": True,
        "totalTokensVersion": 1,
        "contextBudgetStatus": _budget_status(transcript, prompt),
        "skillsSnapshot": {
            "prompt": prompt.skills_prompt,
            "skills": _snapshot_skills(),
            "version": november_ms("15 08:00"),
        }
        | {"promptFormatVersion": 6},
        "systemPromptReport": report,
    }
    if route is LANTERN:
        entry |= {"providerOverride": route.provider, "modelOverride": route.llm}
    if compactions:
        entry["memoryFlush"] = {"kind": "succeeded", "compactionCount": compactions - 1, "failureCount": 0}
    return entry


def _snapshot_skills() -> list[JsonDict]:
    return [{"name": skill["name"], "skillKey": skill["name"]} for skill in read_texts("prompt_parts")["skills"]]


def _budget_status(transcript: Transcript, prompt: Prompt) -> JsonDict:
    start, route = transcript.turn_start, transcript.route
    assert start is not None
    reserve = min(_RESERVE_TOKENS, route.window_tokens // 4)
    budget = route.window_tokens - reserve
    estimate = estimate_boundary_tokens(start.prompt, prompt.chars, prompt.tools_json, list(start.messages))
    over = max(0, estimate - budget)
    return {
        "schemaVersion": 1,
        "source": "pre-prompt-estimate",
        "updatedAt": start.at_ms + 600,
        "provider": route.provider,
        "model": route.llm,
        "route": "compact_only" if over else "fits",
        "shouldCompact": over > 0,
        "estimatedPromptTokens": estimate,
        "contextTokenBudget": route.window_tokens,
        "promptBudgetBeforeReserve": budget,
        "reserveTokens": reserve,
        "effectiveReserveTokens": reserve,
        "remainingPromptBudgetTokens": max(0, budget - estimate),
        "overflowTokens": over,
        "toolResultReducibleChars": 0,
        "messageCount": len(start.messages),
        "unwindowedMessageCount": len(start.messages),
        "sessionId": transcript.session_id,
    }
