"""Run golden cases against their counterparts.

usage: python tests/conformance/run_goldens.py FILE…

Prints each failing id with a reason and each ``fn`` without a counterpart; ends with ``N passed, M failed``.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent


def load_counterparts():
    """All registered counterparts by ``fn``; the modules in ``counterparts/`` are found by name."""
    for folder in (HERE.parents[1], HERE.parent, HERE):
        sys.path.insert(0, str(folder))
    found = {}
    for path in sorted((HERE / "counterparts").glob("[a-z]*.py")):
        found.update(importlib.import_module(f"counterparts.{path.stem}").COUNTERPARTS)
    return found


def main(files):
    """Run every case of ``files``; 1 if any failed."""
    counterparts, results, missing = load_counterparts(), Counter(), Counter()
    for file in files:
        for case in json.loads(Path(file).read_text("utf-8"))["cases"]:
            check = counterparts.get(case["fn"])
            if check is None:
                missing[case["fn"]] += 1
                continue
            passed, reason = check(case)
            results[bool(passed)] += 1
            if not passed:
                print(f"{case['id']}: {reason[:300]}")
    for fn, count in missing.items():
        print(f"not covered: {fn} ({count} cases)")
    print(f"{results[True]} passed, {results[False]} failed")
    return 1 if results[False] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
