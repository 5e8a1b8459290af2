"""Sources of columns, and conditions on elements, against a reading by Python's json module.

STREAMMAP_FILES is the number of files.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

import streammap_json as streammap
from test_files import FILES

#: For each PATH of --each, the steps to the elements of each level, and what the columns of a level
#: begin with. The first level is the record.
LEVELS: dict[str, list[tuple[list[str], str]]] = {
    "": [([], "")],
    "o[*]": [([], ""), (["o", "[*]"], "o[*].")],
    "o[*].l[*]": [([], ""), (["o", "[*]"], "o[*]."), (["l", "[*]"], "o[*].l[*].")],
    "m.*": [([], ""), (["m", ".*"], "m.*.")],
    "m.*.l[*]": [([], ""), (["m", ".*"], "m.*."), (["l", "[*]"], "m.*.l[*].")],
    "o[*].m.*": [([], ""), (["o", "[*]"], "o[*]."), (["m", ".*"], "o[*].m.*.")],
}
NAMES = ["a", "b", "c"]
#: Members whose values are strings, mostly of JSON text.
TEXTS = ["t", "u"]
KEYS = ["k", "é", 'q"', "k2", ""]


def value(rng: Random) -> Any:
    return rng.choice([None, 0, 1, 2, 7, "x", "xy", "", True, False, [1], {"a": 1}])


def json_text(rng: Random, depth: int = 2) -> Any:
    """Returns a string of JSON text, or seldom another value."""
    kind = rng.randrange(10)
    if kind == 0:
        return value(rng)
    found: Any = value(rng)
    if kind > 1:
        found = {name: value(rng) for name in NAMES if rng.random() < 0.6}
        if rng.random() < 0.2:
            found[rng.choice(NAMES)] = 'é"\\\n'
        if depth > 0:
            found |= {name: json_text(rng, depth - 1) for name in TEXTS if rng.random() < 0.6}
    written = json.dumps(found, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, 1]))
    return written[: rng.randrange(len(written))] if rng.random() < 0.1 else written


def members(rng: Random, depth: int) -> Any:
    """Returns an object, or seldom another value, with objects in it."""
    if rng.random() < 0.05:
        return value(rng)
    found: dict[str, Any] = {name: value(rng) for name in NAMES if rng.random() < 0.6}
    found |= {name: json_text(rng) for name in TEXTS if rng.random() < 0.3}
    if depth > 0:
        for name in ("o", "l"):
            if rng.random() < 0.6:
                found[name] = [members(rng, depth - 1) for _ in range(rng.randrange(4))]
        if rng.random() < 0.6:
            names = rng.sample(KEYS, rng.randrange(4))
            found["m"] = {name: members(rng, depth - 1) for name in names}
        if rng.random() < 0.1:
            found[rng.choice(["o", "l", "m"])] = value(rng)
    pairs = list(found.items())
    rng.shuffle(pairs)
    return dict(pairs)


@dataclass
class Row:
    """The record and the elements around a row, of which the innermost are None in an empty one."""

    values: list[Any]
    index: int | None = None
    key: str | None = None
    #: Which levels are there.
    present: list[bool] = field(default_factory=list)


def rows(record: Any, each: str, *, keeps_empty: bool) -> Iterator[Row]:
    levels = LEVELS[each]

    def below(row: Row, level: int) -> Iterator[Row]:
        if level == len(levels):
            yield row
            return
        *steps, wildcard = levels[level][0]
        container = row.values[-1]
        for step in steps:
            container = container.get(step) if isinstance(container, dict) else None
        found: list[tuple[Any, Any]] = []
        if wildcard == "[*]" and isinstance(container, list):
            found = list(enumerate(container))
        if wildcard == ".*" and isinstance(container, dict):
            found = list(container.items())
        for index, (name, element) in enumerate(found):
            key = name if wildcard == ".*" else row.key
            inner = Row([*row.values, element], index, key)
            yield from below(inner, level + 1)
        if not found and keeps_empty:
            rest = len(levels) - len(row.values)
            has_inner_key = any(steps[-1] == ".*" for steps, _ in levels[level:])
            yield Row([*row.values, *[None] * rest], None, None if has_inner_key else row.key)

    yield from below(Row([record]), 1)


def of(row: Row, level: int, name: str) -> Any:
    element = row.values[level]
    return element.get(name) if isinstance(element, dict) else None


Test = Callable[[Row], "bool | None"]


def condition(rng: Random, each: str, depth: int = 2) -> tuple[str, Test]:
    """Returns a condition as text, and what it is for a row."""
    if depth > 0 and rng.random() < 0.6:
        left, first = condition(rng, each, depth - 1)
        if rng.random() < 0.25:
            return f"not ({left})", lambda row: _not(first(row))
        right, second = condition(rng, each, depth - 1)
        if rng.random() < 0.5:
            return f"({left} and {right})", lambda row: _and(first(row), second(row))
        return f"({left} or {right})", lambda row: _not(_and(_not(first(row)), _not(second(row))))
    levels = LEVELS[each]
    level = rng.randrange(len(levels))
    name = rng.choice(NAMES)
    path = levels[level][1] + name
    match rng.randrange(4):
        case 0:
            return f"{path} is null", lambda row: of(row, level, name) is None
        case 1:
            return f"{path} contains 'x'", lambda row: _of_type(
                of(row, level, name), str, lambda text: "x" in text
            )
        case 2:
            return f"{path} == true", lambda row: _of_type(
                of(row, level, name), bool, lambda flag: flag
            )
    number = rng.choice([0, 1, 2])
    return f"{path} >= {number}", lambda row: _of_type(
        of(row, level, name), int, lambda found: found >= number
    )


def _of_type(found: Any, type_: type, test: Callable[[Any], bool]) -> bool | None:
    return test(found) if type(found) is type_ else None


def _not(result: bool | None) -> bool | None:
    return None if result is None else not result


def _and(left: bool | None, right: bool | None) -> bool | None:
    if left is False or right is False:
        return False
    return True if left and right else None


def sources(rng: Random, each: str) -> list[tuple[str, Callable[[Row, int], Any]]]:
    """Returns random columns as text, each with its value in a row of the record at an offset."""
    levels = LEVELS[each]
    found: list[tuple[str, Callable[[Row, int], Any]]] = []
    for _ in range(rng.choice([1, 2, 5])):
        kind = rng.randrange(7)
        if kind == 0:
            found.append(("$file", lambda row, offset: "in.jsonl"))
        elif kind == 1:
            found.append(("$offset", lambda row, offset: offset))
        elif kind == 2 and each:
            found.append(("$index", lambda row, offset: row.index))
        elif kind == 3 and "*" in each.replace("[*]", ""):
            found.append(("$key", lambda row, offset: row.key))
        elif kind == 4:
            found.append(in_texts(rng))
        else:
            level = rng.randrange(len(levels))
            names = rng.sample(NAMES, rng.choice([1, 1, 2, 3]))
            text = "|".join(levels[level][1] + name for name in names)
            found.append((text, _first(level, names)))
    return found


def in_texts(rng: Random) -> tuple[str, Callable[[Row, int], Any]]:
    """Returns columns in the JSON text of a string of the record."""
    path = rng.choice(TEXTS)
    steps = [path]
    path = f"json({path})"
    if rng.random() < 0.4:
        steps.append(rng.choice(TEXTS))
        path = f"json({path}.{steps[-1]})"
    names = rng.sample(NAMES, rng.choice([0, 1, 1, 2]))

    def found(row: Row, offset: int) -> Any:
        at = row.values[0]
        for name in steps:
            at = at.get(name) if isinstance(at, dict) else None
            try:
                at = json.loads(at) if isinstance(at, str) else None
            except ValueError:
                at = None
        return _first(0, names)(Row([at]), offset) if names else at

    return "|".join(f"{path}.{name}" for name in names) or path, found


def _first(level: int, names: list[str]) -> Callable[[Row, int], Any]:
    def first(row: Row, offset: int) -> Any:
        values = [of(row, level, name) for name in names]
        return next((each for each in values if each is not None), None)

    return first


def lists(rng: Random) -> tuple[str, Callable[[Row, int], Any]]:
    """Returns a list of alternatives, which are chosen for each element."""
    names = rng.sample(NAMES, 2)

    def values(row: Row, offset: int) -> Any:
        container = row.values[0].get("o")
        if not isinstance(container, list):
            return None
        found = [_first(0, names)(Row([element]), 0) for element in container]
        return found

    return "|".join(f"o[*].{name}" for name in names), values


def test_random_sources_and_conditions(program: str, rng: Random, folder: Path) -> None:
    begin = rng.randbytes(8).hex()
    counts: Counter[str] = Counter()
    for number in range(FILES):
        one = Random(f"{begin} {number}")
        each = one.choice(list(LEVELS))
        keeps_empty = bool(each) and one.random() < 0.3
        columns = sources(one, each)
        has_list = not each and one.random() < 0.5
        if has_list:
            columns.append(lists(one))
        where = condition(one, each) if one.random() < 0.7 else None
        lines: list[str] = []
        wanted: list[dict[str, Any]] = []
        offset = filtered = 0
        for _ in range(one.choice([0, 1, 5, 40])):
            record = members(one, 2)
            if not isinstance(record, dict):
                record = {}
            lines.append(json.dumps(record, ensure_ascii=one.random() < 0.5))
            kept = [
                {f"c{i}": source(row, offset) for i, (_, source) in enumerate(columns)}
                for row in rows(record, each, keeps_empty=keeps_empty)
                if where is None or where[1](row) is True
            ]
            # A condition on the record alone keeps a record without elements.
            tests_elements = where is not None and "*" in where[0]
            alone = Row([record])
            if where and not (kept if tests_elements else where[1](alone) is True):
                filtered += 1
            wanted += kept
            offset += len(lines[-1].encode()) + 1
        (folder / "in.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8", newline="")
        paths = ",".join(f"c{i}={text}" for i, (text, _) in enumerate(columns))
        words = ["--each", each] if each else []
        words += ["--each-empty"] if keeps_empty else []
        words += ["--where", where[0]] if where else []
        about = f"file {number}: {words} {paths}\n" + "\n".join(lines)
        is_typed = not has_list and one.random() < 0.5
        if is_typed:
            # Any value fits json. An element of another kind is null, as in rows without types.
            numbers = {"$offset": "int64", "$index": "int64", "$file": "string", "$key": "string"}
            kinds = ",".join(
                f"c{i}={text}:{numbers.get(text, 'json')}" for i, (text, _) in enumerate(columns)
            )
            call = ["--types", kinds, "--mismatch", "null"]
        else:
            call = [paths]
        jobs = ["--jobs", one.choice("123"), "--chunk", one.choice(["1", "64", "4MiB"])]
        engine = ["--engine", one.choice(["auto", "yajl"])]
        parts = one.choice([1, 1, 3])
        text = b""
        totals: Counter[str] = Counter()
        for part in range(1, parts + 1):
            split = [] if parts == 1 else ["--split", f"{part}/{parts}"]
            command = [program, "select", *words, *jobs, *engine, *split, "--quiet"]
            command += ["--report", "report", *call, "in.jsonl"]
            done = subprocess.run(command, capture_output=True)
            assert done.returncode == 0, f"{about}\n{done.stderr.decode()}"
            text += done.stdout
            report = json.loads((folder / "report").read_text())
            totals.update({name: report.get(name, 0) for name in ("records", "filtered", "rows")})
        found = [json.loads(line) for line in text.decode().splitlines()]
        assert found == wanted, f"{about}\n{found}, not {wanted}"
        assert totals == Counter(records=len(lines), filtered=filtered, rows=len(wanted)), about
        counts.update(files=1, rows=len(wanted), filtered=filtered, typed=is_typed)
        counts[f"each {each}"] += 1
        counts["texts"] += sum("json(" in text for text, _ in columns)
    assert min(counts["rows"], counts["filtered"], counts["typed"], counts["texts"]) > 0
    print("all alike:", ", ".join(f"{count} {name}" for name, count in counts.items()))


def test_places_of_records(write: Callable[..., str]) -> None:
    name = write('{"id":1}', '{"ID":2}')
    columns = {"file": "$file: string", "at": "$offset: int64", "id": "id|ID: int64"}
    assert streammap.scan(name, columns).to_arrow().to_pylist() == [
        {"file": name, "at": 0, "id": 1},
        {"file": name, "at": 9, "id": 2},
    ]
    with pytest.raises(streammap.UsageError, match=r"the type of \$offset is int64"):
        streammap.scan(name, {"at": "$offset: string"})


def test_texts(write: Callable[..., str]) -> None:
    name = write('{"log":"{\\"n\\":1,\\"s\\":\\"x\\"}"}', '{"log":"{"}', "{}")
    columns = {"n": "json(log).n: int64", "s": "json(log).s: string"}
    scan = streammap.scan(name, columns, mismatch="null")
    assert scan.to_arrow().to_pylist() == [
        {"n": 1, "s": "x"},
        {"n": None, "s": None},
        {"n": None, "s": None},
    ]
    with pytest.raises(streammap.StreamMapError, match="it is no JSON text: byte 1 of it"):
        streammap.scan(name, columns).to_arrow()


def test_elements_are_filtered(write: Callable[..., str]) -> None:
    name = write('{"id":1,"s":{"a":{"n":1},"b":{"n":5}}}', '{"id":2,"s":{"c":{"n":0}}}')
    columns = ["id:int64", "k=$key:string", "n=s.*.n:int64"]
    scan = streammap.scan(name, columns, each="s.*", where="s.*.n > 2 or id == 2")
    assert scan.to_arrow().to_pylist() == [
        {"id": 1, "k": "b", "n": 5},
        {"id": 2, "k": "c", "n": 0},
    ]
    with pytest.raises(streammap.UsageError, match="has no wildcard"):
        streammap.scan(name, columns, each="s.*", where="o[*].n > 2").to_arrow()
