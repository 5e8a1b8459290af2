"""Columns: from Python to the program's ``--types``, and to Arrow's schema."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ._errors import ProgramError, UsageError, in_python, run_error
from ._foreign import type_text
from ._program import find_program

if TYPE_CHECKING:
    import pyarrow as pa

#: The columns of a scan. A mapping has ``NAME: TYPE`` or ``NAME: "PATH: TYPE"``. A type can be one
#: of Python's or pyarrow's. A string, or each string of a list, is in the syntax of the program's
#: ``--types``: ``[NAME=]PATH:TYPE``.
Columns: TypeAlias = Mapping[str, Any] | Iterable["str | Column"] | str

#: The types that have others in them.
_NESTED = ("list", "map", "struct")

#: JSON's white space, which the program ignores around names, paths and types.
_SPACE = " \t\n\r"

#: A name that means itself wherever it stands.
_PLAIN = re.compile(r"[^\[\]=:,.*$/'\"\\\s\x00-\x1f\x7f]+")

#: What --types would split or trim a name at, and what no argument can contain.
_SEPARATOR = re.compile(r"[,\0]|^[ \t\n\r]|[ \t\n\r]$")

#: The bytes between one separator and the next: brackets with their quoted names count as one.
_TOKEN = re.compile(
    r"""\[(?:'(?:\\.|[^'\\])*(?:'|$) | "(?:\\.|[^"\\])*(?:"|$) | [^\]'"])*(?:\]|$) | .""",
    re.VERBOSE | re.DOTALL,
)

#: The number of bytes of an argument. Linux allows 128 KiB.
_LONGEST_ARGUMENT = 100_000


class Column(NamedTuple):
    """A column's name, path and type, and whether each record must have a value."""

    name: str
    path: str
    type: str
    required: bool = False

    @property
    def text(self) -> str:
        """The column in the syntax of ``--types``."""
        return f"{_quote(self.name)}={self.path}:{self.type}{'!' if self.required else ''}"


def parse(columns: Columns, each: str | None = None) -> list[Column]:
    """Returns the columns in order. The program parses them, as it does for a scan.

    Args:
        columns: The columns.
        each: The path of the elements that have rows.
    """
    if isinstance(columns, Mapping):
        items = [_mapped(name, value) for name, value in columns.items()]
    elif isinstance(columns, str):
        items = [columns]
    else:
        items = [item.text if isinstance(item, Column) else item for item in columns]
        for item in items:
            if not isinstance(item, str):
                raise TypeError(f"an item of a list is a str such as 'id:int64', not {item!r}")
    if not items:
        raise UsageError("no columns: give at least one", kind="usage")
    parsed = _parsed(",".join(items), find_program(), each)
    if not isinstance(columns, str) and len(parsed) != len(items):
        for item in items:
            if len(_parsed(item, find_program(), each)) != 1:
                raise UsageError(f"one column for each item of a list, not {item!r}", kind="usage")
        raise UsageError("an item of a list is a part of a column", kind="usage")
    if isinstance(columns, Mapping):
        _check_kept(parsed, columns.values())
    return list(parsed)


@functools.lru_cache(maxsize=64)
def _parsed(text: str, program: str, each: str | None) -> tuple[Column, ...]:
    """Returns the columns that the program finds in a text."""
    check_text(text, each or "")
    with arguments(text) as types:
        elements = [] if each is None else ["--each", each]
        words = [program, "explain", "--format", "json", *elements, *types]
        try:
            run = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True)
        except OSError as error:
            raise ProgramError(f"{program}: {error.strerror}", kind="program") from error
    try:
        parsed = tuple(Column(**json.loads(line)) for line in run.stdout.splitlines())
    except (TypeError, ValueError):
        parsed = ()
    if parsed:
        return parsed
    message = run.stderr.decode(errors="replace")
    lines = [line for line in message.splitlines() if not line.startswith("Try ")]
    # The status is unknown to a process that ignores the end of its children.
    if run.returncode in (0, 2) and message.startswith("streammap: "):
        text = "\n".join(lines).removeprefix("streammap: ")
        raise UsageError(in_python(text), kind="usage")
    raise run_error(run.returncode, b"", lines, [])


@contextmanager
def arguments(text: str) -> Iterator[list[str]]:
    """Gives the program's options for columns, which are in a file if they are long."""
    if len(text.encode()) < _LONGEST_ARGUMENT:
        yield ["--types", text]
        return
    with tempfile.NamedTemporaryFile(prefix="streammap-") as file:
        file.write(text.encode())
        file.flush()
        yield ["--schema", file.name]


def check_text(*texts: str) -> None:
    """Raises an error for a text that no argument can be: with a zero, or half of a pair."""
    for text in texts:
        if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
            raise UsageError(f"not text that the program can get: {text!r}", kind="usage")


def schema(columns: Iterable[Column]) -> pa.Schema:
    """Returns Arrow's schema of the columns."""
    import pyarrow as pa

    return pa.schema(
        [
            pa.field(column.name, arrow_type(column.type), nullable=not column.required)
            for column in columns
        ]
    )


def _mapped(name: str, value: object) -> str:
    """Returns ``NAME: TYPE`` or ``NAME: "PATH: TYPE"`` in the syntax of ``--types``."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a column is a str, not {name!r}")
    if isinstance(value, str):
        path, type_name = _path_and_type(value)
    else:
        path, type_name = None, type_text(value, quoted)
    if path is None and "=" not in name:
        return f"{_separable(name)}:{type_name.strip(_SPACE)}"
    path = _separable(name if path is None else path.strip(_SPACE))
    return f"{_quote(name)}={path}:{type_name.strip(_SPACE)}"


def _check_kept(columns: Iterable[Column], given: Iterable[object]) -> None:
    """Raises an error if a column has another type than the one of pyarrow that was given."""
    pa = sys.modules.get("pyarrow")
    for column, type_ in zip(columns, given, strict=True):
        if pa is None or not isinstance(type_, pa.DataType):
            continue
        if not (found := arrow_type(column.type)).equals(type_):
            raise UsageError(
                f"{column.name}: no column has the type {type_}: use {found}", kind="usage"
            )


def _path_and_type(value: str) -> tuple[str | None, str]:
    """Splits ``PATH: TYPE`` at its last colon outside brackets and types, as the program does."""
    position = depth = 0
    colon: int | None = None
    for token in _tokens(value):
        if depth == 0 and token == ":":
            colon = position
        elif token == "(":
            start = 0 if colon is None else colon + 1
            if depth > 0 or value[start:position].strip(_SPACE) in _NESTED:
                depth += 1
        elif token == ")" and depth > 0:
            depth -= 1
        position += len(token)
    return (None, value) if colon is None else (value[:colon], value[colon + 1 :])


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


class Types(NamedTuple):
    """How the types of a library are made from those of the program."""

    plain: Callable[[str], Any]
    list_of: Callable[[Any], Any]
    struct_of: Callable[[list[tuple[str, Any]]], Any]
    map_of: Callable[[Any], Any]

    def make(self, text: str) -> Any:
        """Returns the type that a text means, as the program writes it."""
        return self._type(text, 0)[0]

    def _type(self, text: str, start: int) -> tuple[Any, int]:
        """Returns the type that begins at an index, and its end."""
        match = _PLAIN_TYPE.match(text, start)
        assert match, f"no type at {start} in {text!r}"
        word, end = match.group(1), match.end()
        if not match.group(2):
            return self.plain(word), end
        if word == "struct":
            members, end = self._members(text, end)
            return self.struct_of(members), end
        item, end = self._type(text, end)
        return (self.list_of if word == "list" else self.map_of)(item), end + 1

    def _members(self, text: str, start: int) -> tuple[list[tuple[str, Any]], int]:
        members: list[tuple[str, Any]] = []
        while text[start - 1] != ")":
            match = _MEMBER.match(text, start)
            assert match, f"no member at {start} in {text!r}"
            quoted, plain = match.groups()
            name = plain if quoted is None else _ESCAPE.sub(_unescaped, quoted)
            type_, end = self._type(text, match.end())
            members.append((name, type_))
            start = end + 1
        return members, start


#: A type, or the word and the parenthesis before the types in it.
_PLAIN_TYPE = re.compile(r"([a-z0-9]+(?:\[[a-z,]+\])?)(\()?")

#: The name of a struct's member.
_MEMBER = re.compile(r"\['((?:\\.|[^'\\])*)'\]:|([^:]*):")

#: A type of times. The group is the unit in which they are stored.
_TIME_TYPE = re.compile(r"(?:timestamp|datetime|unix)\[(?:[a-z]+,)?([a-z]+)\]")

_ESCAPE = re.compile(r"\\(?:u([0-9A-F]{4})|(.))")


def _unescaped(match: re.Match[str]) -> str:
    code, character = match.groups()
    return chr(int(code, 16)) if code else character


def quoted(name: str) -> str:
    """Returns the name of a member as it is written in a type."""
    return f"['{escape(name)}']"


def arrow_type(name: str) -> Any:
    """Returns the Arrow type of a column's type."""
    import pyarrow as pa

    plain = {
        "bool": pa.bool_(),
        "int64": pa.int64(),
        "uint64": pa.uint64(),
        "double": pa.float64(),
        "string": pa.string(),
        "text": pa.string(),
        "date": pa.date32(),
        "json": pa.string(),
    }

    def make(name: str) -> Any:
        if not (unit := stored_unit(name)):
            return plain[name]
        return pa.timestamp(unit, tz=None if name.startswith("datetime") else "UTC")

    return arrow_types(make).make(name)


def stored_unit(name: str) -> str:
    """Returns the unit in which times of a type are stored. It is empty for other types."""
    match = _TIME_TYPE.fullmatch(name)
    return match[1] if match else ""


def arrow_types(plain: Callable[[str], Any]) -> Types:
    """Returns how Arrow's types are made, given those that have no others in them."""
    import pyarrow as pa

    return Types(
        plain,
        list_of=lambda item: pa.list_(pa.field("item", item)),
        struct_of=lambda members: pa.struct([pa.field(name, type_) for name, type_ in members]),
        map_of=lambda item: pa.map_(pa.string(), item),
    )
