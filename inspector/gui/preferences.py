"""What the window remembers from one day to the next: sizes, theme, recent states. Never in an inspected state."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

_RECENT = 8


class Preferences:
    """Named values. With a file they are kept there; without one they last as long as the window (tests, shots)."""

    def __init__(self, path: Path | None = None) -> None:
        self._settings = None if path is None else QSettings(str(path), QSettings.Format.IniFormat)
        self._values: dict[str, object] = {}

    def find_text(self, name: str) -> str | None:
        """A remembered word."""
        value = self._find(name)
        return value if isinstance(value, str) and value else None

    def find_bytes(self, name: str) -> QByteArray | None:
        """A remembered geometry."""
        value = self._find(name)
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None

    def keep(self, name: str, value: str | QByteArray) -> None:
        """Remember a value."""
        if self._settings is None:
            self._values[name] = value
        else:
            self._settings.setValue(name, value)

    @property
    def recent(self) -> tuple[Path, ...]:
        """States that were opened, the latest first."""
        text = self.find_text("recent") or ""
        return tuple(Path(line) for line in text.split("\n") if line)

    def keep_recent(self, path: Path) -> None:
        """Remember an opened state."""
        paths = [path, *(known for known in self.recent if known != path)]
        self.keep("recent", "\n".join(str(known) for known in paths[:_RECENT]))

    def _find(self, name: str) -> object:
        return self._values.get(name) if self._settings is None else self._settings.value(name)


def preferences_path() -> Path:
    """Where the preferences lie, by the desktop's custom."""
    from platformdirs import user_config_path  # noqa: PLC0415  (not needed for tests, shots and --no-settings)

    return user_config_path("context-inspector", appauthor=False) / "window.ini"
