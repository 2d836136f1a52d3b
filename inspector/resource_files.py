"""The one accessor of ``resources/``: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_path(*parts: str) -> Path:
    """Path of a resource, e.g. ``resource_path("runtime", "2026.9.6.json")``; it is not checked to exist."""
    checkout = _PACKAGE.parent / "resources"
    root = checkout if checkout.is_dir() and (_PACKAGE.parent / "pyproject.toml").is_file() else _PACKAGE / "_resources"
    return root.joinpath(*parts)
