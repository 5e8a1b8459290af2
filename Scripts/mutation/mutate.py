import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import time

import package
import report
import speed
import suites

STATE, RESULTS = package.WORK / "state.json", package.WORK / "results.jsonl"


def fingerprint(top, *others):
    digest = hashlib.sha256(json.dumps(others).encode())
    for file in sorted((package.ROOT / top).rglob("*")):
        if file.is_file() and file.suffix != ".md" and file != report.EQUIVALENT:
            digest.update(str(file.relative_to(package.ROOT)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def prepare(options):
    """Returns the mutants that compile and the suites. They are kept until the sources, the tests or the mutants change.

    A mutant that was killed stays killed if only other files of the library or tests change. A new test may kill a survivor.
    """
    state = json.loads(STATE.read_text()) if STATE.exists() else {}
    files = {name: hashlib.sha256(package.read(name)).hexdigest() for name in package.mutated_files()}
    unchanged = {name for name, digest in files.items() if state.get("files", {}).get(name) == digest}
    invalid = [identity for identity in state.get("invalid", []) if identity[0] in unchanged]
    sources = fingerprint("Sources", options.seed, options.mutants, *package.finders())
    tests = fingerprint("Tests", options.suites, package.TARGETS, package.SWIFTC, speed.PAIRS)
    if (state.get("sources"), state.get("tests")) != (sources, tests):
        old = {mutant["number"]: package.identity(mutant) for mutant in state.get("mutants", [])}
        killed = {str(old[line[0]]): line[1:] for line in recorded() if line[1] not in ("survived", "unreached")}
        found = state.get("mutants")
        if state.get("sources") != sources:
            found = package.find_mutants(options.seed, options.mutants, invalid)
        valid = package.build(found)
        numbers = {mutant["number"] for mutant in valid}
        invalid += [package.identity(mutant) for mutant in found if mutant["number"] not in numbers]
        print(f"mutate: {len(valid)} of {len(found)} mutants compile", flush=True)
        state = {"files": files, "mutants": valid, "invalid": invalid, "sources": sources}
        kept = [
            [mutant["number"], *killed[key]]
            for mutant in valid
            if mutant["file"] in unchanged and (key := str(package.identity(mutant))) in killed
        ]
        RESULTS.write_text("".join(json.dumps(line) + "\n" for line in kept))
        STATE.write_text(json.dumps(state))
        state |= {"suites": suites.baseline(options.suites), "speeds": speed.baseline(), "tests": tests}
        STATE.write_text(json.dumps(state))
    return state


def recorded():
    return [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []


def waiting(mutants, results, sample):
    """Yields the numbers of the mutants that have to run."""
    counts = collections.Counter()
    for mutant in mutants:
        counts[package.folder(mutant)] += 1
        if mutant["number"] not in results and (not sample or counts[package.folder(mutant)] <= sample):
            yield mutant["number"]


def reaching(number, parts):
    """Returns the suites, or the pairs of the benchmark, that reach a mutant. Without the numbers of all others."""
    return [{**part, "reached": None} for part in parts if number in part["reached"]]


def judged(numbers, state, options):
    """Yields the number and the result of each mutant that ran. None is begun after the time of the options."""
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
    state = prepare(options)
    for part in state["suites"] + state["speeds"]:
        part["reached"] = set(part["reached"])
    lines = recorded()
    if options.again:
        lines = [line for line in lines if line[1] not in ("survived", "unreached")]
    results = {number: (result, test) for number, result, test in lines}
    with open(RESULTS, "a") as output:
        shown = time.monotonic()
        for number, result in judged(waiting(state["mutants"], results, options.sample), state, options):
            results[number] = result
            output.write(json.dumps([number, *result]) + "\n")
            output.flush()
            if time.monotonic() > shown + 60:
                shown = time.monotonic()
                print(f"mutate: {len(results)} of {len(state['mutants'])} mutants have run", flush=True)
    below = report.report(state["mutants"], results, options.survivors, options.write)
    if below:
        raise SystemExit(f"mutate: below the goal: {', '.join(below)}")


main()
