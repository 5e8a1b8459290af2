"""Random files against a reading by Python's json module, with every kernel and parser.

STREAMMAP_FILES is the number of files.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import oracle
import reading
import records

FILES = int(os.environ.get("STREAMMAP_FILES", "100"))
#: Bytes that make a record malformed, or another record.
FAULTS = [
    *b'"\\{}[],:-0e.ntf \x00\x1f\x7f\x80\xc3\xed\xff\n',
    b"\\ud800",
    b"\\u0000",
    b"\xed\xa0\x80",
]
OTHERS = [b"", b" ", b"\t\r", b"null", b"[]", b"{}", b"0", b'"a"', b"{}{}", b"NaN", b"\xff"]


def damaged(rng: Random, line: bytes) -> bytes:
    """Returns a line with a fault, which may also leave it well-formed."""
    at, fault = rng.randrange(len(line)), rng.choice(FAULTS)
    fault = bytes([fault]) if isinstance(fault, int) else fault
    return rng.choice(
        [
            line[:at],
            line[:at] + line[at + 1 :],
            line[:at] + fault + line[at:],
            line[:at] + fault + line[at + 1 :],
            rng.choice(OTHERS),
        ]
    )


def text_of(rng: Random, columns: list[oracle.Column]) -> bytes:
    """Returns the text of a file of a few records."""
    source = records.Source(rng.randbytes(8).hex(), rng.choice([0.0, 0.02, 0.1]))
    lines = [records.record(source, columns).encode() for _ in range(rng.choice([0, 1, 2, 5, 20]))]
    faults = rng.choice([0, 0, 0.1, 0.5])
    lines = [damaged(rng, line) if rng.random() < faults else line for line in lines]
    return rng.choice([b"\n", b"\n", b"\r\n"]).join(lines) + rng.choice(
        [b"\n", b"\n", b"", b"\n\n"]
    )


def expected(
    text: bytes, columns: list[oracle.Column], mismatch: str
) -> Iterator[tuple[int, list[Any] | None]]:
    """The numbers of the lines that are not blank, each with its row, or None if it is rejected."""
    for number, line in enumerate(text.split(b"\n"), 1):
        if line.strip(b" \t\r"):
            try:
                record = oracle.read(line.decode())
                is_object = isinstance(record, dict)
                yield number, oracle.row(record, columns, mismatch=mismatch) if is_object else None
            except (ValueError, oracle.Mismatch):
                yield number, None


def written(type_name: str) -> str:
    """Returns the type of the values that are written for a type."""
    type_name = re.sub(r"unix\[(?:[a-z]+,)?([a-z]+)\]", r"timestamp[\1]", type_name)
    return re.sub(r"(?<![\w'])text(?![\w'])", "string", type_name)


def rows_of(text: bytes, columns: list[oracle.Column]) -> list[list[Any]]:
    """Returns the rows that the program has written as JSON Lines."""
    rows = []
    for line in text.decode().split("\n")[:-1]:
        assert line == oracle.compact(line)
        values = oracle.read(line)
        assert list(values) == [f"c{index}" for index in range(len(columns))]
        rows.append(
            [
                None if value is None else oracle.convert(value, written(column.type), nulls=False)
                for value, column in zip(values.values(), columns, strict=True)
            ]
        )
    return rows


def calls_of(rng: Random, options: list[str]) -> Iterator[tuple[list[str], str]]:
    """Options with each parser and kernel. A machine without a kernel takes its best one."""
    for engine, kernel in (
        (rng.choice(["auto", "index"]), rng.choice(["best", "avx2"])),
        ("index", "scalar"),
        ("yajl", "best"),
    ):
        jobs, chunk = rng.choice("123"), rng.choice(["1", "64", "1KiB", "4MiB"])
        yield [*options, "--engine", engine, "--jobs", jobs, "--chunk", chunk], kernel


def test_random_files_are_read_alike_by_all(program: str, rng: Random, folder: Path) -> None:
    begin = rng.randbytes(8).hex()
    counts: Counter[str] = Counter()

    def run(call: tuple[list[str], str]) -> tuple[int, bytes, bytes]:
        options, kernel = call
        command = [program, "select", *options, "in.jsonl"]
        environment = {**os.environ, "STREAMMAP_KERNEL": kernel}
        done = subprocess.run(command, capture_output=True, env=environment)
        return done.returncode, done.stdout, done.stderr

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number in range(FILES):
            one = Random(f"{begin} {number}")
            columns = records.columns(one, one.choice([1, 2, 3, 8]))
            text = text_of(one, columns)
            (folder / "in.jsonl").write_bytes(gzip.compress(text) if one.random() < 0.1 else text)
            mismatch = one.choice(["reject", "null"])
            stops = one.random() < 0.15
            lines = dict(expected(text, columns, mismatch))
            rejects = [line for line, row in lines.items() if row is None]
            if stops and rejects:
                rejects = rejects[:1]
                lines = {line: row for line, row in lines.items() if line <= rejects[0]}
            wanted = [row for row in lines.values() if row is not None]

            jsonl = ["--format", "jsonl"]
            arrow = ["--format", "arrow", "--batch-rows", one.choice(["1", "7", "65536"])]
            types = ",".join(f"c{i}={each.path}:{each.type}" for i, each in enumerate(columns))
            common = ["--types", types, "--mismatch", mismatch]
            common += ["--on-error", "stop" if stops else "skip"]
            calls = [call for form in (jsonl, arrow) for call in calls_of(one, [*common, *form])]
            results = list(pool.map(run, calls))
            about = f"file {number}: {types}\n{text!r}\n"
            for call, result in zip(calls, results, strict=True):
                first = results[0 if "jsonl" in call[0] else 3]
                assert result == first, f"{about}{call}: {result}, not {first}"
            for status, _, errors in results[:1] + results[3:4]:
                assert status == bool(rejects), f"{about}{errors!r}"
                found = re.findall(rb"^in\.jsonl:(\d+):\d+: byte", errors, re.MULTILINE)
                assert list(map(int, found)) == rejects, f"{about}{errors!r}, not {rejects}"
            tables = [rows_of(results[0][1], columns)]
            # A run that stopped does not end its stream.
            if not (stops and rejects):
                tables.append(reading.rows(reading.table(results[3][1]), columns))
            for rows in tables:
                # With the signs of zeros and with true apart from 1.
                assert repr(rows) == repr(wanted), f"{about}{rows}, not {wanted}"
            counts.update(records=len(lines), rejected=len(rejects), runs=len(calls))
            for row in wanted:
                for value, column in zip(row, columns, strict=True):
                    counts["null" if value is None else oracle.parts(column.type)[0]] += 1
    print(f"{FILES} files, all alike:", ", ".join(f"{n} {name}" for name, n in counts.items()))
