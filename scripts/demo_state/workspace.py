"""The workspace files of the demo agent, and what a memory search finds in them."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import yaml

from demo_state.json_dict import JsonDict

HOME = "/home/sam/.openclaw"
WORKSPACE = f"{HOME}/workspace"
PRIVATE_WORD = "RBK-2206"
_TEXTS = Path(__file__).parent / "texts"
_RULE_AFTER_SERVICE = "images"
_CARD_PARTS = ("care", "ask", "slow", "read")


def read_texts(name: str) -> Any:
    """What the YAML file ``name`` of ``texts/`` holds."""
    return yaml.safe_load((_TEXTS / f"{name}.yaml").read_text(encoding="utf-8"))


def build_workspace() -> dict[str, str]:
    """Every workspace file: path relative to the workspace -> content."""
    texts = read_texts("workspace")
    files = {"AGENTS.md": _agents_file()}
    files |= {name: texts[name] for name in ("SOUL.md", "IDENTITY.md", "USER.md", "MEMORY.md")}
    about = {skill["name"]: skill["about"] for skill in read_texts("prompt_parts")["skills"]}
    for name, body in texts["skills"].items():
        files[f"skills/{name}/SKILL.md"] = f"---\nname: {name}\ndescription: {about[name]}\n---\n\n# {name}\n\n{body}"
    files |= {f"memory/{day}.md": text for day, text in texts["notes"].items()}
    return files


def _agents_file() -> str:
    texts = read_texts("agents")
    services = texts["services"]
    parts = [texts["opening"], "## The services, one by one\n"]
    for index, service in enumerate(services):
        around = {"prev": services[index - 1]["name"], "next": services[(index + 1) % len(services)]["name"]}
        card = _service_card(service | around | {"lane": index % 4 + 1}, texts["rules"])
        if service["name"] == _RULE_AFTER_SERVICE:
            card = card.rstrip("\n") + "\n" + texts["rule_in_the_middle"] + "\n"
        parts.append(card)
    return "\n".join([*parts, texts["closing"]])


def _service_card(service: JsonDict, rules: JsonDict) -> str:
    where = f"It lives on {service['host']} and owns these tables: {service['table']}; that is {service['size']}."
    lines = [
        f"### {service['name']}",
        "",
        f"The service {service['name']} {service['what']}. {where}",
        "",
        f"- Start it locally with `{service['run']}`, look at it with `{service['look']}`.",
        *(f"- A change to {service['name']} {rule.format(**service)}." for rule in rules["deploy"]),
        *(f"- {rule.format(**service)}" for rule in itertools.chain(*(rules[part] for part in _CARD_PARTS))),
    ]
    return "\n".join(lines) + "\n"


def search_notes(files: dict[str, str], query: str, day: int) -> str:
    """What ``memory_search`` prints on ``day`` of November: up to four lines that share a word with ``query``.

    The line with the private word is left out: it answers a question that only the channel asks.
    """
    wanted = set(re.findall(r"\w{4,}|[\u4e00-\u9fff]{2,}", query.lower()))
    found = []
    for path, text in files.items():
        if path != "MEMORY.md" and not path.startswith("memory/"):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            shared = sum(word in line.lower() for word in wanted)
            if shared and line.startswith("- ") and PRIVATE_WORD not in line and _known_on(path, line, day):
                found.append((-shared, path, number, line))
    results = [
        {"path": path, "startLine": number, "endLine": number, "score": round(0.4 - 0.17 * rank, 3), "snippet": line}
        for rank, path, number, line in sorted(found)[:4]
    ]
    return json.dumps({"results": results, "mode": "keyword"}, ensure_ascii=False, indent=2)


def _known_on(path: str, line: str, day: int) -> bool:
    dated = re.search(r"2026-11-(\d\d)", f"{path} {line}")
    return dated is None or int(dated[1]) <= day


def bootstrap_files(session_kind: str) -> tuple[str, ...]:
    """Names of the files that a session of ``session_kind`` gets, in prompt order (prompt-side.md section 3.2)."""
    if session_kind == "subagent":
        return ("AGENTS.md",)
    common = ("AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md")
    if session_kind == "cron":
        return common
    return (*common, "BOOTSTRAP.md") if session_kind == "channel" else (*common, "BOOTSTRAP.md", "MEMORY.md")
