"""The package itself: its import, its types, and the program that it finds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import streammap
from streammap import _program


def run(script: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout


def test_the_import_does_not_import_pyarrow() -> None:
    script = (
        "import sys, streammap\n"
        "streammap.scan(__import__('os').devnull, {'a': 'int64'})\n"
        "print([name for name in sys.modules if name.startswith(('pyarrow', 'numpy'))])"
    )
    assert run(script) == "[]\n"


def test_the_package_has_types_and_a_version(program: str) -> None:
    assert (Path(streammap.__file__).parent / "py.typed").exists()
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    assert version.strip() == f"streammap {streammap.__version__}"


def test_every_public_name_is_documented() -> None:
    for name in streammap.__all__:
        assert name == "__version__" or getattr(streammap, name).__doc__


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two programs, of which neither is found yet."""
    for name in ("bundled", "path"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "streammap").write_text("#!/bin/sh\n")
        (tmp_path / name / "streammap").chmod(0o755)
    monkeypatch.delenv("STREAMMAP_PROGRAM", raising=False)
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.setattr(_program, "BUNDLED", str(tmp_path / "absent"))
    return tmp_path


def test_the_program_is_found_in_order(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(streammap.ProgramNotFoundError, match="set STREAMMAP_PROGRAM to its path"):
        _program.find_program()
    monkeypatch.setenv("PATH", str(programs / "path"))
    assert _program.find_program() == str(programs / "path" / "streammap")
    monkeypatch.setattr(_program, "BUNDLED", str(programs / "bundled" / "streammap"))
    assert _program.find_program() == str(programs / "bundled" / "streammap")
    monkeypatch.setenv("STREAMMAP_PROGRAM", "streammap")
    assert _program.find_program() == str(programs / "path" / "streammap")
    monkeypatch.setenv("STREAMMAP_PROGRAM", str(programs))
    with pytest.raises(streammap.ProgramNotFoundError, match=str(programs)):
        _program.find_program()


def test_a_missing_program_is_an_error_of_the_scan(programs: Path) -> None:
    with pytest.raises(streammap.ProgramNotFoundError):
        streammap.scan(os.devnull, {"a": "int64"})


def test_a_scan_describes_itself() -> None:
    scan = streammap.scan(["a", "b"], {"id": "int64", "n": "user.name: string"})
    assert repr(scan) == "<streammap.Scan of a, …: id: int64, n: string>"
