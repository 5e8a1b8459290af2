"""The files and folders that one record enters on its route from a file to a model.

The benchmark's program is run by valgrind, once with one pass over a file and once with two. What is executed at least
every second record of the second pass belongs to the route of a record. The addresses of these instructions are then
looked up in the debugging information, which names the file of inlined code, too.
"""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# The event sources, with contenders of the benchmark.
SOURCES = {"index": "file", "yajl": "yajl"}
WORKLOAD, SIZE = "logs", "1MB"
SWIFT = re.search(r"\d+\.\d+", subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout)[0]
LIBRARY = "/Sources/StreamMap/"
ENVIRONMENT = os.environ | {"STREAMMAP_KERNEL": "avx2", "SWIFT_DETERMINISTIC_HASHING": "1"}


def executed(program, contender, passes, folder):
    """How often each instruction of the program was executed, by its address, and the number of records."""
    report = pathlib.Path(folder) / "report"
    command = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no", "--compress-strings=no"]
    command += [f"--callgrind-out-file={report}", program, "--worker", "--workload", WORKLOAD, "--size", SIZE]
    run = subprocess.run(
        command, input=f"time {contender}\n" * passes, text=True, capture_output=True, env=ENVIRONMENT
    )
    records = re.findall(r'"records": *(\d+)', run.stdout)
    if run.returncode or len(records) != passes:
        sys.exit(f"check-house: {contender} could not be traced\n{run.stdout}{run.stderr[-2000:]}")
    counts = collections.Counter()
    is_program = is_call = False
    with report.open() as lines:
        for line in lines:
            if line.startswith("ob="):
                is_program = line.strip() == f"ob={program}"
            elif line.startswith("calls="):
                # The next line has the cost of the callee.
                is_call = True
            elif line.startswith("0x"):
                if is_program and not is_call:
                    address, _, count = line.split()[:3]
                    counts[int(address, 16)] += int(count)
                is_call = False
    return counts, int(records[-1])


def files(program, addresses, symbolizer):
    """The library's files that have the code at some addresses."""
    result = subprocess.run(
        [symbolizer, f"--obj={program}", "--output-style=JSON", "--inlines", "--no-demangle"],
        input="".join(f"{address:#x}\n" for address in addresses),
        text=True,
        capture_output=True,
        check=True,
    )
    names = set()
    for line in result.stdout.splitlines():
        for symbol in json.loads(line).get("Symbol", []):
            _, found, name = symbol["FileName"].rpartition(LIBRARY)
            if found and symbol["Line"]:
                names.add(name)
    return names


def measure(program):
    """The figures of a program with debugging information."""
    figures = {}
    symbolizer = os.environ["SYMBOLIZER"]
    with tempfile.TemporaryDirectory() as folder:
        # valgrind 3.19 cannot read the debugging information of Swift 6.
        stripped = str(pathlib.Path(folder) / "program")
        subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
        for source, contender in SOURCES.items():
            once, records = executed(stripped, contender, 1, folder)
            twice, _ = executed(stripped, contender, 2, folder)
            often = [address for address in sorted(twice) if 2 * (twice[address] - once[address]) >= records]
            names = files(program, often, symbolizer)
            if not names:
                sys.exit(f"check-house: no file was found for the instructions of {contender}")
            if os.environ.get("HOUSE_VERBOSE"):
                print(source, *sorted(names), sep="\n  ", file=sys.stderr)
            figures[f"files that a record enters, {source}"] = len(names)
            figures[f"folders that a record enters, {source}"] = len({name.split("/")[0] for name in names})
    return figures
