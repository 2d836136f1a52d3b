"""Values and nothing else: what is on disk, what the llm would receive, and what is wrong with it.

Imports the standard library only. Every type is frozen; nothing here reads a file or knows the time.
"""
