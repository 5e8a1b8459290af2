"""Filters. The program has more tests of what they mean."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

import pytest

import streammap_json as streammap

LINES = [
    '{"id":1,"lang":"en","user":{"n":10}}',
    '{"id":2,"lang":"de","user":{"n":2000}}',
    '{"id":3,"user":{"n":2000}}',
    '{"id":4,"lang":"en","user":null}',
    '{"id":"x","lang":"fr"}',
]


@pytest.fixture(autouse=True)
def _supports_filters(program: str) -> None:
    help_text = subprocess.run(
        [program, "select", "--help-all"], capture_output=True, text=True
    ).stdout
    if "\n  --where " not in help_text:
        pytest.skip("the program does not know --where")


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("lang == 'en'", [1, 4]),
        ('lang == "de"', [2]),
        ("user.n >= 1000", [2, 3]),
        ("lang in ('en', 'de') and user.n is not null", [1, 2]),
        ("lang is null", [3]),
        ("not lang == 'en' and id >= 0", [2]),
        ("id == 7", []),
    ],
)
def test_rows_that_a_filter_keeps(where: str, ids: list[int], write: Callable[..., str]) -> None:
    scan = streammap.scan(write(*LINES), {"id": "int64"}, where=where)
    assert scan.to_arrow()["id"].to_pylist() == ids


def test_a_mismatch_counts_only_in_kept_records(write: Callable[..., str]) -> None:
    with pytest.raises(streammap.RecordError) as caught:
        streammap.scan(write(*LINES), {"id": "int64"}, where="lang == 'fr'").to_arrow()
    assert caught.value.line == 5


@pytest.mark.parametrize("where", ["lang ==", "", "lang = 'en'", "-x"])
def test_a_malformed_filter(where: Any, write: Callable[..., str]) -> None:
    with pytest.raises(streammap.UsageError):
        streammap.scan(write(*LINES), {"id": "int64"}, where=where).to_arrow()
