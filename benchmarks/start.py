"""How long it takes until the window is visible, and until its first picture is complete.

usage: python benchmarks/start.py [STATE] [--runs N]

Counted from just before the process is started to the first paint of the window, and to the first paint with a whole
inspection. Without a display the offscreen platform is used. The median of the runs is shown (bar: visible in 1 s).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PROBE = """
import os, sys, time
started = float(os.environ["STARTED"])
from inspector.gui import app, main_window
from PySide6.QtCore import QTimer

class Watched(main_window.MainWindow):
    seen = False
    def paintEvent(self, event):
        super().paintEvent(event)
        if not Watched.seen:
            Watched.seen = True
            print("visible", time.time() - started, flush=True)

app.MainWindow = Watched
begin = app.WindowSession.start

def start(self, target, *, demo):
    begin(self, target, demo=demo)
    self.state.inspection_changed.connect(lambda *_: QTimer.singleShot(0, lambda: (
        print("complete", time.time() - started, flush=True), os._exit(0))))

app.WindowSession.start = start
from inspector.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def run_once(words: list[str]) -> dict[str, float]:
    """Seconds until ``visible`` and ``complete``."""
    environment = {**os.environ, "STARTED": repr(time.time()), "PYTHONPATH": str(ROOT)}
    if not environment.get("DISPLAY"):
        environment["QT_QPA_PLATFORM"] = "offscreen"
    command = [sys.executable, "-c", PROBE, *words, "--no-settings"]
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    found = dict(line.split() for line in output.stdout.splitlines())
    if set(found) != {"visible", "complete"}:
        raise SystemExit(f"the window did not come up:\n{output.stdout}{output.stderr}")
    return {name: float(seconds) for name, seconds in found.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("state", nargs="?", help="default: the demo")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    runs = [run_once([options.state] if options.state else ["--demo"]) for _ in range(options.runs)]
    for name in ("visible", "complete"):
        values = [run[name] for run in runs]
        print(f"{name}: median {statistics.median(values):.3f} s, from {min(values):.3f} to {max(values):.3f}")


if __name__ == "__main__":
    main()
