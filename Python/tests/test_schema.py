"""Columns that are inferred."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import streammap
from streammap._schema import infer


def types(name: str, records: int = 10) -> list[tuple[str, str]]:
    return [(column.name, column.type) for column in infer(name, records)]


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

    assert [(column.name, column.type) for column in infer("name", 100, (b for b in blocks()))] == [
        ("a", "int64"),
        ("b c", "json"),
    ]


@pytest.mark.parametrize("lines", [[], ["{}"], ["bad"]])
def test_records_without_members(write: Callable[..., str], lines: list[str]) -> None:
    with pytest.raises(streammap.UsageError, match=r"records\.jsonl"):
        types(write(*lines))
