"""Columns as Python gives them, and as the program reads them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

import streammap_json as streammap
from records import NAMES, SCALARS

ODD = [
    *NAMES,
    " ",
    " a ",
    "'",
    '"',
    "['x']",
    "a\\'b",
    "\n",
    "\x00",
    "\x7f",
    "$",
    "*",
    "$key",
    "é]",
    "a[0]",
]


@pytest.mark.parametrize("name", ODD)
def test_any_name_can_be_a_column(name: str, write: Callable[..., str]) -> None:
    file = write('{"v":1}')
    for scan in (
        streammap.scan(file, {name: "v: int64"}),
        streammap.scan(file, {"first": "w: bool", name: "v:int64"}),
    ):
        assert scan.schema.names[-1] == name
        assert scan.to_arrow().to_pylist()[0][name] == 1


@pytest.mark.parametrize("name", ODD)
def test_any_member_can_be_a_path(name: str, write: Callable[..., str]) -> None:
    file = write(json.dumps({"o": {name: 7}, "p": 0}))
    quoted = name.replace("\\", "\\\\").replace("'", "\\'").replace("\0", "\\u0000")
    scan = streammap.scan(file, {"x": f"o['{quoted}']: int64"})
    assert scan.to_arrow().to_pydict() == {"x": [7]}


@pytest.mark.parametrize(
    ("columns", "values"),
    [
        ({"id": "int64", "n": "user.name: string"}, {"id": 1, "n": "x"}),
        ({"user.name": "string"}, {"user.name": "x"}),
        ({"k,v": "int64", "a=b": "int64", "c:d": "int64"}, {"k,v": 2, "a=b": 3, "c:d": 4}),
        ({"x": "user.p,q[0]: int64"}, {"x": 5}),
        ({"x": "user['p,q'][0]:int64"}, {"x": 5}),
        ({"['k,v']": "int64", ".id": "int64"}, {"k,v": 2, "id": 1}),
        ({"all": " $ :json "}, None),
        ({"e": "list[0] :int64", "l": "list[*]: list(int64)"}, {"e": 8, "l": [8, 9]}),
        ("id:int64, n = user.name :string", {"id": 1, "n": "x"}),
        (" ['a=,b'] = ['k,v'] : int64 ", {"a=,b": 2}),
        ("user.name:string", {"user.name": "x"}),
        ("['k,v']:int64", {"k,v": 2}),
        (".id:int64, .['k,v']:int64", {"id": 1, "k,v": 2}),
        ("['']=id:int64", {"": 1}),
        ({"": "id: int64"}, {"": 1}),
        (["id:int64", "n=user.name:string"], {"id": 1, "n": "x"}),
        (('["q\\"\\u0041"]=id:int64',), {'q"A': 1}),
        ("a=b=c:int64", {"a": None}),
    ],
)
def test_columns_in_each_syntax(columns: Any, values: Any, write: Callable[..., str]) -> None:
    record = '{"id":1,"user":{"name":"x","p,q":[5]},"k,v":2,"a=b":3,"c:d":4,"list":[8,9]}'
    scan = streammap.scan(write(record), columns)
    table = scan.to_arrow()
    assert table.schema == scan.schema
    if values is not None:
        assert table.to_pylist() == [values]


@pytest.mark.parametrize("kind", [*SCALARS, *(f"list({kind})" for kind in SCALARS)])
def test_the_schema_is_that_of_the_stream(kind: str, write: Callable[..., str]) -> None:
    scan = streammap.scan(write("{}"), {"x": kind})
    with pa.ipc.open_stream(b"".join(_stream(scan))) as reader:
        assert reader.schema.equals(scan.schema, check_metadata=True)
    assert pa.schema(scan) == scan.schema


def _stream(scan: streammap.Scan) -> list[bytes]:
    with scan._child() as child:
        return [child.output.read()]


def test_columns_too_long_for_a_command_line(write: Callable[..., str]) -> None:
    names = [f"{'x' * 9_000}{i}" for i in range(300)]
    scan = streammap.scan(write(f'{{"{names[7]}":7}}'), dict.fromkeys(names, "int64"))
    assert scan.to_arrow().to_pylist() == [
        {name: 7 if name is names[7] else None for name in names}
    ]
    with pytest.raises(streammap.UsageError, match="longer than the system allows"):
        streammap.scan([write("{}")] * 100_000, {"a": "int64"}).to_arrow()


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("id amt:int64", "['id amt']"),
        ({"id amt": "int64"}, "['id amt']"),
        (["x:int64", "/id:int64"], "write id, or ['/id']"),
        ("['a'].b=id:int64", "a name in brackets is one name in quotes"),
        ("=id:int64", "a name is missing"),
        ("id", "expected a colon and a type"),
        ("id:texts", "unknown type 'texts'"),
        ("a:int64,a:bool", "duplicate column name 'a'"),
    ],
)
def test_malformed_columns_are_errors_with_a_caret(
    columns: Any, message: str, write: Callable[..., str]
) -> None:
    with pytest.raises(streammap.UsageError) as caught:
        streammap.scan(write("{}"), columns)
    lines = str(caught.value).splitlines()
    assert message in lines[0]
    assert len(lines) == 3
    assert lines[2].strip() == "^"


def test_columns_left_out() -> None:
    with pytest.raises(streammap.UsageError, match=r"columns=\{'id': 'int64', .*infer\(inputs\)"):
        streammap.scan("x")


def test_wrong_python_types(write: Callable[..., str]) -> None:
    for given in (None, 5, dict[int, int], b"int64", pa.field("a", pa.int64())):
        with pytest.raises(TypeError, match="such as 'int64', int"):
            streammap.scan(write("{}"), {"a": given})
    with pytest.raises(TypeError, match="the name of a column is a str, not 1"):
        streammap.scan(write("{}"), {1: "int64"})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="an item of a list is a str such as 'id:int64'"):
        streammap.scan(write("{}"), pa.schema({"a": pa.int64()}))
    with pytest.raises(TypeError):
        streammap.scan(b"x", {"a": "int64"})  # type: ignore[arg-type]
