"""The score of each folder, and the survivors."""

import collections
import math

from package import FOLDERS, ROOT, folder, read

EQUIVALENT = ROOT / "Tests/Mutation/equivalent.txt"
RESULTS = ROOT / "Tests/Mutation/RESULTS.md"


def equivalents():
    """Returns the reasons of the mutants in Tests/Mutation/equivalent.txt, by their keys."""
    reasons = {}
    if EQUIVALENT.exists():
        for entry in EQUIVALENT.read_text().split("\n\n"):
            lines = [line.strip() for line in entry.splitlines() if line.strip() and not line.startswith("#")]
            if not lines:
                continue
            if len(lines) < 4:
                raise SystemExit(
                    f"mutate: {EQUIVALENT.name}: an entry is a file, a line, the mutated line and a reason, not:\n{entry}"
                )
            reasons[tuple(lines[:3])] = " ".join(lines[3:])
    return reasons


def lines(mutant):
    """Returns the number of a mutant's first line, the line, and the mutated line. Both are cut to what has changed."""
    text = read(mutant["file"])
    start, end = text.rfind(b"\n", 0, mutant["at"]) + 1, text.find(b"\n", mutant["to"])
    new = mutant["with"].encode() or (b"(dropped)" if mutant["isStatement"] else b"")
    one = lambda data: " ".join(data.decode(errors="replace").split())
    return (
        text.count(b"\n", 0, mutant["at"]) + 1,
        one(text[start:end]),
        one(text[start : mutant["at"]] + new + text[mutant["to"] : end]),
    )


def key(mutant):
    """The file, with the number of the line among equal ones if it is not the first, the line and the mutated line."""
    number, before, after = lines(mutant)
    above = read(mutant["file"]).decode(errors="replace").split("\n")[: number - 1]
    equal = sum(" ".join(line.split()) == before for line in above)
    return (mutant["file"] + (f" ({equal + 1})" if equal else ""), before, after)


def interval(killed, run):
    """Returns Wilson's interval of a share, at 95 %."""
    if not run:
        return 0.0, 1.0
    share, z = killed / run, 1.96
    middle = (share + z * z / (2 * run)) / (1 + z * z / run)
    half = z * math.sqrt(share * (1 - share) / run + z * z / (4 * run * run)) / (1 + z * z / run)
    return max(0.0, middle - half), min(1.0, middle + half)


def report(mutants, results, survivors, write):
    """Prints the table and the survivors. Returns the folders whose score is certainly below the goal.

    Survivors run again after a change, and mutants that were killed do not. So of each folder only the mutants up to the first
    one without a result count. If later ones have results, it has survived before, and counts as if it did again.
    """
    reasons = equivalents()
    counts, ended = collections.defaultdict(collections.Counter), set()
    last = {folder(mutant): place for place, mutant in enumerate(mutants) if mutant["number"] in results}
    for place, mutant in enumerate(mutants):
        name = folder(mutant)
        count = counts[name]
        count["mutants"] += 1
        waits = mutant["number"] not in results
        if name in ended or waits and last.get(name, -1) < place:
            continue
        if waits:
            ended.add(name)
        result = "survived" if waits else results[mutant["number"]][0]
        count["run"] += 1
        if result in ("survived", "unreached"):
            count["equivalent" if key(mutant) in reasons else result] += 1
        else:
            count["killed"] += 1
            count["slower"] += result == "slower"
    table = [
        "| folder | mutants | run | killed | of these by speed | score | 95 % interval | goal | equivalent | survived | unreached |",
        "|---|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|",
    ]
    below = []
    for name, (_, goal) in FOLDERS.items():
        count = counts[name]
        low, high = interval(count["killed"], count["run"])
        score = f"{count['killed'] / count['run']:.1%}" if count["run"] else "–"
        table.append(
            f"| `{name}` | {count['mutants']} | {count['run']} | {count['killed']} | {count['slower']} | {score} |"
            f" {low:.0%} – {high:.0%} | {goal:.0%} | {count['equivalent']} | {count['survived']} | {count['unreached']} |"
        )
        if high < goal:
            below.append(name)
    text = "\n".join(table) + "\n"
    print(text)
    if survivors:
        for mutant in sorted(mutants, key=lambda mutant: mutant["file"]):
            result = results.get(mutant["number"], ("waiting",))[0]
            if result in ("survived", "unreached") and key(mutant) not in reasons:
                name, before, after = key(mutant)
                print(f"{name}, line {lines(mutant)[0]}: {result}\n  {before}\n  {after}")
    if write:
        head, _, _ = RESULTS.read_text().partition("| folder |")
        RESULTS.write_text(head + text)
    return below
