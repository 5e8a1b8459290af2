"""An exact reading of JSON into typed columns, as the documentation describes it.

It uses Python's json module, keeps the digits of numbers, and lets the first of equal names count.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import MAX_EMAX, MIN_EMIN, ROUND_FLOOR, Context, Decimal
from typing import Any, Literal, TypeAlias

#: A name, an index, or a wildcard.
Step: TypeAlias = str | int | Literal["[*]", ".*"]

ELEMENTS: Step = "[*]"
MEMBERS: Step = ".*"


class Number(str):
    """The text of a number."""

    __slots__ = ()


class Mismatch(Exception):  # noqa: N818
    """A value does not fit its column."""


@dataclass(frozen=True)
class Column:
    """A column of a test: its name, its path as steps, and its type."""

    name: str
    steps: tuple[Step, ...]
    type: str

    @property
    def path(self) -> str:
        """The path as text, with all names in brackets."""
        quoted = {ELEMENTS: "[*]", MEMBERS: ".*"}
        return "".join(
            f"[{step}]" if isinstance(step, int) else quoted.get(step) or f"['{escape(step)}']"
            for step in self.steps
        )

    @property
    def has_wildcard(self) -> bool:
        return ELEMENTS in self.steps or MEMBERS in self.steps


def escape(name: str) -> str:
    """Returns a name as it is written between single quotes."""
    return name.replace("\\", "\\\\").replace("'", "\\'")


def _first(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        members.setdefault(name, value)
    return members


def _no_constant(name: str) -> Any:
    raise ValueError(name)


_decoder = json.JSONDecoder(
    object_pairs_hook=_first, parse_int=Number, parse_float=Number, parse_constant=_no_constant
)


#: An escape. Half of a surrogate pair is a group.
_ESCAPE = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\.")


def read(text: str) -> Any:
    """Returns the value of a JSON text. Raises ValueError for a malformed one."""
    value = _decoder.decode(text)
    if any(escape[1] for escape in _ESCAPE.finditer(text)):
        raise ValueError("half of a surrogate pair")
    return value


def compact(text: str) -> str:
    """Returns a JSON text without the white space between its tokens."""
    return re.sub(r'("(?:\\.|[^"\\])*")|[ \t\r\n]+', lambda match: match[1] or "", text)


def row(record: Any, columns: Sequence[Column], *, mismatch: str) -> list[Any]:
    """Returns the values of a record's columns. Times are integers, and JSON is a value.

    Raises:
        Mismatch: If a value does not fit, and mismatch is ``"reject"``.
    """
    return [_column(record, column, nulls=mismatch == "null") for column in columns]


def _column(record: Any, column: Column, *, nulls: bool) -> Any:
    try:
        if column.has_wildcard:
            return _list(record, column, nulls=nulls)
        value = _single(record, column.steps)
        return None if value is None else convert(value, column.type, nulls=nulls)
    except Mismatch:
        if nulls:
            return None
        raise


def _single(value: Any, steps: Sequence[Step]) -> Any:
    for step in steps:
        if value is None:
            return None
        if isinstance(step, int):
            if not isinstance(value, list):
                raise Mismatch
            value = value[step] if step < len(value) else None
        else:
            if not isinstance(value, dict):
                raise Mismatch
            value = value.get(step)
    return value


def _list(record: Any, column: Column, *, nulls: bool) -> list[Any] | None:
    at = min(column.steps.index(step) for step in (ELEMENTS, MEMBERS) if step in column.steps)
    container = _single(record, column.steps[:at])
    if container is None:
        return None
    found: list[Any] = []
    # A container of the wrong kind before the first wildcard is a mismatch of the column.
    _children(container, column.steps[at])
    _collect(container, column.steps[at:], column.type[5:-1], found, nulls=nulls)
    return found


def _children(value: Any, wildcard: Step) -> list[Any]:
    if wildcard == ELEMENTS and isinstance(value, list):
        return value
    if wildcard == MEMBERS and isinstance(value, dict):
        return list(value.values())
    raise Mismatch


def _collect(
    value: Any, steps: Sequence[Step], type_name: str, found: list[Any], *, nulls: bool
) -> None:
    """Adds the elements that a path reaches. An element without the value adds None."""
    if not steps:
        found.append(_element(value, type_name, nulls=nulls))
        return
    keeps_place = ELEMENTS not in steps and MEMBERS not in steps
    inner: list[Any] = []
    step, *rest = steps
    if value is not None:
        try:
            if step in (ELEMENTS, MEMBERS):
                inner = _children(value, step)
            elif isinstance(step, int):
                if not isinstance(value, list):
                    raise Mismatch
                inner = value[step : step + 1]
            else:
                if not isinstance(value, dict):
                    raise Mismatch
                inner = [value[step]] if step in value else []
        except Mismatch:
            if not nulls:
                raise
            found.append(None)
            return
    if keeps_place and not inner:
        found.append(None)
    for child in inner:
        _collect(child, rest, type_name, found, nulls=nulls)


def _element(value: Any, type_name: str, *, nulls: bool) -> Any:
    if value is None:
        return None
    try:
        return convert(value, type_name, nulls=nulls)
    except Mismatch:
        if nulls:
            return None
        raise


def parts(type_name: str) -> tuple[str, dict[str, str]]:
    """Splits a type into its word and the types in it, by the names of members or by ``""``."""
    word, parenthesis, inner = type_name.partition("(")
    if not parenthesis:
        return type_name, {}
    inner = inner[:-1]
    if word != "struct":
        return word, {"": inner}
    # Only a member at the outermost level has no parenthesis open before it.
    members: dict[str, str] = {}
    start = depth = 0
    for token in re.finditer(r"""\['(?:\\.|[^'\\])*'\]|\[[a-z,]+\]|[(),]|\Z""", inner):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth == 0 and token[0] in (",", ""):
            member = inner[start : token.start()]
            name = re.match(r"\['((?:\\.|[^'\\])*)'\]:|([^:]*):", member)
            assert name
            members[re.sub(r"\\(.)", r"\1", name[1]) if name[2] is None else name[2]] = member[
                name.end() :
            ]
            start = token.end()
    return word, members


_LOCAL = r"(\d{4})-(\d\d)-(\d\d)[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?"
_TIME = re.compile(_LOCAL + r"(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))", re.ASCII)
#: The groups of the offset are empty.
_LOCAL_TIME = re.compile(_LOCAL + r"(?:()()())", re.ASCII)
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?", re.ASCII)
_UNITS = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_EPOCH = date(1970, 1, 1).toordinal()


def convert(value: Any, type_name: str, *, nulls: bool) -> Any:
    """Returns a value that is not null as a type. Raises Mismatch if it does not fit.

    Args:
        nulls: Whether a part of the value that does not fit is None.
    """
    word, inner = parts(type_name)
    match word:
        case "list" if isinstance(value, list):
            return [_element(each, inner[""], nulls=nulls) for each in value]
        case "map" if isinstance(value, dict):
            return {name: _element(each, inner[""], nulls=nulls) for name, each in value.items()}
        case "struct" if isinstance(value, dict):
            return {
                name: _element(value.get(name), each, nulls=nulls) for name, each in inner.items()
            }
        case "list" | "map" | "struct":
            raise Mismatch
    match type_name:
        case "json":
            return value
        case "bool" if isinstance(value, bool):
            return value
        case "int64" | "uint64" if isinstance(value, Number):
            bounds = (0, 2**64) if type_name == "uint64" else (-(2**63), 2**63)
            return _integer(value, *bounds)
        case "double" if isinstance(value, Number) and math.isfinite(float(value)):
            return float(value)
        case "string" if isinstance(value, str) and not isinstance(value, Number):
            return value
        case "date" if isinstance(value, str) and not isinstance(value, Number):
            if not re.fullmatch(r"\d{4}-\d\d-\d\d", value, re.ASCII):
                raise Mismatch
            return _day(value)
        case "text" if isinstance(value, bool):
            return "true" if value else "false"
        case "text" if isinstance(value, str):
            return str(value)
        case _ if type_name.startswith("unix") and isinstance(value, str):
            unit, _, stored = type_name[5:-1].partition(",")
            return _unix(value, unit, stored or unit)
        case _ if type_name.startswith("timestamp") and not isinstance(value, Number):
            return _time(value, _UNITS[type_name[10:-1]], _TIME)
        case _ if type_name.startswith("datetime") and not isinstance(value, Number):
            return _time(value, _UNITS[type_name[9:-1]], _LOCAL_TIME)
    raise Mismatch


def _integer(text: str, low: int, high: int) -> int:
    number = Decimal(text)
    if number.is_zero():
        return 0
    if number.adjusted() > 20:
        raise Mismatch
    whole = int(number)
    if whole != number or not low <= whole < high:
        raise Mismatch
    return whole


def _day(text: str) -> int:
    # Python has no year 0, which has the days of the year 400.
    shift = 146_097 if text.startswith("0000") else 0
    try:
        return date.fromisoformat(f"0400{text[4:]}" if shift else text).toordinal() - shift - _EPOCH
    except ValueError:
        raise Mismatch from None


#: More digits than any number of the tests has.
_EXACT = Context(prec=2_000, Emax=MAX_EMAX, Emin=MIN_EMIN, rounding=ROUND_FLOOR)


def _unix(text: str, unit: str, stored: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise Mismatch
    number = Decimal(text)
    if number.adjusted() > 40:
        raise Mismatch
    if number.adjusted() < -40:
        time = -1 if number < 0 else 0
    else:
        scaled = _EXACT.divide(_EXACT.multiply(number, _UNITS[stored]), Decimal(_UNITS[unit]))
        time = int(scaled.to_integral_value(ROUND_FLOOR))
    if not -719_528 * 86_400 <= time // _UNITS[stored] < 2_932_897 * 86_400:
        raise Mismatch
    if not -(2**63) <= time < 2**63:
        raise Mismatch
    return time


def _time(value: Any, per_second: int, form: re.Pattern[str]) -> int:
    match = form.fullmatch(value) if isinstance(value, str) else None
    if not match:
        raise Mismatch
    hour, minute, second = (int(match[group]) for group in (4, 5, 6))
    seconds = _day(value[:10]) * 86_400 + hour * 3_600 + minute * 60 + second
    if match[8]:
        offset = int(match[9]) * 60 + int(match[10])
        seconds -= (1 if match[8] == "+" else -1) * offset * 60
    # The years 0 to 9999 in UTC.
    if not -719_528 * 86_400 <= seconds < 2_932_897 * 86_400:
        raise Mismatch
    nanoseconds = int((match[7] or "").ljust(9, "0")[:9])
    time = seconds * per_second + nanoseconds * per_second // 10**9
    if not -(2**63) <= time < 2**63:
        raise Mismatch
    return time
