"""Compares StreamMap with other programs and libraries over the same files, in turns: Scripts/bench --peers.

Each contender is a process that holds the file in memory (see worker.hpp) and makes a pass on request, so the
contenders of a workload are interleaved, each with warm memory. First, each makes an untimed pass, and the checksums
of the values are compared. Then, in each round, every contender makes one timed pass, in a new random order. Each
contender times itself.
"""

import argparse
import contextlib
import datetime
import functools
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

import reerjson
from building import BUILD, HERE, ROOT, Unavailable, build, compiler, folder, python, show
from sources import sources
from years import dated

BENCH = ROOT / ".build" / "release" / "StreamMapBench"

WORKLOADS = ["tweets", "tweets-sparse", "events", "logs", "points", "escapes"]
SPACED = "-spaced"
# Workloads whose members are in many orders. They run only if named.
ORDERS = ["tweets-shuffled", "events-shuffled", "logs-shuffled", "logs-mixed", "wide"]
# Workloads whose records are separate documents, and the name that stands for several of them.
SCALARS = [f"scalars-{kind}" for kind in ("int", "double", "string", "pairs", "decimal", "url")]
DOCUMENTS = ["small", *SCALARS, "document", "probing"]
GROUPS = {"scalars": SCALARS}

OURS = [
    "index-mapped", "index-full", "index-borrowed", "class", "yajl", "file", "codable", "encode", "codable-encode",
    "JSONDecoder", "JSONEncoder", "codable-new", "JSONDecoder-new", "codable-encode-new", "JSONEncoder-new", "memory",
]
# Slow contenders, or those of special interest. They run only if named.
MORE_OURS = [
    "yajl-noop", "yajl-tree", "JSONSerialization", "objectmapper-dialect", "genome-dialect", "alter-dialect",
    "dynamicmapper-dialect", "tinymapping-dialect", "gzip", "inflate", "workers-1", "workers-2", "columns-mapped",
    "columns-full",
]
SIMDJSON = ["simdjson", "simdjson-views", "simdjson-dom"]
YYJSON = ["yyjson", "yyjson-writer"]
PYTHON_PEERS = ["duckdb", "polars", "msgspec", "orjson", "jq"]
PEERS = [*SIMDJSON, "simdjson-builder", *YYJSON, "rapidjson", *PYTHON_PEERS, *reerjson.CONTENDERS]
# The releases of the distribution, which are older. They run with --all, or if named.
SIMDJSON_INSTALLED = [name.replace("simdjson", "simdjson-installed") for name in SIMDJSON]
INSTALLED = [*SIMDJSON_INSTALLED, "jq-installed"]
# These write the same bytes.
WRITERS = ["encode", "simdjson-builder", "yyjson-writer"]
# The contenders that also run on the spaced records, for the ratio to the compact ones.
ON_SPACED = ["index-mapped", "index-full", "index-borrowed", "simdjson"]

# A contender that has used this many seconds on a workload skips its remaining rounds.
PATIENCE = 15.0


class Failure(Exception):
    """The reason why there are no results."""


def arguments():
    parser = argparse.ArgumentParser(
        prog="Scripts/bench --peers",
        description="Measures StreamMap and other programs and libraries over the same JSON Lines, in turns.",
        epilog="Without --workload: " + ", ".join(WORKLOADS) + "; the index engines also with spaces between the "
        "tokens. Without --contender: " + ", ".join(OURS + PEERS) + ". Validation: full is RFC 8259 in well-formed "
        "UTF-8; mapped is the encoding, and the syntax of mapped values; syntax does not check the encoding of some "
        "strings; nearly full accepts half of a surrogate pair; lenient accepts text that is not JSON. The checksums "
        "of DuckDB, Polars, msgspec, orjson and jq come from an untimed pass. A contender that has used "
        f"{PATIENCE:.0f} seconds on a workload skips its remaining rounds. simdjson fills strings of its own, or views "
        "(simdjson-views). simdjson, yyjson and jq are of the sources that Scripts/peers/setup fetches. SIMDJSON_DIR "
        "names a folder with another simdjson from release 5: simdjson.h and simdjson.cpp, in it or in its folder "
        "singleheader. YYJSON_DIR names a folder with another yyjson. --all adds the releases of the distribution: "
        f"{', '.join(INSTALLED)}. encode, simdjson-builder and yyjson-writer write the same models; the run fails if the "
        "number of bytes differs, or the values of the text read again. ReerJSON is compiled from the "
        "sources in the folders that REERJSON_DIR and YYJSON_DIR name. It runs on the workloads of documents: "
        f"{', '.join(DOCUMENTS)}. These run if they are named, or if both variables are set. The name scalars stands "
        "for all workloads whose names begin with scalars-. The workloads whose members are in many orders run if they "
        f"are named: {', '.join(ORDERS)}. wide is for StreamMap and the peers in Python. For example: "
        "Scripts/bench --peers --workload logs-shuffled --workload logs-mixed --size 256MB.",
    )
    parser.add_argument("--peers", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--size", default="64MB", help="bytes of each workload (64MB)")
    workloads = [*WORKLOADS, *(one + SPACED for one in WORKLOADS), *ORDERS, *DOCUMENTS, *GROUPS]
    contenders = OURS + MORE_OURS + PEERS + INSTALLED
    for name, choices in (("workload", workloads), ("contender", contenders)):
        parser.add_argument(
            f"--{name}", action="append", choices=choices, metavar="NAME", help=f"only this {name}; repeatable")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="rounds (5); the median is reported")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the records and of the order (1)")
    parser.add_argument("--json", metavar="FILE", help="also write the results to FILE, as an array of objects")
    parser.add_argument("--html", metavar="FILE", help="also write a page with charts to FILE")
    parser.add_argument("--all", action="store_true", help="also measure the older releases of the distribution")
    parser.add_argument("--no-install", action="store_true", help="skip the peers that are not installed")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs takes a whole number of at least 1")
    return options


def say(text):
    show("")
    print(text, file=sys.stderr, flush=True)


# ---- Installed peers


CLANG, GCC = ["clang++", "g++"], ["g++", "clang++"]


def compiled(name, preferred, flags, program=None, part=None):
    """The program built from a C++ file.

    part: another source file, the compilers that it prefers, and its flags. It is compiled on its own.
    """
    source, program = HERE / f"{name}.cpp", BUILD / (program or name)
    # _REENTRANT would turn on simdjson's helper thread.
    common = ["-O3", "-DNDEBUG", "-U_REENTRANT"]
    objects = []
    inputs = [source, *HERE.glob("*.hpp")]
    if part:
        path, part_preferred, *part_flags = part
        made = program.with_name(f"{program.name}-part.o")
        command = [compiler(part_preferred), *common, *part_flags, "-c", path, "-o", made]
        objects = [build(made, path.parent.glob("*.[ch]*"), [command])]
        inputs += objects
    standard = ["-std=c++20", "-march=native"]
    command = [compiler(preferred), *common, *standard, source, *objects, "-o", program, *flags]
    return build(program, inputs, [command])


def newest_simdjson():
    """The program with the simdjson of SIMDJSON_DIR, or with the one that setup fetches."""
    if os.environ.get("SIMDJSON_DIR"):
        found = folder("SIMDJSON_DIR", "singleheader", "simdjson.cpp")
        if "struct key_selector" not in (found / "simdjson.h").read_text():
            raise Unavailable("SIMDJSON_DIR: release 5 or later is needed")
    else:
        found = sources("simdjson")
    # As in a distribution's library, simdjson.cpp has every kernel and chooses one at run time. g++ makes it 5 %
    # faster.
    part = [found / "simdjson.cpp", GCC, "-std=c++20"]
    return compiled("simdjson", CLANG, ["-I", found, "-DIS_NEWEST"], part=part)


def installed_simdjson():
    """The program with the simdjson of the distribution."""
    return compiled("simdjson", CLANG, ["-lsimdjson", '-DPEER="simdjson-installed"'], "simdjson-installed")


def yyjson():
    """The program with the yyjson of YYJSON_DIR, or with the one that setup fetches."""
    if os.environ.get("YYJSON_DIR"):
        found = folder("YYJSON_DIR", "src", "yyjson.c")
    else:
        found = sources("yyjson")
    part = [found / "yyjson.c", CLANG, "-x", "c", "-march=native"]
    return compiled("yyjson", CLANG, ["-I", found], part=part)


def python_peer(name):
    """The command of a peer in Python, which computes its checksums with a library in C++."""
    library = compiled("columns", GCC, ["-shared", "-fPIC"])
    return [python(), "-B", HERE / "worker.py", library, name]


def peer_commands(wanted):
    """The commands of the peers: pairs of contender names and a command. The workload and the file are appended."""
    commands = []
    # Each with the compiler that generates the faster program.
    peers = [
        ([*SIMDJSON, "simdjson-builder"], lambda: [newest_simdjson()]),
        (SIMDJSON_INSTALLED, lambda: [installed_simdjson()]),
        (YYJSON, lambda: [yyjson()]),
        (["rapidjson"], lambda: [compiled("rapidjson", GCC, [])]),
        (reerjson.CONTENDERS, reerjson.worker),
        *(([name], functools.partial(python_peer, name)) for name in [*PYTHON_PEERS, "jq-installed"]),
    ]
    for names, command in peers:
        if wanted & set(names):
            try:
                commands.append((names, command()))
            except Unavailable as reason:
                say(f"skipped: {names[0]}: {reason}")
    return commands


# ---- Contenders


class Worker:
    """A process that makes passes over one file."""

    def __init__(self, command):
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        self.greeting = None

    def ask(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failure(self.reason()) from None

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise Failure(self.reason())
        return json.loads(line)

    def reason(self):
        self.process.wait()
        self.errors.seek(0)
        lines = [line.strip() for line in self.errors if line.strip()]
        return lines[-1] if lines else f"exited with status {self.process.returncode}"

    def close(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


class Contender:
    """A contender of one workload and its measurements so far."""

    def __init__(self, workload, name, worker, about):
        self.workload = workload
        self.name = name
        self.worker = worker
        self.validation = about["validation"]
        self.version = worker.greeting["version"]
        self.checked = None
        self.timed = []

    @property
    def is_tired(self):
        return sum(one["seconds"] for one in self.timed) > PATIENCE

    def time(self):
        self.worker.ask(f"time {self.name}")
        self.timed.append(self.worker.answer())


def start(commands, wanted, workload, told):
    """Starts the workers of a workload concurrently. Returns them and the contenders, with their files in memory."""
    workers = [(names, Worker(command)) for names, command in commands]
    contenders = []
    for names, worker in workers:
        try:
            worker.greeting = worker.answer()
        except Failure as failure:
            worker.close()
            name = names[0]
            if name in OURS:
                raise
            if name not in told:
                told.add(name)
                say(f"skipped: {name}: {failure}")
            continue
        for about in worker.greeting["contenders"]:
            if about["contender"] in wanted:
                contenders.append(Contender(workload, about["contender"], worker, about))
    return [worker for _, worker in workers], contenders


def compare(contenders, answers, kind, members=("records", "checksum")):
    """Fails unless all counts and checksums agree."""
    for member in members:
        values = {one.name: answer[member] for one, answer in zip(contenders, answers) if answer[member] is not None}
        if len(set(values.values())) > 1:
            told = ", ".join(f"{name} has {value}" for name, value in values.items())
            raise Failure(f"{contenders[0].workload}: contenders disagree in the {member} of the {kind} pass: {told}")


# ---- The race


def write_records(workload, size, folder, seed=1):
    path = folder / f"{workload}.jsonl"
    command = [BENCH, "--write", path, "--workload", workload, "--size", size, "--seed", seed]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise Failure(done.stderr.strip())
    return path


def race(workload, is_with_spaced, wanted, commands, options, folder, told):
    """Runs the contenders of a workload, and of its spaced records if requested. Returns them with their passes."""
    show(f"{workload}: preparing")
    workers, contenders = [], []
    fields = [(workload, wanted)]
    if is_with_spaced and wanted & set(ON_SPACED):
        fields.append((workload + SPACED, wanted & set(ON_SPACED)))
    try:
        for name, who in fields:
            path = write_records(name, options.size, folder, options.seed)
            ours = [one for one in OURS + MORE_OURS if one in who]
            all_commands = [
                (names, [*command, name.removesuffix(SPACED), path])
                for names, command in commands
                if (names == reerjson.CONTENDERS) == (name in DOCUMENTS)
            ]
            if ours:
                bench = [BENCH, "--worker", "--workload", name, "--data", path]
                all_commands.insert(0, (ours, bench))
            all_commands = [(names, command) for names, command in all_commands if who & set(names)]
            more_workers, more_contenders = start(all_commands, who, name, told)
            workers += more_workers
            contenders += more_contenders
        # Concurrently, because this is not timed.
        show(f"{workload}: comparing the mapped values")
        for one in contenders:
            one.worker.ask(f"check {one.name}")
        for one in contenders:
            one.checked = one.worker.answer()
        # The spaced records have the same values.
        compare(contenders, [one.checked for one in contenders], "untimed")
        writers = [one for one in contenders if one.name in WRITERS]
        compare(writers, [one.checked for one in writers], "untimed", ["bytes"])
        order = random.Random(options.seed)
        for number in range(options.runs):
            order.shuffle(contenders)
            running = [one for one in contenders if not one.is_tired]
            for one in running:
                show(f"{workload}: round {number + 1} of {options.runs}, {one.name}")
                one.time()
            compare(running, [one.timed[-1] for one in running], "timed")
    finally:
        for worker in workers:
            worker.close()
    for path in folder.iterdir():
        path.unlink()
    place = {name: index for index, name in enumerate(OURS + MORE_OURS + PEERS + INSTALLED)}
    return sorted(contenders, key=lambda one: (one.workload != workload, place[one.name]))


def row(one, machine, command, swift):
    median = statistics.median(answer["seconds"] for answer in one.timed)
    size, records = one.checked["bytes"], one.checked["records"]
    is_swift = one.version is None
    return {
        "workload": one.workload,
        "contender": one.name,
        "mb_per_s": round(size / median / 1e6, 3),
        "ns_per_record": round(median / records * 1e9, 3),
        "allocations_per_record": None,
        "peak_rss_bytes": None,
        "bytes": size,
        "records": records,
        "checksum": one.checked["checksum"],
        "validation": one.validation,
        "version": dated(swift if is_swift else one.version),
        "note": one.checked.get("note"),
        "machine": machine,
        "command": command,
        "date": today(),
        "seconds": [round(answer["seconds"], 9) for answer in one.timed],
    }


def today():
    return datetime.datetime.now(datetime.timezone.utc).date().isoformat()


def swift_version():
    done = subprocess.run(["swift", "--version"], capture_output=True, text=True)
    found = re.search(r"Swift version (\S+)", done.stdout + done.stderr)
    return f"Swift {found[1]}" if found else "Swift"


def main():
    options = arguments()
    wanted = set(options.contender or OURS + PEERS + (INSTALLED if options.all else []))
    if not options.no_install and wanted & set(PEERS + INSTALLED) - set(reerjson.CONTENDERS):
        command = [HERE / "setup"] + (["--all"] if wanted & set(INSTALLED) else [])
        subprocess.run(command, stdout=sys.stderr)
    BUILD.mkdir(parents=True, exist_ok=True)
    for path in filter(None, [options.json, options.html]):
        # Fail now, and not after minutes, if a file cannot be written.
        open(path, "w").close()
    commands = peer_commands(wanted)
    has_documents = any(names == reerjson.CONTENDERS for names, _ in commands)
    names = options.workload or WORKLOADS + (DOCUMENTS if has_documents else [])
    workloads = list(dict.fromkeys(one for name in names for one in GROUPS.get(name, [name])))
    command = os.environ.get("STREAMMAP_BENCH_COMMAND", "Scripts/bench " + " ".join(sys.argv[1:]))
    contenders, told = [], set()
    for workload in workloads:
        is_with_spaced = workload in WORKLOADS and workload + SPACED not in workloads
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            contenders += race(
                workload, is_with_spaced, wanted, commands, options, pathlib.Path(folder), told)
    show("")
    if not contenders:
        raise Failure("no contender is available")
    greetings = (one.worker.greeting for one in contenders)
    machine = next((greeting["machine"] for greeting in greetings if "machine" in greeting), "unknown machine")
    swift = swift_version()
    rows = [json.dumps(row(one, machine, command, swift), ensure_ascii=False) for one in contenders]
    text = "[\n  " + ",\n  ".join(rows) + "\n]\n"
    with tempfile.NamedTemporaryFile("w", suffix=".json", dir=BUILD) as file:
        file.write(text)
        file.flush()
        if options.json:
            pathlib.Path(options.json).write_text(text)
        show_results = [BENCH, "--table", "--from", file.name] + (["--html", options.html] if options.html else [])
        return subprocess.run(show_results).returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, OSError) as failure:
        say(f"race: {failure}")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
