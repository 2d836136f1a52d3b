"""Plays written turns into a transcript: the user speaks, tools answer, the assistant concludes."""

from __future__ import annotations

import json
import random

from demo_state.clock import november_ms, seeded
from demo_state.compacting import compact_if_due
from demo_state.json_dict import JsonDict
from demo_state.tool_output import make_output, make_picture
from demo_state.transcript import Route, Transcript
from demo_state.workspace import WORKSPACE, search_notes
from inspector.domain.javascript import js_json, utf16_length
from inspector.domain.json_values import JsonValue

RESULT_LIMIT_CHARS = 16_000
_SIGNATURE = "cmVhc29uaW5nLXByb29m" * 5
_IMAGE_KILOBYTES = 18
_RUNBOOK_TOP_CHARS, _RUNBOOK_CHARS = 5200, 11_400

_JUN = """倉庫のハンディ端末、来週から充電は12時〜13時に変わります。輸出は13時以降でお願いします。
「held」の注文はいつからですか。"""
_AOKI = """发票 2026-11-0417 青木户外用品有限公司
帐篷（绿）  120 件  单价 24.50 欧元
睡垫（沙色） 80 件  单价 15.50 欧元
合计：4,180.00 欧元（折合人民币 32,604.00 元，汇率 7.80）
付款期限：收到货物后三十天。如有差额，以欧元金额为准。"""
_RUNBOOK_DECISION = """
## Deploys

Settled on 17 November with Sam and Mika: PostgreSQL 15 stays until the January freeze is over.
Every change that touches orders is announced on the radio as ORD-7741, twice, before the first host.
"""


class Player:
    """Plays turns into one transcript.

    Args:
        transcript: grows with every turn.
        files: workspace files, for tools that show them.
        name: seeds the output of tools.
        scale: factor for the length of tool output.
        summaries: bodies of compaction summaries, taken in order when one is due.
    """

    def __init__(
        self, transcript: Transcript, files: dict[str, str], name: str, scale: float, summaries: list[str]
    ) -> None:
        self.transcript, self.files, self.scale, self.summaries = transcript, files, scale, summaries
        self._random = seeded(f"output/{name}")
        self._branch_entry = ""

    def play(self, turns: list[JsonDict]) -> None:
        """Play ``turns`` in order."""
        for turn in turns:
            self._play_turn(turn)

    def _play_turn(self, turn: JsonDict) -> None:
        transcript = self.transcript
        transcript.now_ms = max(transcript.now_ms + 1000, november_ms(turn["at"]) + self._random.randint(0, 50_000))
        compact_if_due(transcript, turn["user"], self.summaries)
        if "model" in turn:
            route = transcript.route
            transcript.change_llm(Route(route.provider, turn["model"], route.api, route.window_tokens))
        image = make_picture(_IMAGE_KILOBYTES, self._random) if turn.get("image") else None
        transcript.add_user(turn["user"], image=image, sender=turn.get("sender"))
        thinking = [_thinking(turn["thinking"])] if "thinking" in turn else []
        for step in turn["calls"]:
            self._play_step(step, thinking, int(turn["at"].split()[0]))
            thinking = []
        transcript.wait_ms(self._random.randint(2400, 9800))
        answer = transcript.add_answer([*thinking, {"type": "text", "text": turn["say"]}])
        transcript.close_turn()
        self._mark_branch(turn.get("branch"), str(answer["id"]))

    def _play_step(self, step: list[list[JsonValue]], thinking: list[JsonDict], day: int) -> None:
        transcript = self.transcript
        transcript.wait_ms(self._random.randint(1800, 5200))
        calls: list[JsonDict] = [
            {"type": "toolCall", "id": f"call{transcript.ids.hex(20)}", "name": name, "arguments": arguments}
            for name, arguments, _, _ in step
        ]
        transcript.add_answer([*thinking, *calls])
        for call, (_, _, kind, length) in zip(calls, step, strict=True):
            duration_ms = self._random.randint(60, 3800)
            transcript.wait_ms(duration_ms)
            content, details = self._answer_call(call, str(kind), int(length), day, duration_ms)
            transcript.add_result(call, content, details)
        transcript.note_results()

    def _answer_call(
        self, call: JsonDict, kind: str, length: int, day: int, duration_ms: int
    ) -> tuple[list[JsonDict], JsonDict | None]:
        if kind == "picture":
            picture = make_picture(length, self._random)
            return [{"type": "text", "text": "Picture taken."}, _image_block(picture)], None
        text = self._text(call, kind, length, day)
        assert utf16_length(text) <= RESULT_LIMIT_CHARS
        details: JsonDict | None = None
        if kind == "missing":
            details = json.loads(text)
        elif call["name"] == "exec":
            code = 2 if kind == "failed" else 0
            details = {"status": "completed", "exitCode": code, "durationMs": duration_ms, "cwd": WORKSPACE}
        return [{"type": "text", "text": text}], details

    def _text(self, call: JsonDict, kind: str, length: int, day: int) -> str:
        arguments = call["arguments"]
        if kind in {"memory", "memory_code"}:
            return search_notes(self.files, arguments["query"], day)
        if kind == "skill":
            return self.files[arguments["path"]]
        if kind == "note_17":
            note = self.files["memory/2026-11-17.md"]
            return js_json({"status": "ok", "path": "memory/2026-11-17.md", "from": 1, "lines": 6, "text": note})
        if kind in _FIXED:
            return _FIXED[kind]
        if kind == "runbook":
            return _runbook(self._random)
        if kind == "done":
            return f"Wrote {len(arguments.get('content', arguments.get('new_text', '')))} bytes to {arguments['path']}."
        if kind == "missing":
            lost = {"status": "error", "tool": "read", "error": f"File not found: {WORKSPACE}/{arguments['path']}."}
            return json.dumps(lost, indent=2)
        return make_output(kind, min(RESULT_LIMIT_CHARS - 100, round(length * self.scale)), self._random)

    def _mark_branch(self, branch: str | None, answer_id: str) -> None:
        if branch == "left":
            self._branch_entry = answer_id
            self.transcript.wait_ms(700)
            self.transcript.add("label", targetId=answer_id, label="before hiding held orders")
        elif branch == "abandoned":
            self.transcript.wait_ms(60_000)
            self.transcript.return_to(self._branch_entry, _BRANCH_SUMMARY)


_BRANCH_SUMMARY = (
    "Another way was looked at and left: hiding held orders from the customer until they are released. It would take"
    " half a day (a filter in the list, one in the mail, a message for the telephone desk). Nothing was changed."
)
_FIXED = {
    "literal_jun": _JUN,
    "literal_aoki": _AOKI,
    "failed": "orders-check: lanes are 1 to 4\nmake: *** [orders-check] Error 2\n\n(Command exited with code 2)",
}


def _thinking(text: str) -> JsonDict:
    return {"type": "thinking", "thinking": text, "thinkingSignature": _SIGNATURE}


def _image_block(data: str) -> JsonDict:
    return {"type": "image", "data": data, "mimeType": "image/png"}


def _runbook(random_source: random.Random) -> str:
    top = "# Runbook: orders\n\n## Order of restarts\n\nStock, orders, labels. Never two at once.\n\n"
    top += make_output("report", _RUNBOOK_TOP_CHARS, random_source)
    rest = make_output("prose", _RUNBOOK_CHARS - len(top), random_source)
    return f"{top}\n{_RUNBOOK_DECISION}\n{rest}"
