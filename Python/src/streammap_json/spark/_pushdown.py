"""Spark's filters as conditions of the program.

Spark evaluates each filter again. So a condition only has to be true for every record for which the
filter is: a filter on a column follows from a condition on the JSON value if their types have the
same values. That excludes numbers that are rounded, dates, and filters that a null can pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from pyspark.sql.datasource import (
    EqualNullSafe,
    EqualTo,
    Filter,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    IsNotNull,
    LessThan,
    LessThanOrEqual,
    Not,
    StringContains,
    StringStartsWith,
)

from .._columns import Column, stored_unit

_COMPARISONS: dict[type[Filter], str] = {
    EqualTo: "==",
    EqualNullSafe: "==",
    GreaterThan: ">",
    GreaterThanOrEqual: ">=",
    LessThan: "<",
    LessThanOrEqual: "<=",
    StringStartsWith: "starts with",
    StringContains: "contains",
}

#: The filters that are unknown for null, so that their negations are, too.
_NEGATABLE = (EqualTo, In, StringStartsWith, StringContains)

_ORDERED = ("int64", "uint64", "string")
_SCALAR = (*_ORDERED, "bool", "double", "date", "text")

#: A path that a condition can contain as it is: names, in brackets or not.
_STEP = r"[A-Za-z_][A-Za-z_0-9]*"
_PATH = re.compile(rf"(?:{_STEP}|\['[^'\\]*'\])(?:\.{_STEP}|\['[^'\\]*'\])*")
_KEYWORDS = {
    *("and", "or", "not", "in", "is", "null", "starts", "with", "contains", "true", "false"),
}


def condition(filters: Iterable[Filter], columns: Iterable[Column]) -> str | None:
    """Returns a condition that is true for all records that pass the filters, or None."""
    named = {column.name: column for column in columns}
    parts = [part for each in filters if (part := _condition(each, named))]
    return " and ".join(parts) if parts else None


def _condition(filter: Filter, columns: Mapping[str, Column]) -> str | None:  # noqa: A002
    if isinstance(filter, Not):
        child = filter.child
        if not isinstance(child, _NEGATABLE) or (isinstance(child, In) and None in child.value):
            return None
        part = _condition(child, columns)
        return part and f"not ({part})"
    column = _column(filter, columns)
    if column is None:
        return None
    path = f"['{column.path}']" if column.path.lower() in _KEYWORDS else column.path
    if isinstance(filter, IsNotNull):
        return f"{path} is not null"
    if isinstance(filter, In):
        literals = [_literal(value, column.type) for value in filter.value if value is not None]
        if not literals or None in literals:
            return None
        return f"{path} in ({', '.join(map(str, literals))})"
    operator = _COMPARISONS.get(type(filter))
    literal = _literal(getattr(filter, "value", None), column.type)
    if operator is None or literal is None:
        return None
    if operator != "==" and column.type not in _ORDERED:
        return None
    return f"{path} {operator} {literal}"


def _column(filter: Filter, columns: Mapping[str, Column]) -> Column | None:  # noqa: A002
    """Returns the column of a filter, if its path can be in a condition."""
    attribute: tuple[str, ...] = getattr(filter, "attribute", ())
    column = columns.get(attribute[0]) if len(attribute) == 1 else None
    if column is None or not _PATH.fullmatch(column.path):
        return None
    is_scalar = column.type in _SCALAR or bool(stored_unit(column.type))
    return column if is_scalar else None


def _literal(value: Any, type_name: str) -> str | None:
    """Returns a value as a literal, if each value of the type equals its JSON value."""
    if type_name == "bool" and isinstance(value, bool):
        return str(value).lower()
    if type_name in ("int64", "uint64") and isinstance(value, int | Decimal):
        is_whole = not isinstance(value, bool) and value == int(value)
        return str(int(value)) if is_whole else None
    if type_name == "string" and isinstance(value, str):
        text = value.replace("\\", "\\\\").replace("'", "\\'").replace("\0", "\\u0000")
        return f"'{text}'"
    return None
