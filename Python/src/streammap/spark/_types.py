"""Columns of the program, and Spark's types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DataType,
    DateType,
    DecimalType,
    DoubleType,
    LongType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

from .. import _columns
from .._errors import UsageError

_PLAIN: dict[str, DataType] = {
    "bool": BooleanType(),
    "int64": LongType(),
    # Spark has no unsigned integers.
    "uint64": DecimalType(20, 0),
    "double": DoubleType(),
    "string": StringType(),
    "date": DateType(),
    "timestamp[us]": TimestampType(),
}

#: The column types whose values Spark has in another type, with the same values.
_WIDENED = {"timestamp[s]": "timestamp[us]", "timestamp[ms]": "timestamp[us]", "json": "string"}


def schema(columns: Sequence[_columns.Column]) -> StructType:
    """Returns Spark's schema of the columns."""
    return StructType([StructField(column.name, _type(column)) for column in columns])


def columns(schema: StructType) -> list[_columns.Column]:
    """Returns a column for each field of a schema, with the field's name as its path."""
    names = {type_: name for name, type_ in _PLAIN.items()}
    mapping: dict[str, str] = {}
    for field in schema.fields:
        is_list = isinstance(field.dataType, ArrayType)
        name = names.get(field.dataType.elementType if is_list else field.dataType)
        if name is None:
            raise UsageError(
                f"the type {field.dataType.simpleString()} of {field.name!r} cannot be read: use "
                f"{', '.join(type_.simpleString() for type_ in names)} or an array of these. For "
                "a value within an object, name its path in the option 'columns'",
                kind="usage",
            )
        # A dot in the name is a part of the name, as it is for Spark.
        path = f"['{_columns.escape(field.name)}']"
        mapping[field.name] = f"{path}: list({name})" if is_list else f"{path}: {name}"
    return _columns.parse(mapping)


def check(schema: StructType, columns: Sequence[_columns.Column]) -> None:
    """Raises an error if a schema that was given differs from that of the columns."""
    found = [(field.name, field.dataType) for field in schema.fields]
    expected = [(column.name, _type(column)) for column in columns]
    if found != expected:
        text = ", ".join(f"{name} {type_.simpleString().upper()}" for name, type_ in expected)
        raise UsageError(
            f"the schema differs from the columns, which are: {text}. Leave one of them out",
            kind="usage",
        )


def arrow(columns: Sequence[_columns.Column]) -> Any:
    """Returns the Arrow schema in which Spark takes the columns."""
    import pyarrow as pa

    fields = []
    for column in columns:
        item = _item(column)
        type_: Any = pa.decimal128(20, 0) if item == "uint64" else _columns.arrow_type(item)
        if _columns.LIST.fullmatch(column.type):
            type_ = pa.list_(pa.field("item", type_))
        fields.append(pa.field(column.name, type_))
    return pa.schema(fields)


def _type(column: _columns.Column) -> DataType:
    type_ = _PLAIN[_item(column)]
    return ArrayType(type_) if _columns.LIST.fullmatch(column.type) else type_


def _item(column: _columns.Column) -> str:
    """Returns the type of a column's values, or of their elements, among those of Spark."""
    match = _columns.LIST.fullmatch(column.type)
    name = match.group(1) if match else column.type
    if name == "timestamp[ns]":
        raise UsageError(
            f"column {column.name!r}: Spark's timestamps have microseconds, use timestamp[us]",
            kind="usage",
        )
    return _WIDENED.get(name, name)
