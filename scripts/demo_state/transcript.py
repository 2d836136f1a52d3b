"""Builds one session's transcript entry by entry, as a run of OpenClaw 2026.9.6 would have stored it."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass

from demo_state.clock import IdSource, iso
from demo_state.json_dict import JsonDict
from demo_state.measuring import measure_message_tokens, measure_output_tokens
from demo_state.pruning import TTL_MS, Projection, result_key, run_round
from inspector.domain.javascript import js_json

SUMMARY_FRAME_CHARS = 107
_IMAGE_TURNS = 3


@dataclass(frozen=True)
class Route:
    """Which llm a session talks to. ``api`` also decides whether old tool results are pruned."""

    provider: str
    llm: str
    api: str
    window_tokens: int

    @property
    def prunes(self) -> bool:
        """Whether cache-time pruning works on this route (any anthropic-messages route)."""
        return self.api == "anthropic-messages"


@dataclass(frozen=True)
class TurnStart:
    """What stood in the context when a user's message arrived: the base of the pre-prompt estimate."""

    at_ms: int
    prompt: str
    messages: tuple[JsonDict, ...]


class Transcript:
    """One session id's entries, growing. ``entries[0]`` is the session header."""

    def __init__(self, session_id: str, route: Route, fixed_tokens: int, ids: IdSource, at_ms: int, cwd: str) -> None:
        self.session_id, self.route, self.fixed_tokens, self.ids = session_id, route, fixed_tokens, ids
        self.started_ms = self.now_ms = at_ms
        self.leaf: str | None = None
        self.entries: list[JsonDict] = [
            {"type": "session", "version": 4, "id": session_id, "timestamp": iso(at_ms), "cwd": cwd}
        ]
        self.projection = Projection()
        self.turn_start: TurnStart | None = None
        self._by_id: dict[str, JsonDict] = {}
        self._run_id = ""
        self._last_touch_ms = 0
        self._cached_tokens = 0
        self._snapshot_hash = ""

    # --- entries -----------------------------------------------------------------------------------------------

    def add(self, kind: str, *, id_digits: int = 0, **fields: object) -> JsonDict:
        """Append an entry of type ``kind`` at the leaf."""
        entry_id = self.ids.hex(id_digits) if id_digits else self.ids.uuid()
        place = {"id": entry_id, "parentId": self.leaf, "timestamp": iso(self.now_ms)}
        own = {"message", "summary", "reason", "fromId"} & fields.keys()
        entry = {"type": kind, **place, **fields} if own else {"type": kind, **fields, **place}
        self.entries.append(entry)
        self._by_id[entry_id] = entry
        self.leaf = entry_id
        return entry

    def open_with_settings(self, thinking_level: str) -> None:
        """The rows that precede a first message."""
        self.wait_ms(14)
        self.add("model_change", provider=self.route.provider, modelId=self.route.llm)
        self.wait_ms(60)
        self.add("thinking_level_change", thinkingLevel=thinking_level)
        self._add_model_snapshot()

    def change_llm(self, route: Route) -> None:
        """Go on with another llm."""
        self.route = route
        self.add("model_change", provider=route.provider, modelId=route.llm)
        self._add_model_snapshot()

    def reset(self, reason: str) -> JsonDict:
        """Start over: nothing before it is sent again."""
        entry = self.add("reset", id_digits=8, reason=reason)
        self.projection = Projection()
        self._snapshot_hash = ""
        return entry

    def compact(self, summary: str, first_kept_id: str, tokens_before: int) -> JsonDict:
        """Replace what comes before ``first_kept_id`` by ``summary``."""
        details: JsonDict = {"readFiles": [], "modifiedFiles": []}
        entry = self.add(
            "compaction",
            summary=summary,
            firstKeptEntryId=first_kept_id,
            tokensBefore=tokens_before,
            tokensAfter=0,
            details=details,
            fromHook=True,
            __openclaw={"itemId": self.ids.uuid()},
        )
        entry["tokensAfter"] = self.prompt_tokens() - self.fixed_tokens
        return entry

    def return_to(self, entry_id: str, summary: str) -> None:
        """Leave the present branch for ``entry_id``, with a summary of what was left."""
        left = self.leaf
        control = {"type": "leaf", "id": self.ids.uuid(), "parentId": left, "timestamp": iso(self.now_ms)}
        self.entries.append({**control, "targetId": entry_id})
        self.leaf = entry_id
        self.wait_ms(900)
        self.add("branch_summary", fromId=left, summary=summary)

    def wait_ms(self, milliseconds: int) -> None:
        """Let time pass."""
        self.now_ms += milliseconds

    # --- messages ----------------------------------------------------------------------------------------------

    def add_user(self, text: str, *, image: str | None = None, sender: JsonDict | None = None) -> JsonDict:
        """A user's message; opens a turn and, where it is due, a pruning round."""
        self.turn_start = TurnStart(self.now_ms, text, tuple(self.context_messages()))
        self._run_id = self.ids.uuid()
        content: object = text
        if image is not None:
            content = [{"type": "text", "text": text}, {"type": "image", "data": image, "mimeType": "image/png"}]
        who = {"senderIsOwner": True} if sender is None else _sender_fields(sender)
        message: JsonDict = {"role": "user", "content": content, "timestamp": self.now_ms}
        message |= {"idempotencyKey": f"{self._run_id}:user", "__openclaw": who}
        self.wait_ms(340)
        entry = self.add("message", message=message)
        self._prune_if_due()
        return entry

    def add_answer(self, blocks: list[JsonDict]) -> JsonDict:
        """An assistant's message; its usage is what the provider would count for the context before it."""
        prompt_tokens = self.prompt_tokens()
        calls = any(block["type"] == "toolCall" for block in blocks)
        message: JsonDict = {"role": "assistant", "content": blocks}
        message |= {"api": self.route.api, "provider": self.route.provider, "model": self.route.llm}
        message["usage"] = self._usage(prompt_tokens, measure_output_tokens(message))
        message |= {"stopReason": "toolUse" if calls else "stop", "timestamp": self.now_ms}
        message |= {"responseId": f"r{self.now_ms}{self.ids.hex(6)}", "__openclaw": {"runId": self._run_id}}
        if self.route.prunes:
            self._last_touch_ms = self.now_ms
        self._cached_tokens = prompt_tokens
        return self.add("message", message=message)

    def add_result(self, call: JsonDict, content: list[JsonDict], details: JsonDict | None) -> JsonDict:
        """A tool's result for ``call``."""
        failed = details is not None and details.get("status") == "error"
        message: JsonDict = {"role": "toolResult", "toolCallId": call["id"], "toolName": call["name"]}
        message |= {"content": content} | ({} if details is None else {"details": details})
        message |= {"isError": failed, "timestamp": self.now_ms, "__openclaw": {"runId": self._run_id}}
        self.wait_ms(4)
        return self.add("message", message=message)

    def close_turn(self) -> None:
        """The marker with which a pruning route ends a turn."""
        if self.route.prunes:
            touched = {"timestamp": self._last_touch_ms, "provider": self.route.provider, "modelId": self.route.llm}
            self.wait_ms(40)
            self.add("custom", customType="openclaw.cache-ttl", data=touched)

    def note_results(self) -> None:
        """The marker that remembers which tool results were sent, if it changed."""
        results = [message for message in self._stored_messages() if message["role"] == "toolResult"]
        keys = {result_key(message) for message in results}
        self.projection.modes = {key: mode for key, mode in self.projection.modes.items() if key in keys}
        frozen = [{"key": result_key(message), "sourceHash": _source_hash(message)} for message in results]
        snapshot: JsonDict = {"prunedToolResults": self.projection.as_json(), "ambiguousToolResultBaseKeys": []}
        snapshot["frozenToolResults"] = frozen
        if results and js_json(snapshot) != self._snapshot_hash:
            self._snapshot_hash = js_json(snapshot)
            self.wait_ms(6)
            self.add("custom", customType="openclaw.cache-ttl", data=snapshot)

    # --- questions ---------------------------------------------------------------------------------------------

    def path(self) -> list[JsonDict]:
        """The active branch, root first, without the header."""
        path, entry_id = [], self.leaf
        while entry_id is not None:
            path.append(self._by_id[entry_id])
            entry_id = path[-1]["parentId"]
        return path[::-1]

    def context_entries(self) -> list[JsonDict]:
        """Entries that the next request draws on: the last boundary and what it keeps, then what follows."""
        path = self.path()
        for index in range(len(path) - 1, -1, -1):
            if path[index]["type"] not in {"compaction", "reset"}:
                continue
            kept_id = path[index].get("firstKeptEntryId")
            kept = next((k for k in range(index) if path[k]["id"] == kept_id), index)
            return [path[index], *path[kept:index], *path[index + 1 :]]
        return path

    def context_messages(self) -> list[JsonDict]:
        """Messages of the next request as they are sent, summaries included."""
        messages = []
        for entry in self.context_entries():
            if entry["type"] == "message":
                messages.append(self.projection.apply_to(entry["message"]))
            elif entry["type"] in {"compaction", "branch_summary"}:
                messages.append({"role": "user", "content": entry["summary"] + "." * SUMMARY_FRAME_CHARS})
        return messages

    def prompt_tokens(self) -> int:
        """What the provider would count for the next request."""
        messages = self.context_messages()
        users = [index for index, message in enumerate(messages) if message["role"] == "user"]
        images_from = users[-_IMAGE_TURNS - 1] if len(users) > _IMAGE_TURNS else 0
        counted = (measure_message_tokens(m, with_images=i >= images_from) for i, m in enumerate(messages))
        return self.fixed_tokens + sum(counted)

    def last_usage(self) -> JsonDict:
        """Usage of the newest assistant message."""
        answers = [e["message"] for e in self.path() if e.get("message", {}).get("role") == "assistant"]
        usage: JsonDict = answers[-1]["usage"]
        return usage

    # --- inside ------------------------------------------------------------------------------------------------

    def _stored_messages(self) -> list[JsonDict]:
        return [entry["message"] for entry in self.context_entries() if entry["type"] == "message"]

    def _add_model_snapshot(self) -> None:
        self.wait_ms(45)
        data = {"timestamp": self.now_ms, "provider": self.route.provider, "modelApi": self.route.api}
        self.add("custom", customType="model-snapshot", data=data | {"modelId": self.route.llm})

    def _prune_if_due(self) -> None:
        if not self.route.prunes or not self._last_touch_ms or self.now_ms - self._last_touch_ms < TTL_MS:
            return
        if run_round(self._stored_messages(), self.projection, self.route.window_tokens):
            self._last_touch_ms = self.now_ms
            self._cached_tokens = 0
            self.note_results()

    def _usage(self, prompt_tokens: int, output_tokens: int) -> JsonDict:
        free = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0}
        warm = self.route.prunes and self.now_ms - self._last_touch_ms < TTL_MS
        read = min(self._cached_tokens, prompt_tokens) if warm else 0
        written = max(0, prompt_tokens - read - 3) if self.route.prunes else 0
        total = prompt_tokens + output_tokens
        usage: JsonDict = {"input": prompt_tokens - read - written, "output": output_tokens, "cacheRead": read}
        usage |= {"cacheWrite": written, "totalTokens": total, "cost": free}
        if self.route.prunes:
            usage["contextUsage"] = {"state": "available", "promptTokens": prompt_tokens, "totalTokens": total}
        return usage


def _sender_fields(sender: JsonDict) -> JsonDict:
    return {"senderId": sender["id"], "senderName": sender["name"], "senderIsOwner": False}


def _source_hash(message: JsonDict) -> str:
    texts = [block["text"] for block in message["content"] if block["type"] == "text"]
    digest = hashlib.sha256(js_json(texts).encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
