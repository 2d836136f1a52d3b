"""Context Inspector: what fills an OpenClaw agent's context window, item by item."""

__version__ = "0.1.0"
