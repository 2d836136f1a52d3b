"""What the demo's tools print: invented, plausible, and of a wanted length.

Each kind is a generator of lines; :func:`make_output` takes lines until the length is reached. The same seed gives the
same text.
"""

from __future__ import annotations

import base64
import itertools
import json
import random
import struct
import zlib
from collections.abc import Callable, Iterator

SERVICES = [
    "orders",
    "payments",
    "stock",
    "catalogue",
    "search",
    "mailer",
    "returns",
    "labels",
    "accounts",
    "images",
    "exports",
    "gateway",
]
HOSTS = ["heron", "osprey", "plover", "dunlin", "tern"]
VERBS = [
    "accepted",
    "packed",
    "reserved",
    "released",
    "mailed",
    "billed",
    "refunded",
    "checked",
    "moved",
    "skipped",
    "retried",
    "merged",
]
NOUNS = [
    "basket",
    "order",
    "parcel",
    "label",
    "shelf",
    "pallet",
    "refund",
    "charge",
    "picture",
    "mail",
    "export",
    "address",
    "price",
    "variant",
]
PLACES = [
    "Lisbon",
    "Porto",
    "Bergen",
    "Graz",
    "Gent",
    "Aarhus",
    "Tampere",
    "Turin",
    "Nantes",
    "Leeds",
    "Cork",
    "Split",
    "Brno",
]
_PICTURE_WIDTH_PX = 96


def make_output(kind: str, length_chars: int, random_source: random.Random) -> str:
    """Text of ``kind`` with about, and never more than, ``length_chars`` characters (ASCII)."""
    lines = _KINDS[kind](random_source)
    taken: list[str] = []
    free = length_chars
    for line in lines:
        free -= len(line) + 1
        if free < 0:
            break
        taken.append(line)
    return "\n".join(taken)


def make_picture(size_kilobytes: int, random_source: random.Random) -> str:
    """Base64 of a PNG of about ``size_kilobytes``: stripes of noise, stored without compression."""
    height = size_kilobytes * 1024 // (_PICTURE_WIDTH_PX * 3 + 1)
    rows = b"".join(b"\0" + random_source.randbytes(_PICTURE_WIDTH_PX * 3) for _ in range(height))
    header = struct.pack(">IIBBBBB", _PICTURE_WIDTH_PX, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 0)), (b"IEND", b""))
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(itertools.starmap(_png_chunk, chunks))).decode()


def _png_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _moment(r: random.Random) -> str:
    return f"{r.randint(0, 23):02}:{r.randint(0, 59):02}:{r.randint(0, 59):02}.{r.randint(0, 999):03}"


def _log(r: random.Random) -> Iterator[str]:
    while True:
        level = r.choices(["INFO", "DEBUG", "WARN"], [8, 3, 1])[0]
        thing = f"{r.choice(NOUNS)}={r.getrandbits(28):07x}"
        extra = f" host={r.choice(HOSTS)} took={r.lognormvariate(3, 1):.1f}ms" if r.random() < 0.7 else ""
        yield f"{_moment(r)} {level:5} {r.choice(SERVICES)}: {r.choice(VERBS)} {thing}{extra}"


def _sql(r: random.Random) -> Iterator[str]:
    names = r.sample(NOUNS, 5)
    yield " | ".join(f"{name:>14}" for name in names)
    yield "-+-".join("-" * 14 for _ in names)
    while True:
        cells = [str(r.randint(1, 4_100_000)), r.choice(PLACES), f"{r.random() * 900:.2f}", r.choice(VERBS)]
        yield " | ".join(f"{cell:>14}" for cell in [*cells, f"2026-11-{r.randint(1, 28):02} {_moment(r)[:5]}"])


def _explain(r: random.Random) -> Iterator[str]:
    indent = 0
    while True:
        node = r.choice(["Seq Scan on orders", "Index Scan using orders_pk", "Sort", "Bitmap Heap Scan on order_lines"])
        cost = (
            f"(cost={r.random() * 90:.2f}..{r.random() * 9e4:.2f} rows={r.randint(1, 90000)} width={r.randint(8, 240)})"
        )
        yield f"{'  ' * indent}->  {node}  {cost} (actual time={r.random():.3f}..{r.random() * 3000:.3f} loops=1)"
        yield f"{'  ' * indent}      Buffers: shared hit={r.randint(1, 99999)} read={r.randint(0, 9999)}"
        indent = min(indent + 1, 9) if r.random() < 0.5 else max(indent - 1, 0)


def _listing(r: random.Random) -> Iterator[str]:
    while True:
        path = (
            f"{r.choice(SERVICES)}/{r.choice(NOUNS)}_{r.choice(VERBS)}.{r.choice(['py', 'sql', 'txt', 'webp', 'csv'])}"
        )
        day, line = r.randint(1, 28), r.randint(1, 900)
        yield f"-rw-r--r-- 1 wren shop {r.randint(90, 9_000_000):>9} 2026-11-{day:02} ./{path}:{line}"


def _code(r: random.Random) -> Iterator[str]:
    yield "from __future__ import annotations"
    while True:
        name, verb, service = r.choice(NOUNS), r.choice(VERBS), r.choice(SERVICES)
        yield f"\n\ndef {verb}_{name}({name}s, *, limit={r.randint(10, 500)}):"
        yield f'    """Every {name} of {service} that was {verb}, oldest first."""'
        for step in range(r.randint(2, 6)):
            test = f"{name}.{r.choice(VERBS)}_at < limit * {r.randint(2, 90)}"
            yield f"    batch_{step} = [{name} for {name} in {name}s if {test}]"
            if r.random() < 0.4:
                day = r.choice(["Mondays", "Fridays"])
                yield f"    # {r.choice(PLACES)} counts {name}s by hand on {day}; keep the order"
        yield f"    return sorted(batch_0, key=lambda {name}: ({name}.{service}_id, {name}.placed_at))"


def _tests(r: random.Random) -> Iterator[str]:
    done = 0
    while True:
        done = min(100, done + r.randint(0, 1))
        service, name = r.choice(SERVICES), f"test_{r.choice(VERBS)}_{r.choice(NOUNS)}"
        yield f"tests/{service}/{name}.py::{name}[{r.choice(PLACES)}] PASSED {r.random():.3f}s [{done:3}%]"


def _json(r: random.Random) -> Iterator[str]:
    while True:
        fields = {
            "id": f"{r.getrandbits(32):08x}",
            "service": r.choice(SERVICES),
            "what": f"{r.choice(NOUNS)} {r.choice(VERBS)}",
        }
        yield json.dumps(
            fields | {"place": r.choice(PLACES), "amount": round(r.random() * 400, 2), "open": r.random() < 0.3}
        )


def _page(r: random.Random) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        role = r.choice(["link", "button", "cell", "heading", "listitem"])
        yield f'- {role} "{r.choice(VERBS).title()} {r.choice(NOUNS)} {r.choice(PLACES)}" [ref=e{number}]'
        if r.random() < 0.25:
            yield f"  text: {_sentence(r)}"


def _prose(r: random.Random) -> Iterator[str]:
    while True:
        yield " ".join(_sentence(r) for _ in range(r.randint(2, 5)))
        yield ""


def _sentence(r: random.Random) -> str:
    return (
        f"The {r.choice(NOUNS)} from {r.choice(PLACES)} was {r.choice(VERBS)} by {r.choice(SERVICES)}"
        f" {r.choice(['before noon', 'without a second try', 'after the floor had looked', 'on the second attempt'])}."
    )


def _report(r: random.Random) -> Iterator[str]:
    for service in itertools.cycle(SERVICES):
        yield f"## {service}"
        yield f"- {r.randint(2, 9000)} {r.choice(NOUNS)}s {r.choice(VERBS)}, {r.randint(0, 4)} left over"
        yield f"- slowest answer {r.random() * 3:.2f} s on {r.choice(HOSTS)} at {_moment(r)[:5]}"
        yield f"- {_sentence(r)}"
        yield ""


def _diff(r: random.Random) -> Iterator[str]:
    while True:
        yield f"@@ -{r.randint(1, 400)},7 +{r.randint(1, 400)},9 @@ def {r.choice(VERBS)}_{r.choice(NOUNS)}():"
        for _ in range(r.randint(4, 9)):
            yield f"{r.choice(' +-')}    {r.choice(NOUNS)}.{r.choice(VERBS)}({r.choice(PLACES)!r}, {r.randint(1, 99)})"


def _gitlog(r: random.Random) -> Iterator[str]:
    while True:
        what = f"{r.choice(SERVICES)}: {r.choice(VERBS)} {r.choice(NOUNS)} for {r.choice(PLACES)}"
        yield f"{r.getrandbits(40):010x} 2026-{r.randint(6, 11):02}-{r.randint(1, 28):02} {what}"


def _csv(r: random.Random) -> Iterator[str]:
    yield "shelf;sku;name;counted;booked;diff"
    while True:
        shelf = f"{r.choice('ABCDE')}-{r.randint(1, 24)}-{r.randint(1, 5)}"
        booked = r.randint(0, 80)
        diff = r.choice([0, 0, 0, 1, -1, 2, -4])
        product = f"KO{r.randint(10000, 99999)};{r.choice(NOUNS)} {r.choice(PLACES)}"
        yield f"{shelf};{product};{booked + diff};{booked};{diff}"


_KINDS: dict[str, Callable[[random.Random], Iterator[str]]] = {
    "log": _log,
    "sql": _sql,
    "explain": _explain,
    "listing": _listing,
    "code": _code,
    "tests": _tests,
    "json": _json,
    "page": _page,
    "prose": _prose,
    "report": _report,
    "diff": _diff,
    "gitlog": _gitlog,
    "csv": _csv,
}
