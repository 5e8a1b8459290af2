"""What all tests share."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from streammap_json._program import find_program


@pytest.fixture(scope="session")
def program() -> str:
    return find_program()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def write(folder: Path) -> Callable[..., str]:
    """A function that writes lines to a file and returns its name."""

    def write(*lines: str, name: str = "records.jsonl") -> str:
        (folder / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
        return name

    return write


@pytest.fixture
def stream(program: str) -> Callable[..., bytes]:
    """A function that returns the bytes that the program writes for types and an input."""

    def stream(types: str, input: bytes, *options: str) -> bytes:  # noqa: A002
        arguments = [program, "select", "--format", "arrow", "--types", types, *options]
        run = subprocess.run(arguments, input=input, capture_output=True)
        assert run.returncode <= 1, run.stderr.decode()
        return run.stdout

    return stream


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Random numbers. The seed is printed with a failure, and can be given as STREAMMAP_SEED."""
    given = os.environ.get("STREAMMAP_SEED", "20260701")
    seed = random.SystemRandom().getrandbits(32) if given == "random" else int(given)
    print(f"STREAMMAP_SEED={seed} {request.node.name}")
    return random.Random(f"{seed} {request.node.name}")
