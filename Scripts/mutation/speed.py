"""Speed as a test: the instructions of the benchmark with a mutant, counted as for Scripts/check-thresholds."""

import subprocess
import sys

import processes
from package import BENCHMARK, ROOT

sys.path.insert(0, str(ROOT / "Benchmarks"))
import thresholds

# A part of the thresholds that runs most of the code for speed: each engine, each validation, members in order and in any
# order, columns, `Decodable` types, errors, and writing.
PAIRS = [
    ("tweets", "index-full"),
    ("tweets", "columns-full"),
    ("tweets", "yajl"),
    ("tweets-sparse", "index-mapped"),
    ("tweets-shuffled", "index-mapped"),
    ("events", "index-borrowed"),
    ("events-shuffled", "index-full"),
    ("logs", "yajl"),
    ("logs", "columns-mapped"),
    ("logs", "codable"),
    ("logs", "codable-encode"),
    ("logs-mixed", "index-full"),
    ("logs-malformed", "index-full"),
    ("logs-mismatches", "index-mapped"),
    ("points", "index-full"),
    ("points", "encode"),
    ("escapes", "index-full"),
    ("escapes", "index-borrowed"),
    ("escapes", "encode"),
    ("escapes", "yajl"),
    ("orders", "index-mapped"),
    ("wide", "index-full"),
]
# More processor time than any pair needs under valgrind.
SECONDS = 120


def count(pair, number):
    # Each number has five digits, because the count depends on the length of the environment.
    environment = {**thresholds.ENVIRONMENT, "STREAMMAP_MUTANT": f"{number:05}"}
    return thresholds.instructions(BENCHMARK, *pair, environment, processes.limited(SECONDS))


def baseline():
    """Counts the instructions of each pair without a mutant, and finds the mutants that it reaches."""
    found = []
    for workload, contender in PAIRS:
        subprocess.run(
            [BENCHMARK, "--worker", "--workload", workload, "--size", thresholds.SIZE],
            input=f"time {contender}\n",
            env=thresholds.ENVIRONMENT | processes.forget_reached(),
            stdout=subprocess.DEVNULL,
            text=True,
            check=True,
        )
        pair = (workload, contender)
        found.append({"pair": pair, "instructions": count(pair, 0), "reached": processes.reached()})
    return found


def judge(number, speeds):
    """Counts the instructions of the pairs that reach a mutant, until one needs more than the thresholds allow.

    Returns "slower", "failed" or "survived", and the pair.
    """
    for speed in speeds:
        pair = "/".join(speed["pair"])
        try:
            counted = count(speed["pair"], number)
        except (SystemExit, ValueError, LookupError, TypeError, ZeroDivisionError):
            # The benchmark ended early, or its answer is not what it was.
            return "failed", pair
        if counted > speed["instructions"] * (1 + thresholds.INSTRUCTIONS_TOLERANCE):
            return "slower", pair
    return "survived", ""
