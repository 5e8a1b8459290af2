"""Edges of each type, and of paths, with the values that the documentation gives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import reading
import streammap_json as streammap
from oracle import ELEMENTS, MEMBERS, Column, Step

BAD = object()

ROWS: list[tuple[str, str, Any]] = [
    ("int64", "9223372036854775807", 2**63 - 1),
    ("int64", "9223372036854775808", BAD),
    ("int64", "-9223372036854775808", -(2**63)),
    ("int64", "-9223372036854775809", BAD),
    ("int64", "9007199254740993", 2**53 + 1),
    ("int64", "1e2", 100),
    ("int64", "1.5", BAD),
    ("int64", '"1"', BAD),
    ("int64", "true", BAD),
    ("uint64", "18446744073709551615", 2**64 - 1),
    ("uint64", "18446744073709551616", BAD),
    ("uint64", "-1", BAD),
    ("uint64", "-0", 0),
    ("double", "9007199254740993", 9007199254740992.0),
    ("double", "-0", -0.0),
    ("double", "1e309", BAD),
    ("double", "5e-324", 5e-324),
    ("bool", "false", False),
    ("bool", "0", BAD),
    ("string", r'"\u00e9\ud83d\ude00\u0000"', "é😀\0"),
    ("string", "1", BAD),
    ("date", '"1969-12-31"', -1),
    ("date", '"2000-02-29"', 11_016),
    ("date", '"1900-02-29"', BAD),
    ("date", '"0001-01-01"', -719_162),
    ("date", '"2000-02-29T00:00:00Z"', BAD),
    ("timestamp[s]", '"1969-12-31T23:59:59.5Z"', -1),
    ("timestamp[ms]", '"1969-12-31T23:59:59.9996Z"', -1),
    ("timestamp[us]", '"2025-03-01T12:00:00.023+01:00"', 1_740_826_800_023_000),
    ("timestamp[ns]", '"2262-04-11T23:47:16.854775807Z"', 2**63 - 1),
    ("timestamp[ns]", '"2262-04-11T23:47:16.854775808Z"', BAD),
    ("timestamp[ns]", '"1677-09-21T00:12:43.145224192Z"', -(2**63)),
    ("timestamp[ns]", '"1677-09-21T00:12:43.145224191Z"', BAD),
    ("timestamp[s]", '"2025-03-01T12:00:00"', BAD),
    ("timestamp[s]", '"2025-03-01 12:00:00z"', 1_740_830_400),
    ("timestamp[s]", '"2025-03-01T12:00:00+01"', BAD),
    ("timestamp[s]", '"2025-02-29T12:00:00Z"', BAD),
    ("timestamp[s]", "1740826800", BAD),
    ("datetime[s]", '"2025-03-01T12:00:00"', 1_740_830_400),
    ("datetime[ms]", '"1969-12-31 23:59:59.9996"', -1),
    ("datetime[s]", '"2025-03-01T12:00:00Z"', BAD),
    ("datetime[ns]", '"2262-04-11T23:47:16.854775808"', BAD),
    ("unix[s]", "1740830400.9", 1_740_830_400),
    ("unix[s]", '"-0.5"', -1),
    ("unix[s]", "1740830400000", BAD),
    ("unix[s]", '"x"', BAD),
    ("unix[s]", "true", BAD),
    ("unix[s,ns]", "1740830400.123456789012", 1_740_830_400_123_456_789),
    ("unix[ms,s]", "-1", -1),
    ("unix[ns]", "9223372036854775807", 2**63 - 1),
    ("unix[ns]", "9223372036854775808", BAD),
    ("text", '"01234"', "01234"),
    ("text", "12345678901234567890.50", "12345678901234567890.50"),
    ("text", "true", "true"),
    ("text", "[1]", BAD),
    ("list(text)", '["a", 1, false, null]', ["a", "1", "false", None]),
    ("struct(t:unix[s,ms],d:datetime[s])", '{"t": 1}', {"t": 1_000, "d": None}),
    ("json", '{"a": [1, "x y"]}', {"a": ["1", "x y"]}),
    ("list(int64)", "[]", []),
    ("list(int64)", "[1, null, 2]", [1, None, 2]),
    ("list(int64)", "1", BAD),
    ("list(string)", '["", "é"]', ["", "é"]),
    ("list(bool)", "[true, null, false]", [True, None, False]),
    ("list(json)", '[{"a": 1}, null]', [{"a": "1"}, None]),
    ("list(date)", '["1970-01-02"]', [1]),
    ("list(timestamp[ms])", '["1970-01-01T00:00:01Z"]', [1_000]),
    ("list(uint64)", "[18446744073709551615]", [2**64 - 1]),
    ("list(double)", "[1, 2.5]", [1.0, 2.5]),
    ("struct(a:int64,b:string)", '{"b": "x", "c": 1}', {"a": None, "b": "x"}),
    ("struct(a:int64)", "{}", {"a": None}),
    ("struct(a:int64)", "[]", BAD),
    ("struct(a:int64)", '{"a": 1, "a": "x"}', {"a": 1}),
    ("struct(['a b']:date,['\\'']:json)", '{"a b": "1970-01-02"}', {"a b": 1, "'": None}),
    ("map(int64)", '{"x": 1, "y": null, "x": 3, "": 2}', {"x": 1, "y": None, "": 2}),
    ("map(int64)", "{}", {}),
    ("map(int64)", "[]", BAD),
    ("list(struct(a:int64))", '[{"a": 1}, null, {}]', [{"a": 1}, None, {"a": None}]),
    ("list(list(int64))", "[[1], [], null, [null]]", [[1], [], None, [None]]),
    ("map(list(timestamp[s]))", '{"x": ["1970-01-01T00:00:01Z"]}', {"x": [1]}),
]


def read(
    stream: Callable[..., bytes], columns: list[Column], record: str, *options: str
) -> list[list[Any]]:
    types = ",".join(f"{column.name}={column.path}:{column.type}" for column in columns)
    written = stream(types, record.encode() + b"\n", "--on-error", "skip", *options)
    return reading.rows(reading.table(written), columns)


@pytest.mark.parametrize(("type_name", "text", "value"), ROWS)
def test_a_value_is_exact_or_bad(
    type_name: str, text: str, value: Any, stream: Callable[..., bytes]
) -> None:
    columns = [Column("x", ("v",), type_name), Column("y", ("w",), "int64")]
    record = f'{{"v": {text}, "w": 7}}'
    found = read(stream, columns, record)
    assert repr(found) == repr([] if value is BAD else [[value, 7]])
    found = read(stream, columns, record, "--mismatch", "null")
    assert repr(found) == repr([[None if value is BAD else value, 7]])


@pytest.mark.parametrize("type_name", sorted({row[0] for row in ROWS}))
def test_null_and_absent_are_null(type_name: str, stream: Callable[..., bytes]) -> None:
    columns = [Column("x", ("v",), type_name)]
    assert read(stream, columns, '{"v": null}\n{}\n{"w": 1}') == [[None]] * 3


PATHS: list[tuple[tuple[Step, ...], str, str, Any, Any]] = [
    (("t", "a"), "int64", '{"t": 5}', BAD, None),
    (("t", "a"), "int64", '{"t": null}', None, None),
    (("t", 1), "int64", '{"t": [0]}', None, None),
    (("t", 1), "int64", '{"t": {"1": 5}}', BAD, None),
    (("t", "a"), "json", '{"t": [1]}', BAD, None),
    (
        ("t", ELEMENTS, "a"),
        "list(int64)",
        '{"t": [{"a": 1}, {}, {"a": null}]}',
        [1, None, None],
        [1, None, None],
    ),
    (("t", ELEMENTS, "a"), "list(int64)", '{"t": [{"a": 1}, 5, {"a": 2}]}', BAD, [1, None, 2]),
    (("t", ELEMENTS), "list(int64)", '{"t": [1, "x"]}', BAD, [1, None]),
    (("t", ELEMENTS), "list(int64)", '{"t": {"a": 1}}', BAD, None),
    (("t", ELEMENTS), "list(int64)", "{}", None, None),
    (("t", MEMBERS), "list(int64)", '{"t": {"a": 1, "b": null}}', [1, None], [1, None]),
    (("t",), "int64", '{"t": 1, "t": 2}', 1, 1),
    (("t",), "int64", '{"t": "x", "t": 2}', BAD, None),
]


@pytest.mark.parametrize(("steps", "type_name", "record", "rejecting", "nulling"), PATHS)
def test_a_path_reaches_values(
    steps: tuple[Step, ...],
    type_name: str,
    record: str,
    rejecting: Any,
    nulling: Any,
    stream: Callable[..., bytes],
) -> None:
    columns = [Column("x", steps, type_name)]
    assert read(stream, columns, record) == ([] if rejecting is BAD else [[rejecting]])
    assert read(stream, columns, record, "--mismatch", "null") == [[nulling]]


@pytest.mark.parametrize("order", [1, -1])
def test_an_intermediate_of_the_wrong_kind_is_bad_beside_a_column_that_ends_there(
    order: int, stream: Callable[..., bytes]
) -> None:
    columns = [Column("x", ("a",), "int64"), Column("y", ("a", "b"), "int64")][::order]
    assert read(stream, columns, '{"a": 1}') == []


def test_one_value_goes_to_several_columns(stream: Callable[..., bytes]) -> None:
    columns = [Column(kind, ("a",), kind) for kind in ("int64", "double", "json", "uint64")]
    assert read(stream, columns, '{"a": 1}') == [[1, 1.0, "1", 1]]


def test_records_that_are_not_objects(write: Callable[..., str]) -> None:
    name = write("[1, 2]", "[3]")
    assert streammap.scan(name, "x=[1]:int64").to_arrow().to_pydict() == {"x": [2, None]}
    assert streammap.scan(name, {"x": "$: json"}).to_arrow().to_pydict() == {"x": ["[1,2]", "[3]"]}


def test_required_columns(write: Callable[..., str]) -> None:
    name = write('{"id": 1, "t": "5"}', '{"t": 1}', '{"id": null}')
    columns = {"id": "int64!", "t": "unix[s, ms]"}
    scan = streammap.scan(name, columns, on_error="skip")
    assert scan.to_arrow().to_pydict()["id"] == [1]
    assert [field.nullable for field in scan.schema] == [False, True]
    assert str(scan.schema.field("t").type) == "timestamp[ms, tz=UTC]"
    with pytest.raises(streammap.RecordError, match="id is required") as error:
        streammap.scan(name, ["id:int64 !"]).to_arrow()
    assert error.value.kind == "missingField"
    local = streammap.scan(name, "d:datetime[us],x:text").schema
    assert [str(field.type) for field in local] == ["timestamp[us]", "string"]
