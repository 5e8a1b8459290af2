"""Columns: from Python to the program's ``--types``, and to Arrow's schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ._errors import UsageError

if TYPE_CHECKING:
    import pyarrow as pa

#: The columns of a scan. A mapping has ``NAME: TYPE`` or ``NAME: "PATH: TYPE"``. A string, or each
#: string of a list, is in the syntax of the program's ``--types``: ``[NAME=]PATH:TYPE``.
Columns: TypeAlias = Mapping[str, str] | Iterable[str] | str

_TYPE = re.compile(r"(?:bool|u?int64|double|string|date|json|timestamp\[(?:s|ms|us|ns)\])")
LIST = re.compile(rf"list\(({_TYPE.pattern})\)")
_TYPES = (
    "bool, int64, uint64, double, string, date, timestamp[s], timestamp[ms], timestamp[us], "
    "timestamp[ns], json, or list(TYPE)"
)

#: JSON's white space, which the program ignores around names, paths and types.
_SPACE = " \t\n\r"

#: A name that means itself wherever it stands.
_PLAIN = re.compile(r"[^\[\]=:,.*$'\"\\\s\x00-\x1f\x7f]+")

#: What --types would split or trim a name at, and what no argument can contain.
_SEPARATOR = re.compile(r"[,=:\0]|^[ \t\n\r]|[ \t\n\r]$")

#: The bytes between one separator and the next: brackets with their quoted names count as one.
_TOKEN = re.compile(
    r"""\[(?:'(?:\\.|[^'\\])*(?:'|$) | "(?:\\.|[^"\\])*(?:"|$) | [^\]'"])*(?:\]|$) | .""",
    re.VERBOSE | re.DOTALL,
)


class Column(NamedTuple):
    """A column's name, path and type, and its text for ``--types``."""

    name: str
    path: str
    type: str
    text: str


def parse(columns: Columns) -> list[Column]:
    """Returns the columns in order."""
    if isinstance(columns, Mapping):
        parsed = [_mapped(name, value) for name, value in columns.items()]
    else:
        items = _split(columns, ",") if isinstance(columns, str) else columns
        parsed = [_listed(item) for item in items]
    if not parsed:
        raise UsageError("no columns: give at least one", kind="usage")
    return parsed


def schema(columns: Iterable[Column]) -> pa.Schema:
    """Returns Arrow's schema of the columns."""
    import pyarrow as pa

    return pa.schema([pa.field(column.name, arrow_type(column.type)) for column in columns])


def _listed(text: str) -> Column:
    """Parses ``[NAME=]PATH:TYPE``."""
    if len(_split(text, ",")) > 1:
        raise UsageError(f"one column for each item of a list, not {text!r}", kind="usage")
    name: str | None = None
    path = text
    parts = _split(text, "=")
    if len(parts) > 1:
        name = parts[0].strip(_SPACE)
        path = text[len(parts[0]) + 1 :]
    *before, last = _split(path, ":")
    if not before:
        raise UsageError(f"expected a colon and a type after {path.strip(_SPACE)!r}", kind="usage")
    path = ":".join(before).strip(_SPACE)
    if name is None:
        name = path
    elif name.startswith("["):
        name = _quoted_name(name) or name
    return Column(name, path, _checked(last.strip(_SPACE), of=name), text)


def _mapped(name: str, value: str) -> Column:
    """Parses ``NAME: TYPE`` or ``NAME: "PATH: TYPE"``."""
    if not isinstance(name, str) or not isinstance(value, str):
        raise TypeError("columns map the name of a column to a str with its type")
    *before, last = _split(value, ":")
    type_name = _checked(last.strip(_SPACE), of=name)
    path = _separable(":".join(before).strip(_SPACE) if before else name)
    if path == name:
        return Column(name, path, type_name, f"{path}:{type_name}")
    return Column(name, path, type_name, f"{_quote(name)}={path}:{type_name}")


def _checked(type_name: str, *, of: str) -> str:
    if _TYPE.fullmatch(type_name) or LIST.fullmatch(type_name):
        return type_name
    raise UsageError(f"unknown type {type_name!r} of column {of!r}: use {_TYPES}", kind="usage")


def _tokens(text: str) -> Iterator[str]:
    return (match.group() for match in _TOKEN.finditer(text))


def _split(text: str, separator: str) -> list[str]:
    """Splits a text at a separator outside brackets."""
    parts = [""]
    pieces: list[str] = []
    for token in _tokens(text):
        if token == separator:
            parts[-1] = "".join(pieces)
            pieces = []
            parts.append("")
        else:
            pieces.append(token)
    parts[-1] = "".join(pieces)
    return parts


def _separable(path: str) -> str:
    """Returns the same path with names in brackets that contain a separator of ``--types``.

    A malformed path is not repaired. The program explains it.
    """
    if not _SEPARATOR.search(path):
        return path
    steps: list[str] = []
    for part in _split(path, "."):
        # A part is a name, and brackets that follow it.
        brackets = part[len(name) :] if (name := part.partition("[")[0]) else part
        if _SEPARATOR.search(name):
            steps.append(f"['{escape(name)}']{brackets}")
        else:
            steps.append(("." if steps else "") + part)
    return "".join(steps)


def _quote(name: str) -> str:
    """Returns a column's name for ``--types``."""
    return name if _PLAIN.fullmatch(name) else f"['{escape(name)}']"


def escape(name: str) -> str:
    """Returns a name as it is written between single quotes in a path."""
    try:
        name.encode()
    except UnicodeEncodeError:
        raise UsageError(f"not Unicode text: {name!r}", kind="usage") from None
    name = name.replace("\\", "\\\\").replace("'", "\\'")
    return re.sub(r"[\x00-\x1f\x7f]", lambda match: f"\\u{ord(match.group()):04x}", name)


def _quoted_name(text: str) -> str | None:
    """Returns the name within ``['…']``, or None for anything else."""
    match = re.fullmatch(r"""\[(['"])(.*)\1\]""", text, re.DOTALL)
    if not match:
        return None

    def character(escape: re.Match[str]) -> str:
        code = escape.group(1)
        return chr(int(code[1:], 16)) if len(code) > 1 else code

    return re.sub(r"\\(u[0-9A-Fa-f]{4}|.)", character, match.group(2))


def arrow_type(name: str) -> Any:
    """Returns the Arrow type of a column's type."""
    import pyarrow as pa

    if match := LIST.fullmatch(name):
        return pa.list_(pa.field("item", arrow_type(match.group(1))))
    if name.startswith("timestamp"):
        return pa.timestamp(name[10:-1], tz="UTC")
    plain = {
        "bool": pa.bool_(),
        "int64": pa.int64(),
        "uint64": pa.uint64(),
        "double": pa.float64(),
        "string": pa.string(),
        "date": pa.date32(),
        "json": pa.string(),
    }
    return plain[name]
