"""Reads the output of commands as comparable values.

Rows are compared by value. JSON members are looked up by name and strings are unescaped. CSV fields are unquoted. A
null equals an empty string, because CSV has no null. For a program that rounds large integers, integers are compared
as doubles.
"""

import csv
import hashlib
import itertools
import json

NAMES = ["id", "screen_name", "text"]

csv.field_size_limit(1 << 27)


class Disagreement(Exception):
    """Two commands wrote different values."""


def jsonl_rows(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            row = json.loads(line)
            if list(row) != NAMES:
                raise Disagreement(f"a row has the members {list(row)} instead of {NAMES}")
            yield [row["id"], row["screen_name"] or "", row["text"] or ""]


def csv_rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file, strict=True)
        header = next(rows, None)
        if header != NAMES:
            raise Disagreement(f"the header is {header} instead of {NAMES}")
        for row in rows:
            yield [int(row[0]), *row[1:]]


ROWS = {"jsonl": jsonl_rows, "csv": csv_rows}


def rows(path, form):
    try:
        yield from ROWS[form](path)
    except (ValueError, IndexError, csv.Error) as error:
        raise Disagreement(f"{path.name} is not valid {form}: {error}") from None


def compare(first, second, rounds=False):
    """Fails unless two outputs, each a path and a format, have the same rows. Returns the number of rows.

    rounds: whether the integers of the second output were rounded to doubles.
    """
    count = 0
    for count, (one, other) in enumerate(itertools.zip_longest(rows(*first), rows(*second)), 1):
        if rounds and one and other:
            one, other = [float(one[0]), *one[1:]], [float(other[0]), *other[1:]]
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
