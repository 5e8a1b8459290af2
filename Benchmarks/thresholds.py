"""Compares instructions and allocations for each record with the thresholds in Benchmarks/Thresholds.

Scripts/check-thresholds builds the program and calls this.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

WORKLOADS = ("tweets", "tweets-sparse", "events", "logs", "points", "escapes")
CONTENDERS = ("yajl", "index-full", "index-mapped", "index-borrowed", "codable", "encode", "codable-encode")
ORDER_WORKLOADS = ("tweets-shuffled", "events-shuffled", "logs-shuffled", "logs-mixed", "wide")
ORDER_CONTENDERS = ("index-full", "index-mapped", "index-borrowed", "codable")
# In the mapped modes, records with a syntax error can be accepted, and so are not compared.
ERROR_PAIRS = [("logs-malformed", "index-full"), ("logs-syntax-errors", "index-full")]
ERROR_PAIRS += [("logs-mismatches", name) for name in ("index-full", "index-mapped", "index-borrowed")]
TYPE_PAIRS = [("orders", name) for name in ("yajl", "index-full", "index-mapped", "index-untagged", "codable")]
TYPE_PAIRS += [("probing", "codable")]
COLUMN_WORKLOADS, COLUMN_CONTENDERS = ("tweets", "logs"), ("columns-mapped", "columns-full")

# Allocations are counted over more records, because what a pass allocates once counts too.
SIZE, ALLOCATIONS_SIZE = "512KB", "8MB"
# `Worker.answer(_:)`, which makes a pass. After each call, the counts so far are written, and begin anew.
PASS = "$s14StreamMapBench6WorkerV6answeryS2SKF"
INSTRUCTIONS_TOLERANCE = 0.01
# A record that is a document has tens of thousands.
ALLOCATIONS_TOLERANCE, DOCUMENT_ALLOCATIONS_TOLERANCE = 0.05, 0.000_01

# The kernel that valgrind can run, and hash tables in the same order in each run. Large blocks of memory have pages of their
# own: otherwise what malloc does for them depends on the addresses, and these on the lengths of the program's path and of
# the environment. So nothing else is in the environment.
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "STREAMMAP_KERNEL": "avx2",
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=4096",
}


def swift_version():
    """The first two numbers of the version."""
    text = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"Swift version (\d+\.\d+)", text)[1]


def instructions(program, workload, contender, environment=ENVIRONMENT, limit=None):
    """The instructions for each record, of the second pass of a process: the first one includes what is set up once."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "counts"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", f"--dump-after={PASS}"]
        command += [program, "--worker", "--workload", workload, "--size", SIZE]
        run = subprocess.run(
            command, input=f"time {contender}\n" * 2, capture_output=True, text=True, env=environment, preexec_fn=limit)
        second = pathlib.Path(f"{output}.2")
        if run.returncode or not second.exists():
            sys.exit(f"check-thresholds: {' '.join(command)} failed:\n{run.stderr[-1000:]}")
        counted = int(re.search(r"^totals: (\d+)", second.read_text(), re.MULTILINE)[1])
    return counted / json.loads(run.stdout.splitlines()[-1])["records"]


def allocations(program, pairs):
    """The allocations for each record, by workload and contender."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [program, "--size", ALLOCATIONS_SIZE, "--runs", "1", "--json", file.name]
        for name in dict.fromkeys(workload for workload, _ in pairs):
            command += ["--workload", name]
        for name in dict.fromkeys(contender for _, contender in pairs):
            command += ["--contender", name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
        rows = json.load(open(file.name))
    return {(row["workload"], row["contender"]): row["allocations_per_record"] for row in rows}


def measure(program, pairs):
    """Both figures, by workload and contender."""
    allocated = allocations(program, pairs)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = pool.map(lambda pair: instructions(program, *pair), pairs)
        for pair, counted in zip(pairs, counts):
            yield pair, round(counted), round(allocated[pair], 2)


def main():
    program, *arguments = sys.argv[1:]
    updates = "--update" in arguments
    named = [tuple(one.split("/", 1)) for one in arguments if one != "--update"]
    path = pathlib.Path(__file__).parent / "Thresholds" / f"{swift_version()}.json"
    if not path.exists() and not updates:
        sys.exit(f"check-thresholds: there is no {path.name} yet; Scripts/check-thresholds --update writes it")
    thresholds = json.loads(path.read_text()) if path.exists() else {}
    every = [(workload, contender) for workload in WORKLOADS for contender in CONTENDERS]
    every += [(workload, contender) for workload in ORDER_WORKLOADS for contender in ORDER_CONTENDERS]
    every += [(workload, contender) for workload in COLUMN_WORKLOADS for contender in COLUMN_CONTENDERS]
    every += ERROR_PAIRS + TYPE_PAIRS
    unknown = [pair for pair in named if pair not in every]
    if unknown:
        sys.exit(f"check-thresholds: no threshold for '{'/'.join(unknown[0])}'; an example is logs/index-full")

    failures, missing, lower = [], [], []
    print(f"{'':<32}{'instructions':>14}{'threshold':>11}{'':>9}{'allocations':>13}{'threshold':>11}")
    for (workload, contender), counted, allocated in measure(program, named or every):
        before = thresholds.get(workload, {}).get(contender)
        name = f"{workload}/{contender}"
        if updates:
            thresholds.setdefault(workload, {})[contender] = {"instructions": counted, "allocations": allocated}
        elif not before:
            missing.append(name)
        ratio = counted / before["instructions"] - 1 if before else 0
        excess = allocated - before["allocations"] if before else 0
        allowed = max(ALLOCATIONS_TOLERANCE, DOCUMENT_ALLOCATIONS_TOLERANCE * allocated)
        print(
            f"{name:<32}{counted:>14}{before['instructions'] if before else '-':>11}{ratio:>+9.1%}"
            f"{allocated:>13.2f}{before['allocations'] if before else '-':>11}", flush=True)
        if before and (ratio > INSTRUCTIONS_TOLERANCE or excess > allowed):
            failures.append(name)
        elif before and (ratio < -INSTRUCTIONS_TOLERANCE or excess < -allowed):
            lower.append(name)
    if updates:
        path.write_text(json.dumps(thresholds, indent=2) + "\n")
        print(f"written to {path}")
        return
    if lower:
        print(f"lower than the threshold: {', '.join(lower)}; Scripts/check-thresholds --update lowers it")
    if missing:
        sys.exit(f"check-thresholds: no threshold for {', '.join(missing)}; Scripts/check-thresholds --update writes it")
    if failures:
        sys.exit(
            f"check-thresholds: more than the threshold: {', '.join(failures)}\n"
            "If that is intended, write the thresholds anew with Scripts/check-thresholds --update, and say why in the "
            "commit")


if __name__ == "__main__":
    main()
