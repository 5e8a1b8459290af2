"""Runs the program over the public corpora and compares what it says with Python's json.

    compare-with-python.py STREAMMAP CORPORA
"""

import json
import pathlib
import subprocess
import sys

streammap, corpora = sys.argv[1], pathlib.Path(sys.argv[2])


def run(*arguments, status=0):
    done = subprocess.run([streammap, *arguments], capture_output=True)
    if done.returncode != status:
        sys.exit(f"streammap {' '.join(arguments)} ended with {done.returncode}: {done.stderr.decode()[:300]}")
    return (done.stderr if status else done.stdout).decode()


def at(value, path):
    """The value at a path, or None. `[*]` stands for the elements of an array that have the member after it."""
    names, star, member = path.partition("[*].")
    for name in names.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return [element[member] for element in value if member in element] if star and value is not None else value


def selected(columns, record):
    """The row of a record: `id,author=user.screen_name` selects two values."""
    pairs = (column.rpartition("=") for column in columns.split(","))
    return {name or path: at(record, path) for name, _, path in pairs}


def compare(name, columns, count):
    path = corpora / "real" / name
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in run("select", columns, str(path)).splitlines()]
    wanted = [selected(columns, json.loads(line)) for line in lines if line.strip()]
    if len(rows) != count or rows != wanted or [list(row) for row in rows] != [list(row) for row in wanted]:
        for row, want in zip(rows, wanted):
            if row != want:
                sys.exit(f"{name}: {row} instead of {want}")
        sys.exit(f"{name}: {len(rows)} records instead of {count}")
    run("check", str(path))
    counted = run("count", str(path)).strip()
    if counted != str(count):
        sys.exit(f"{name}: count says {counted} instead of {count}")
    print(f"{name}: {count} records as Python reads them")


def values(text):
    """A document's values, with the text of each number."""
    return json.loads(text, parse_int=str, parse_float=str)


compare("tweets.jsonl", "id,author=user.screen_name,tags=entities.hashtags[*].text", 100)
compare("github_events.jsonl", "id,type,actor=actor.login,repo=repo.name,public", 30)

run("check", "--input", "document", str(corpora / "real" / "canada.json"))
print("canada.json: a document without an error")

suite = corpora / "JSONTestSuite" / "test_parsing"
for prefix, count, status in (("y_", 95, 0), ("n_", 188, 1)):
    files = sorted(suite.glob(prefix + "*.json"))
    if len(files) != count:
        sys.exit(f"JSONTestSuite: {len(files)} files {prefix}, not {count}")
    for file in files:
        said = run("check", "--input", "document", str(file), status=status)
        if status and "byte " not in said:
            sys.exit(f"{file.name}: an error without a byte offset: {said}")
    print(f"JSONTestSuite: {count} of {count} {prefix} {'rejected with a byte offset' if status else 'accepted'}")

trips = sorted((corpora / "nativejson" / "roundtrip").glob("*.json"))
if len(trips) != 27:
    sys.exit(f"nativejson: {len(trips)} files, not 27")
for file in trips:
    said = run("select", "$", "--input", "document", str(file))
    if values(said) != values(file.read_text(encoding="utf-8")):
        sys.exit(f"{file.name}: {said}")
print("nativejson: 27 of 27 values preserved")
