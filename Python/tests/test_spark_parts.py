"""What the data source decides before a task runs."""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import streammap_json as streammap

pytest.importorskip("pyspark")

from pyspark.sql.datasource import (
    EqualNullSafe,
    EqualTo,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    IsNotNull,
    IsNull,
    LessThan,
    LessThanOrEqual,
    Not,
    StringContains,
    StringEndsWith,
    StringStartsWith,
)
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    DataType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    MapType,
    StringType,
    StructType,
    TimestampNTZType,
    TimestampType,
)

from streammap_json import _columns
from streammap_json.spark import _pushdown, _types
from streammap_json.spark._files import File, Files, parts

PLAIN = [
    *(BooleanType(), LongType(), DecimalType(20, 0), DoubleType()),
    *(StringType(), DateType(), TimestampType(), TimestampNTZType()),
]

COLUMNS = _columns.parse(
    "i:int64, u:uint64, s=user.name:string, b:bool, d:double, at:timestamp[us], day:date, j:json, "
    "l:list(int64), w=x[*]:list(string), in:string, odd=['a b'].c:string, first=l[0]:int64"
)


@pytest.mark.parametrize(
    ("filter", "condition"),
    [
        (EqualTo(("i",), 5), "i == 5"),
        (EqualTo(("s",), "it's \\ \0é"), r"user.name == 'it\'s \\ \u0000é'"),
        (EqualTo(("b",), True), "b == true"),
        (EqualTo(("u",), Decimal(2**64 - 1)), "u == 18446744073709551615"),
        (EqualTo(("u",), Decimal("1.5")), None),
        (EqualTo(("i",), True), None),
        (EqualTo(("i",), 5.0), None),
        (EqualTo(("d",), 0.1), None),
        (EqualTo(("at",), 5), None),
        (EqualTo(("j",), "1"), None),
        (EqualTo(("absent",), 1), None),
        (EqualTo(("s", "t"), "x"), None),
        (EqualTo(("first",), 1), None),
        (EqualTo(("in",), "x"), "['in'] == 'x'"),
        (EqualTo(("odd",), "x"), "['a b'].c == 'x'"),
        (EqualNullSafe(("i",), 5), "i == 5"),
        (EqualNullSafe(("i",), None), None),
        (GreaterThan(("i",), -5), "i > -5"),
        (GreaterThanOrEqual(("s",), "a"), "user.name >= 'a'"),
        (LessThan(("u",), Decimal(5)), "u < 5"),
        (LessThanOrEqual(("b",), True), None),
        (In(("i",), (1, None, 2)), "i in (1, 2)"),
        (In(("i",), (None,)), None),
        (In(("s",), ("a", "b")), "user.name in ('a', 'b')"),
        (IsNotNull(("s",)), "user.name is not null"),
        (IsNotNull(("d",)), "d is not null"),
        (IsNotNull(("day",)), "day is not null"),
        (IsNotNull(("j",)), None),
        (IsNotNull(("l",)), None),
        (IsNotNull(("w",)), None),
        (IsNull(("i",)), None),
        (Not(IsNotNull(("i",))), None),
        (Not(IsNull(("i",))), None),
        (Not(EqualTo(("i",), 5)), "not (i == 5)"),
        (Not(EqualNullSafe(("i",), 5)), None),
        (Not(In(("i",), (1, 2))), "not (i in (1, 2))"),
        (Not(In(("i",), (1, None))), None),
        (StringStartsWith(("s",), "x"), "user.name starts with 'x'"),
        (Not(StringStartsWith(("s",), "x")), "not (user.name starts with 'x')"),
        (StringContains(("s",), "x"), "user.name contains 'x'"),
        (StringEndsWith(("s",), "x"), None),
    ],
)
def test_a_filter_as_a_condition(filter: Any, condition: str | None) -> None:  # noqa: A002
    assert _pushdown.condition([filter], COLUMNS) == condition


def test_filters_that_can_be_pushed_are_combined() -> None:
    filters = [EqualTo(("i",), 5), EqualTo(("d",), 0.1), IsNotNull(("s",))]
    assert _pushdown.condition(filters, COLUMNS) == "i == 5 and user.name is not null"


def ranges(*sizes: int, limit: int, compressed: set[int] | None = None) -> list[list[Any]]:
    files = [File(f"/{index}", size, False) for index, size in enumerate(sizes)]
    flags = [index in (compressed or set()) for index in range(len(sizes))]
    return [
        [(part.file.path, part.start, part.end) for part in task]
        for task in parts(files, flags, limit)
    ]


def test_parts_of_files() -> None:
    assert ranges(10, limit=4) == [[("/0", 0, 3)], [("/0", 3, 6)], [("/0", 6, 10)]]
    assert ranges(10, limit=4, compressed={0}) == [[("/0", 0, 10)]]
    assert ranges(8, limit=8) == [[("/0", 0, 8)]]
    small = 1 << 20
    # Each file counts for four MiB more.
    assert [len(task) for task in ranges(*[small] * 50, limit=20 * small)] == [4] * 12 + [2]
    assert ranges(limit=8) == []
    for size in range(1, 60):
        for limit in range(1, 70):
            bounds = [task[0][1:] for task in ranges(size, limit=limit)]
            assert [bounds[0][0], *(end for _, end in bounds)] == [
                0,
                *(b for b, _ in bounds[1:]),
                size,
            ]
            assert all(0 < end - start <= limit for start, end in bounds)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("", "a.jsonl b/c.jsonl b/d/e.json x[1].jsonl y{1}.jsonl"),
        ("b", "b/c.jsonl b/d/e.json"),
        ("*.jsonl", "a.jsonl x[1].jsonl y{1}.jsonl"),
        ("*", "a.jsonl b/c.jsonl b/d/e.json x[1].jsonl y{1}.jsonl"),
        ("?.jsonl", "a.jsonl"),
        ("[!b].jsonl", "a.jsonl"),
        ("{a,zzz}.jsonl", "a.jsonl"),
        ("*/*.jsonl", "b/c.jsonl"),
        ("*/[a-d]", "b/d/e.json"),
        ("b/{c.jsonl,d}", "b/c.jsonl b/d/e.json"),
        ("x[1].jsonl", "x[1].jsonl"),
        ("y{1}.jsonl", "y{1}.jsonl"),
        ("_hidden/f.jsonl", "_hidden/f.jsonl"),
    ],
)
@pytest.mark.parametrize("scheme", ["", "file://"])
def test_files_of_a_name(folder: Path, scheme: str, name: str, found: str) -> None:
    kept = "a.jsonl b/c.jsonl b/d/e.json x[1].jsonl y{1}.jsonl"
    for path in [*kept.split(), "_hidden/f.jsonl", ".g.jsonl", "b/_SUCCESS"]:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text("{}\n")
    Path("empty.jsonl").touch()
    files = Files({}).find([scheme + os.path.join(os.getcwd(), name)])
    assert [os.path.relpath(file.path) for file in files] == found.split()
    assert all(file.size == 3 for file in files)
    # Of several names for one file, one counts.
    again = Files({}).find([os.getcwd(), os.path.join(os.getcwd(), name)])
    assert len({file.path for file in again}) == len(again)


def test_names_without_files(folder: Path) -> None:
    for name in ["absent", "*.jsonl", "a/b/*", str(folder / "[")]:
        with pytest.raises(streammap.InputError, match="no file found"):
            Files({}).find([name])
    with pytest.raises(streammap.UsageError, match="hdfs:// cannot be read"):
        Files({}).find(["hdfs://host/path"])


def test_types_of_a_schema() -> None:
    schema = StructType()
    for name, type_ in zip("abcdefgp", PLAIN, strict=True):
        schema = schema.add(name, type_)
    schema = schema.add("h", ArrayType(LongType())).add("i.j k'l", ArrayType(TimestampType()))
    inner = StructType().add("b", LongType()).add("c 'd", MapType(StringType(), DateType()))
    schema = schema.add("m", ArrayType(inner)).add("n", MapType(StringType(), inner))
    schema = schema.add("o", inner)
    columns = _types.columns(schema)
    assert _types.schema(columns) == schema
    assert [column.type for column in columns] == [
        *("bool", "int64", "uint64", "double", "string", "date", "timestamp[us]", "datetime[us]"),
        *("list(int64)", "list(timestamp[us])"),
        r"list(struct(b:int64,['c \'d']:map(date)))",
        r"map(struct(b:int64,['c \'d']:map(date)))",
        r"struct(b:int64,['c \'d']:map(date))",
    ]
    assert columns[9].path == r"['i.j k\'l']"


@pytest.mark.parametrize(
    "type_",
    [
        *(IntegerType(), FloatType(), BinaryType(), DecimalType(20, 1)),
        *(StructType(), MapType(LongType(), LongType())),
        ArrayType(StructType().add("b", FloatType())),
    ],
    ids=str,
)
def test_types_that_cannot_be_read(type_: DataType) -> None:
    with pytest.raises(streammap.UsageError, match="of 'a' cannot be read: use boolean, bigint"):
        _types.columns(StructType().add("a", type_))


def test_parts_of_a_schema_can_be_null() -> None:
    strict = StructType().add("l", ArrayType(LongType(), containsNull=False))
    with pytest.raises(streammap.UsageError, match="elements and members of 'l' can be null"):
        _types.columns(strict)
    with pytest.raises(streammap.UsageError, match="elements and members of 'l' can be null"):
        _types.check(strict, _columns.parse("l:list(int64)"))
    member = StructType().add("a", LongType(), metadata={"comment": "x"})
    _types.check(StructType().add("u", member), _columns.parse("u:struct(a:int64)"))


def test_types_that_spark_does_not_have() -> None:
    with pytest.raises(streammap.UsageError, match="use timestamp\\[us\\]"):
        _types.schema(_columns.parse("a:map(list(timestamp[ns]))"))


def test_times_and_texts() -> None:
    text = "a:unix[s,ms]!, b:datetime[s], c:text, d:list(unix[us]), e:struct(['x[ns]']:text)"
    found = _types.schema(_columns.parse(text))
    assert found.simpleString() == (
        "struct<a:timestamp,b:timestamp_ntz,c:string,d:array<timestamp>,e:struct<x[ns]:string>>"
    )
    with pytest.raises(streammap.UsageError, match="Spark's timestamps have microseconds"):
        _types.schema(_columns.parse("a:unix[s,ns]"))


def test_types_that_were_inferred() -> None:
    text = "a:timestamp[ns], b:list(datetime[s]), c:struct(['x[ns]']:map(timestamp[ms])), d:text"
    assert [column.type for column in _types.inferred(_columns.parse(text))] == [
        *("string", "list(datetime[us])", "struct(['x[ns]']:map(timestamp[us]))", "text"),
    ]
