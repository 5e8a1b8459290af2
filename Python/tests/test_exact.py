"""Every value of random records, against a reading by Python's json module."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import oracle
import reading
import records
import streammap_json as streammap


def same(left: Any, right: Any) -> bool:
    """Whether values are equal, with the signs of zeros and with true apart from 1."""
    return repr(left) == repr(right)


def expected(
    lines: list[str], columns: list[oracle.Column], mismatch: str
) -> tuple[list[list[Any]], list[int]]:
    """Returns the rows, and the numbers of the lines that are rejected."""
    rows, rejects = [], []
    for number, line in enumerate(lines, 1):
        try:
            rows.append(oracle.row(oracle.read(line), columns, mismatch=mismatch))
        except oracle.Mismatch:
            rejects.append(number)
    return rows, rejects


@pytest.mark.parametrize("mismatch", ["reject", "null"])
@pytest.mark.parametrize("round_number", range(12))
def test_random_records_are_read_exactly(
    mismatch: Any, round_number: int, rng: Random, folder: Path
) -> None:
    columns = records.columns(rng, count := rng.choice([1, 3, 8, 70]))
    source = records.Source(rng.randbytes(8).hex(), 0.1 / count if mismatch == "reject" else 0.03)
    lines = [records.record(source, columns) for _ in range(400)]
    text = "".join(f"{line}\n" for line in lines).encode()
    (folder / "in.jsonl").write_bytes(gzip.compress(text) if round_number % 3 == 0 else text)
    rows, rejects = expected(lines, columns, mismatch)

    scan = streammap.scan(
        "in.jsonl",
        {column.name: f"{column.path}: {column.type}" for column in columns},
        mismatch=mismatch,
        on_error="skip",
        rejects="rejects.jsonl",
        batch_rows=rng.choice([1, 7, 64, 65_536]),
    )
    table = scan.to_arrow()
    table.validate(full=True)
    assert table.schema == scan.schema
    written = [json.loads(line) for line in (folder / "rejects.jsonl").read_text().split("\n")[:-1]]
    assert [reject["line"] for reject in written] == rejects
    found = reading.rows(table, columns)
    assert len(found) == len(rows)
    good = [line for number, line in enumerate(lines, 1) if number not in rejects]
    for row, other, line in zip(found, rows, good, strict=True):
        for value, wanted, column in zip(row, other, columns, strict=True):
            assert same(value, wanted), f"{column}: {value!r}, not {wanted!r}, in {line}"


@pytest.mark.parametrize("mismatch", ["reject", "null"])
@pytest.mark.parametrize("round_number", range(3))
def test_bytes_do_not_depend_on_threads_chunks_and_engines(
    mismatch: str, round_number: int, rng: Random, stream: Callable[..., bytes]
) -> None:
    columns = records.columns(rng, 12)
    source = records.Source(rng.randbytes(8).hex(), 0.005)
    text = "".join(f"{records.record(source, columns)}\n" for _ in range(3_000)).encode()
    types = ",".join(f"c{i}={column.path}:{column.type}" for i, column in enumerate(columns))
    common = [
        "--mismatch",
        mismatch,
        "--on-error",
        "skip",
        "--batch-rows",
        str(rng.choice([1, 50, 1_000])),
    ]
    first = stream(types, text, *common)
    reading.table(first)
    for options in (
        ["--jobs", "1"],
        ["--jobs", "2", "--chunk", "4KiB"],
        ["--jobs", "2", "--chunk", "64KiB"],
        ["--engine", "yajl"],
        ["--engine", "index", "--jobs", "1", "--chunk", "16KiB"],
    ):
        assert stream(types, text, *common, *options) == first, options
