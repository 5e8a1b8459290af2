"""Speed as a test: the instructions of the benchmark with a mutant, as Scripts/check-thresholds counts them."""

import mmap
import os
import re
import subprocess
import sys

from package import BENCHMARK, ROOT, WORK

sys.path.insert(0, str(ROOT / "Benchmarks"))
import thresholds

# A part of the thresholds that runs most of the code for speed: each engine, each validation, members in order and in any
# order, columns, encoders, and errors.
PAIRS = [
    ("tweets", "index-full"),
    ("tweets", "columns-full"),
    ("tweets", "yajl"),
    ("tweets-sparse", "index-mapped"),
    ("tweets-shuffled", "index-mapped"),
    ("events", "index-borrowed"),
    ("events-shuffled", "index-full"),
    ("logs", "columns-mapped"),
    ("logs", "codable"),
    ("logs-mixed", "index-full"),
    ("logs-malformed", "index-full"),
    ("logs-mismatches", "index-mapped"),
    ("points", "index-full"),
    ("escapes", "index-full"),
    ("escapes", "yajl"),
    ("orders", "index-mapped"),
    ("wide", "index-full"),
]
SECONDS = 120


def count(pair, number):
    # As many digits for each number, because the count depends on the length of the environment.
    thresholds.ENVIRONMENT["STREAMMAP_MUTANT"] = f"{number:05}"
    return thresholds.instructions(BENCHMARK, *pair, seconds=SECONDS)


def baseline():
    """Counts the instructions of each pair without a mutant, and finds the mutants that it reaches."""
    found = []
    for pair in PAIRS:
        reached = WORK / "reached"
        reached.write_bytes(bytes(os.path.getsize(reached)))
        workload, contender = pair
        subprocess.run(
            [BENCHMARK, "--worker", "--workload", workload, "--size", thresholds.SIZE],
            input=f"time {contender}\n",
            env={**thresholds.ENVIRONMENT, "STREAMMAP_REACHED": str(reached)},
            stdout=subprocess.DEVNULL,
            text=True,
            check=True,
        )
        with open(reached, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as data:
            numbers = [match.start() for match in re.finditer(b"\x01", data)]
        found.append({"pair": pair, "instructions": count(pair, 0), "reached": numbers})
    return found


def is_slower(number, speeds):
    """Returns the first pair that a mutant makes slower by more than the thresholds allow, or None."""
    for speed in speeds:
        try:
            counted = count(speed["pair"], number)
        except (SystemExit, subprocess.TimeoutExpired):
            return "/".join(speed["pair"])
        if counted > speed["instructions"] * (1 + thresholds.INSTRUCTIONS_TOLERANCE):
            return "/".join(speed["pair"])
    return None
