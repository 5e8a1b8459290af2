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
    MapType,
    StringType,
    StructField,
    StructType,
    TimestampNTZType,
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
    "datetime[us]": TimestampNTZType(),
}

_NAMES = {type_: name for name, type_ in _PLAIN.items()}

#: The units of times whose values Spark has in microseconds, with the same values.
_UNITS = ("s", "ms", "us")


def schema(columns: Sequence[_columns.Column]) -> StructType:
    """Returns Spark's schema of the columns."""
    return StructType([StructField(column.name, _type(column)) for column in columns])


def columns(schema: StructType) -> list[_columns.Column]:
    """Returns a column for each field of a schema, with the field's name as its path."""
    mapping: dict[str, str] = {}
    for field in schema.fields:
        name = _name(field.dataType)
        if name is None:
            raise UsageError(
                f"the type {field.dataType.simpleString()} of {field.name!r} cannot be read: use "
                f"{', '.join(type_.simpleString() for type_ in _NAMES)}, or arrays, structs and "
                "maps with string keys of these. For a value within an object, name its path in "
                "the option 'columns'",
                kind="usage",
            )
        _check_nulls(field)
        # A dot in the name is a part of the name, as it is for Spark.
        mapping[field.name] = f"{_columns.quoted(field.name)}: {name}"
    return _columns.parse(mapping)


def _name(type_: DataType) -> str | None:
    """Returns the column type of values that Spark has in a type. None if there is none."""
    if isinstance(type_, ArrayType):
        return _nested("list", _name(type_.elementType))
    if isinstance(type_, MapType):
        return _nested("map", _name(type_.valueType) if type_.keyType == StringType() else None)
    if isinstance(type_, StructType):
        members = [(field.name, _name(field.dataType)) for field in type_.fields]
        if not members or any(name is None for _, name in members):
            return None
        return _struct(members)
    return _NAMES.get(type_)


def _nested(word: str, item: str | None) -> str | None:
    return None if item is None else f"{word}({item})"


def check(schema: StructType, columns: Sequence[_columns.Column]) -> None:
    """Raises an error if a schema that was given differs from that of the columns."""
    expected = [(column.name, _type(column)) for column in columns]
    # Comments do not matter.
    found = [(field.name, _name(field.dataType)) for field in schema.fields]
    if found != [(name, _name(type_)) for name, type_ in expected]:
        text = ", ".join(f"{name} {type_.simpleString().upper()}" for name, type_ in expected)
        raise UsageError(
            f"the schema differs from the columns, which are: {text}. Leave one of them out",
            kind="usage",
        )
    for field in schema.fields:
        _check_nulls(field)


def _check_nulls(field: StructField) -> None:
    """Raises an error for a type whose elements or members cannot be null."""
    if not _takes_nulls(field.dataType):
        raise UsageError(
            f"elements and members of {field.name!r} can be null: declare them so", kind="usage"
        )


def _takes_nulls(type_: DataType) -> bool:
    if isinstance(type_, ArrayType):
        return type_.containsNull and _takes_nulls(type_.elementType)
    if isinstance(type_, MapType):
        return type_.valueContainsNull and _takes_nulls(type_.valueType)
    if isinstance(type_, StructType):
        return all(field.nullable and _takes_nulls(field.dataType) for field in type_.fields)
    return True


def arrow(columns: Sequence[_columns.Column]) -> Any:
    """Returns the Arrow schema in which Spark takes the columns."""
    import pyarrow as pa

    def plain(name: str) -> Any:
        return pa.decimal128(20, 0) if name == "uint64" else _columns.arrow_type(_widened(name))

    types = _columns.arrow_types(plain)
    return pa.schema([pa.field(column.name, types.make(column.type)) for column in columns])


def _type(column: _columns.Column) -> DataType:
    types = _columns.Types(
        lambda name: _PLAIN[_widened(name)],
        list_of=ArrayType,
        struct_of=lambda members: StructType([StructField(*member) for member in members]),
        map_of=lambda item: MapType(StringType(), item),
    )
    try:
        return types.make(column.type)
    except KeyError:
        raise UsageError(
            f"column {column.name!r}: Spark's timestamps have microseconds, use timestamp[us], "
            "datetime[us] or unix[...,us]",
            kind="usage",
        ) from None


def _widened(name: str) -> str:
    """Returns the type among those of Spark with the same values."""
    if name in ("json", "text"):
        return "string"
    if _columns.stored_unit(name) in _UNITS:
        return "datetime[us]" if name.startswith("datetime") else "timestamp[us]"
    return name


def inferred(columns: Sequence[_columns.Column]) -> list[_columns.Column]:
    """Returns inferred columns with types that Spark has. Times of nanoseconds are strings.

    Others have microseconds, so that later records lose no digits.
    """

    def plain(name: str) -> str:
        unit = _columns.stored_unit(name)
        return "string" if unit == "ns" else _widened(name) if unit else name

    types = _columns.Types(
        plain,
        list_of=lambda item: f"list({item})",
        struct_of=_struct,
        map_of=lambda item: f"map({item})",
    )
    return [column._replace(type=types.make(column.type)) for column in columns]


def _struct(members: Sequence[tuple[str, Any]]) -> str:
    return f"struct({','.join(f'{_columns.quoted(name)}:{type_}' for name, type_ in members)})"
