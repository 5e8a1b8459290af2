"""Random columns, and random records that mostly fit them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from oracle import ELEMENTS, MEMBERS, Column, Step, escape, parts

NAMES = [
    "id",
    "user",
    "name",
    "a b",
    "größe",
    "日本",
    "x.y",
    "it's",
    "",
    "k,v",
    "a=b:c",
    "[0]",
    "\\",
]
SCALARS = [
    *("bool", "int64", "uint64", "double", "string", "date", "json", "text"),
    *("timestamp[s]", "timestamp[ms]", "timestamp[us]", "timestamp[ns]"),
    *("datetime[s]", "datetime[ms]", "datetime[us]", "datetime[ns]"),
    *("unix[s]", "unix[ms]", "unix[s,ms]", "unix[s,ns]", "unix[us,s]", "unix[ns,us]"),
]
UNIX = [
    *("0", "-0", "-0.5", "-1", "1.5e3", "-1e-30", "1e-400", "1716112800.999999999999"),
    *("253402300799.9", "253402300800", "-62167219200", "-62167219200.1", "1e30", "-1e400"),
    *("9223372036.854775807", "9223372036.854775808", "-9223372036.8547758081"),
]
INTEGERS = [
    *("0", "-0", "1", "-1", "7.0", "1e2", "12e-1", "120e-1", "0.0e5", "1E+3"),
    *("9007199254740992", "9007199254740993", "-9007199254740993"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"),
    *("18446744073709551615", "18446744073709551616", "922337203685477580.7e1", "1e19", "1e400"),
]
DOUBLES = [
    *("0.1", "-0.0", "5e-324", "2.2250738585072011e-308", "1.7976931348623157e308", "1e309"),
    *(
        "0.1000000000000000055511151231257827021181583404541015625",
        "123456789012345678901234567890",
    ),
    *("4.35", "1e23", "8.5e-1", "9007199254740993", "-1e-400", "1.7976931348623159e308"),
]
DATES = [
    *("1970-01-01", "1969-12-31", "2000-02-29", "1900-02-28", "0001-01-01", "9999-12-31"),
    *("1900-02-29", "2023-02-29", "2023-04-31", "2023-13-01", "2023-00-10", "2023-1-1", "", "x"),
    *(
        "2024-02-29",
        "1600-02-29",
        "0000-01-01",
        "0000-02-29",
        "2023-01-00",
        " 2023-01-01",
        "\uff12\uff10\uff12\uff13-01-01",
        "20230101",
    ),
]
TIMES = [
    "00:00:00",
    "23:59:59",
    "12:30:01",
    "23:59:60",
    "24:00:00",
    "12:60:00",
    "12:30:61",
    "12:30",
]
FRACTIONS = ["", "", ".5", ".000000001", ".999999999", ".9999999999", ".", ".12345", ".1e3"]
ZONES = [
    "Z",
    "Z",
    "+01:00",
    "-05:30",
    "+18:00",
    "-23:59",
    "z",
    "",
    "+24:00",
    "+01:60",
    " Z",
    "+0100",
    "+01",
]
STRINGS = ["", "a", "grün", "日本語", "😀", 'q"\\/', "\b\f\n\r\t", "\0\x1f\x7f", "\u2028", "é" * 40]


def columns(rng: Random, count: int) -> list[Column]:
    """Returns columns none of whose paths is the beginning of another."""
    found: list[Column] = []
    for index in range(count):
        steps: list[Step] = [rng.choice(NAMES), f"c{index}"]
        steps += [rng.choice(NAMES) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
        if rng.random() < 0.1:
            steps.append(rng.randrange(3))
        kind = _kind(rng)
        if rng.random() < 0.35:
            kind = f"list({kind})"
            if rng.random() < 0.5:
                steps.append(rng.choice([ELEMENTS, MEMBERS]))
                steps += [rng.choice([*NAMES[:4], ELEMENTS])] * rng.choice([0, 0, 1])
        found.append(Column(f"{rng.choice(NAMES)}{index}", tuple(steps), kind))
    return found


def _kind(rng: Random, depth: int = 0) -> str:
    """Returns a type, which is nested with a low probability."""
    if depth == 3 or rng.random() < (0.75 if depth == 0 else 0.4):
        return rng.choice(SCALARS)
    word = rng.choice(["list", "map", "struct"])
    if word != "struct":
        return f"{word}({_kind(rng, depth + 1)})"
    names = rng.sample(NAMES, rng.choice([1, 2, 3]))
    members = (f"['{escape(name)}']:{_kind(rng, depth + 1)}" for name in names)
    return f"struct({','.join(members)})"


def record(rng: Source, columns: list[Column]) -> str:
    """Returns a record as JSON text. Each value fits its column with a high probability."""
    root: dict[str, Any] = {}
    for column in columns:
        if rng.random() < 0.85:
            _put(rng, root, column.steps, column.type)
    return _text(rng, root)


class Source(Random):
    """Random numbers, and how often a value does not fit its column."""

    def __init__(self, seed: str, faults: float) -> None:
        super().__init__(seed)
        self.faults = faults

    def is_fault(self) -> bool:
        return self.random() < self.faults


class _Raw(str):
    """JSON text."""

    __slots__ = ()


def _put(rng: Source, root: dict[str, Any], steps: tuple[Step, ...], kind: str) -> None:
    """Stores a value for a column."""
    first, second, *rest = steps
    assert isinstance(first, str)
    assert isinstance(second, str)
    inner = root.setdefault(first, {})
    if isinstance(inner, dict):
        inner[second] = _along(rng, rest, kind)
    if rng.random() < rng.faults / 5:
        root[first] = _anything(rng)


def _along(rng: Source, steps: list[Step], kind: str) -> Any:
    if rng.is_fault():
        return _anything(rng)
    if rng.random() < 0.04:
        return None
    if not steps:
        return _value(rng, kind)
    step, *rest = steps
    if step in (ELEMENTS, MEMBERS):
        item = kind[5:-1] if not any(each in (ELEMENTS, MEMBERS) for each in rest) else kind
        children = [_along(rng, rest, item) for _ in range(rng.choice([0, 1, 2, 5]))]
        return children if step == ELEMENTS else {f"m{i}": each for i, each in enumerate(children)}
    if isinstance(step, int):
        return [_along(rng, rest, kind) for _ in range(rng.randrange(4))]
    return {step: _along(rng, rest, kind)} if rng.random() < 0.9 else {}


def _value(rng: Source, kind: str) -> Any:
    if rng.random() < 0.05:
        return None
    if rng.is_fault():
        return _anything(rng)
    word, inner = parts(kind)
    match word:
        case "list":
            return [_value(rng, inner[""]) for _ in range(rng.choice([0, 1, 2, 5]))]
        case "map":
            names = rng.sample(NAMES, rng.choice([0, 1, 2, 5]))
            return {name: _value(rng, inner[""]) for name in names}
        case "struct":
            members = {name: _value(rng, each) for name, each in inner.items()}
            if rng.random() < 0.2:
                members.pop(rng.choice(list(members)))
            return members
    match kind:
        case "bool":
            return rng.random() < 0.5
        case "int64":
            return _number(rng, INTEGERS, str(rng.randrange(-(2**63), 2**63)))
        case "uint64":
            return _number(rng, INTEGERS, str(rng.getrandbits(64)))
        case "double":
            return _number(rng, DOUBLES + INTEGERS, repr(rng.uniform(-1e3, 1e3)))
        case "string":
            return rng.choice(STRINGS) + "".join(chr(rng.randrange(32, 0x2FF)) for _ in range(9))
        case "json":
            return _anything(rng)
        case "date":
            return _mostly(rng, DATES[:6], DATES)
        case "text":
            return rng.choice(
                [True, False, rng.choice(STRINGS), _Raw(rng.choice(INTEGERS + DOUBLES))]
            )
    if kind.startswith("unix"):
        usual = f"{rng.randrange(-(10**9), 10**9)}.{rng.randrange(10**12)}"
        number = _number(rng, UNIX, usual)
        return number if rng.random() < 0.7 else str(number) + (" " if rng.is_fault() else "")
    zones = ["", "", "", "", "Z", "+01:00"] if kind.startswith("datetime") else ZONES
    fraction, zone = (_mostly(rng, each[:4], each) for each in (FRACTIONS, zones))
    letter = _mostly(rng, ["T"], ["T", "t", " ", "_"])
    return (
        f"{_mostly(rng, DATES[:6], DATES)}{letter}{_mostly(rng, TIMES[:4], TIMES)}{fraction}{zone}"
    )


def _mostly(rng: Source, good: list[str], all_values: list[str]) -> str:
    return rng.choice(all_values if rng.is_fault() else good)


def _number(rng: Source, edges: list[str], usual: str) -> _Raw:
    return _Raw(rng.choice(edges) if rng.random() < 5 * rng.faults else usual)


def _anything(rng: Source, depth: int = 0) -> Any:
    kind = rng.randrange(5 if depth > 2 else 7)
    if kind < 5:
        scalars = [
            None,
            rng.random() < 0.5,
            _Raw(rng.choice(INTEGERS + DOUBLES)),
            rng.choice(STRINGS),
        ]
        return rng.choice(scalars)
    children = [_anything(rng, depth + 1) for _ in range(rng.randrange(4))]
    return children if kind == 5 else {rng.choice(NAMES): each for each in children}


def _text(rng: Source, value: Any) -> str:
    """Writes a value with random white space, escapes, and names that occur twice."""
    if isinstance(value, _Raw):
        return str(value)
    if isinstance(value, str):
        return _string(rng, value)
    space = rng.choice(["", "", "", " ", "\t ", "  \r"])
    if isinstance(value, list):
        inner = f"{space},{space}".join(_text(rng, each) for each in value)
        return f"[{space}{inner}{space}]"
    if isinstance(value, dict):
        pairs = [(name, _text(rng, each)) for name, each in value.items()]
        rng.shuffle(pairs)
        if pairs and rng.random() < 0.1:
            pairs.append((rng.choice(pairs)[0], _text(rng, _anything(rng))))
        inner = f"{space},".join(
            f"{_string(rng, name)}{space}:{space}{text}" for name, text in pairs
        )
        return f"{{{space}{inner}{space}}}"
    return json.dumps(value)


def _string(rng: Source, text: str) -> str:
    if rng.random() < 0.7:
        return json.dumps(text, ensure_ascii=rng.random() < 0.3).replace("\x7f", "\\u007f")
    return '"' + "".join(_escaped(rng, each) for each in text) + '"'


def _escaped(rng: Source, character: str) -> str:
    if rng.random() < 0.3 or character in '"\\' or character < " ":
        units = character.encode("utf-16-be")
        return "".join(f"\\u{units[i]:02x}{units[i + 1]:02X}" for i in range(0, len(units), 2))
    return character
