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
import re
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers"))

from workloads import FIELDS  # noqa: E402


@dataclass
class Selection:
    """The fields that a command writes: their paths, as `select` takes them, the kind of each by its name, the condition
    of the records, the path of the elements that have a row each, and the same as a query of jq."""

    paths: str
    kinds: dict
    where: str = None
    each: str = None
    query: str = None

    @property
    def types(self):
        """The paths with their types, as `--types` takes them."""
        spelled = {"int": "int64", "string?": "string"}
        return ",".join(f"{path}:{spelled.get(kind, kind)}" for path, kind in zip(self.paths.split(","), self.kinds.values()))

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
        "id,screen_name=user.screen_name,text", {"id": "int", "screen_name": "string?", "text": "string?"},
        query="{id, screen_name: .user.screen_name, text}"),
    "logs": Selection(
        LOGS := ",".join(name for name, _ in FIELDS["logs"]), dict(FIELDS["logs"]), query=f"{{{LOGS}}}"),
    "baskets": Selection(
        "id,sku=items[*].sku,quantity=items[*].quantity,price=items[*].price",
        {"id": "int", "sku": "string", "quantity": "int", "price": "double"}, each="items[*]",
        query=".id as $id | .items[] | {id: $id, sku, quantity, price}"),
}  # fmt: skip

# Two columns of the records of a condition.
FILTERED = {"logs": Selection("ts,path", {"ts": "string", "path": "string"}, "status == 500")}

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


def selected(path, form, fields, part):
    """The rows of an output with all fields, reduced to those of `part`, and to the records of its condition."""
    name, value = part.where.split(" == ")
    kinds = list(fields.kinds)
    places, tested = [kinds.index(each) for each in part.kinds], kinds.index(name)
    for row in rows(path, form, fields):
        if row[tested] == int(value):
            yield [row[place] for place in places]


def compare(expected, path, form, fields, rounds=False):
    """Fails unless an output has the expected rows. Returns their number.

    rounds: whether the integers of the output were rounded to doubles.
    """
    count = 0
    for count, (one, other) in enumerate(itertools.zip_longest(expected, rows(path, form, fields)), 1):
        if rounds and one and other:
            one, other = ([float(value) if type(value) is int else value for value in row] for row in (one, other))
        if one != other:
            raise Disagreement(f"row {count} is {other} in {path.name}, and {one} elsewhere")
    if count == 0:
        raise Disagreement(f"{path.name} has no rows")
    return count


def members(path):
    """The names of the members of all records."""
    with open(path, encoding="utf-8") as file:
        return set().union(*map(json.loads, file))


def names(path):
    """The names of the members in a schema, which is JSON Lines with paths. Their types are not read."""
    with open(path, encoding="utf-8") as file:
        return {re.split(r"[.\[]", json.loads(line)["path"])[0] for line in file} - {"$"}


def digest(path, times=1):
    """A hash of a file's bytes, repeated `times` times."""
    sum = hashlib.sha256()
    for _ in range(times):
        with open(path, "rb") as file:
            while block := file.read(1 << 20):
                sum.update(block)
    return sum.hexdigest()
