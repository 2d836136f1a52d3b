"""The command line: one module a verb; each renders a report as text or JSON."""
