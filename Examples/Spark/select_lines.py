#!/usr/bin/env python3
"""Projects paths out of JSON Lines files with `streammap select`, one Spark task a byte range.

The driver splits the files by their sizes and reads none of them. Each task runs `streammap select --range` on its
range and streams the rows to Spark, which gives them the types of a schema. README.md shows how to run this and what
it costs.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

from pyspark import AccumulatorParam
from pyspark.sql import SparkSession
from pyspark.sql.types import LongType, StringType, StructField, StructType

LOCATION = StructType([
    StructField("file", StringType()),
    StructField("range_start", LongType()),
    StructField("row_in_range", LongType()),
])

# The members that `streammap select --rejects` writes. Its "row" is known only in the first range and is left out.
MALFORMED = (
    "file STRING, offset BIGINT, byte BIGINT, `column` BIGINT, path STRING, kind STRING, message STRING, "
    "raw STRING, raw_base64 STRING, cut BOOLEAN"
)

SKIP = ["--on-error", "skip", "--quiet"]

FAILURE = "streammap failed"


class Union(AccumulatorParam):
    """Collects the elements of sets. A task that runs twice adds the same elements."""

    def zero(self, value):
        return set()

    def addInPlace(self, left, right):
        return left | right


def split(files, length):
    """Splits files into ranges of `length` bytes by their sizes: (index, file, size of the file, start, end)."""
    ranges = []
    for file in files:
        size = os.stat(file).st_size
        for start in range(0, size, length):
            ranges.append((len(ranges), file, size, start, min(start + length, size)))
    return ranges


def run(options, skipping, part):
    """Runs `streammap select` with `options` on one range and yields its lines while it runs.

    Adds the index of the range to `skipping` if a malformed record was skipped.
    """
    index, file, size, start, end = part
    program, *options = options
    command = [program, "select", "--jobs", "1", "--range", f"{start}:{end}", *options, file]
    try:
        found = os.stat(file).st_size
        if found != size:
            raise OSError(f"the file had {size} bytes when it was split and has {found} now")
        # Standard error goes to a file, so that the process never waits for a reader of it.
        with tempfile.TemporaryFile() as errors:
            # Leaving the inner block closes the pipe, which ends a process whose rows are no longer wanted.
            with subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, bufsize=1 << 16
            ) as process:
                yield from map(bytes.decode, process.stdout)
            if process.returncode == 1 and SKIP[0] in options:
                skipping.add({index})
            elif process.returncode != 0:
                errors.seek(0)
                message = errors.read(1 << 16).decode(errors="replace").strip().replace("\n", " | ")
                raise OSError(f"exit status {process.returncode}: {message or 'no message'}")
    except OSError as error:
        raise RuntimeError(f"{FAILURE}: {file}, bytes {start} to {end}: {error}") from error


def located(lines, file, start):
    """Puts the columns of `LOCATION` before those of each row."""
    prefix = f'{{"file":{json.dumps(file)},"range_start":{start},"row_in_range":'
    return (f"{prefix}{row},{line[1:]}" for row, line in enumerate(lines))


def names(program, paths):
    """Returns the names of the columns of `paths`. Exits if `paths` is not valid."""
    # All columns of an empty record are null. A record is an array if the paths begin with an index.
    for record in (b"{}", b"[]"):
        try:
            result = subprocess.run([program, "select", paths, "-"], input=record, capture_output=True)
        except OSError as error:
            sys.exit(f"select_lines: {error}")
        if result.returncode != 1:
            break
    if result.returncode != 0:
        sys.exit(result.stderr.decode(errors="replace").rstrip())
    columns = json.loads(result.stdout)
    if not columns:
        sys.exit("select_lines: the path $ has no name; give it one, as in 'record=$'")
    return list(columns)


def select(spark, program, paths, schema, parts, collect=False, location=False):
    """Maps `parts` of files, as `split` returns them, into a DataFrame.

    With `collect`, malformed records are skipped. Returns the DataFrame and a function that returns a second DataFrame
    with the malformed records; call it after an action has evaluated the first one.
    """
    context = spark.sparkContext
    skipping = context.accumulator(set(), Union())
    if location:
        schema = StructType(LOCATION.fields + StructType.fromDDL(schema).fields)

    def read(some, options, schema, location):
        def task(part):
            lines = run(options, skipping, part)
            return located(lines, part[1], part[3]) if location else lines

        lines = context.parallelize(some, max(len(some), 1)).flatMap(task)
        # FAILFAST: a value that is not of its column's type is an error. By default Spark makes it null.
        return spark.read.schema(schema).json(lines, mode="FAILFAST")

    def malformed():
        # Only ranges in which a record was skipped are read again.
        again = [part for part in parts if part[0] in skipping.value]
        options = [program, *SKIP, "--output", os.devnull, "--rejects", "/dev/stdout", paths]
        return read(again, options, MALFORMED, False)

    return read(parts, [program, *(SKIP if collect else []), paths], schema, location), malformed


def write(frame, form, folder):
    writer = frame.write.format(form)
    if form == "csv":
        writer = writer.options(header=True, escape='"')
    elif form == "json":
        writer = writer.option("ignoreNullFields", False)
    writer.save(folder)


def length(text):
    """Reads a size such as 1048576, 64MiB or 256MB."""
    match = re.fullmatch(r"(\d+)(?:([kKMGT])(i?)B)?", text)
    size = match and int(match[1]) * ((1024 if match[3] else 1000) ** " KMGT".index((match[2] or " ").upper()))
    if not size:
        raise argparse.ArgumentTypeError(f"expected a size such as 1048576, 64MiB or 256MB, found {text!r}")
    return size


def summary(trace):
    """Returns the message of the task that failed, which is inside of a long trace of Spark."""
    message = re.search(rf"{FAILURE}: .*", trace)
    if message:
        return message[0]
    # Spark's own errors are '[CLASS] message'. The last one is the cause.
    causes = re.findall(r"\[[A-Z_]+(?:\.[A-Z_]+)*\] .*", trace)
    return f"select_lines: {causes[-1] if causes else trace}"


def main():
    parser = argparse.ArgumentParser(
        description="Projects paths out of JSON Lines files with streammap, one Spark task a byte range.",
        epilog="Exit status: 0 success, 1 the job failed or a record is malformed, 2 the command line is wrong. "
        "With --malformed, malformed records do not change the status.",
    )
    parser.add_argument("paths", metavar="PATHS", help="what to select, as for streammap select: id,author=user.name")
    parser.add_argument("files", metavar="FILE", nargs="+", help="a JSON Lines file, or a glob in quotes; every worker "
                        "has to see it at the same absolute path. gzip and zstd files cannot be split")
    parser.add_argument("--schema", required=True, metavar="DDL",
                        help="the columns of PATHS with Spark's types: 'id BIGINT, author STRING, tags ARRAY<STRING>'")
    parser.add_argument("--output", required=True, metavar="DIR", help="where Spark writes the rows; must not exist")
    parser.add_argument("--format", choices=["parquet", "json", "csv"], default="parquet", help="default: parquet")
    parser.add_argument("--malformed", metavar="DIR", help="skip malformed records and write them to DIR as JSON "
                        "Lines, with location and error; without this option a malformed record fails the job")
    parser.add_argument("--location", action="store_true", help="add the columns file, range_start and row_in_range; "
                        "rows sorted by them are in the order of the input")
    parser.add_argument("--range-size", type=length, default=length("128MiB"), metavar="BYTES",
                        help="bytes of a task, as 64MiB; default: 128MiB")
    parser.add_argument("--streammap", default=os.environ.get("STREAMMAP", "streammap"), metavar="PROGRAM",
                        help="the program, at the same path on every worker; default: $STREAMMAP, or streammap")
    arguments = parser.parse_args()

    files = []
    for pattern in arguments.files:
        # A name that is a file is not a pattern, whatever characters it has.
        found = [pattern] if os.path.exists(pattern) else sorted(glob.glob(pattern))
        if not found:
            parser.error(f"no file matches {pattern!r}")
        files += [os.path.abspath(file) for file in found]
    folders = [file for file in files if not os.path.isfile(file)]
    if folders:
        parser.error(f"expected a regular file, found {folders[0]!r}; for a folder write a glob, as 'DIR/*.jsonl'")
    if len(set(files)) < len(files):
        parser.error("a FILE is given twice")
    if arguments.malformed and os.path.exists(arguments.malformed):
        # Spark would notice only after the rows have been written.
        parser.error(f"--malformed: {arguments.malformed!r} exists")

    columns = names(arguments.streammap, arguments.paths)
    spark = SparkSession.builder.appName("select_lines").getOrCreate()
    try:
        typed = StructType.fromDDL(arguments.schema).names
        if sorted(columns) != sorted(typed):
            # Spark would make a column that no row has null.
            parser.error(f"--schema has the columns {', '.join(typed)}; PATHS has {', '.join(columns)}")
        frame, malformed = select(
            spark, arguments.streammap, arguments.paths, arguments.schema, split(files, arguments.range_size),
            collect=arguments.malformed is not None, location=arguments.location,
        )
        write(frame, arguments.format, arguments.output)
        if arguments.malformed is not None:
            write(malformed(), "json", arguments.malformed)
    except Exception as error:
        sys.exit(summary(str(error)))
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
