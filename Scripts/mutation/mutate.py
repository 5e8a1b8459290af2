import argparse
import collections
import hashlib
import json
import time

import package
import report
import suites

STATE, RESULTS = package.WORK / "state.json", package.WORK / "results.jsonl"


def fingerprint(top, *others):
    digest = hashlib.sha256(json.dumps(others).encode())
    for file in sorted((package.ROOT / top).rglob("*")):
        if file.is_file() and file.suffix != ".md" and file != report.EQUIVALENT:
            digest.update(str(file.relative_to(package.ROOT)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def prepare(options):
    """Returns the mutants that compile and the suites. They are kept until the sources, the tests or the mutants change."""
    found = package.find_mutants(options.seed, options.mutants)
    sources, tests = fingerprint("Sources", found), fingerprint("Tests", options.suites)
    state = json.loads(STATE.read_text()) if STATE.exists() else {}
    if state.get("sources") != sources:
        RESULTS.unlink(missing_ok=True)
        state = {"sources": sources, "mutants": found}
    if state.get("tests") != tests:
        state["mutants"] = package.build(state["mutants"])
        print(f"mutate: {len(state['mutants'])} of {len(found)} mutants compile", flush=True)
        STATE.write_text(json.dumps(state))
        state |= {"suites": suites.baseline(options.suites), "tests": tests}
        # A new test may kill a survivor. A mutant that was killed stays killed.
        killed = [line for line in recorded() if line[1] not in ("survived", "unreached")]
        RESULTS.write_text("".join(json.dumps(line) + "\n" for line in killed))
        STATE.write_text(json.dumps(state))
    return state


def recorded():
    return [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []


def main():
    parser = argparse.ArgumentParser(
        prog="Scripts/mutate", description="Measures how many small faults in the library its tests find."
    )
    parser.add_argument(
        "--minutes", type=float, default=60, metavar="N", help="the time for running mutants (60). The next call goes on"
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
    for suite in state["suites"]:
        suite["reached"] = set(suite["reached"])
    lines = recorded()
    if options.again:
        lines = [line for line in lines if line[1] not in ("survived", "unreached")]
    results = {number: (result, test) for number, result, test in lines}
    counts = collections.Counter()
    end = time.monotonic() + 60 * options.minutes
    with open(RESULTS, "a") as output:
        for mutant in state["mutants"]:
            number, name = mutant["number"], package.folder(mutant)
            counts[name] += 1
            if options.sample and counts[name] > options.sample or number in results:
                continue
            if time.monotonic() > end:
                break
            results[number] = suites.judge(number, state["suites"])
            output.write(json.dumps([number, *results[number]]) + "\n")
            output.flush()
    below = report.report(state["mutants"], results, options.survivors, options.write)
    if below:
        raise SystemExit(f"mutate: below the goal: {', '.join(below)}")


main()
