"""Rows of elements against a reading by Python's json module, with every kernel and parser.

STREAMMAP_FILES is the number of files.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

import oracle
import reading
import records
import streammap_json as streammap
from oracle import ELEMENTS, MEMBERS, Column, Step
from test_files import FILES, calls_of, rows_of, text_of

WILDCARDS = (ELEMENTS, MEMBERS)


class Elements:
    """The elements that have rows, and the columns of each level."""

    def __init__(
        self, steps: tuple[Step, ...], columns: Sequence[Column], *, keeps_empty: bool
    ) -> None:
        self.path = Column("", steps, "").path
        self.keeps_empty = keeps_empty
        #: The number of steps to the elements of each level. The first level is the record.
        self.ends = [0] + [i + 1 for i, step in enumerate(steps) if step in WILDCARDS]
        self.steps = steps
        self.columns = columns
        self.levels = [
            max(i for i, end in enumerate(self.ends) if column.steps[:end] == steps[:end])
            for column in columns
        ]

    def rows(self, record: Any, *, mismatch: str) -> list[list[Any]]:
        """Returns the rows of a record, which is an object."""
        row: list[Any] = [None] * len(self.columns)
        return list(self._rows(record, 0, row, nulls=mismatch == "null"))

    def _rows(self, value: Any, level: int, row: list[Any], *, nulls: bool) -> Iterator[list[Any]]:
        row = list(row)
        is_last = level == len(self.ends) - 1
        inner = [i for i, each in enumerate(self.levels) if each > level]
        members = [i for i, each in enumerate(self.levels) if each == level and self._rest(i)]
        if value is not None and (members or inner) and not self._is_container(value, level):
            # An element of another kind fits none of the columns of its members.
            if not nulls:
                raise oracle.Mismatch
            rest = None
        else:
            rest = value
        for i, column in enumerate(self.columns):
            if self.levels[i] != level:
                continue
            steps = self._rest(i)
            own = rest if steps else value
            row[i] = oracle.row(own, [Column("", steps, column.type)], mismatch=_policy(nulls))[0]
        if is_last:
            yield row
            return
        found = self._children(rest, level, strict=bool(inner) and not nulls)
        for child in found:
            yield from self._rows(child, level + 1, row, nulls=nulls)
        if not found and self.keeps_empty:
            yield row

    def _rest(self, index: int) -> tuple[Step, ...]:
        return self.columns[index].steps[self.ends[self.levels[index]] :]

    def _is_container(self, value: Any, level: int) -> bool:
        """Returns whether an element has the kind that the paths below it need."""
        if level == 0:
            return True
        rests = [self._rest(i) for i, each in enumerate(self.levels) if each == level]
        steps = [rest[0] for rest in rests if rest]
        if level < len(self.ends) - 1:
            steps.append(self.steps[self.ends[level]])
        kinds = {list if isinstance(step, int) or step == ELEMENTS else dict for step in steps}
        return any(isinstance(value, kind) for kind in kinds)

    def _children(self, value: Any, level: int, *, strict: bool) -> list[Any]:
        steps = self.steps[self.ends[level] : self.ends[level + 1]]
        try:
            container = oracle._single(value, steps[:-1])
            return [] if container is None else oracle._children(container, steps[-1])
        except oracle.Mismatch:
            if strict:
                raise
            return []


def _policy(nulls: bool) -> str:
    return "null" if nulls else "reject"


def of_elements(rng: Random, columns: list[Column]) -> tuple[tuple[Step, ...], list[Column]] | None:
    """Returns a path of elements, and the columns with the types that they then have."""
    lists = [column for column in columns if column.has_wildcard]
    if not lists:
        return None
    chosen = rng.choice(lists).steps
    steps = chosen[: rng.choice([i + 1 for i, step in enumerate(chosen) if step in WILDCARDS])]
    made = Elements(steps, columns, keeps_empty=False)
    result: list[Column] = []
    for column, level in zip(columns, made.levels, strict=True):
        rest = column.steps[made.ends[level] :]
        is_single = level > 0 and not any(step in WILDCARDS for step in rest)
        type_name = column.type[5:-1] if is_single else column.type
        result.append(Column(column.name, column.steps, type_name))
    return steps, result


def test_random_elements_are_read_alike_by_all(program: str, rng: Random, folder: Path) -> None:
    begin = rng.randbytes(8).hex()
    counts: Counter[str] = Counter()

    def run(call: tuple[list[str], str]) -> tuple[int, bytes, bytes]:
        options, kernel = call
        environment = {**os.environ, "STREAMMAP_KERNEL": kernel}
        command = [program, "select", *options, "in.jsonl"]
        done = subprocess.run(command, capture_output=True, env=environment)
        return done.returncode, done.stdout, done.stderr

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        number = files = 0
        while files < FILES:
            number += 1
            one = Random(f"{begin} {number}")
            lists = columns_of_elements(one)
            made = of_elements(one, lists)
            if made is None:
                continue
            files += 1
            steps, columns = made
            each = Elements(steps, columns, keeps_empty=one.random() < 0.3)
            text = text_of(one, lists)
            (folder / "in.jsonl").write_bytes(gzip.compress(text) if one.random() < 0.1 else text)
            mismatch = one.choice(["reject", "null"])
            wanted: list[list[Any]] = []
            rejected = 0
            for line in text.split(b"\n"):
                if not line.strip(b" \t\r"):
                    continue
                try:
                    record = oracle.read(line.decode())
                    if not isinstance(record, dict):
                        raise oracle.Mismatch
                    rows = each.rows(record, mismatch=mismatch)
                except (ValueError, oracle.Mismatch):
                    rejected += 1
                else:
                    wanted += rows
                    counts.update(records=1, rows=len(rows))
            types = ",".join(
                f"c{i}={column.path}:{column.type}" for i, column in enumerate(columns)
            )
            common = ["--types", types, "--mismatch", mismatch, "--on-error", "skip"]
            common += ["--each", each.path, *(["--each-empty"] if each.keeps_empty else [])]
            jsonl, arrow = ([*common, "--format", form] for form in ("jsonl", "arrow"))
            arrow += ["--batch-rows", one.choice(["1", "7", "65536"])]
            calls = [call for form in (jsonl, arrow) for call in calls_of(one, form)]
            results = list(pool.map(run, calls))
            about = f"file {number}: --each {each.path} {types}\n{text!r}\n"
            for call, result in zip(calls, results, strict=True):
                first = results[0 if "jsonl" in call[0] else 3]
                assert result == first, f"{about}{call}: {result}, not {first}"
            assert results[0][0] == bool(rejected), f"{about}{results[0][2]!r}"
            for rows in (
                rows_of(results[0][1], columns),
                reading.rows(reading.table(results[3][1]), columns),
            ):
                assert repr(rows) == repr(wanted), f"{about}{rows}, not {wanted}"
            counts.update(rejected=rejected, runs=len(calls))
            counts[f"{len(each.ends) - 1} levels"] += 1
    assert counts["rows"] > counts["records"] > 0
    print(f"{files} files, all alike:", ", ".join(f"{n} {name}" for name, n in counts.items()))


def columns_of_elements(rng: Random) -> list[Column]:
    """Returns random columns, of which some are in the elements of the same arrays."""
    found = records.columns(rng, rng.choice([1, 2, 3]))
    for column in list(found):
        if not column.has_wildcard:
            continue
        first = min(column.steps.index(step) for step in WILDCARDS if step in column.steps)
        prefix = column.steps[: first + 1]
        is_list = prefix == column.steps and column.type.startswith(("list(list(", "list(map("))
        if is_list or column.steps[first + 1 : first + 2] == (ELEMENTS,):
            # The paths of members would contradict it.
            continue
        for index in range(rng.choice([0, 1, 2])):
            rest: tuple[Step, ...] = (f"e{index}",)
            if rng.random() < 0.3:
                rest += (rng.choice([ELEMENTS, MEMBERS]),)
            kind = rng.choice(records.SCALARS)
            found.append(Column(f"e{index}", prefix + rest, f"list({kind})"))
    return found


def test_elements_have_rows(write: Callable[..., str]) -> None:
    name = write(
        '{"id":1,"items":[{"sku":"pen"},{"sku":"ink","price":3.5},null]}',
        '{"id":2,"items":[]}',
        '{"id":3}',
    )
    columns = ["id:int64", "n=$index:int64", "sku=items[*].sku:string"]
    scan = streammap.scan(name, columns, each="items[*]")
    assert scan.to_arrow().to_pydict() == {
        "id": [1, 1, 1],
        "n": [0, 1, 2],
        "sku": ["pen", "ink", None],
    }
    scan = streammap.scan(name, columns, each="items[*]", each_empty=True)
    assert scan.to_arrow()["id"].to_pylist() == [1, 1, 1, 2, 3]
    assert scan.to_arrow()["n"].to_pylist() == [0, 1, 2, None, None]


def test_elements_need_a_wildcard(write: Callable[..., str]) -> None:
    name = write("{}")
    with pytest.raises(streammap.UsageError, match=r"as in items\[\*\]"):
        streammap.scan(name, ["id:int64"], each="items")
    with pytest.raises(streammap.UsageError, match="each_empty needs each"):
        streammap.scan(name, ["id:int64"], each_empty=True)


@pytest.mark.parametrize("form", ["jsonl", "csv", "arrow"])
def test_many_elements_resume(program: str, folder: Path, form: str) -> None:
    """A run that ends at a checkpoint goes on with the next element's row."""
    lines = [
        json.dumps({"id": i, "items": [{"n": i * 100 + j} for j in range(i % 7)]})
        for i in range(3_000)
    ]
    (folder / "in.jsonl").write_text("\n".join(lines) + "\n")
    words = [program, "select", "--each", "items[*]", "--format", form, "--jobs", "1"]
    words += ["--types", "id:int64,n=items[*].n:int64", "in.jsonl"]
    whole = subprocess.run(words, capture_output=True, check=True).stdout
    files = ["--output", "out", "--checkpoint", "note", "--checkpoint-interval", "0"]
    options = [*files, "--chunk", "4KiB"]
    if form == "arrow":
        words += ["--batch-rows", "50"]
        whole = subprocess.run(words, capture_output=True, check=True).stdout
    stopped = subprocess.run([*words, *options], capture_output=True, preexec_fn=_limit_size)
    assert stopped.returncode != 0
    assert (folder / "note").exists()
    subprocess.run([*words, *options], capture_output=True, check=True)
    assert (folder / "out").read_bytes() == whole


def _limit_size() -> None:
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
