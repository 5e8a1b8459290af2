"""Where batches end, and streams with none."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import reading
import streammap_json as streammap


@pytest.mark.parametrize(
    ("rows", "batch_rows", "sizes"),
    [(0, 3, []), (2, 3, [2]), (3, 3, [3]), (7, 3, [3, 3, 1]), (3, 1, [1, 1, 1])],
)
def test_batches_have_the_given_rows(
    rows: int, batch_rows: int, sizes: list[int], write: Callable[..., str]
) -> None:
    name = write(*(f'{{"a":{row}}}' for row in range(rows)))
    for jobs in (1, 2):
        scan = streammap.scan(name, {"a": "int64"}, batch_rows=batch_rows, jobs=jobs)
        batches = list(scan.batches())
        assert [batch.num_rows for batch in batches] == sizes
        assert [value for batch in batches for value in batch["a"].to_pylist()] == list(range(rows))
        assert scan.to_arrow().schema == scan.schema


def test_a_batch_also_ends_by_its_bytes(stream: Callable[..., bytes]) -> None:
    text = b"".join(b'{"a":"%s"}\n' % (b"x" * 1_000_000) for _ in range(150))
    first = stream("a:string", text)
    table = reading.table(first)
    assert [len(chunk) for chunk in table["a"].chunks] != [150]
    assert max(chunk.nbytes for chunk in table["a"].chunks) < 70 << 20
    assert stream("a:string", text, "--jobs", "1", "--chunk", "1MiB") == first


def test_validity_shifts_where_segments_meet(stream: Callable[..., bytes]) -> None:
    values = [None if i % 3 == 0 or 400 < i < 900 else i for i in range(4_011)]
    lines = [{"a": i, "b": None if i is None else i % 2 == 0, "c": [i, None]} for i in values]
    text = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    for batch in ("1", "7", "8", "63", "64", "65", "1000"):
        options = ("--jobs", "2", "--chunk", "4KiB", "--batch-rows", batch)
        table = reading.table(stream("a:int64,b:bool,c:list(int64)", text, *options))
        assert table.to_pylist() == lines


def test_rows_that_are_all_bad_give_an_empty_table(write: Callable[..., str]) -> None:
    scan = streammap.scan(write("1", "x", '{"a":"b"}'), {"a": "int64"}, on_error="skip")
    table = scan.to_arrow()
    assert table.num_rows == 0
    assert table.schema == scan.schema


@pytest.mark.parametrize("lines", [[], ["{}"], ['{"c0":1}', '{"c9999":2}']])
def test_ten_thousand_columns(lines: list[str], write: Callable[..., str]) -> None:
    scan = streammap.scan(write(*lines), {f"c{i}": "int64" for i in range(10_000)})
    table = scan.to_arrow()
    table.validate(full=True)
    assert table.schema == scan.schema
    assert table.num_rows == len(lines)
    for row, line in zip(table.to_pylist(), lines, strict=True):
        assert {name: value for name, value in row.items() if value is not None} == json.loads(line)


def corpora() -> Path:
    folder = Path(__file__).parents[3] / "shared" / "corpora"
    folder = Path(os.environ.get("STREAMMAP_CORPORA", folder))
    if not folder.is_dir():
        if os.environ.get("STREAMMAP_REQUIRE_CORPORA") == "1":
            raise FileNotFoundError(folder)
        pytest.skip(f"the corpora are absent: {folder}")
    return folder


@pytest.mark.parametrize("name", ["tweets", "github_events"])
def test_real_records_are_read_exactly(name: str, stream: Callable[..., bytes]) -> None:
    import oracle

    columns = {
        "tweets": [
            oracle.Column("id", ("id",), "int64"),
            oracle.Column("author", ("user", "screen_name"), "string"),
            oracle.Column("text", ("text",), "string"),
            oracle.Column(
                "tags", ("entities", "hashtags", oracle.ELEMENTS, "text"), "list(string)"
            ),
            oracle.Column("at", ("entities", "hashtags", 0, "indices"), "list(uint64)"),
            oracle.Column("user", ("user",), "json"),
            oracle.Column("verified", ("metadata", "result_type"), "string"),
        ],
        "github_events": [
            oracle.Column("id", ("id",), "string"),
            oracle.Column("created", ("created_at",), "timestamp[us]"),
            oracle.Column("public", ("public",), "bool"),
            oracle.Column("payload", ("payload",), "json"),
            oracle.Column("repo", ("repo", "id"), "uint64"),
        ],
    }[name]
    text = (corpora() / "real" / f"{name}.jsonl").read_bytes()
    types = ",".join(f"{column.name}={column.path}:{column.type}" for column in columns)
    table = reading.table(stream(types, text))
    # Only a line feed separates records.
    lines = text.decode().removesuffix("\n").split("\n")
    rows = [oracle.row(oracle.read(line), columns, mismatch="reject") for line in lines]
    assert reading.rows(table, columns) == rows


def test_documents_of_a_suite_are_columns_or_errors(folder: Path) -> None:
    files = sorted((corpora() / "JSONTestSuite" / "test_parsing").glob("[yn]_*.json"))
    assert files
    for file in files:
        scan = streammap.scan(file, {"x": "$: json"}, input="document")
        if file.name.startswith("y"):
            assert scan.to_arrow().num_rows == 1, file.name
        else:
            with pytest.raises(streammap.RecordError):
                scan.to_arrow()
