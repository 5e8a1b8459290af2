"""The examples of README.md."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).parent.parent / "README.md"

TWEETS = [
    {
        "id": i,
        "lang": ["en", "ja"][i % 2],
        "user": {"screen_name": f"user{i % 3}", "followers_count": 400 * i},
        "created_at": "2025-03-01T12:00:00Z",
        "entities": {"hashtags": [{"text": "a"}] * (i % 3)},
    }
    for i in range(10)
]


def test_the_examples_run(folder: Path, program: str) -> None:
    for name in ("duckdb", "polars", "pandas"):
        pytest.importorskip(name)
    (folder / "tweets").mkdir()
    text = "".join(f"{json.dumps(tweet)}\n" for tweet in TWEETS)
    (folder / "tweets" / "1.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    (folder / "bad.jsonl").write_text('{"id":1}\n{"id":2.5}\n{"id":3}\n')
    help_text = subprocess.run([program, "select", "--help-all"], capture_output=True, text=True).stdout

    blocks = re.findall(
        r"(?:<!-- needs: (\S+) -->\n)?```python\n(.*?)```\n(?:```text\n(.*?)```\n)?",
        README.read_text(),
        re.DOTALL,
    )
    assert len(blocks) == 9
    names: dict[str, Any] = {}
    printed = []
    for option, code, output in blocks:
        if option and f"\n  {option} " not in help_text:
            continue
        with contextlib.redirect_stdout(io.StringIO()) as stdout:
            exec(compile(code, str(README), "exec"), names)
        printed.append(stdout.getvalue())
        if output:
            assert printed[-1] == output
    assert printed[0] == "10 rows of ['id', 'author', 'created', 'tags']\n"
    assert "│ user0   │      4 │" in printed[1]
    assert "10 rows in tweets.parquet\n" in printed
    assert printed[-1] == "2 rows\n"
    if "\n  --where " in help_text:
        assert "3 rows in English\n" in printed


def test_the_table_of_types_is_that_of_the_package() -> None:
    import streammap

    table = README.read_text().split("| Arrow type |\n|---|---|---|\n")[1].split("\n\n")[0]
    for line in table.splitlines():
        first = (
            re.findall(r"`([^`]+)`", line)[0]
            .replace("NAME:TYPE,…", "a:int64")
            .replace("TYPE", "int64")
        )
        assert streammap.scan("x", {"x": first}).schema.names == ["x"]
