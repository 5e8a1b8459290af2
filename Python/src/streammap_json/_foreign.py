"""Types of Python, pyarrow, NumPy and others, in the syntax of columns."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable
from typing import Any, get_args, get_origin

#: The types of Python with the same values as those of columns.
_PYTHON: dict[object, str] = {
    bool: "bool",
    int: "int64",
    float: "double",
    str: "string",
    datetime.date: "date",
}

#: The packages whose types print their names.
_NAMED = ("numpy", "pandas", "polars")


def type_text(given: object, quote: Callable[[str], str]) -> str:
    """Returns the text of a type that is not a str: ``int``, ``list[str]`` or ``pa.int64()``.

    The text of a type whose values no column has is its name, for which the program's error names
    the right type.

    Args:
        given: The type.
        quote: Returns the name of a struct's member as it is written in a type.
    """
    if origin := get_origin(given):
        items = get_args(given)
        if origin is list:
            return f"list({type_text(items[0], quote)})"
        if origin is dict and items[0] is str:
            return f"map({type_text(items[1], quote)})"
    elif isinstance(given, type):
        return _PYTHON.get(given, given.__name__)
    elif (pa := sys.modules.get("pyarrow")) and isinstance(given, pa.DataType):
        return _arrow_text(given, quote)
    elif type(given).__module__.partition(".")[0] in _NAMED:
        return str(given)
    raise TypeError(
        "columns map the name of a column to its type, such as 'int64', int, list[str], "
        f"pa.int64(), or to 'PATH: TYPE', not {given!r}"
    )


def _arrow_text(given: Any, quote: Callable[[str], str]) -> str:
    """Returns the text of a type of pyarrow."""
    is_a = sys.modules["pyarrow"].types
    if is_a.is_list(given):
        return f"list({_arrow_text(given.value_type, quote)})"
    if is_a.is_map(given) and is_a.is_string(given.key_type):
        return f"map({_arrow_text(given.item_type, quote)})"
    if is_a.is_struct(given):
        members = (f"{quote(field.name)}:{_arrow_text(field.type, quote)}" for field in given)
        return f"struct({','.join(members)})"
    if is_a.is_timestamp(given) and given.tz in (None, "UTC"):
        return f"{'datetime' if given.tz is None else 'timestamp'}[{given.unit}]"
    # Arrow prints the names of the others as columns have them, such as int64 and double.
    return "date" if is_a.is_date32(given) else str(given)
