"""Compares the rows of select_lines.py with those of a single run of streammap. `check` runs this."""

import json
import os
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

from pyspark.sql import SparkSession

import select_lines

PATHS = "id,text,price,ratio,good=flags.good,tags=tags[*].name,big"
SCHEMA = ("id BIGINT, text STRING, price DECIMAL(20,6), ratio DOUBLE, good BOOLEAN, tags ARRAY<STRING>, "
          "big DECIMAL(38,0)")
COLUMNS = ["id", "text", "price", "ratio", "good", "tags", "big"]

# Four attempts of a task, as on a cluster. The second number is for `local` only.
MASTER = "local[2,4]"

FAIL_ONCE = """#!/bin/sh
# The first task passes on a part of its rows and is killed. With $KILL_WORKER so is the Python process of Spark.
case " $* " in
  *" --range "*)
    if mkdir "$MARKER" 2>/dev/null; then
      "$STREAMMAP" "$@" | head -n 1500
      [ -z "$KILL_WORKER" ] || kill -9 $PPID
      kill -9 $$
    fi ;;
esac
exec "$STREAMMAP" "$@"
"""


def record(number, text):
    """A record of about 150 bytes with what is easily lost: escapes, nulls, numbers that no double holds."""
    return json.dumps({
        "id": number,
        "text": text,
        "price": None if number % 7 == 0 else number / 8,
        "flags": {"good": number % 3 == 0} if number % 4 else None,
        "skipped": {"deep": [number] * 3},
        "tags": [{"name": f"tag\n{number}"}, {"other": 1}, {"name": "\u00e9\u4e16\U0001f600"}] if number % 5 else [],
        "ratio": number / 3,
        "big": 12345678901234567890123456789012345678,
    }, ensure_ascii=number % 2 == 0)


def make(folder, count):
    """Writes the files of an input. Returns them in order, and file and offset of the malformed record."""
    folder.mkdir()
    texts = ["", "plain", "a\tb\r\nc\u2028d", 'quotes " and \\ and ,', "Gr\u00fc\u00dfe \U0001f600", "null", "\u0000"]
    lines = [record(number, texts[number % len(texts)]).encode() for number in range(count)]
    third = count // 3

    first = folder / "a b.jsonl"
    # A byte order mark, blank lines, white space around records, a record longer than most ranges.
    first.write_bytes(
        b"\xef\xbb\xbf\n" + b"\n\n".join(lines[:third]) + b"\n   \n\t"
        + record(1000000, "long \u00e9 " * 250).encode() + b"  \n" + lines[0] + b"\n"
    )
    second = folder / "b-\u00e9.jsonl"
    # CRLF, a malformed record in the middle, no line feed at the end.
    start = b"\r\n".join(lines[third:2 * third]) + b"\r\n"
    end = b"\r\n".join(lines[2 * third:])
    second.write_bytes(start + b'{"id": 7, "text" "no colon"}\r\n' + end)
    (folder / "c.jsonl").write_bytes(b"")
    last = folder / "d.jsonl"
    last.write_bytes(b'{"id":-9223372036854775808,"ratio":1e-7,"price":-0.000001,"tags":3}\n{}\n')
    return [str(first), str(second), str(folder / "c.jsonl"), str(last)], (str(second), len(start))


def single(program, files, rejects):
    """The rows and malformed records of one run over all files."""
    result = subprocess.run(
        [program, "select", "--on-error", "skip", "--quiet", "--rejects", rejects, PATHS, *files],
        stdout=subprocess.PIPE, check=False,
    )
    if result.returncode != 1:
        sys.exit(f"check: a single run ended with {result.returncode}; it has to skip one malformed record")
    lines = [json.loads(line, parse_float=Decimal) for line in result.stdout.splitlines()]
    return [typed(line) for line in lines], [json.loads(line) for line in open(rejects, encoding="utf-8")]


def typed(row):
    """A row of JSON with the types of SCHEMA."""
    values = [row[name] for name in COLUMNS]
    ratio = COLUMNS.index("ratio")
    values[ratio] = None if values[ratio] is None else float(values[ratio])
    return values


def equal(what, found, expected):
    if found == expected:
        return
    print(f"check: {what}: {len(found)} found, {len(expected)} expected", file=sys.stderr)
    for number, pair in enumerate(zip(found, expected)):
        if pair[0] != pair[1]:
            print(f"  the first difference is at {number}:\n  {pair[0]}\n  {pair[1]}", file=sys.stderr)
            break
    sys.exit(1)


def compare(what, found, malformed, expected, rejects, place):
    """Compares rows with location and malformed records, both as dictionaries, with those of a single run."""
    found = sorted(found, key=lambda row: (row["file"], row["range_start"], row["row_in_range"]))
    equal(what, [[row[name] for name in COLUMNS] for row in found], expected)
    shared = ["file", "offset", "byte", "column", "path", "kind", "message", "raw"]
    equal(f"{what}, malformed records", [[one[name] for name in shared] for one in malformed],
          [[one[name] for name in shared] for one in rejects])
    equal(f"{what}, place of the malformed record", [(one["file"], one["offset"]) for one in malformed], [place])


def failures(context, group):
    """The number of failed attempts of tasks in a job group."""
    tracker = context.statusTracker()
    stages = [stage for job in tracker.getJobIdsForGroup(group) for stage in tracker.getJobInfo(job).stageIds]
    return sum(tracker.getStageInfo(stage).numFailedTasks for stage in stages)


def main():
    program, work = sys.argv[1], Path(sys.argv[2])
    os.environ["STREAMMAP"] = program
    began = time.monotonic()

    small, place = make(work / "small", 15)
    expected, rejects = single(program, small, work / "small.rejects")
    total = sum(os.path.getsize(file) for file in small)
    print(f"{total} bytes in {len(small)} files: {len(expected)} rows and {len(rejects)} malformed record", flush=True)
    if len(rejects) != 1 or len(expected) != 19:
        sys.exit("check: the input is not as it was meant")

    spark = SparkSession.builder.master(MASTER).config("spark.ui.enabled", False).config(
        "spark.ui.showConsoleProgress", False).getOrCreate()
    context = spark.sparkContext
    context.setLogLevel("OFF")
    context.addPyFile(select_lines.__file__)
    print(f"Spark {spark.version} has started ({time.monotonic() - began:.1f} s)", flush=True)

    def job(program, files, size):
        parts = select_lines.split(files, size)
        frame, malformed = select_lines.select(
            spark, program, PATHS, SCHEMA, parts, collect=True, location=True
        )
        return len(parts), [row.asDict() for row in frame.collect()], [row.asDict() for row in malformed().collect()]

    # A range starts on the first byte of the malformed record, and on the one behind it. There are few of the smallest
    # ranges, as a task of PySpark takes a tenth of a second.
    for size in [64, 97, 150, 256, 512, place[1], place[1] + 1, 2048, 3000, 1 << 20]:
        start = time.monotonic()
        tasks, found, malformed = job(program, small, size)
        compare(f"ranges of {size} bytes", found, malformed, expected, rejects, place)
        seconds = time.monotonic() - start
        print(f"ranges of {size} bytes, {tasks} tasks: the same rows ({seconds:.1f} s)", flush=True)

    # Enough rows that some have left the task before it fails.
    large, place = make(work / "large", 15000)
    expected, rejects = single(program, large, work / "large.rejects")
    wrapper = work / "fail-once"
    wrapper.write_text(FAIL_ONCE)
    wrapper.chmod(0o755)
    for name, kill_worker in [("streammap", ""), ("the Python worker", "1")]:
        # Spark has started with its own environment, so a second script sets the variables.
        marker = work / f"marker-{kill_worker}"
        once = work / f"fail-once-{kill_worker}"
        once.write_text(f"#!/bin/sh\nSTREAMMAP='{program}' MARKER='{marker}' KILL_WORKER='{kill_worker}' "
                        f"exec '{wrapper}' \"$@\"\n")
        once.chmod(0o755)
        context.setJobGroup(name, name)
        tasks, found, malformed = job(str(once), large, 500_000)
        compare(f"{name} killed once", found, malformed, expected, rejects, place)
        if not marker.exists() or failures(context, name) != 1:
            sys.exit(f"check: {name} was to be killed once; {failures(context, name)} tasks failed")
        print(f"{name} killed once, {tasks} tasks, {len(expected)} rows: the same rows", flush=True)
    spark.stop()

    # The whole program, from its command line to the files that Spark writes.
    def command(program, *arguments):
        environment = dict(os.environ, PYSPARK_SUBMIT_ARGS=f"--master {MASTER} pyspark-shell")
        environment.update(STREAMMAP=program, MARKER=str(work / "marker-command"), KILL_WORKER="")
        return subprocess.run(
            [sys.executable, "-B", select_lines.__file__, PATHS, *large, "--schema", SCHEMA, "--format", "json",
             "--range-size", "500kB", *arguments],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )

    def written(folder):
        parts = sorted(folder.glob("part-*"))
        return [json.loads(line, parse_float=Decimal) for part in parts for line in part.open(encoding="utf-8")]

    output, collected = work / "rows", work / "malformed"
    result = command(program, "--streammap", str(wrapper), "--output", output, "--malformed", collected, "--location")
    if result.returncode != 0 or not (work / "marker-command").exists():
        sys.exit(f"check: the command ended with {result.returncode}:\n{result.stdout}")
    found = [dict(zip(COLUMNS, typed(row)), **{key: row[key] for key in select_lines.LOCATION.names})
             for row in written(output)]
    compare("the written rows", found, written(collected), expected, rejects, place)
    print(f"{len(found)} written rows, a task killed once: the same rows", flush=True)

    result = command(program, "--output", work / "none")
    last = result.stdout.splitlines()[-1]
    byte = rejects[0]["byte"]
    if result.returncode != 1 or f"exit status 1: {place[0]}:" not in last or f"byte {byte}: expected :" not in last:
        sys.exit(f"check: the command was to fail at byte {byte}, and ended with {result.returncode}:\n{result.stdout}")
    if (work / "none" / "_SUCCESS").exists():
        sys.exit("check: the job that failed has a _SUCCESS file")
    print(f"a malformed record fails the job: {last}")
    print(f"all checks passed in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
