"""The data source for Spark, in a session with two threads."""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import json
import os
import random
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import streammap_json as streammap
from streammap_json._program import find_program

pyspark = pytest.importorskip("pyspark")
if not shutil.which("java") and not os.environ.get("JAVA_HOME"):
    pytest.skip("Java is not installed", allow_module_level=True)

pytestmark = pytest.mark.filterwarnings("default")

PUSHDOWN = "spark.sql.python.filterPushdown.enabled"
_MODES = ["PERMISSIVE", "DROPMALFORMED", "FAILFAST"]
COLUMNS = "id:int64, name=user.name:string, x:double, tags:list(string)"


@pytest.fixture(scope="module")
def crash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file. If it exists, the next run of the program removes it, and is killed."""
    return tmp_path_factory.mktemp("spark") / "crash"


@pytest.fixture(scope="module")
def spark(crash: Path) -> Iterator[Any]:
    program = shlex.quote(find_program())
    wrapper = crash.with_name("streammap")
    wrapper.write_text(
        f"#!/bin/bash\nif rm {shlex.quote(str(crash))} 2>/dev/null; then\n"
        f'{program} "$@" | head -c 700\nkill -9 $$\nfi\nexec {program} "$@"\n'
    )
    wrapper.chmod(0o755)
    source = str(Path(streammap.__file__).parent.parent)
    with pytest.MonkeyPatch.context() as patch:
        # Workers inherit these.
        patch.setenv("STREAMMAP_PROGRAM", str(wrapper))
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYTHONPATH", os.pathsep.join([source, os.environ.get("PYTHONPATH", "")]))
        from pyspark.sql import SparkSession

        from streammap_json.spark import StreamMapDataSource

        # A task is tried twice.
        builder = SparkSession.builder.master("local[2,2]").config("spark.ui.enabled", False)
        session = (
            builder.config("spark.ui.showConsoleProgress", False)
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.sql.shuffle.partitions", 2)
            # A query here lasts less than its compilation.
            .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
            .config("spark.sql.codegen.wholeStage", False)
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .getOrCreate()
        )
        session.sparkContext.setLogLevel("OFF")
        session.dataSource.register(StreamMapDataSource)
        yield session
        session.stop()


@pytest.fixture
def load(spark: Any, folder: Path) -> Callable[..., Any]:
    """A function that returns a frame of a path."""

    def load(
        path: str, columns: str | None = COLUMNS, schema: str | None = None, **options: Any
    ) -> Any:
        reader = spark.read.format("streammap")
        if columns is not None:
            reader = reader.option("columns", columns)
        if schema is not None:
            reader = reader.schema(schema)
        for name, value in options.items():
            reader = reader.option(name.replace("_", "."), value)
        return reader.load(path if "://" in path else os.path.abspath(path))

    return load


def rows(frame: Any) -> Counter[Any]:
    """Returns the rows, of which no order is promised."""
    return Counter(json.dumps(row.asDict(), default=str) for row in frame.collect())


def expected(scan: streammap.Scan) -> Counter[Any]:
    return Counter(json.dumps(row, default=str) for row in scan.to_arrow().to_pylist())


def records(rng: random.Random, count: int) -> bytes:
    """Returns lines of very different lengths, with blank ones, and ends of both kinds."""
    text = b"\xef\xbb\xbf"
    for index in range(count):
        record: dict[str, Any] = {
            "id": index,
            "user": {"name": rng.choice("äbc") * rng.randrange(40)},
        }
        if rng.random() < 0.7:
            record["tags"] = [str(rng.random()) for _ in range(rng.randrange(4))]
        if rng.random() < 0.05:
            record["long"] = "x" * rng.randrange(30_000)
        if rng.random() < 0.5:
            record["x"] = rng.random()
        text += json.dumps(record, ensure_ascii=rng.random() < 0.5).encode()
        text += rng.choice([b"\n", b"\n", b"\r\n", b"\n\n", b"\n \n"])
    return text[:-1] if rng.random() < 0.5 else text


def test_every_record_is_read_once(load: Callable[..., Any], rng: random.Random) -> None:
    Path("folder").mkdir()
    Path("folder/a.jsonl").write_bytes(records(rng, 300))
    Path("folder/b.jsonl").write_bytes(records(rng, 3))
    Path("folder/c.jsonl.gz").write_bytes(gzip.compress(records(rng, 200)))
    whole = expected(streammap.scan("folder", COLUMNS))
    assert whole.total() == 503
    for size in [1 << 30, 40_000, 7_000, rng.randrange(2_000, 60_000)]:
        assert rows(load("folder", maxPartitionBytes=size)) == whole, size
    assert load("folder", maxPartitionBytes=7_000).rdd.getNumPartitions() > 10
    # Ranges of less than a record, of which most have none.
    Path("small").write_bytes(records(rng, 12)[:3_000].rpartition(b"\n")[0])
    small = expected(streammap.scan("small", COLUMNS))
    for size in (60, 157):
        assert rows(load("small", maxPartitionBytes=size)) == small, size


def test_times_and_required_columns(load: Callable[..., Any], write: Callable[..., str]) -> None:
    name = write(
        '{"id":1,"t":1.5,"d":"2024-05-19T10:00:00","x":true}', '{"t":2}', '{"id":"x","t":3}'
    )
    columns = "id:int64!, t:unix[s,ms], d:datetime[s], x:text"
    frame = load(name, columns).selectExpr("id", "string(t) as t", "string(d) as d", "x")
    assert rows(frame) == Counter(
        [
            '{"id": 1, "t": "1970-01-01 00:00:01.5", "d": "2024-05-19 10:00:00", "x": "true"}',
            '{"id": null, "t": "1970-01-01 00:00:02", "d": null, "x": null}',
            '{"id": null, "t": "1970-01-01 00:00:03", "d": null, "x": null}',
        ]
    )
    assert load(name, columns, mode="DROPMALFORMED").count() == 1


def test_types(load: Callable[..., Any], write: Callable[..., str]) -> None:
    columns = (
        "b:bool, i:int64, u:uint64, d:double, s:string, day:date, at:timestamp[s], "
        "ms:timestamp[ms], us:timestamp[us], j:json, l:list(uint64), t:list(timestamp[ms])"
    )
    at = "2025-03-01T09:30:00.123456+01:00"
    lines = [
        json.dumps(
            {
                **{
                    "b": True,
                    "i": -(2**63),
                    "u": 2**64 - 1,
                    "d": 0.1,
                    "s": "é",
                    "day": "0001-01-01",
                },
                **{
                    "at": at,
                    "ms": at,
                    "us": at,
                    "j": {"k": [1.50]},
                    "l": [2**64 - 1, None],
                    "t": [at],
                },
            }
        ),
        "{}",
    ]
    frame = load(write(*lines), columns)
    assert frame.schema.simpleString() == (
        "struct<b:boolean,i:bigint,u:decimal(20,0),d:double,s:string,day:date,at:timestamp,"
        "ms:timestamp,us:timestamp,j:string,l:array<decimal(20,0)>,t:array<timestamp>>"
    )
    texts = frame.selectExpr(
        "*", "string(at) as a", "string(ms) as m", "string(us) as u6"
    ).collect()
    first, second = (row.asDict() for row in texts)
    assert (first["b"], first["i"], first["u"], first["d"], first["s"]) == (
        *(True, -(2**63), Decimal(2**64 - 1), 0.1, "é"),
    )
    assert str(first["day"]) == "0001-01-01"
    assert (first["a"], first["m"], first["u6"]) == (
        "2025-03-01 08:30:00",
        "2025-03-01 08:30:00.123",
        "2025-03-01 08:30:00.123456",
    )
    assert first["j"] == '{"k":[1.5]}'
    assert first["l"] == [Decimal(2**64 - 1), None]
    assert len(first["t"]) == 1
    assert all(value is None for value in second.values())


BAD = [
    '{"a":1,"b":"x"}',
    '{"a":"no","b":"y"}',
    '{"a":2,"b":',
    '{"a":3,"b":{"c":1}}',
    "{}",
    '{"a":4,"b":null}',
    '{"a":2.5,"b":"z"}',
]


@pytest.mark.parametrize("size", [1 << 20, 40])
@pytest.mark.parametrize("mode", ["PERMISSIVE", "dropmalformed"])
def test_modes_are_those_of_sparks_own_source(
    load: Callable[..., Any], spark: Any, write: Callable[..., str], mode: str, size: int
) -> None:
    name = write(*BAD)
    own = spark.read.schema("a BIGINT, b STRING").option("mode", mode).json(os.path.abspath(name))
    # Spark's source takes any value as a string.
    found = rows(load(name, "a:int64,b:string", mode=mode, maxPartitionBytes=size))
    difference = {"PERMISSIVE": ({"a": 3, "b": '{"c":1}'}, {"a": 3, "b": None})}.get(mode)
    kept = rows(own.selectExpr("a", "b"))
    if difference:
        kept[json.dumps(difference[0])] -= 1
        kept[json.dumps(difference[1])] += 1
    else:
        kept[json.dumps({"a": 3, "b": '{"c":1}'})] -= 1
    assert +found == +kept


def test_a_filter_counts_malformed_records_as_sparks_own_source_does(
    load: Callable[..., Any], spark: Any, write: Callable[..., str]
) -> None:
    lines = ['{"a":1}', '{"a":', "x", '{"a":3}', "{}", '{"a":4}', '{"a"', '{"a":null}']
    path = os.path.abspath(write(*lines))
    good = os.path.abspath(write(*lines[3:6], name="good"))
    corrupt: list[dict[str, str]] = [{}, {"columnNameOfCorruptRecord": "bad"}]
    conditions = ["a >= 3", "a is null", "a is null or a > 3"]
    for mode, where, options in itertools.product(_MODES, conditions, corrupt):
        schema = "a BIGINT, bad STRING" if options else "a BIGINT"
        own = spark.read.schema(schema).options(**options).option("mode", mode)
        if mode == "FAILFAST":
            for frame in (own.json(path), load(path, "a:int64", mode=mode, where=where, **options)):
                with pytest.raises(Exception, match=r"MALFORMED_RECORD|RecordError"):
                    frame.where(where).count()
        name = good if mode == "FAILFAST" else path
        found = load(name, "a:int64", mode=mode, where=where, **options)
        wanted = rows(own.json(name).where(where))
        assert rows(found) == wanted, (where, mode, options)
        assert found.count() == wanted.total(), (where, mode, options)


@pytest.mark.parametrize("size", [1 << 20, 40])
def test_texts_of_corrupt_records(
    load: Callable[..., Any], write: Callable[..., str], size: int
) -> None:
    name = write(*BAD)
    nothing = {"a": None, "b": None}
    wanted = Counter(
        json.dumps(row)
        for row in [
            {"a": 1, "b": "x", "bad": None},
            {"a": None, "b": "y", "bad": BAD[1]},
            {**nothing, "bad": BAD[2]},
            {"a": 3, "b": None, "bad": BAD[3]},
            {**nothing, "bad": None},
            {"a": 4, "b": None, "bad": None},
            {"a": None, "b": "z", "bad": BAD[6]},
        ]
    )
    frame = load(name, "a:int64,b:string", columnNameOfCorruptRecord="bad", maxPartitionBytes=size)
    assert rows(frame) == wanted
    schema = "a BIGINT, _corrupt_record STRING, b STRING"
    own = load(name, None, schema, maxPartitionBytes=size)
    assert own.columns == ["a", "_corrupt_record", "b"]
    assert rows(own.selectExpr("a", "b", "_corrupt_record as bad")) == wanted
    Path("bytes").write_bytes(b'{"a":1}\n{"a":"\xff"}\n')
    assert [
        row.bad for row in load("bytes", "a:int64", columnNameOfCorruptRecord="bad").collect()
    ] == [
        None,
        '{"a":"\N{REPLACEMENT CHARACTER}"}',
    ]


def test_the_corrupt_column_in_other_modes(
    load: Callable[..., Any], write: Callable[..., str]
) -> None:
    name = write(*BAD)
    good = load(name, "a:int64,b:string", mode="DROPMALFORMED")
    wanted = Counter(json.dumps({**json.loads(row), "bad": None}) for row in rows(good).elements())
    options = {"mode": "DROPMALFORMED", "columnNameOfCorruptRecord": "bad"}
    assert rows(load(name, "a:int64,b:string", **options)) == wanted
    own = load(name, None, "a BIGINT, b STRING, bad STRING", **options)
    assert rows(own) == wanted
    frame = load(write('{"a":1}'), None, "_corrupt_record STRING, a BIGINT", mode="FAILFAST")
    assert rows(frame) == Counter(['{"_corrupt_record": null, "a": 1}'])


def test_a_column_named_as_the_corrupt_one(
    load: Callable[..., Any], write: Callable[..., str]
) -> None:
    name = write('{"a":1,"_corrupt_record":"mine"}', '{"a":', '{"a":"no","_corrupt_record":"x"}')
    wanted = Counter(
        json.dumps({"a": a, "_corrupt_record": text})
        for a, text in [(1, "mine"), (None, None), (None, "x")]
    )
    assert rows(load(name, "a:int64,_corrupt_record:string")) == wanted
    both = load(name, "a:int64,_corrupt_record:string", columnNameOfCorruptRecord="bad")
    assert both.columns == ["a", "_corrupt_record", "bad"]
    assert {row.bad for row in both.collect()} == {None, *Path(name).read_text().splitlines()[1:]}
    with pytest.raises(Exception, match="there is a column 'a' already"):
        load(name, "a:int64", columnNameOfCorruptRecord="a")


def test_failfast_fails_with_the_location(
    load: Callable[..., Any], write: Callable[..., str]
) -> None:
    name = write(*['{"a":1}'] * 100, '{"a":"no"}')
    for size, place in ((1 << 20, ":101:6: byte 805: "), (300, ": byte 805: ")):
        frame = load(name, "a:int64", mode="FAILFAST", maxPartitionBytes=size)
        with pytest.raises(Exception, match="expected an integer for int64") as caught:
            frame.collect()
        assert f"RecordError: {os.path.abspath(name)}{place}" in str(caught.value)
    array = write('[{"a":1}]')
    with pytest.raises(Exception, match="reads lines: convert it with streammap select"):
        load(array, "a:int64", mode="FAILFAST").collect()


def test_a_schema_in_the_place_of_columns(
    load: Callable[..., Any], write: Callable[..., str]
) -> None:
    name = write('{"id":1,"user.name":"dot","user":{"name":"x"}}')
    schema = "`user.name` STRING, id BIGINT"
    assert rows(load(name, None, schema)) == Counter(['{"user.name": "dot", "id": 1}'])
    assert load(name, "id:int64", "id BIGINT").count() == 1
    with pytest.raises(
        Exception, match="the schema differs from the columns, which are: id BIGINT"
    ):
        load(name, "id:int64", "id INT").collect()
    with pytest.raises(Exception, match="the type int of 'id' cannot be read"):
        load(name, None, "id INT").collect()


def test_columns_that_are_inferred(load: Callable[..., Any], write: Callable[..., str]) -> None:
    name = write('{"id":1,"user":{"name":"x"}}', '{"id":2.5,"new":1}')
    assert load(name, None).schema.simpleString() == "struct<id:double,user.name:string,new:bigint>"
    assert rows(load(name, None)) == Counter(
        ['{"id": 1.0, "user.name": "x", "new": null}', '{"id": 2.5, "user.name": null, "new": 1}']
    )
    assert load(name, None, sampleRecords=1).columns == ["id", "user.name"]
    Path("empty").touch()
    with pytest.raises(Exception, match="the files are empty"):
        load("empty", None)
    assert load("empty").count() == 0


def test_json_that_is_not_standard(load: Callable[..., Any], write: Callable[..., str]) -> None:
    name = write('{"id":1,"x":NaN}', '{"id":2,"x":1.5,} // two', '{"id":3,"x":oops}')
    lenient = "nan,comments,trailing-commas"
    kept = Counter(['{"id": 1, "x": NaN}', '{"id": 2, "x": 1.5}'])
    skipping = {"lenient": lenient, "mode": "DROPMALFORMED"}
    assert rows(load(name, "id:int64,x:double", **skipping)) == kept
    assert load(name, None, **skipping).schema.simpleString() == "struct<id:bigint,x:double>"
    assert rows(load(name, None, **skipping)) == kept
    # The bad record is the only one with a text.
    frame = load(name, "id:int64,x:double", lenient=lenient, columnNameOfCorruptRecord="bad")
    texts = [row["bad"] for row in frame.collect() if row["bad"] is not None]
    assert texts == ['{"id":3,"x":oops}']
    assert rows(load(name, "id:int64", mode="DROPMALFORMED")) == Counter()
    with pytest.raises(Exception, match="did you mean comments"):
        load(name, "id:int64", lenient="coments").collect()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dateFormat": "x"}, "unknown option 'dateformat'"),
        ({"mode": "lax"}, "mode is PERMISSIVE, DROPMALFORMED, FAILFAST, not 'lax'"),
        ({"maxPartitionBytes": "0"}, "maxPartitionBytes is a number of at least 1"),
        ({"columns": "id:int"}, "unknown type 'int'"),
        ({"columns": "id:timestamp[ns]"}, "use timestamp"),
        ({"where": "id ="}, "expected =="),
    ],
)
def test_wrong_options(
    load: Callable[..., Any], write: Callable[..., str], options: dict[str, str], message: str
) -> None:
    with pytest.raises(Exception, match=message):
        load(write('{"id":1}'), **options).collect()


def test_several_paths_and_a_view(spark: Any, write: Callable[..., str]) -> None:
    paths = [os.path.abspath(write('{"id":1}')), os.path.abspath(write('{"id":2}', name="b"))]
    reader = spark.read.format("streammap").option("columns", "id:int64")
    assert rows(reader.load(paths)) == Counter(['{"id": 1}', '{"id": 2}'])
    with pytest.raises(Exception, match="nothing to read"):
        reader.load()
    options = f"path '{paths[1]}', columns 'id:int64'"
    spark.sql(f"create or replace temporary view two using streammap options ({options})")
    assert rows(spark.sql("select id from two")) == Counter(['{"id": 2}'])


def test_names_that_cannot_be_read(load: Callable[..., Any]) -> None:
    for name, message in {
        "absent": "no file found",
        "hdfs://a/b": "hdfs:// cannot be read",
    }.items():
        with pytest.raises(Exception, match=message):
            load(name).collect()


def predicate(rng: random.Random) -> str:
    """Returns a random condition on the columns, in Spark's SQL."""
    name = rng.choice(["id", "name", "x", "flag", "total", "id", "name"])
    number = str(rng.choice([0, 1, 2, 3, -1, 2**53, 2**63 - 1]))
    text = "'" + rng.choice(["", "a", "b", "ab", "é", "it''s", "\\\\", "null"]) + "'"
    literal = {"name": text, "flag": rng.choice(["true", "false"])}.get(name, number)
    match rng.randrange(8):
        case 0:
            return f"{name} is {rng.choice(['', 'not '])}null"
        case 1:
            return f"{name} {rng.choice(['', 'not '])}in ({literal}, {literal})"
        case 2 if name == "name":
            return f"name {rng.choice(['', 'not '])}like '{rng.choice(['a%', '%a%', '%a', 'é%'])}'"
        case 3:
            return f"{name} <=> {rng.choice([literal, 'null'])}"
        case 4:
            return f"not ({name} = {literal})"
    return f"{name} {rng.choice(['=', '<', '<=', '>', '>=', '<>'])} {literal}"


def test_filters_give_the_same_rows_whether_pushed_or_not(
    load: Callable[..., Any], spark: Any, rng: random.Random
) -> None:
    values: list[Any] = [
        *(None, 0, 1, 2, 3, -1, 2.5, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 1e300),
        *(
            "",
            "a",
            "b",
            "ab",
            "ba",
            "é",
            "it's",
            "\\",
            "null",
            "1",
            True,
            False,
            [],
            [1],
            {},
            {"name": "a"},
        ),
    ]
    lines: list[str] = []
    for _ in range(1_500):
        pairs = []
        for name in ["id", "user", "x", "flag", "total", "id"]:
            if rng.random() < 0.8:
                value = rng.choice(values)
                text = json.dumps(
                    {"name": value} if name == "user" and rng.random() < 0.8 else value
                )
                pairs.append(f'"{name}":{rng.choice([text, text, "1.0", "0.1000000000000000001"])}')
        lines.append("{" + ",".join(pairs) + "}" + "x" * (rng.random() < 0.02))
    Path("f").write_text("\n".join(lines))
    columns = "id:int64, name=user.name:string, x:double, flag:bool, total:uint64"
    try:
        for round_ in range(12):
            mode = rng.choice(["PERMISSIVE", "PERMISSIVE", "DROPMALFORMED"])
            condition = " and ".join(predicate(rng) for _ in range(1 + rng.randrange(3)))
            found = []
            for enabled in ("false", "true"):
                spark.conf.set(PUSHDOWN, enabled)
                found.append(rows(load("f", columns, mode=mode).where(condition)))
            assert found[0] == found[1], (round_, mode, condition)
    finally:
        spark.conf.set(PUSHDOWN, "false")


def test_a_filter_reaches_the_program(
    load: Callable[..., Any], spark: Any, write: Callable[..., str]
) -> None:
    # A value that does not fit fails the task only if the record is kept. Filters are not pushed
    # where that would hide it.
    name = write('{"a":1,"b":"x"}', '{"a":"no","b":"y"}')
    frame = load(name, "a:int64,b:string", columnNameOfCorruptRecord="bad").where("b = 'x'")
    spark.conf.set(PUSHDOWN, "true")
    try:
        assert frame.count() == 1
        with pytest.raises(Exception, match="expected an integer"):
            load(name, "a:int64,b:string", mode="FAILFAST").where("b = 'x'").count()
        # The wrapper of the program sees the condition.
        seen = Path("seen")
        wrapper = Path(os.environ["STREAMMAP_PROGRAM"])
        text = wrapper.read_text()
        wrapper.write_text(
            text.replace("\n", f'\necho "$@" >> {shlex.quote(str(seen.absolute()))}\n', 1)
        )
        pushed = load(name, "a:int64,b:string", where="a is not null").where("b = 'x' and a > 0")
        assert pushed.count() == 1
        wrapper.write_text(text)
        assert "--where (a is not null) and " in seen.read_text()
        assert "b == 'x'" in seen.read_text()
        assert "a > 0" in seen.read_text()
    finally:
        spark.conf.set(PUSHDOWN, "false")


def test_rows_have_the_places_of_their_records(
    load: Callable[..., Any], write: Callable[..., str]
) -> None:
    name = write('{"id":1}', "{", '{"ID":"x"}', '{"ID":4}')
    columns = "file=$file:string,at=$offset:int64,id=id|ID:int64"
    places = [(os.path.abspath(name), offset) for offset in (0, 9, 11, 22)]
    found = load(name, columns, columnNameOfCorruptRecord="bad").collect()
    assert sorted((row["file"], row["at"]) for row in found) == places
    assert {row["at"]: row["bad"] for row in found}[11] == '{"ID":"x"}'
    found = load(name, columns).collect()
    assert sorted((row["file"], row["at"]) for row in found) == places


def test_a_filter_on_elements_is_not_pushed(
    load: Callable[..., Any], spark: Any, write: Callable[..., str]
) -> None:
    name = write('{"id":1,"o":[{"n":1},{"n":5}]}', '{"id":2,"o":[{"n":"x"}]}', '{"id":3}', "{")
    options = {"each": "o[*]", "where": "id < 3", "columnNameOfCorruptRecord": "bad"}
    spark.conf.set(PUSHDOWN, "true")
    try:
        frame = load(name, "id:int64,k=$index:int64,n=o[*].n:int64", **options)
        assert [tuple(row)[:3] for row in frame.where("n > 2").collect()] == [(1, 1, 5)]
        options["where"] = "o[*].n == 5 or o[*].n == 'x'"
        frame = load(name, "id:int64,k=$index:int64,n=o[*].n:int64", **options)
        assert sorted(row["bad"] or "" for row in frame.collect()) == [
            "",
            '{"id":2,"o":[{"n":"x"}]}',
        ]
    finally:
        spark.conf.set(PUSHDOWN, "false")


def test_a_task_whose_program_is_killed_is_tried_again(
    load: Callable[..., Any], crash: Path, rng: random.Random
) -> None:
    Path("f").write_bytes(records(rng, 400))
    whole = expected(streammap.scan("f", COLUMNS))
    for size in (1 << 20, 20_000):
        crash.touch()
        assert rows(load("f", maxPartitionBytes=size)) == whole
        assert not crash.exists()


def test_a_limit_ends_the_program_early(load: Callable[..., Any]) -> None:
    Path("f").write_text('{"id":1,"user":{"name":"' + "x" * 1_000 + '"}}\n')
    Path("big").write_text(Path("f").read_text() * 50_000)
    assert len(load("big", maxPartitionBytes=1 << 24).limit(3).collect()) == 3
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and _programs():
        time.sleep(0.1)
    assert _programs() == []


def _programs() -> list[str]:
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True).stdout
    return [
        line
        for line in listed.splitlines()
        if "streammap select" in line and str(os.getcwd()) in line
    ]


def test_the_example_of_the_readme(spark: Any, folder: Path) -> None:
    text = (Path(__file__).parent.parent / "README.md").read_text()
    needed = text.split("<!-- needs: pyspark -->\n```python\n")[1]
    code, _, rest = needed.partition("```\n```text\n")
    Path("tweets").mkdir()
    lines = [json.dumps({"id": i, "user": {"screen_name": f"user{i % 3}"}}) for i in range(10)]
    Path("tweets/1.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    code = code.replace('"tweets/', f'"{os.getcwd()}/tweets/')
    with contextlib.redirect_stdout(io.StringIO()) as stdout:
        exec(compile(code, "README.md", "exec"), {"spark": spark})
    assert stdout.getvalue() == rest.partition("```")[0]


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """The address of a server, with a bucket."""
    pytest.importorskip("moto.server")
    boto3: Any = pytest.importorskip("boto3")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.1)
    address = f"http://127.0.0.1:{port}"
    boto3.client("s3", endpoint_url=address, **KEYS).create_bucket(Bucket="bucket")
    yield address
    server.send_signal(signal.SIGTERM)
    server.wait()


KEYS = {
    "aws_access_key_id": "key",
    "aws_secret_access_key": "secret",
    "region_name": "us-east-1",
}
ACCESS = {"s3_accessKey": "key", "s3_secretKey": "secret", "s3_region": "us-east-1"}


def test_s3(load: Callable[..., Any], s3: str, rng: random.Random) -> None:
    boto3: Any = pytest.importorskip("boto3")
    client = boto3.client("s3", endpoint_url=s3, **KEYS)
    long = records(rng, 900) + b"\n" + b'{"id":-1,"user":{"name":"' + b"y" * 9_000_000 + b'"}}\n'
    Path("folder").mkdir()
    for name, content in {
        "a.jsonl": long + records(rng, 100)[3:],
        "b/c.jsonl": records(rng, 5),
        "b/d.jsonl.gz": gzip.compress(records(rng, 100)),
        "_SUCCESS": b"",
    }.items():
        client.put_object(Bucket="bucket", Key=f"t/{name}", Body=content)
        if content:
            (Path("folder") / name).parent.mkdir(exist_ok=True)
            (Path("folder") / name).write_bytes(content)
    whole = expected(streammap.scan("folder", COLUMNS))
    access = {**ACCESS, "s3_endpoint": s3}
    for size in (1 << 30, 3_000_001, 200_000):
        assert rows(load("s3a://bucket/t/", maxPartitionBytes=size, **access)) == whole
    part = expected(streammap.scan("folder/b", COLUMNS))
    for name in ("s3://bucket/t/b", "s3a://bucket/t/*/*.json*", "s3://bucket/t/b/{c,d}.jsonl*"):
        assert rows(load(name, **access)) == part
    assert load("s3a://bucket/t/b", None, **access).columns[:2] == ["id", "user.name"]
    with pytest.raises(Exception, match="s3://bucket/none: no file found"):
        load("s3://bucket/none", **access).collect()


def test_errors_on_s3_name_the_object(load: Callable[..., Any], s3: str) -> None:
    boto3: Any = pytest.importorskip("boto3")
    client = boto3.client("s3", endpoint_url=s3, **KEYS)
    client.put_object(Bucket="bucket", Key="bad.jsonl", Body=b'{"a":1}\n' * 100 + b'{"a":"no"}\n')
    access = {**ACCESS, "s3_endpoint": s3, "mode": "FAILFAST"}
    for size, place in (
        (1 << 20, ":101:6: byte 805: a: expected"),
        (300, ": byte 805: a: expected"),
    ):
        with pytest.raises(Exception, match="expected an integer") as caught:
            load("s3a://bucket/bad.jsonl", "a:int64", maxPartitionBytes=size, **access).collect()
        assert f"RecordError: s3://bucket/bad.jsonl{place}" in str(caught.value)


def test_a_file_that_changes_after_it_was_listed_is_an_error(folder: Path, s3: str) -> None:
    boto3: Any = pytest.importorskip("boto3")
    from streammap_json.spark._files import Files

    client = boto3.client("s3", endpoint_url=s3, **KEYS)
    client.put_object(Bucket="bucket", Key="f.jsonl", Body=b'{"a":1}\n')
    Path("f.jsonl").write_bytes(b'{"a":1}\n')
    options = {"s3.accessKey": "key", "s3.secretKey": "secret", "s3.region": "us-east-1"}
    files = Files({**options, "s3.endpoint": s3})
    (remote,) = files.find(["s3://bucket/f.jsonl"])
    (local,) = files.find(["f.jsonl"])
    assert list(files.blocks(remote, 3)) == [b'":1}\n']
    client.put_object(Bucket="bucket", Key="f.jsonl", Body=b'{"a":12}\n')
    Path("f.jsonl").write_bytes(b'{"a":12}\n')
    message = "had 8 bytes when it was listed, and has 9 now"
    with pytest.raises(streammap.InputError, match=message):
        list(files.blocks(remote, 0))
    with pytest.raises(streammap.InputError, match=message):
        files.check(local)
