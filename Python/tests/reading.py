"""Arrow streams as Python values, without any conversion that loses something."""

from __future__ import annotations

import itertools
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
    if isinstance(array, pa.ChunkedArray):
        return [value for chunk in array.chunks for value in _values(chunk, type_name)]
    word, inner = oracle.parts(type_name)
    if word in ("list", "map"):
        offsets = array.offsets.to_pylist()
        if word == "list":
            items = _values(array.values, inner[""])
        else:
            pairs = zip(array.keys.to_pylist(), _values(array.items, inner[""]), strict=True)
            items = list(pairs)
        make: Any = list if word == "list" else dict
        values = [make(items[slice(*ends)]) for ends in itertools.pairwise(offsets)]
    elif word == "struct":
        members = {
            name: _values(array.field(index), each)
            for index, (name, each) in enumerate(inner.items())
        }
        values = [{name: each[row] for name, each in members.items()} for row in range(len(array))]
    elif word.startswith(("timestamp", "datetime", "unix")):
        values = array.cast(pa.int64()).to_pylist()
    elif word == "date":
        values = array.cast(pa.int32()).to_pylist()
    elif word == "json":
        values = [_json(text) for text in array.to_pylist()]
    else:
        values = array.to_pylist()
    present = array.is_valid().to_pylist()
    return [value if is_valid else None for value, is_valid in zip(values, present, strict=True)]


def _json(text: str | None) -> Any:
    if text is None:
        return None
    assert text == oracle.compact(text)
    return oracle.read(text)
