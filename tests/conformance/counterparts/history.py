"""Counterparts of the history goldens: the transcript tree, the session context, the wrappers, packed rows."""

from __future__ import annotations

import base64
import hashlib

import zstandard

from inspector.assembly.branch import select_branch
from inspector.assembly.session_context import BOUNDARY_TYPES, build_session_context, select_slice, sent_text
from inspector.domain.messages import Message, TextBlock
from inspector.stores.entry_parsing import parse_entry, parse_entry_header, parse_message
from inspector.stores.event_decoding import decode_event


def _same(ours, expected):
    return ours == expected, f"ours {ours!r}, expected {expected!r}"


def check_tree(case):
    headers = [parse_entry_header(row, seq, 0) for seq, row in enumerate(case["input"]["rows"])]
    branch = select_branch(headers, "golden")
    return _same({"leafId": branch.leaf_id, "path": [header.id for header in branch.path]}, case["output"])


def check_context(case):
    entries = [parse_entry(row, seq, 0) for seq, row in enumerate(case["input"]["entries"])]
    path = [entry.header for entry in entries]
    boundary = next((e for e in reversed(entries) if e.header.type in BOUNDARY_TYPES), None)
    part = select_slice(path, boundary)
    index = None if part.boundary is None else part.boundary - part.kept_from
    messages, _ = build_session_context(entries[part.kept_from :], index)
    return _same([_golden_message(replayed) for replayed in messages], case["output"]["messages"])


def _golden_message(replayed):
    message = replayed.message
    texts = [block.text if isinstance(block, TextBlock) else block.raw["type"] for block in message.blocks]
    found = {
        "role": message.role,
        "text": texts[0] if message.string_content else texts,
        "timestamp": message.timestamp_ms,
    }
    return {**found, "prelude": True} if replayed.prelude else found


def check_convert(case):
    ours = []
    for stored in case["input"]["messages"]:
        message = parse_message({**stored, "content": stored.get("content", stored.get("summary"))})
        if stored["role"] in {"compactionSummary", "branchSummary"}:
            message = Message(stored["role"], (TextBlock(stored["summary"]),), timestamp_ms=stored["timestamp"])
        text = sent_text(message)[0]
        ours.append({"role": "user", "content": [{"type": "text", "text": text}], "timestamp": message.timestamp_ms})
    return _same(ours, case["output"])


def check_packed_row(case):
    data = zstandard.ZstdDecompressor().decompress(base64.b64decode(case["input"]["event_zstd_base64"]))
    entry = parse_entry(decode_event(data), 0, len(data))
    ours = {
        "utf8_len": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "type": entry.header.type,
        "role": entry.message.role,
    }
    return _same(ours, case["output"])


COUNTERPARTS = {
    "scanSessionTranscriptTree/selectSessionTranscriptTreePathNodes": check_tree,
    "scanSessionTranscriptTree": check_tree,
    "buildSessionContext": check_context,
    "convertToLlm": check_convert,
    "transcript_events.event_zstd (live row, made-up reply)": check_packed_row,
}
