"""Arrow streams as Python values, without any conversion that loses something."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

import oracle


def table(stream: bytes) -> pa.Table:
    """Reads a stream with pyarrow and nanoarrow, and checks every buffer of it."""
    with pa.ipc.open_stream(stream) as reader:
        batches = list(reader)
        for batch in batches:
            batch.validate(full=True)
        result = pa.Table.from_batches(batches, reader.schema)
    assert stream.endswith(b"\xff\xff\xff\xff\0\0\0\0")
    nanoarrow = pytest.importorskip("nanoarrow")
    other = pa.RecordBatchReader.from_stream(nanoarrow.ArrayStream.from_readable(stream)).read_all()
    other.validate(full=True)
    assert other.equals(result)
    return result


def rows(table: pa.Table, columns: list[oracle.Column]) -> list[list[Any]]:
    """Returns the rows in the form of the oracle."""
    values = [
        _values(array, column.type) for array, column in zip(table.columns, columns, strict=True)
    ]
    return [list(row) for row in zip(*values, strict=True)]


def _values(array: Any, type_name: str) -> list[Any]:
    item = type_name.removeprefix("list(").removesuffix(")")
    stored = pa.int64() if item.startswith("timestamp") else pa.int32() if item == "date" else None
    if stored is not None:
        array = array.cast(pa.list_(stored) if item != type_name else stored)
    values: list[Any] = array.to_pylist()
    if item != "json":
        return values
    if item != type_name:
        return [None if value is None else [_json(each) for each in value] for value in values]
    return [_json(value) for value in values]


def _json(text: str | None) -> Any:
    if text is None:
        return None
    assert text == oracle.compact(text)
    return oracle.read(text)
