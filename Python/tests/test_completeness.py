"""A scan ends without an error only if its rows are complete, whatever is known of the child."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

import streammap_json as streammap

#: What a process can do so that it has no exit status of its children, or no standard streams.
CONDITIONS = {
    "none": "",
    "ignored": "signal.signal(signal.SIGCHLD, signal.SIG_IGN)",
    "waiting": "threading.Thread(target=wait_for_all, daemon=True).start()",
    "no input": "os.close(0)",
    "no output": "os.close(1)",
    "no errors": "os.close(2)",
    "no streams": "os.closerange(0, 3)",
}

PREAMBLE = """
import os, signal, sys, threading, time
import pyarrow as pa
import streammap_json as streammap

def wait_for_all():
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            time.sleep(0.001)

{condition}
scan = streammap.scan("records.jsonl", {{"a": "int64", "b": "string"}}, batch_rows=100{options})

def spark():
    return scan._of("-")._read([], (block for block in [open("records.jsonl", "rb").read()]))

def duckdb():
    import duckdb
    return duckdb.sql("select count(*) from scan").fetchall()[0][0]

READS = {{
    "to_arrow": lambda: scan.to_arrow().num_rows,
    "batches": lambda: sum(batch.num_rows for batch in scan.batches()),
    "count": scan.count,
    "reader": lambda: scan.reader().read_all().num_rows,
    "capsule": lambda: pa.table(scan).num_rows,
    "polars": lambda: __import__("polars").DataFrame(scan).height,
    "duckdb": duckdb,
    "spark": lambda: sum(batch.num_rows for batch in spark()),
}}

def outcome(read):
    try:
        return read()
    except Exception as error:
        return f"{{type(error).__name__}} {{error}}"
"""


def run(condition: str, code: str, options: str = "") -> list[str]:
    """Runs code in a process of its own. Returns the lines that it puts into a list."""
    script = PREAMBLE.format(condition=CONDITIONS[condition], options=options)
    script += f"\nlines = []\n{code}\n"
    script += "\nopen('lines', 'w').write('\\0'.join(map(str, lines)))\nos._exit(0)\n"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return Path("lines").read_text().split("\0")


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_complete_scan(condition: str, write: Callable[..., str]) -> None:
    write(*(f'{{"a":{row},"b":"x"}}' for row in range(1_000)))
    found = run(condition, "lines += [outcome(read) for read in READS.values()]")
    assert found == ["1000"] * 8


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("options", ["", ', on_error="skip"'])
def test_a_scan_whose_child_is_killed(
    condition: str, options: str, write: Callable[..., str]
) -> None:
    text = "x" * 10_000
    write(*(f'{{"a":{row},"b":"{text}"}}' for row in range(2_000)))
    code = """
for delay in range(10):
    batches = scan.batches()
    next(batches)
    tasks = f"/proc/{os.getpid()}/task"
    children = [open(f"{tasks}/{task}/children").read().split() for task in os.listdir(tasks)]
    (child,) = sum(children, [])
    time.sleep(delay / 1000)
    os.kill(int(child), signal.SIGKILL)
    lines.append(outcome(lambda: sum(batch.num_rows for batch in batches)))
"""
    for line in run(condition, code, options):
        assert line.startswith("ProgramError streammap failed: "), line


@pytest.mark.parametrize("condition", ["none", "ignored", "no streams"])
def test_a_scan_that_stops_at_a_bad_record(condition: str, write: Callable[..., str]) -> None:
    write('{"a":1}', "x", '{"a":2}')
    found = run(condition, "lines += [outcome(read) for read in READS.values()]")
    assert len(found) == 8
    for line in found:
        assert "2:1: byte 8: expected a value, found 'x'" in line


@pytest.mark.parametrize("condition", ["none", "ignored", "no streams"])
def test_more_bad_records_than_allowed(condition: str, write: Callable[..., str]) -> None:
    write('{"a":1}', "x", '{"a":2}', "y")
    for most in ("1", "'10%'"):
        code = "lines += [outcome(read) for read in READS.values()]"
        found = run(condition, code, f', on_error="skip", max_errors={most}')
        assert len(found) == 8
        assert all("bad" in line for line in found), found


def boundaries(stream: bytes) -> list[int]:
    """Returns the offsets between the messages of a stream, and the end of the last one."""
    source = pa.BufferReader(stream)
    found = []
    for _ in pa.ipc.MessageReader.open_stream(source):
        found.append(source.tell())
    return [*found, len(stream)]


def test_a_stream_that_is_cut_between_two_messages(
    stream: Callable[..., bytes], write: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write(*(f'{{"a":{row},"b":"x"}}' for row in range(10)))
    whole = stream("a:int64,b:string", Path(name).read_bytes(), "--batch-rows", "3")
    Path("stream").write_bytes(whole)
    # The schema, four batches, the batch that says that the stream is complete, and the end.
    ends = boundaries(whole)
    assert len(ends) == 7
    scan = streammap.scan(name, {"a": "int64", "b": "string"})
    monkeypatch.setenv("STREAMMAP_PROGRAM", "./cut")
    for end in [*ends, ends[-2] - 1]:
        # The exit status of this program is 0, as is one that is unknown.
        Path("cut").write_text(f"#!/bin/sh\nexec head -c {end} stream\n")
        Path("cut").chmod(0o755)
        if end >= ends[-2]:
            assert scan.to_arrow().num_rows == 10
            continue
        with pytest.raises(streammap.ProgramError, match="its output has no end"):
            scan.to_arrow()
    # Arrow's end of a stream does not say that all rows are there.
    Path("stream").write_bytes(whole[: ends[-3]] + whole[ends[-2] :])
    with pytest.raises(streammap.ProgramError, match="its output has no end"):
        scan.to_arrow()
    # Nor does a wrong number of rows.
    Path("stream").write_bytes(whole[: ends[0]] + whole[ends[1] :])
    with pytest.raises(streammap.ProgramError, match="its output has no end"):
        scan.to_arrow()


def test_columns_that_were_inferred_in_part(
    write: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write('{"a":1}', "x")
    assert list(streammap.infer(name)) == ["a"]
    Path("cut").write_text("#!/bin/sh\necho a:int64\n")
    Path("cut").chmod(0o755)
    monkeypatch.setenv("STREAMMAP_PROGRAM", "./cut")
    with pytest.raises(streammap.ProgramError, match="its output has no end"):
        streammap.infer(name)


@pytest.mark.parametrize("rows", [0, 1, 10])
def test_other_readers_ignore_the_end_marker(rows: int, stream: Callable[..., bytes]) -> None:
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    nanoarrow = pytest.importorskip("nanoarrow")
    text = "".join(f'{{"a":{row},"b":"x","c":["y"]}}\n' for row in range(rows)).encode()
    whole = stream("a:int64,b:string,c:list(string),d:bool", text, "--batch-rows", "3")
    assert b"streammap.rows" in whole
    expected = [{"a": row, "b": "x", "c": ["y"], "d": None} for row in range(rows)]
    assert pa.ipc.open_stream(whole).read_all().to_pylist() == expected
    assert polars.read_ipc_stream(io.BytesIO(whole)).to_dicts() == expected
    relation = duckdb.from_arrow(pa.ipc.open_stream(whole))
    assert relation.select("a").fetchall() == [(row,) for row in range(rows)]
    array = nanoarrow.ArrayStream.from_readable(whole).read_all()
    assert [each["a"] for each in array.to_pylist()] == list(range(rows))
    with pa.ipc.open_stream(whole) as batches:
        for _ in range(-(-rows // 3) + 1):
            batch, last = batches.read_next_batch_with_custom_metadata()
    assert batch.num_rows == 0
    assert last is not None
    assert dict(last) == {b"streammap.rows": b"%d" % rows}
