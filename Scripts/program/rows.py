"""Reads the output of commands as comparable values.

Rows are compared by value. JSON members are looked up by name and strings are unescaped. CSV fields are unquoted. A
null equals an empty string, because CSV has no null. For a program that rounds large integers, integers are compared
as doubles.
"""

import csv
import hashlib
import itertools
import json
import pathlib
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers"))

from workloads import FIELDS  # noqa: E402


@dataclass
class Selection:
    """The fields that each command writes: their paths, as `select` takes them, and the kind of each by its name."""

    paths: str
    kinds: dict

    def row(self, values):
        """The comparable values of a row."""
        return [self.value(value, kind) for value, kind in zip(values, self.kinds.values(), strict=True)]

    @staticmethod
    def value(value, kind):
        if kind == "bool":
            return {True: "true", False: "false"}.get(value, value)
        if kind in ("int", "double"):
            return (int if kind == "int" else float)(value)
        return value or ""


SELECTIONS = {
    "tweets": Selection(
        "id,screen_name=user.screen_name,text", {"id": "int", "screen_name": "string?", "text": "string?"}),
    "logs": Selection(",".join(name for name, _ in FIELDS["logs"]), dict(FIELDS["logs"])),
}  # fmt: skip

csv.field_size_limit(1 << 27)


class Disagreement(Exception):
    """Two commands wrote different values."""


def jsonl_rows(path, fields):
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            row = json.loads(line)
            if list(row) != list(fields.kinds):
                raise Disagreement(f"a row has the members {list(row)} instead of {list(fields.kinds)}")
            yield fields.row(row.values())


def csv_rows(path, fields):
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file, strict=True)
        header = next(rows, None)
        if header != list(fields.kinds):
            raise Disagreement(f"the header is {header} instead of {list(fields.kinds)}")
        for row in rows:
            yield fields.row(row)


ROWS = {"jsonl": jsonl_rows, "csv": csv_rows}


def rows(path, form, fields):
    try:
        yield from ROWS[form](path, fields)
    except (ValueError, IndexError, csv.Error) as error:
        raise Disagreement(f"{path.name} is not valid {form}: {error}") from None


def compare(first, second, fields, rounds=False):
    """Fails unless two outputs, each a path and a format, have the same rows of these fields. Returns their number.

    rounds: whether the integers of the second output were rounded to doubles.
    """
    count = 0
    for count, (one, other) in enumerate(itertools.zip_longest(rows(*first, fields), rows(*second, fields)), 1):
        if rounds and one and other:
            one, other = ([float(value) if type(value) is int else value for value in row] for row in (one, other))
        if one != other:
            raise Disagreement(f"row {count} is {one} in {first[0].name}, but {other} in {second[0].name}")
    return count


def digest(path, times=1):
    """A hash of a file's bytes, repeated `times` times."""
    sum = hashlib.sha256()
    for _ in range(times):
        with open(path, "rb") as file:
            while block := file.read(1 << 20):
                sum.update(block)
    return sum.hexdigest()
