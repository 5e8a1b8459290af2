"""The score of each folder, and the survivors."""

import collections
import math

from package import FOLDERS, ROOT, folder

EQUIVALENT = ROOT / "Tests/Mutation/equivalent.txt"
RESULTS = ROOT / "Tests/Mutation/RESULTS.md"


def equivalents():
    """Returns the reasons of the mutants in Tests/Mutation/equivalent.txt, by file, line and mutated line."""
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
    text = (ROOT / mutant["file"]).read_bytes()
    start, end = text.rfind(b"\n", 0, mutant["at"]) + 1, text.find(b"\n", mutant["to"])
    new = mutant["with"].encode() or (b"(dropped)" if mutant["isStatement"] else b"")
    one = lambda data: " ".join(data.decode(errors="replace").split())
    return (
        text.count(b"\n", 0, mutant["at"]) + 1,
        one(text[start:end]),
        one(text[start : mutant["at"]] + new + text[mutant["to"] : end]),
    )


def key(mutant):
    return (mutant["file"], *lines(mutant)[1:])


def interval(killed, run):
    """Returns Wilson's interval of a share, at 95 %."""
    if not run:
        return 0.0, 1.0
    share, z = killed / run, 1.96
    middle = (share + z * z / (2 * run)) / (1 + z * z / run)
    half = z * math.sqrt(share * (1 - share) / run + z * z / (4 * run * run)) / (1 + z * z / run)
    return max(0.0, middle - half), min(1.0, middle + half)


def report(mutants, results, survivors, write):
    """Prints the table and the survivors. Returns the folders whose score is certainly below the goal."""
    reasons = equivalents()
    by_number = {mutant["number"]: mutant for mutant in mutants}
    counts = collections.defaultdict(collections.Counter)
    for mutant in mutants:
        counts[folder(mutant)]["mutants"] += 1
    for number, (result, _) in results.items():
        count = counts[folder(by_number[number])]
        count["run"] += 1
        if result in ("survived", "unreached"):
            count["equivalent" if key(by_number[number]) in reasons else result] += 1
        else:
            count["killed"] += 1
    table = [
        "| folder | mutants | run | killed | score | 95 % interval | goal | equivalent | survived | unreached |",
        "|---|--:|--:|--:|--:|---|--:|--:|--:|--:|",
    ]
    below = []
    for name, (_, goal) in FOLDERS.items():
        count = counts[name]
        low, high = interval(count["killed"], count["run"])
        score = f"{count['killed'] / count['run']:.1%}" if count["run"] else "–"
        table.append(
            f"| `{name}` | {count['mutants']} | {count['run']} | {count['killed']} | {score} | {low:.0%} – {high:.0%} | {goal:.0%} |"
            f" {count['equivalent']} | {count['survived']} | {count['unreached']} |"
        )
        if high < goal:
            below.append(name)
    text = "\n".join(table) + "\n"
    print(text)
    if survivors:
        for number, (result, _) in sorted(results.items(), key=lambda entry: by_number[entry[0]]["file"]):
            mutant = by_number[number]
            if result in ("survived", "unreached") and key(mutant) not in reasons:
                line, before, after = lines(mutant)
                print(f"{mutant['file']}:{line}: {result}\n  {before}\n  {after}")
    if write:
        head, _, _ = RESULTS.read_text().partition("| folder |")
        RESULTS.write_text(head + text)
    return below
