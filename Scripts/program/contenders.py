"""The contenders: whole commands, timed from start to end, and passes that StreamMapBench times itself."""

import contextlib
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "peers"))

from race import ROOT, Failure, python, say, swift_version  # noqa: E402
from rows import FILTERED, SELECTIONS  # noqa: E402
from sources import JQ  # noqa: E402
from years import dated  # noqa: E402

PROGRAM = ROOT / ".build" / "release" / "streammap"

# A contender that has used this many seconds skips the remaining rounds.
PATIENCE = 60.0


def output_of(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return ""
    return (done.stdout + done.stderr).strip()


@dataclass
class Ended:
    """A finished command: its time, its peak memory (0 if unknown), its status and its standard error."""

    seconds: float
    cpu: float
    peak: int
    status: int
    complaint: str


def watch(command, **streams):
    """Runs a command to its end. Returns its time, its CPU time, its peak memory (0 if unknown) and its status."""
    with tempfile.NamedTemporaryFile("r") as watched:
        words = [sys.executable, "-I", "-S", HERE / "watch.py", watched.name, *command]
        subprocess.run([str(word) for word in words], check=True, **streams)
        seconds, cpu, peak, status = watched.read().split()
        return float(seconds), float(cpu), int(peak), int(status)


def watch_threads(command, output, source=None):
    """Runs a command to its end, and reads the CPU times of its threads meanwhile. Returns them in seconds, the largest
    first, and their sum. None where the system does not tell (/proc/PID/task)."""
    feeder = subprocess.Popen(source, stdout=subprocess.PIPE) if source else None
    with open(output, "wb") as file:
        stdin = feeder.stdout if feeder else subprocess.DEVNULL
        words = [str(word) for word in command]
        process = subprocess.Popen(words, stdin=stdin, stdout=file, stderr=subprocess.DEVNULL)
        times = {}
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            for task in pathlib.Path(f"/proc/{process.pid}/task").glob("*/schedstat"):
                with contextlib.suppress(OSError, IndexError):
                    times[task.parent.name] = int(task.read_text().split()[0]) / 1e9
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        if feeder:
            feeder.stdout.close()
            feeder.wait()
    if process.returncode:
        raise Failure(f"{' '.join(words)} exited with status {process.returncode}")
    return (sorted(times.values(), reverse=True), usage.ru_utime + usage.ru_stime) if times else None


def run(command, output, source=None):
    """Runs a command to its end. Writes its standard output to a file. Its input may come from another command."""
    output.unlink(missing_ok=True)
    feeder = subprocess.Popen(source, stdout=subprocess.PIPE) if source else None
    with open(output, "wb") as file, tempfile.TemporaryFile("w+", errors="replace") as complaint:
        stdin = feeder.stdout if feeder else subprocess.DEVNULL
        measured = watch(command, stdin=stdin, stdout=file, stderr=complaint)
        if feeder:
            feeder.stdout.close()
            feeder.wait()
        complaint.seek(0)
        return Ended(*measured, complaint.read().strip())


class Contender:
    """A contender and its measurements so far."""

    def __init__(self, name, title, shown, validation):
        self.name = name
        # The name in README, and the command.
        self.title = title
        self.shown = shown
        self.validation = validation
        # Seconds by round.
        self.seconds = {}

    @property
    def is_tired(self):
        return sum(self.seconds.values()) > PATIENCE

    @property
    def median(self):
        return statistics.median(self.seconds.values())

    def ratio(self, base):
        """The median speed ratio to another contender, over the rounds in which both ran."""
        rounds = [key for key in self.seconds if key in base.seconds]
        return statistics.median(base.seconds[key] / self.seconds[key] for key in rounds)


class Command(Contender):
    """A whole command. Its output is checked after the first run. Later runs must write the same bytes.

    form: the format of its rows, `count` for a number, `schema` for paths, or None if it writes nothing.
    fields: the selection that its rows are of.
    """

    def __init__(self, name, title, command, output, form, validation, fields=None, times_itself=False, rounds=False):
        shown = " ".join(pathlib.Path(word).name if "/" in str(word) else str(word) for word in command)
        super().__init__(name, title, shown, validation)
        self.command = command
        self.output = output
        self.form = form
        self.fields = fields
        self.times_itself = times_itself
        self.rounds = rounds
        self.digest = None
        self.cpus = []
        self.peaks = []

    def turn(self):
        # A command that prints its own time does not write its rows to standard output.
        told = self.output.with_suffix(".told") if self.times_itself else self.output
        ended = run(self.command, told)
        if ended.status:
            raise Failure(f"{self.name} exited with status {ended.status}: {ended.complaint[-300:]}")
        self.cpus.append(ended.cpu)
        self.peaks.append(ended.peak)
        return float(told.read_text()) if self.times_itself else ended.seconds


class Halves(Command):
    """Two processes of a command at once, each over one half of its file. It shows what the machine has for two."""

    def __init__(self, name, title, words, output, *rest, **more):
        super().__init__(name, title, words, output, *rest, **more)
        self.shown += ", two at once, --split 1/2 and 2/2"
        self.second = output.with_suffix(".second")
        script = '"$@" --split 2/2 >"$0" & "$@" --split 1/2; status=$?; wait $! && exit $status'
        self.command = ("sh", "-c", script, self.second, *words)

    def turn(self):
        seconds = super().turn()
        # The first half and the second are the rows of one command. Joining them is not timed.
        with open(self.output, "ab") as out, open(self.second, "rb") as second:
            shutil.copyfileobj(second, out, 1 << 20)
        return seconds


class Pass(Contender):
    """A pass run and timed by a StreamMapBench process, or by several at once, each over its part of the file.

    asks: the contender that the processes run.
    """

    def __init__(self, name, title, workers, validation, asks=None):
        asks = asks or name
        super().__init__(name, title, f"StreamMapBench, contender {asks}" + ", two at once" * (len(workers) > 1), validation)
        self.workers = workers
        self.asks = asks
        self.cpus = self.peaks = []
        self.records = None
        self.checksum = None

    def ask(self, what):
        for worker in self.workers:
            worker.ask(f"{what} {self.asks}")
        answers = [worker.answer() for worker in self.workers]
        self.records = sum(answer["records"] for answer in answers)
        # The checksum of several parts is the sum of theirs.
        sums = [int(answer["checksum"], 16) for answer in answers if answer["checksum"]]
        self.checksum = f"{sum(sums) % (1 << 64):016x}" if sums else None
        return max(answer["seconds"] for answer in answers)

    def turn(self):
        return self.ask("time")


def commands(folder, plain, packed, workload):
    """The available commands. Prints the missing ones. The rows of all others are compared with those of the first.

    packed: the available compressed files by format.
    """

    def command(name, title, form, validation, *words, kind=Command, **more):
        return kind(name, title, words, folder / f"{name}.out", form, validation, **more)

    fields = SELECTIONS[workload]

    def select(name, title, form, jobs, path, fields=fields, **more):
        words = ["select", "--no-progress", "--format", form, "--jobs", jobs]
        for option, value in (("--where", fields.where), ("--each", fields.each)):
            words += [option, value] * (value is not None)
        return command(name, title, form, "full", PROGRAM, *words, fields.paths, path, fields=fields, **more)

    def duckdb(name, title, form, task, threads, **more):
        target = folder / f"{name}.out"
        words = [python(), "-B", HERE / "duckdb-time.py", task, threads, plain, target, workload]
        return Command(name, title, words, target, form, "lenient", times_itself=True, **more)

    found = [
        select("select-1", "`streammap select --jobs 1`", "jsonl", 1, plain),
        select("select-2", "`streammap select --jobs 2`", "jsonl", 2, plain),
        select("select-halves", "`streammap select --jobs 1`, two at once", "jsonl", 1, plain, kind=Halves),
        select("csv-1", "`streammap select --format csv --jobs 1`", "csv", 1, plain),
        select("csv-2", "`streammap select --format csv --jobs 2`", "csv", 2, plain),
    ]
    # The package jq of PyPI has the whole source of jq. Its program runs the same command as the installed one, without
    # Python.
    for name, program in (("jq", JQ), ("jq-installed", "jq")):
        version = jq_version(program)
        if not version:
            say(f"skipped: {name} is not installed")
            continue
        large = "505874924095815681"
        rounds = output_of(program, "-n", large) != large
        words = [program, "-c", fields.query, plain]
        found.append(command(name, f"`jq -c`, {version}", "jsonl", "lenient", *words, fields=fields, rounds=rounds))
    filtered = FILTERED.get(workload)
    if filtered:
        title = f"`streammap select --format csv --where '{filtered.where}' --jobs 1`, two fields"
        found.append(select("where-1", title, "csv", 1, plain, fields=filtered))
    if duckdb_version():
        found.append(duckdb("duckdb-1", "DuckDB, 1 thread", "csv", "rows", 1, fields=fields))
        found.append(duckdb("duckdb-2", "DuckDB, 2 threads", "csv", "rows", 2, fields=fields))
        if filtered:
            found.append(duckdb("duckdb-where-1", "DuckDB, 1 thread, the same", "csv", "where", 1, fields=filtered))
        found.append(duckdb("duckdb-schema-1", "DuckDB, 1 thread, all records", "schema", "schema", 1))
    else:
        say("skipped: DuckDB is not installed")
    words = [PROGRAM, "count", "--no-progress", "--jobs", 1, plain]
    found.append(command("count-1", "`streammap count --jobs 1`", "count", "nothing", *words))
    found.append(command("wc", "`wc -l`", "count", "nothing", "wc", "-l", plain))
    validating = {
        "check-1": (["check"], None),
        "validate-1": (["count", "--validate=full"], "count"),
        "schema-1": (["schema", "--format", "json"], "schema"),
    }
    for name, (words, form) in validating.items():
        title = f"`streammap {' '.join(words)} --jobs 1`"
        found.append(command(name, title, form, "full", PROGRAM, *words, "--no-progress", "--jobs", 1, plain))
    for form, path in packed.items():
        found.append(select(form, f"`streammap select --jobs 1`, {form}", "jsonl", 1, path))
    if "zstd" in packed:
        words = ["zstd", "-q", "-t", packed["zstd"]]
        found.append(command("unzstd", "`zstd -t`", None, "nothing", *words))
    return found


def duckdb_version():
    found = re.fullmatch(r"\d[\w.]*", output_of(python(), "-c", "import duckdb; print(duckdb.__version__)"))
    return found and found[0]


def jq_version(program):
    """The version of a jq: 1.8.0; None if there is none."""
    found = re.fullmatch(r"jq-(\d[\w.]*)", output_of(program, "--version"))
    return found and found[1]


def versions():
    """The measured programs and libraries with their versions, and the years of the releases."""
    lines = {
        "streammap": output_of(PROGRAM, "--version"),
        "swift": swift_version(),
        "jq": f"jq {found}" if (found := jq_version(JQ)) else "",
        "jq-installed": f"jq {found}" if (found := jq_version("jq")) else "",
        "duckdb": f"DuckDB {found}" if (found := duckdb_version()) else "",
        "wc": output_of("wc", "--version").split("\n")[0].replace("wc (GNU coreutils)", "GNU coreutils"),
        "zlib": f"zlib {found}" if (found := output_of("pkg-config", "--modversion", "zlib")) else "",
        "zstd": f"zstd {found[1]}" if (found := re.search(r"v(\d[\d.]*)", output_of("zstd", "--version"))) else "",
    }
    return [dated(line) for line in dict.fromkeys(lines.values()) if line]
