"""Columns that are inferred."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import streammap_json as streammap
from streammap_json import _columns
from streammap_json._schema import inferred


def types(name: str, limit: int = 10) -> list[tuple[str, str]]:
    return list(streammap.infer(name, limit=limit).items())


def test_columns_of_the_first_records(write: Callable[..., str]) -> None:
    name = write('{"a":1,"b":{"c":"x"},"d":[1.5]}', "bad", '{"a":2}', '{"a":2.5,"e":true}')
    assert types(name) == [
        ("a", "double"),
        ("b.c", "string"),
        ("d", "list(double)"),
        ("e", "bool"),
    ]
    assert types(name, 3) == [("a", "int64"), ("b.c", "string"), ("d", "list(double)")]


def test_dates_times_and_mixed_scalars(write: Callable[..., str]) -> None:
    name = write(
        '{"at":"2024-05-19T10:00:00Z","d":"2024-05-19","t":"2024-05-19 10:00:00.5","x":"01"}',
        '{"at":"2024-05-19T10:00:00Z","d":"2024-05-20","x":1,"l":["a",true]}',
    )
    assert types(name) == [
        ("at", "timestamp[s]"),
        ("d", "date"),
        ("t", "datetime[ms]"),
        ("x", "text"),
        ("l", "list(text)"),
    ]


def test_columns_of_blocks() -> None:
    def blocks() -> Iterator[bytes]:
        while True:
            yield b'{"a":1,"b c":[]}\n' * 1_000

    columns = inferred(["name"], ["--limit", "100"], (block for block in blocks()))
    assert [(column.name, column.type) for column in columns] == [("a", "int64"), ("b c", "json")]


@pytest.mark.parametrize("lines", [[], ["{}"], ["bad"]])
def test_records_without_members(write: Callable[..., str], lines: list[str]) -> None:
    with pytest.raises(streammap.UsageError, match=r"records\.jsonl"):
        types(write(*lines))


def test_inferred_columns_read_the_records(write: Callable[..., str]) -> None:
    name = write('{"id":1,"u":{"a b":"x","t":[1]},"a=b:c":true}', '{"id":2,"u":{"a b":"y"}}')
    columns = streammap.infer(name)
    scan = streammap.scan(name, columns)
    assert scan.to_arrow().to_pylist() == [
        {"id": 1, "u['a b']": "x", "u.t": [1], "a=b:c": True},
        {"id": 2, "u['a b']": "y", "u.t": None, "a=b:c": None},
    ]
    # The columns are those of the program, and the printed ones are the same.
    assert _columns.parse(columns) == inferred([name], [])
    assert eval(repr(columns)) == columns
    assert repr(streammap.infer(write('{"a é":1,"b":{"c":"x"}}'))) == (
        '{\n    "a é": "[\'a é\']: int64",\n    "b.c": "string",\n}'
    )


def test_a_sample_is_of_all_parts_of_a_file(write: Callable[..., str]) -> None:
    lines = ['{"a":1}'] * 5_000 + ['{"b":1}'] * 5_000
    name = write(*lines)
    assert list(streammap.infer(name, limit=100)) == ["a"]
    assert list(streammap.infer(name, 20)) == ["a", "b"]
    assert list(streammap.infer(name, sample=20)) == ["a", "b"]
    with pytest.raises(streammap.UsageError, match="sample and limit exclude each other"):
        streammap.infer(name, 20, limit=20)
    with pytest.raises(streammap.UsageError, match=r"^sample"):
        streammap.infer(name, 0)


def test_columns_of_another_form(write: Callable[..., str]) -> None:
    name = write('{"data":[{"a":1},', '{"a":2.5}]}')
    assert streammap.infer(name, records="data") == {"a": "double"}
    assert streammap.infer(write('[{"a":1},{"b":2}]'), input="array") == {
        "a": "int64",
        "b": "int64",
    }
    with pytest.raises(streammap.UsageError, match="no file matches"):
        streammap.infer("absent*")
