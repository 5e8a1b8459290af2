"""Lets StreamMap and its peers outside Swift take turns over the same files: Scripts/bench --peers.

Each contender lives in a process that holds the file (see worker.hpp) and goes over it when it is told to, so that
the contenders of a workload are interleaved, each with a warm memory of its own: a pass each over whose values the
checksums are compared, then rounds, in each of which every contender makes one timed pass, in an order drawn anew.
What is timed is timed by the contender itself.
"""

import argparse
import datetime
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / ".build" / "peers"
BENCH = ROOT / ".build" / "release" / "StreamMapBench"

WORKLOADS = ["tweets", "tweets-sparse", "events", "logs", "points", "escapes"]
SPACED = "-spaced"

OURS = [
    "index-mapped", "index-full", "index-borrowed", "class", "yajl", "file", "codable", "encode", "codable-encode",
    "JSONDecoder", "JSONEncoder",
]
# Slow, or measured for what they are: only where they are named.
MORE_OURS = [
    "yajl-noop", "yajl-tree", "JSONSerialization", "objectmapper-dialect", "genome-dialect", "alter-dialect",
    "dynamicmapper-dialect", "tinymapping-dialect", "gzip", "inflate", "workers-1", "workers-2",
]
PYTHON_PEERS = ["duckdb", "polars", "msgspec", "orjson", "jq"]
PEERS = ["simdjson", "simdjson-views", "simdjson-dom", "rapidjson", *PYTHON_PEERS]
# Who also runs on the spaced records, for the ratio to the compact ones.
ON_SPACED = ["index-mapped", "index-full", "index-borrowed", "simdjson"]

# A contender that has used so many seconds of one workload rests for its other rounds.
PATIENCE = 15.0


class Failure(Exception):
    """Why there are no results."""


def arguments():
    parser = argparse.ArgumentParser(
        prog="Scripts/bench --peers",
        description="Measures StreamMap and peers outside Swift over the same JSON Lines, in turn.",
        epilog="Without --workload: " + ", ".join(WORKLOADS) + "; the index engines also with spaces between the "
        "tokens. Without --contender: " + ", ".join(OURS + PEERS) + ". Validation: full is RFC 8259 in well-formed "
        "UTF-8; mapped is the encoding, and the syntax of what is mapped; syntax leaves the encoding of some strings "
        "unchecked; nearly full takes half of a surrogate pair; lenient takes what is no JSON. DuckDB, Polars, "
        "msgspec, orjson and jq have their checksums of a pass that is not timed. A contender that has used "
        f"{PATIENCE:.0f} seconds of a workload rests for its other rounds.",
    )
    parser.add_argument("--peers", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--size", default="64MB", help="bytes of each workload (64MB)")
    parser.add_argument("--workload", action="append", metavar="NAME", help="only this workload; may be given again")
    parser.add_argument("--contender", action="append", metavar="NAME", help="only this one; may be given again")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="rounds (5), of which the median counts")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the records and of the order (1)")
    parser.add_argument("--json", metavar="FILE", help="also write the results to FILE, as an array of objects")
    parser.add_argument("--html", metavar="FILE", help="also write a page with charts to FILE")
    parser.add_argument("--no-install", action="store_true", help="leave out the peers that are not installed")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs takes a whole number of at least 1")
    for name in options.workload or []:
        if name.removesuffix(SPACED) not in WORKLOADS:
            known = f"{', '.join(WORKLOADS)}, or one with {SPACED}"
            parser.error(f"--workload '{name}' is not known; take one of: {known}")
    for name in options.contender or []:
        if name not in OURS + MORE_OURS + PEERS:
            parser.error(f"--contender '{name}' is not known; take one of: {', '.join(OURS + MORE_OURS + PEERS)}")
    return options


def show(text):
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def say(text):
    show("")
    print(text, file=sys.stderr, flush=True)


# ---- What is installed


def compiler(preferred):
    """The first of the compilers that is there; clang comes with every Swift toolchain."""
    if "CXX" in os.environ:
        return os.environ["CXX"]
    folders = os.environ.get("PATH", "")
    if swift := shutil.which("swift"):
        folders += os.pathsep + str(pathlib.Path(swift).resolve().parent)
    return next(filter(None, (shutil.which(name, path=folders) for name in preferred)), preferred[0])


def compiled(name, preferred, flags):
    """What is made of a file in C++, built if it has to be; None, with the reason told, if it cannot be."""
    source, program = HERE / f"{name}.cpp", BUILD / name
    newest = max(path.stat().st_mtime for path in [source, *HERE.glob("*.hpp")])
    if program.exists() and program.stat().st_mtime > newest:
        return program
    show(f"compiling {name}")
    # _REENTRANT would turn on simdjson's helper thread.
    command = [compiler(preferred), "-std=c++20", "-O3", "-DNDEBUG", "-march=native", "-U_REENTRANT"]
    command += [str(source), "-o", str(program), *flags]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
        error = done.stderr if done.returncode else None
    except FileNotFoundError:
        error = f"there is no {command[0]}"
    if error:
        lines = [line for line in error.splitlines() if "error" in line] or error.splitlines()
        say(f"left out: {name}: {lines[0].strip()}")
        return None
    return program


def peer_commands(wanted):
    """How to start the peers: pairs of contenders' names and a command, to which the workload and the file come."""
    commands = []
    # Each by the compiler that makes the faster program of it.
    programs = [
        (PEERS[:3], "simdjson", ["clang++", "g++"], ["-lsimdjson"]),
        (["rapidjson"], "rapidjson", ["g++", "clang++"], []),
    ]
    for names, program, preferred, flags in programs:
        if wanted & set(names) and (path := compiled(program, preferred, flags)):
            commands.append((names, [path]))
    others = [name for name in PYTHON_PEERS if name in wanted]
    library = compiled("columns", ["g++", "clang++"], ["-shared", "-fPIC"]) if others else None
    if others and not library:
        say(f"left out: {', '.join(others)}: their checksums cannot be made")
        return commands
    python = BUILD / "venv" / "bin" / "python"
    if not python.exists():
        python = pathlib.Path(sys.executable)
    return commands + [([name], [python, "-B", HERE / "worker.py", library, name]) for name in others]


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
        return lines[-1] if lines else f"ended with {self.process.returncode}"

    def close(self):
        if self.process.stdin:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


class Contender:
    """One contender of one workload, and what it has done so far."""

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
    """The contenders of a workload, their workers started at once and their files in memory."""
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
                say(f"left out: {name}: {failure}")
            continue
        for about in worker.greeting["contenders"]:
            if about["contender"] in wanted:
                contenders.append(Contender(workload, about["contender"], worker, about))
    return [worker for _, worker in workers], contenders


def compare(contenders, answers, kind):
    """Fails unless all who counted or summed up agree."""
    for member in ("records", "checksum"):
        values = {one.name: answer[member] for one, answer in zip(contenders, answers) if answer[member] is not None}
        if len(set(values.values())) > 1:
            told = ", ".join(f"{name} has {value}" for name, value in values.items())
            raise Failure(f"{contenders[0].workload}: contenders disagree in the {member} of the {kind} pass: {told}")


# ---- The race


def write_records(workload, options, folder):
    path = folder / f"{workload}.jsonl"
    command = [BENCH, "--write", path, "--workload", workload, "--size", options.size, "--seed", str(options.seed)]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise Failure(done.stderr.strip())
    return path


def race(workload, is_with_spaced, wanted, commands, options, folder, told):
    """The contenders of a workload, and of its spaced records if asked for, with their passes."""
    show(f"{workload}: preparing")
    workers, contenders = [], []
    fields = [(workload, wanted)]
    if is_with_spaced and wanted & set(ON_SPACED):
        fields.append((workload + SPACED, wanted & set(ON_SPACED)))
    try:
        for name, who in fields:
            path = write_records(name, options, folder)
            ours = [one for one in OURS + MORE_OURS if one in who]
            all_commands = [(names, [*command, name.removesuffix(SPACED), path]) for names, command in commands]
            if ours:
                bench = [BENCH, "--worker", "--workload", name, "--data", path]
                all_commands.insert(0, (ours, bench))
            all_commands = [(names, command) for names, command in all_commands if who & set(names)]
            more_workers, more_contenders = start(all_commands, who, name, told)
            workers += more_workers
            contenders += more_contenders
        # All at once: nobody times this.
        show(f"{workload}: comparing what is mapped")
        for one in contenders:
            one.worker.ask(f"check {one.name}")
        for one in contenders:
            one.checked = one.worker.answer()
        # The spaced records are the same records.
        compare(contenders, [one.checked for one in contenders], "untimed")
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
    place = {name: index for index, name in enumerate(OURS + MORE_OURS + PEERS)}
    return sorted(contenders, key=lambda one: (one.workload != workload, place[one.name]))


def row(one, machine, command, swift):
    seconds = sorted(answer["seconds"] for answer in one.timed)
    middle = len(seconds) // 2
    median = seconds[middle] if len(seconds) % 2 else (seconds[middle - 1] + seconds[middle]) / 2
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
        "version": swift if is_swift else one.version,
        "note": one.checked.get("note"),
        "machine": machine,
        "command": command,
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "seconds": [round(answer["seconds"], 9) for answer in one.timed],
    }


def swift_version():
    done = subprocess.run(["swift", "--version"], capture_output=True, text=True)
    found = re.search(r"Swift version (\S+)", done.stdout + done.stderr)
    return f"Swift {found[1]}" if found else "Swift"


def main():
    options = arguments()
    wanted = set(options.contender or OURS + PEERS)
    if not options.no_install and wanted & set(PEERS):
        subprocess.run([HERE / "setup"], stdout=sys.stderr)
    BUILD.mkdir(parents=True, exist_ok=True)
    for path in filter(None, [options.json, options.html]):
        # Minutes from now is too late to learn that a file cannot be written.
        open(path, "w").close()
    commands = peer_commands(wanted)
    workloads = list(dict.fromkeys(options.workload or WORKLOADS))
    command = os.environ.get("STREAMMAP_BENCH_COMMAND", "Scripts/bench " + " ".join(sys.argv[1:]))
    contenders, told = [], set()
    for workload in workloads:
        is_with_spaced = not workload.endswith(SPACED) and workload + SPACED not in workloads
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            contenders += race(
                workload, is_with_spaced, wanted, commands, options, pathlib.Path(folder), told)
    show("")
    if not contenders:
        raise Failure("no contender is there")
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
        show_results = [BENCH, "--from", file.name] + (["--html", options.html] if options.html else [])
        return subprocess.run(show_results).returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        say(f"race: {failure}")
        sys.exit(1)
    except OSError as error:
        say(f"race: {error}")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
