"""The package itself: its import, its types, and the program that it finds."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import streammap_json as streammap
from streammap_json import _program


def run(script: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout


def test_the_import_does_not_import_pyarrow() -> None:
    script = (
        "import sys, streammap_json as streammap\n"
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
    with pytest.raises(
        streammap.ProgramNotFoundError, match="set STREAMMAP_PROGRAM to its"
    ) as caught:
        _program.find_program()
    assert "not on PyPI yet: build the wheel with Scripts/wheel" in str(caught.value)
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
    assert repr(scan) == "<streammap_json.Scan of a, …: id: int64, n: string>"


def test_the_command_runs_the_program_of_the_wheel(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps the arguments, the status and the signals, and never runs itself from PATH."""
    bundled = programs / "bundled" / "streammap"
    bundled.write_text('#!/bin/sh\nprintf "%s|" "$@"\ngrep -E ^SigIgn: /proc/self/status\nexit 7\n')
    script = (
        "import sys; from streammap_json import _program; _program.BUNDLED = sys.argv.pop(1); "
        "_program.run()"
    )

    def command(file: Path) -> subprocess.CompletedProcess[bytes]:
        words = [sys.executable, "-c", script, str(file), "select", "a b", os.fsdecode(b"\xff")]
        environment = {**os.environ, "PATH": f"{programs / 'path'}:/usr/bin:/bin"}
        return subprocess.run(words, capture_output=True, env=environment)

    found = command(bundled)
    assert found.returncode == 7
    assert found.stdout.startswith(b"select|a b|\xff|")
    assert int(found.stdout.split()[-1], 16) & 1 << 12 == 0
    absent = command(programs / "absent")
    assert absent.returncode == 1
    assert b"build the wheel with Scripts/wheel" in absent.stderr


def test_the_wheel_has_the_command() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())[
        "project"
    ]
    assert project["scripts"] == {"streammap": "streammap_json._program:run"}
    assert callable(_program.run)
    # PyPI's package of this name is another one.
    assert project["name"] == "streammap-json"
