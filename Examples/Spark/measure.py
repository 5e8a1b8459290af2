#!/usr/bin/env python3
"""Measures what select_lines.py costs on one core, for the formula of README.md.

Prints seconds of the clock, and of the processor for all processes together. Other load changes the latter less.
"""

import argparse
import os
import statistics
import subprocess
import time
from pathlib import Path

from pyspark.sql import SparkSession

import select_lines


def processor():
    """Seconds of the processor that this process and its descendants have taken."""
    stat = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        stat[int(entry.parent.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    tree, grown = {os.getpid()}, True
    while grown:
        more = {pid for pid, (parent, _) in stat.items() if parent in tree} - tree
        tree, grown = tree | more, bool(more)
    return sum(ticks for pid, (_, ticks) in stat.items() if pid in tree) / os.sysconf("SC_CLK_TCK")


def measure(what, work, runs=1):
    times = []
    for _ in range(runs):
        clock, cpu = time.monotonic(), processor()
        result = work()
        times.append((time.monotonic() - clock, processor() - cpu))
    clock, cpu = (statistics.median(column) for column in zip(*times))
    print(f"{what}: {clock:.2f} s, processor {cpu:.2f} s", flush=True)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", metavar="PATHS")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--schema", required=True, metavar="DDL", help="the columns of PATHS, each from a name of FILE")
    parser.add_argument("--whole", required=True, metavar="DDL", help="the same for spark.read.json, as FILE has it")
    parser.add_argument("--range-size", type=select_lines.length, default="128MiB")
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    program = os.environ["STREAMMAP"]
    size = os.path.getsize(arguments.file)
    print(f"{size} bytes", flush=True)

    def alone(*options):
        subprocess.run([program, "select", "--jobs", "1", *options, arguments.paths, arguments.file],
                       stdout=subprocess.DEVNULL, check=True)

    measure("streammap alone", alone, arguments.runs)
    measure("one process for an empty range", lambda: alone("--range", "0:0"), arguments.runs)

    spark = measure("start of the session", lambda: SparkSession.builder.master("local[1]").config(
        "spark.ui.enabled", False).config("spark.ui.showConsoleProgress", False).getOrCreate())
    context = spark.sparkContext
    context.addPyFile(select_lines.__file__)
    parts = select_lines.split([os.path.abspath(arguments.file)], arguments.range_size)

    def job(parts):
        return select_lines.select(spark, program, arguments.paths, arguments.schema, parts)[0]

    def noop(frame):
        frame.write.format("noop").mode("overwrite").save()

    measure("the first job, an empty range", lambda: noop(job([(0, *parts[0][1:3], 0, 0)])))
    empty = [(index, *parts[0][1:3], 0, 0) for index in range(100)]
    measure("100 tasks with empty ranges", lambda: noop(job(empty)), arguments.runs)
    measure("100 tasks of Python alone",
            lambda: context.parallelize(range(100), 100).foreach(lambda _: None), arguments.runs)
    rows = job(parts).count()
    measure(f"the job, {len(parts)} tasks, {rows} rows, not written", lambda: noop(job(parts)), arguments.runs)
    output = "measure.parquet"
    measure("the job, written as Parquet", lambda: job(parts).write.mode("overwrite").parquet(output), arguments.runs)
    whole = spark.read.schema(arguments.whole)
    measure("spark.read.json, not written", lambda: noop(whole.json(arguments.file, mode="FAILFAST")), arguments.runs)
    subprocess.run(["rm", "-r", output], check=True)
    spark.stop()


if __name__ == "__main__":
    main()
