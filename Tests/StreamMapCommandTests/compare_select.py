#!/usr/bin/env python3
"""Compares the rows of `streammap select` with what Python's json reads.

usage: streammap select PATHS INPUT | compare_select.py PATHS INPUT

Numbers are compared as literals, so that no digit of an id can be lost on
either side; strings by value; the names of a row with their order. A row with
white space outside strings is wrong. Prints the number of rows that agree and
exits with 0, or names the first that does not and exits with 1.
"""

import json
import re
import sys


class Number(str):
    """The literal of a number, never equal to a string of the same text."""

    def __eq__(self, other):
        return isinstance(other, Number) and str.__eq__(self, other)

    __hash__ = str.__hash__


class Object(list):
    """An object as the list of its members."""


def read(text):
    return json.loads(text, parse_int=Number, parse_float=Number, object_pairs_hook=Object)


def steps(path):
    """The steps of a path made of plain names, [n] and [*]."""
    if path == "$":
        return []
    found = re.findall(r"\[(\d+|\*)\]|([^.\[\]]+)", path)
    return [name if name else "*" if index == "*" else int(index) for index, name in found]


def values(value, path):
    """Every value at a path, in the order of the text."""
    if not path:
        return [value]
    step, rest = path[0], path[1:]
    if step == "*":
        if isinstance(value, list) and not isinstance(value, Object):
            return [found for element in value for found in values(element, rest)]
    elif isinstance(step, int):
        if isinstance(value, list) and not isinstance(value, Object) and step < len(value):
            return values(value[step], rest)
    elif isinstance(value, Object):
        for name, member in value:
            if name == step:
                return values(member, rest)
    return []


def has_array(value, path):
    """Whether the array that the first wildcard goes over is there."""
    before = path[: path.index("*")]
    found = values(value, before)
    return bool(found) and isinstance(found[0], list) and not isinstance(found[0], Object)


def project(record, columns):
    row = Object()
    for name, path in columns:
        found = values(record, path)
        if "*" not in path:
            row.append((name, found[0] if found else None))
        else:
            row.append((name, found if has_array(record, path) else None))
    return row


def main():
    paths, source = sys.argv[1], sys.argv[2]
    columns = []
    for column in paths.split(","):
        name, equals, path = column.partition("=")
        columns.append((name, steps(path if equals else name)))
    with open(source, encoding="utf-8-sig", newline="\n") as file:
        records = [line for line in file if line.strip()]
    rows = sys.stdin.buffer.read().decode("utf-8").split("\n")
    if rows.pop() != "":
        sys.exit("the last row has no line feed")
    if len(rows) != len(records):
        sys.exit(f"{len(rows)} rows for {len(records)} records")
    for number, (row, record) in enumerate(zip(rows, records), 1):
        expected = project(read(record), columns)
        if read(row) != expected:
            sys.exit(f"row {number}: got {row}, expected {json.dumps(expected)}")
        if re.search(r"\s", re.sub(r'"(?:[^"\\]|\\.)*"', '""', row)):
            sys.exit(f"row {number}: white space outside strings in {row}")
    print(len(rows))


main()
