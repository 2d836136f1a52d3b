"""A preface for a program under test: it notes every attempt to reach a network and ends it with status 99."""

from __future__ import annotations

# A hook cannot be swallowed: even code that catches the exception leaves its attempt in the list.
NO_NETWORK = """
import atexit, importlib, os, sys
attempts = []
def watch(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.sendmsg"):
        attempts.append((event, args[-1] if event == "socket.connect" else args[:2]))
        raise OSError("the network is closed in this test")
sys.addaudithook(watch)
def tell():
    if attempts:
        sys.stderr.write(f"network attempts: {attempts}\\n")
        sys.stderr.flush()
        os._exit(99)
atexit.register(tell)
"""
