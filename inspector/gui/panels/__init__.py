"""Panels: each reads the shared state and sends it intents; they never talk to each other."""
