"""Compares the Python package streammap_json with other readers of JSON Lines: Scripts/bench-columns."""

import argparse
import gc
import importlib.metadata
import itertools
import json
import os
import pathlib
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts" / "peers"))

from race import BUILD, Failure, Worker, write_records  # noqa: E402
from workloads import FIELDS, duckdb_query, polars_frame, tree  # noqa: E402
from years import dated  # noqa: E402

TYPES = {"int": "int64", "double": "double", "bool": "bool", "string": "string", "string?": "string"}
READERS = ["duckdb", "polars", "pyarrow", "fastsimdjson"]


def columns(workload):
    return {path: f"{path}: {TYPES[kind]}" for path, kind in FIELDS[workload]}


def streammap_table(path, workload, threads, where=None):
    import streammap_json as streammap

    return lambda: streammap.scan(path, columns(workload), jobs=threads, where=where).to_arrow()


def program_table(path, workload, threads):
    """Runs the program alone. Its output is discarded."""
    types = ",".join(f"{name}:{TYPES[kind]}" for name, kind in FIELDS[workload])
    command = [os.environ["STREAMMAP_PROGRAM"], "select", "--no-progress", "--format", "arrow", "--jobs", str(threads)]

    def read():
        subprocess.run([*command, "--types", types, path], stdout=subprocess.DEVNULL, check=True)

    return read


def duckdb_table(path, workload, threads):
    import duckdb

    connection = duckdb.connect(config={"threads": threads})
    query = duckdb_query(path, workload)
    return lambda: connection.sql(query).to_arrow_table()


def polars_table(path, workload, threads):
    os.environ["POLARS_MAX_THREADS"] = str(threads)
    frame = polars_frame(path, workload)
    return lambda: frame.collect().to_arrow()


def pyarrow_table(path, workload, threads):
    import pyarrow as pa
    import pyarrow.json

    pa.set_cpu_count(threads)
    types = {"int": pa.int64(), "double": pa.float64(), "bool": pa.bool_()}

    def schema(members):
        return [
            pa.field(name, pa.struct(schema(kind)) if isinstance(kind, dict) else types.get(kind, pa.string()))
            for name, kind in members.items()
        ]

    parsing = pa.json.ParseOptions(
        explicit_schema=pa.schema(schema(tree(FIELDS[workload]))), unexpected_field_behavior="ignore")
    reading = pa.json.ReadOptions(use_threads=threads > 1, block_size=16 << 20)
    return lambda: pa.json.read_json(path, reading, parsing).flatten()


def fastsimdjson_table(path, workload, threads):
    """fastsimdjson has no typed columns: the rows are tuples of Python values, which pyarrow converts.

    This is its fastest way: only the fields, in batches that stay in the cache, without the garbage collector. It
    uses more threads only in Python without the GIL.
    """
    import fastsimdjson
    import pyarrow as pa

    types = {"int": pa.int64(), "double": pa.float64(), "bool": pa.bool_()}
    schema = pa.schema([(place, types.get(kind, pa.string())) for place, kind in FIELDS[workload]])
    pointers = ["/" + place.replace(".", "/") for place, _ in FIELDS[workload]]
    gc.disable()

    def read():
        data = pathlib.Path(path).read_bytes()
        rows = fastsimdjson.loads_many(data, format="lines", fields=pointers)
        batches = []
        while batch := list(itertools.islice(rows, 4096)):
            typed = zip(schema.types, zip(*batch, strict=True), strict=True)
            arrays = [pa.array(values, kind) for kind, values in typed]
            batches.append(pa.record_batch(arrays, schema=schema))
        return pa.Table.from_batches(batches, schema)

    return read


def worker(reader, path, workload, threads, where):
    """Reads a table whenever a line arrives, and writes its times and a sum of its values."""
    make = globals()[f"{reader}_table"]
    read = make(path, workload, threads, where) if where else make(path, workload, threads)
    for _ in sys.stdin:
        before, begun = processor(), time.perf_counter()
        table = read()
        seconds, cpu = time.perf_counter() - begun, processor() - before
        found = [table.num_rows, fingerprint(table, workload)] if table is not None else [None, None]
        print(json.dumps([seconds, cpu, *found]), flush=True)
        del table


def processor():
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def fingerprint(table, workload):
    """Sums of numbers and lengths, which differ if a reader reads something else."""
    import pyarrow as pa
    import pyarrow.compute as pc

    sums = []
    for column in table.columns:
        if pa.types.is_string(column.type) or pa.types.is_large_string(column.type) or "view" in str(column.type):
            column = pc.binary_length(column.cast(pa.large_string()))
        elif pa.types.is_boolean(column.type):
            column = column.cast(pa.int64())
        elif pa.types.is_integer(column.type):
            column = pc.bit_wise_and(column, 0xFFFF)
        total = pc.sum(column).as_py()
        sums.append(round(total, 3) if total is not None else None)
    return sums


def versions():
    """The versions of Python and of the readers, with the years of the releases."""
    try:
        found = [f"{name} {importlib.metadata.version(name)}" for name in READERS]
    except importlib.metadata.PackageNotFoundError as missing:
        sys.exit(f"bench-columns: {missing.name} is not installed: Scripts/check-python installs it")
    return ", ".join([f"Python {platform.python_version()}", *map(dated, found)])


def race(options, workload, file):
    """Measures all readers in turn, and prints their ratios."""
    command = [sys.executable, "-B", __file__, "--worker"]
    readers = {name: [name, file, workload, str(options.threads)] for name in ["streammap", *READERS]}
    readers["the program alone"] = ["program", file, workload, str(options.threads)]
    if workload == "tweets":
        # One record in a hundred.
        readers["streammap, where"] = [*readers["streammap"], "retweet_count == 7"]
    workers = {name: Worker([*command, *words]) for name, words in readers.items()}
    times = {name: [] for name in readers}
    found = {}
    for number in range(options.runs + 1):
        for name, worker in workers.items():
            worker.ask("")
            try:
                seconds, cpu, rows, sums = worker.answer()
            except Failure as failure:
                sys.exit(f"bench-columns: {name}: {failure}")
            # The first round is a warm-up.
            if number:
                times[name].append((seconds, cpu))
            if "where" in name:
                kept = rows
            elif rows is not None:
                found[name] = (rows, sums)
    for worker in workers.values():
        worker.close()
    if len({json.dumps(value) for value in found.values()}) != 1:
        sys.exit(f"bench-columns: the readers differ: {found}")
    rows = found["streammap"][0]
    print(f"\n{workload}: {os.path.getsize(file) / 1e6:.0f} MB, {rows} records, {len(FIELDS[workload])} columns, "
          f"threads: {options.threads}, median of {options.runs} rounds\n")
    print(f"{'':20} {'seconds':>8} {'CPU s':>7} {'MB/s':>7}  streammap is faster by")
    for name, measured in times.items():
        seconds = statistics.median(time for time, _ in measured)
        cpu = statistics.median(time for _, time in measured)
        ratio = statistics.median(
            other / own for (other, _), (own, _) in zip(measured, times["streammap"], strict=True))
        note = "" if name == "streammap" else f"{ratio:.2f}"
        if "where" in name:
            note = f"the filter keeps {kept} records: {1 / ratio:.2f} times as fast as without it"
        print(f"{name:20} {seconds:8.3f} {cpu:7.3f} {os.path.getsize(file) / 1e6 / seconds:7.0f}  {note}")


def spark(options, file):
    """Compares the data source with Spark's own, and finds what a job and a task cost."""
    from pyspark.sql import SparkSession

    from streammap_json.spark import StreamMapDataSource

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = (
        SparkSession.builder.master(f"local[{options.threads}]").config("spark.ui.enabled", False)
        .config("spark.ui.showConsoleProgress", False).config("spark.driver.memory", "4g").getOrCreate())
    session.sparkContext.setLogLevel("ERROR")
    session.dataSource.register(StreamMapDataSource)

    def seconds(frame):
        begun = time.perf_counter()
        sums = frame().selectExpr("count(*)", "sum(id % 65536)", "sum(n)").first()
        return time.perf_counter() - begun, tuple(sums)

    def own():
        schema = "id BIGINT, user STRUCT<followers_count: BIGINT>"
        return session.read.schema(schema).json(file).selectExpr("id", "user.followers_count as n")

    def tasks(size, name=file):
        columns = "id:int64, n=user.followers_count:int64"
        reader = session.read.format("streammap").option("columns", columns)
        return lambda: reader.option("maxPartitionBytes", size << 20).load(name)

    sizes = [64, 128, 256, 512, 1024]
    frames = {"spark": own, **{size: tasks(size) for size in sizes}}
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as one:
        with open(file, "rb") as lines:
            one.write(lines.readline())
        one.flush()
        frames["record"] = tasks(512, one.name)
        times = {name: [] for name in frames}
        results = set()
        for number in range(options.runs + 1):
            for name, frame in frames.items():
                duration, sums = seconds(frame)
                # The first round is a warm-up.
                if number:
                    times[name].append(duration)
                if name != "record":
                    results.add(sums)
    session.stop()
    if len(results) != 1:
        sys.exit(f"bench-columns: the sources differ: {results}")
    medians = {name: statistics.median(measured) for name, measured in times.items()}
    total = os.path.getsize(file)
    print(f"\nSpark, local[{options.threads}], count and two sums over {total / 1e6:.0f} MB of tweets, "
          f"median of {options.runs} rounds\n")
    print(f"{'Spark':20} {medians['spark']:8.2f} s")
    counts = [-(-total // (size << 20)) for size in sizes]
    for size, count in zip(sizes, counts, strict=True):
        ratio = statistics.median(a / b for a, b in zip(times["spark"], times[size], strict=True))
        print(f"{f'{count} tasks of {size} MiB':20} {medians[size]:8.2f} s  {ratio:5.2f} times as fast")
    # seconds = start + (tasks * task + bytes / speed) / threads
    slope, constant = statistics.linear_regression(counts, [medians[size] for size in sizes])
    task = slope * options.threads
    start = medians["record"] - task
    speed = total / options.threads / (constant - start)
    print(f"{'one record':20} {medians['record']:8.2f} s\n")
    print(f"start {start:.2f} s, task {task:.2f} s, speed {speed / 1e6:.0f} MB/s of a thread")


def main():
    parser = argparse.ArgumentParser(
        prog="Scripts/bench-columns",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compares the Python package streammap_json with DuckDB, Polars, pyarrow and fastsimdjson: the ten\n"
        "values of each record of the workloads tweets and logs as an Arrow table, with the types given.",
        epilog="Each reader is a process that has imported what it needs. They take turns. streammap starts its\n"
        "program each time, and validates everything. The program alone writes its Arrow stream to /dev/null. A\n"
        "ratio is the median of the ratios of the rounds. The run fails if two tables differ. Of values that no\n"
        "column reads, pyarrow does not check the UTF-8, Polars and fastsimdjson accept half of a surrogate pair,\n"
        "and DuckDB, pyarrow and fastsimdjson accept NaN. fastsimdjson makes Python values, which pyarrow converts.",
    )
    parser.add_argument("--size", default="512MB", metavar="BYTES", help="bytes of a file: 64MB, 1GB; default 512MB")
    parser.add_argument("--runs", type=int, default=7, metavar="N", help="timed rounds; default 7")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads of each reader; default 1")
    parser.add_argument("--spark", action="store_true", help="instead compare the data source with Spark's own")
    options = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    if not options.spark:
        print(versions(), flush=True)
    for workload in ["tweets"] if options.spark else ["tweets", "logs"]:
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            file = str(write_records(workload, options.size, pathlib.Path(folder)))
            if options.spark:
                spark(options, file)
            else:
                race(options, workload, file)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        reader, path, workload, threads, *where = sys.argv[2:]
        worker(reader, path, workload, int(threads), where[0] if where else None)
    else:
        main()
