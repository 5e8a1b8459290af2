"""Types of Python and of other packages as the types of columns."""

from __future__ import annotations

import datetime
from typing import Any

import pyarrow as pa
import pytest

import streammap_json as streammap

np: Any = pytest.importorskip("numpy")
pd: Any = pytest.importorskip("pandas")
polars: Any = pytest.importorskip("polars")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (bool, "bool"),
        (int, "int64"),
        (float, "double"),
        (str, "string"),
        (datetime.date, "date"),
        (list[int], "list(int64)"),
        (dict[str, list[float]], "map(list(double))"),
        (np.int64, "int64"),
        (np.dtype("bool"), "bool"),
        (pd.StringDtype(), "string"),
        (pa.bool_(), "bool"),
        (pa.int64(), "int64"),
        (pa.uint64(), "uint64"),
        (pa.float64(), "double"),
        (pa.string(), "string"),
        (pa.date32(), "date"),
        (pa.timestamp("ms", "UTC"), "timestamp[ms]"),
        (pa.timestamp("ns"), "datetime[ns]"),
        (pa.list_(pa.int64()), "list(int64)"),
        (pa.map_(pa.string(), pa.date32()), "map(date)"),
        (
            pa.struct({"a'b": pa.list_(pa.bool_()), "c": pa.string()}),
            "struct(['a\\'b']:list(bool),c:string)",
        ),
    ],
)
def test_types_of_other_packages(given: Any, text: str) -> None:
    column = streammap.scan("x", {"a": given}).schema.field("a")
    assert column.type == streammap.scan("x", {"a": text}).schema.field("a").type
    if isinstance(given, pa.DataType):
        assert column.type.equals(given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("int", "unknown type 'int': use int64"),
        ("list(str)", "unknown type 'str': use string"),
        (np.float64, "unknown type 'float64': use double"),
        (np.dtype("int32"), "unknown type 'int32': use int64"),
        (pd.Int64Dtype(), "unknown type 'Int64': use int64"),
        (pd.BooleanDtype(), "unknown type 'boolean': use bool"),
        (polars.Float64, "unknown type 'Float64': use double"),
        (polars.String, "unknown type 'String': use string"),
        (pa.int32(), "unknown type 'int32': use int64"),
        (pa.float32(), "unknown type 'float': use double"),
        (pa.large_string(), "unknown type 'large_string': use string"),
        (pa.list_(pa.int8()), "unknown type 'int8': use int64"),
        (list, "unknown type 'list': use list(TYPE)"),
        (dict, "unknown type 'dict': use map(TYPE)"),
        (datetime.datetime, "timestamp[UNIT], datetime[UNIT]"),
        (pa.timestamp("us", "Europe/Berlin"), "timestamp[UNIT], datetime[UNIT]"),
        (pa.list_(pa.field("item", pa.int64(), nullable=False)), "use list<item: int64>"),
    ],
)
def test_other_types_are_answered_with_the_right_one(given: Any, message: str) -> None:
    with pytest.raises(streammap.UsageError) as caught:
        streammap.scan("x", {"a": given})
    assert message in str(caught.value)
