"""Where an OpenClaw state is: home, profile, state directory, configuration file and default workspace.

Source of every rule here: OpenClaw 2026.9.6, prompt-side.md section 1.1.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from inspector.domain.javascript import js_trim
from inspector.domain.problems import ProblemLog
from inspector.runtime.configuration_rules import get_configuration_rules
from inspector.stores.dotenv_file import read_dotenv

STATE_DIR_NAME = ".openclaw"
LEGACY_STATE_DIR_NAME = ".clawdbot"
CONFIG_NAMES = ("openclaw.json", "clawdbot.json")

_NO_VALUE = frozenset({"", "undefined", "null"})
_SHOWN_CHARS = 40
_OF_ANOTHER_STATE = ("OPENCLAW_CONFIG_PATH", "OPENCLAW_PROFILE", "OPENCLAW_WORKSPACE_DIR")
"""What the process environment says about its own state, which does not hold for one that the user names."""


@dataclass(frozen=True, slots=True)
class StatePlaces:
    """Where everything of one state is.

    Attributes:
        state_dir: the state directory; :func:`find_state` vouches that it exists.
        config_path: the configuration file, None where there is none (a path of ``OPENCLAW_CONFIG_PATH`` is kept even
            if nothing is there).
        home: what ``~`` stands for.
        profile: name of the profile, None for the default one.
        default_workspace: workspace of the only agent where nothing else is configured.
        environment: the process environment with the state's ``.env`` file put in; it holds secrets, never show it.
    """

    state_dir: Path
    config_path: Path | None
    home: Path
    profile: str | None
    default_workspace: Path
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)


def find_state(
    environment: Mapping[str, str], os_home: Path | None, log: ProblemLog, *, named: Path | None = None
) -> StatePlaces | None:
    """The places of the state that OpenClaw would open in ``environment``, or of the directory ``named``.

    Args:
        environment: the process environment; it is copied, never changed.
        os_home: the user's home as the system knows it, for an environment that does not say.
        log: receives ``profile_invalid``, ``profile_without_state``, ``dotenv_unreadable``, ``state_unreadable``,
            ``workspace_legacy_name``.
        named: a state directory that the user chose; it counts as ``OPENCLAW_STATE_DIR`` does.

    Returns:
        None if the state directory does not exist.
    """
    chosen = dict(environment) if named is None else _environment_for(environment, os_home, named)
    _note_invalid_profile(chosen, log)
    before = find_state_dir(chosen, os_home)
    merged = {**read_dotenv(before / ".env", log), **chosen}
    state_dir = find_state_dir(merged, os_home)
    if not _is_dir(state_dir):
        return None
    _note_borrowed_state(merged, os_home, state_dir, log)
    if not os.access(state_dir, os.R_OK | os.X_OK):
        log.add("state_unreadable", "error", str(state_dir), "The state directory may not be read by this user.")
    return StatePlaces(
        state_dir=state_dir,
        config_path=find_config_path(merged, os_home),
        home=find_home(merged, os_home),
        profile=find_profile(merged),
        default_workspace=_existing_workspace(merged, os_home, log),
        environment=merged,
    )


def find_home(environment: Mapping[str, str], os_home: Path | None) -> Path:
    """What OpenClaw takes for the home; the current folder where nothing names one."""
    system = _system_home(environment, os_home)
    own = _home_value(environment, "OPENCLAW_HOME")
    return expand_home(own, system) if own else system


def find_profile(environment: Mapping[str, str]) -> str | None:
    """The profile in use; None for the default one and for a name that is not allowed."""
    name = js_trim(environment.get("OPENCLAW_PROFILE", ""))
    if name.lower() == "default" or not get_configuration_rules().identifier.fullmatch(name):
        return None
    return name


def find_state_dir(environment: Mapping[str, str], os_home: Path | None) -> Path:
    """The state directory, whether or not it exists; the legacy name only where that alone exists.

    A profile's own directory counts unless only the default one exists: ``openclaw --profile`` sets the directory, but
    2026.9.6 itself stays with the default one where the environment names nothing but the profile.
    """
    home = find_home(environment, os_home)
    override = _value(environment, "OPENCLAW_STATE_DIR")
    if override:
        return expand_home(override, home)
    # os.path.exists is False where looking is forbidden; Path.exists would raise
    current, legacy = home / STATE_DIR_NAME, home / LEGACY_STATE_DIR_NAME
    plain = legacy if os.path.exists(legacy) and not os.path.exists(current) else current
    profile = find_profile(environment)
    if profile is None:
        return plain
    own = _profile_dir(home, profile)
    return plain if os.path.exists(plain) and not os.path.exists(own) else own


def find_config_path(environment: Mapping[str, str], os_home: Path | None) -> Path | None:
    """The configuration file: the one that is named, else the first that exists, else None."""
    home = find_home(environment, os_home)
    override = _value(environment, "OPENCLAW_CONFIG_PATH")
    if override:
        return expand_home(override, home)
    folders = [find_state_dir(environment, os_home)]
    if not _value(environment, "OPENCLAW_STATE_DIR") and not find_profile(environment):
        folders += [home / STATE_DIR_NAME, home / LEGACY_STATE_DIR_NAME]
    candidates = (folder / name for folder in folders for name in CONFIG_NAMES)
    return next((path for path in candidates if os.path.exists(path)), None)


def find_default_workspace(environment: Mapping[str, str], os_home: Path | None) -> Path:
    """Workspace of the only agent where the configuration names none, whether or not it exists."""
    override = _value(environment, "OPENCLAW_WORKSPACE_DIR")
    if override:
        return Path(os.path.abspath(override))
    if _value(environment, "OPENCLAW_STATE_DIR"):
        return find_state_dir(environment, os_home) / "workspace"
    home, profile = find_home(environment, os_home), find_profile(environment)
    return (_profile_dir(home, profile) if profile else home / STATE_DIR_NAME) / "workspace"


def expand_home(path: str, home: Path) -> Path:
    """``path`` made absolute, with a leading ``~`` standing for ``home``; links are not followed."""
    text = js_trim(path).replace("\0", "")
    if text == "~" or text.startswith(("~/", "~\\")):
        text = str(home) + "/" + text[2:]
    return Path(os.path.abspath(text))


def _profile_dir(home: Path, profile: str) -> Path:
    return home / f"{STATE_DIR_NAME}-{profile}"


def _environment_for(environment: Mapping[str, str], os_home: Path | None, named: Path) -> dict[str, str]:
    """``environment`` for the state at ``named``; unchanged where that is the state it means anyway."""
    if os.path.realpath(find_state_dir(environment, os_home)) == os.path.realpath(named):
        return dict(environment)
    kept = {name: value for name, value in environment.items() if name not in _OF_ANOTHER_STATE}
    return {**kept, "OPENCLAW_STATE_DIR": os.path.abspath(named)}


def _existing_workspace(environment: Mapping[str, str], os_home: Path | None, log: ProblemLog) -> Path:
    """The default workspace, or its name up to 2026.7.1 for a profile where only that one exists."""
    current = find_default_workspace(environment, os_home)
    profile = find_profile(environment)
    overridden = any(_value(environment, name) for name in ("OPENCLAW_WORKSPACE_DIR", "OPENCLAW_STATE_DIR"))
    if profile is None or overridden or _is_dir(current):
        return current
    legacy = find_home(environment, os_home) / STATE_DIR_NAME / f"workspace-{profile}"
    if not _is_dir(legacy):
        return current
    sentence = "This profile's workspace is under its name of OpenClaw 2026.7.1 and before; it is used here."
    log.add("workspace_legacy_name", "info", str(legacy), sentence)
    return legacy


def _note_invalid_profile(environment: Mapping[str, str], log: ProblemLog) -> None:
    name = js_trim(environment.get("OPENCLAW_PROFILE", ""))
    if name and name.lower() != "default" and find_profile(environment) is None:
        sentence = f"{name[:_SHOWN_CHARS]!r} is no valid profile name (letters, digits, - and _); it is ignored."
        log.add("profile_invalid", "warning", "OPENCLAW_PROFILE", sentence)


def _note_borrowed_state(
    environment: Mapping[str, str], os_home: Path | None, state_dir: Path, log: ProblemLog
) -> None:
    profile = find_profile(environment)
    if profile is None or _value(environment, "OPENCLAW_STATE_DIR"):
        return
    if state_dir != _profile_dir(find_home(environment, os_home), profile):
        sentence = f"The profile {profile} has no state directory of its own; this is the default one."
        log.add("profile_without_state", "warning", str(state_dir), sentence)


def _system_home(environment: Mapping[str, str], os_home: Path | None) -> Path:
    for name in ("HOME", "USERPROFILE"):
        value = _home_value(environment, name)
        if value:
            return Path(os.path.abspath(value))
    prefix = _home_value(environment, "PREFIX").replace("\\", "/").rstrip("/")
    if _home_value(environment, "ANDROID_DATA") and f"/{prefix}".endswith("/com.termux/files/usr"):
        return Path(os.path.abspath(prefix)).parent / "home"
    return Path(os.path.abspath(os_home or "."))


def _is_dir(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112  (Path.is_dir raises where looking is forbidden)


def _value(environment: Mapping[str, str], name: str) -> str:
    return js_trim(environment.get(name, ""))


def _home_value(environment: Mapping[str, str], name: str) -> str:
    value = _value(environment, name)
    return "" if value in _NO_VALUE else value
