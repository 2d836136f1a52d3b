"""What is built is what was checked out: the wheel carries the program, its resources and its licence, nothing else."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("needs hatchling (part of the dev extra)")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-index"]
    command += ["--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(_ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("openclaw_context_inspector-*.whl")
    return built


def test_every_resource_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    resources = _ROOT / "resources"
    expected = {
        f"inspector/_resources/{path.relative_to(resources).as_posix()}"
        for path in resources.rglob("*")
        if path.is_file()
    }
    assert "inspector/_resources/runtime/2026.9.6.json" in expected
    assert expected - names == set()


def test_only_the_program_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"inspector", "openclaw_context_inspector"}
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert "inspector/py.typed" in names


def test_an_installed_program_finds_its_resources(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    code = (
        "from inspector.resource_files import resource_path\n"
        "path = resource_path('runtime', 'versions.json')\n"
        "print(path, path.is_file())"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    expected = tmp_path / "installed" / "inspector" / "_resources" / "runtime" / "versions.json"
    assert done.stdout.split() == [str(expected), "True"]
