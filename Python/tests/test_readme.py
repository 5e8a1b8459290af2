"""The examples of README.md."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import readme
import streammap_json as streammap

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_run(folder: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("duckdb", "polars", "pandas"):
        pytest.importorskip(name)
    (folder / "bin").mkdir()
    (folder / "bin" / "streammap").symlink_to(program)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}:{os.environ['PATH']}")
    page = folder / "README.md"
    # Spark's example has a test of its own.
    page.write_text(README.read_text().replace("needs: pyspark", "needs: no_module"))
    assert readme.run(page) == {"python": 9, "sh": 1}


def test_the_table_of_types_is_that_of_the_package() -> None:
    table = README.read_text().split("| Arrow type |\n|---|---|---|\n")[1].split("\n\n")[0]
    for line in table.splitlines():
        first = (
            re.findall(r"`([^`]+)`", line)[0]
            .replace("NAME:TYPE,…", "a:int64")
            .replace("TYPE", "int64")
        )
        assert streammap.scan("x", {"x": first}).schema.names == ["x"]
