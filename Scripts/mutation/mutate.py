import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import subprocess
import time

import package
import report
import speed
import suites

STATE, RESULTS = package.WORK / "state.json", package.WORK / "results.jsonl"
SURVIVED = ("survived", "unreached")


def fingerprint(top, *others):
    digest = hashlib.sha256(json.dumps(others).encode())
    for file in sorted((package.ROOT / top).rglob("*")):
        if file.is_file() and file.suffix != ".md" and file != report.EQUIVALENT:
            digest.update(str(file.relative_to(package.ROOT)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def prepare(options, digests):
    """Returns the mutants that compile, the suites, and the pairs of the benchmark, and keeps them for the next call."""
    state = json.loads(STATE.read_text()) if STATE.exists() else {}
    manifest = package.read("Package.swift").decode()
    compiler = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    finders = hashlib.sha256("".join([*package.finders(), manifest, compiler]).encode()).hexdigest()
    sources = fingerprint("Sources", options.seed, options.mutants, finders)
    tests = fingerprint(
        "Tests",
        options.suites,
        package.TARGETS,
        package.SWIFTC,
        speed.PAIRS,
        speed.thresholds.SIZE,
        speed.thresholds.INSTRUCTIONS_TOLERANCE,
    )
    if (state.get("sources"), state.get("tests")) == (sources, tests):
        return state
    old = state.get("digests", {}) if state.get("finders") == finders else {}
    invalid = {tuple(one) for one in state.get("invalid", []) if old.get(one[0]) == digests[one[0]]}
    found = state.get("mutants")
    if state.get("sources") != sources:
        found = package.find_mutants(options.seed, options.mutants, invalid)
    mutants = package.build(found)
    numbers = {mutant["number"] for mutant in mutants}
    invalid |= {package.identity(mutant) for mutant in found if mutant["number"] not in numbers}
    print(f"mutate: {len(mutants)} of {len(found)} mutants compile", flush=True)
    state = {"finders": finders, "digests": digests, "invalid": sorted(invalid), "sources": sources, "mutants": mutants}
    STATE.write_text(json.dumps(state))
    state |= {"suites": suites.baseline(options.suites), "speeds": speed.baseline(), "tests": tests}
    STATE.write_text(json.dumps(state))
    return state


def recorded(state, digests, options):
    """Returns the results that are still valid, by number.

    A mutant that was killed stays killed while its file is the same, and one that survived and is equivalent has survived.
    Any other survivor runs again after any other change, too, because a new test may kill it.
    """
    mutants = {package.identity(mutant): mutant for mutant in state["mutants"]}
    reasons, results = report.equivalents(), {}
    for text in RESULTS.read_text().splitlines() if RESULTS.exists() else []:
        line = json.loads(text)
        mutant, file = mutants.get(tuple(line["mutant"])), line["mutant"][0]
        if mutant is None or line["digest"] != digests[file] or line["suites"] != options.suites:
            continue
        stands = line["of"] == [state["sources"], state["tests"]] or report.key(mutant) in reasons
        if line["result"] not in SURVIVED or stands and not options.again:
            results[mutant["number"]] = (line["result"], line["test"])
    return results


def waiting(mutants, results, sample):
    """Yields the numbers of the mutants that have to run."""
    counts = collections.Counter()
    for mutant in mutants:
        counts[package.folder(mutant)] += 1
        if mutant["number"] not in results and (not sample or counts[package.folder(mutant)] <= sample):
            yield mutant["number"]


def reaching(number, parts):
    """Returns the suites, or the pairs of the benchmark, that reach a mutant, without all the numbers that they reach."""
    return [{**part, "reached": None} for part in parts if number in part["reached"]]


def judged(numbers, state, options):
    """Yields the number and the result of each mutant that ran. Starts none after `--minutes`."""
    end = time.monotonic() + 60 * options.minutes
    with concurrent.futures.ProcessPoolExecutor(options.workers) as pool:
        running = {}
        while True:
            while len(running) < options.workers and time.monotonic() < end:
                number = next(numbers, None)
                if number is None:
                    break
                parts = reaching(number, state["suites"]), reaching(number, state["speeds"])
                running[pool.submit(suites.judge, number, *parts)] = number
            if not running:
                return
            done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()


def main():
    parser = argparse.ArgumentParser(
        prog="Scripts/mutate", description="Measures how many small faults in the library its tests find."
    )
    parser.add_argument(
        "--minutes", type=float, default=60, metavar="N", help="the time for running mutants (60). The next call goes on"
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count(),
        metavar="N",
        help=f"the number of mutants that run at the same time ({os.cpu_count()})",
    )
    parser.add_argument("--sample", type=int, metavar="N", help="at most N mutants of each folder")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the order and the choice of mutants (1)")
    parser.add_argument("--mutants", type=int, default=4000, metavar="N", help="the number of mutants that are compiled (4000)")
    parser.add_argument(
        "--suites",
        default="",
        metavar="REGEX",
        help="only suites whose names match, as ParsingTests.PathTests. The score is then a lower bound",
    )
    parser.add_argument("--survivors", action="store_true", help="also print the survivors that are not in equivalent.txt")
    parser.add_argument("--again", action="store_true", help="run survivors once more")
    parser.add_argument("--write", action="store_true", help="write the table of Tests/Mutation/RESULTS.md")
    options = parser.parse_args()

    package.WORK.mkdir(parents=True, exist_ok=True)
    suites.clean()
    digests = {name: hashlib.sha256(package.read(name)).hexdigest() for name in package.mutated_files()}
    state = prepare(options, digests)
    for part in state["suites"] + state["speeds"]:
        part["reached"] = set(part["reached"])
    results = recorded(state, digests, options)
    mutants = {mutant["number"]: mutant for mutant in state["mutants"]}
    shown = time.monotonic()
    with open(RESULTS, "a") as output:
        for number, (result, test) in judged(waiting(state["mutants"], results, options.sample), state, options):
            results[number] = (result, test)
            identity = package.identity(mutants[number])
            line = {"mutant": identity, "digest": digests[identity[0]], "suites": options.suites}
            line |= {"of": [state["sources"], state["tests"]], "result": result, "test": test}
            output.write(json.dumps(line) + "\n")
            output.flush()
            if time.monotonic() > shown + 60:
                shown = time.monotonic()
                print(f"mutate: {len(results)} of {len(mutants)} mutants have run", flush=True)
    below = report.report(state["mutants"], results, options.survivors, options.write)
    if below:
        raise SystemExit(f"mutate: below the goal: {', '.join(below)}")


if __name__ == "__main__":
    main()
