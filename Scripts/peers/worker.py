"""The worker of a Python peer or a peer program. It holds a file and makes one pass for each line of its input:

    check CONTENDER    an untimed pass that computes the checksum of the values
    time CONTENDER     a timed pass that maps the same values, without a checksum, which would dominate in Python

It answers each line with one line of JSON. At the start it prints one line with its contenders.

    worker.py LIBRARY PEER WORKLOAD FILE

LIBRARY is the compiled columns.cpp.
"""

import gc
import json
import operator
import os
import shutil
import subprocess
import sys
import time
from itertools import starmap

from checksum import checksum
from sources import JQ
from workloads import FIELDS, duckdb_query, polars_frame, tree


class Msgspec:
    """Decodes each line, split beforehand, to a Struct with the wanted fields."""

    validation = "syntax"

    def __init__(self, workload, path):
        import msgspec

        self.version = f"msgspec {msgspec.__version__}"
        types = {"int": int, "double": float, "bool": bool, "string": str, "pairs": list[tuple[float, float]]}

        def field(member, kind):
            if isinstance(kind, dict):
                return member, struct(member.title(), kind)
            return (member, str | None, None) if kind == "string?" else (member, types[kind])

        def struct(name, members):
            # Members with a default value come last.
            return msgspec.defstruct(name, sorted(starmap(field, members.items()), key=len), gc=False)

        self.decode = msgspec.json.Decoder(struct("Record", tree(FIELDS[workload]))).decode
        self.take = operator.attrgetter(*(path for path, _ in FIELDS[workload]))
        self.lines = open(path, "rb").read().splitlines()

    def time(self):
        decode = self.decode
        for line in self.lines:
            decode(line)
        return len(self.lines)

    def rows(self):
        for line in self.lines:
            yield self.take(self.decode(line))


def getter(fields):
    """A function that returns the wanted values of a decoded record, as if it were written by hand.

    It looks each object in the record up once.
    """
    values, known = [], set()
    for place, kind in fields:
        outer, _, inner = place.partition(".")
        owner = "record"
        if inner:
            owner = outer if outer in known else f"({outer} := record[{outer!r}])"
            known.add(outer)
        name = inner or outer
        values.append(f"{owner}.get({name!r})" if kind == "string?" else f"{owner}[{name!r}]")
    return eval(f"lambda record: ({', '.join(values)})")


class Orjson:
    """Decodes each line, split beforehand, to dictionaries and reads the wanted values from them."""

    validation = "full"

    def __init__(self, workload, path):
        import orjson

        self.version = f"orjson {orjson.__version__}"
        self.loads = orjson.loads
        self.take = getter(FIELDS[workload])
        self.lines = open(path, "rb").read().splitlines()

    def time(self):
        loads, take = self.loads, self.take
        for line in self.lines:
            take(loads(line))
        return len(self.lines)

    def rows(self):
        for line in self.lines:
            yield self.take(self.loads(line))


class Polars:
    """Reads the file into a frame with a column for each wanted value."""

    # It accepts half of a surrogate pair as a character.
    validation = "nearly full"

    def __init__(self, workload, path):
        os.environ["POLARS_MAX_THREADS"] = "1"
        import polars

        self.version = f"Polars {polars.__version__}"
        self.frame = polars_frame(path, workload)

    def time(self):
        return self.frame.collect().height

    def rows(self):
        return self.frame.collect().iter_rows()


class DuckDB:
    """Runs a query over the file that adds every wanted value to a sum."""

    validation = "lenient"

    def __init__(self, workload, path):
        import duckdb

        self.version = f"DuckDB {duckdb.__version__}"
        self.connection = duckdb.connect(config={"threads": 1})
        sums = {
            "int": "sum({})",
            "double": "sum({})",
            "bool": "count_if({})",
            "string": "sum(strlen({}))",
            "string?": "sum(strlen({}))",
            "pairs": "sum(len({}))",
        }
        taken = (sums[kind].format(place) for place, kind in FIELDS[workload])
        self.query = duckdb_query(path, workload, "count(*)", *taken)
        self.all = duckdb_query(path, workload)

    def time(self):
        return self.connection.execute(self.query).fetchone()[0]

    def rows(self):
        result = self.connection.execute(self.all)
        while rows := result.fetchmany(10_000):
            yield from rows


class Jq:
    """Runs the program that setup builds, from start to end. It writes an array of the wanted values for each line to
    /dev/null."""

    program = JQ

    # It accepts 01 as a number and replaces invalid UTF-8.
    validation = "lenient"

    def __init__(self, workload, path):
        jq = shutil.which(self.program)
        if jq is None:
            raise ModuleNotFoundError("jq is not installed")
        version = subprocess.run([jq, "--version"], capture_output=True, text=True).stdout
        self.version = version.strip().replace("-", " ")
        values = ", ".join("." + place for place, _ in FIELDS[workload])
        self.command = [jq, "-c", f"[{values}]", path]
        large = "505874924095815681"
        shown = subprocess.run([jq, "-n", large], capture_output=True, text=True).stdout.strip()
        if shown != large and workload.startswith("tweets"):
            self.note = "no checksum: rounds large integers"

    def time(self):
        subprocess.run(self.command, stdout=subprocess.DEVNULL, check=True)

    def rows(self):
        with subprocess.Popen(self.command, stdout=subprocess.PIPE) as process:
            for line in process.stdout:
                yield json.loads(line)


class InstalledJq(Jq):
    """The program of the distribution."""

    program = "jq"


PEERS = {
    "duckdb": DuckDB, "polars": Polars, "msgspec": Msgspec, "orjson": Orjson, "jq": Jq, "jq-installed": InstalledJq,
}  # fmt: skip


def main():
    _, library, name, workload, path = sys.argv
    peer = PEERS[name](workload, path)
    size = os.path.getsize(path)
    kinds = [kind for _, kind in FIELDS[workload]]
    # The timed code creates no reference cycles.
    gc.collect()
    gc.freeze()
    gc.disable()

    def say(answer):
        print(json.dumps(answer), flush=True)

    say({"version": peer.version, "contenders": [{"contender": name, "validation": peer.validation}]})
    for line in sys.stdin:
        kind, _, wanted = line.strip().partition(" ")
        if wanted != name or kind not in ("check", "time"):
            sys.exit(f"unknown request {line.strip()!r}")
        note = total = None
        start = time.perf_counter()
        if kind == "time":
            count = peer.time()
            seconds = time.perf_counter() - start
        else:
            count, total = checksum(peer.rows(), kinds, library)
            seconds = time.perf_counter() - start
            note = getattr(peer, "note", None)
        say({
            "workload": workload, "contender": name, "pass": kind, "bytes": size, "records": count,
            "seconds": seconds, "checksum": None if note else total, "note": note,
        })  # fmt: skip
    # Lets modules free their memory at exit. Some print a warning otherwise.
    gc.unfreeze()
    gc.enable()


if __name__ == "__main__":
    main()
