"""Bytes -> values: where a state is, its configuration, its session stores. The only room that reads a state."""
