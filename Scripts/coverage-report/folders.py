"""Prints what llvm-cov has exported, by folder."""

import collections
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Tests/COVERAGE.md"


def folder(file):
    """`StreamMap/Syntax` for a file of the libraries that have folders, else the target."""
    parts = file.relative_to(ROOT / "Sources").parts
    return "/".join(parts[:2]) if parts[0] in ("StreamMap", "StreamMapTables") and len(parts) > 2 else parts[0]


def uncovered(file):
    """Returns the lines that have a region which never ran, with the text."""
    text = pathlib.Path(file["filename"]).read_text().splitlines()
    # A segment is a line, a column, a count, whether there is a count, whether a region begins, and whether it is a gap.
    return [
        (line, text[line - 1].strip())
        for line, _, count, has_count, begins, is_gap in file["segments"]
        if has_count and begins and not is_gap and count == 0
    ]


def main(export, *options):
    files = [
        file
        for file in json.loads(pathlib.Path(export).read_text())["data"][0]["files"]
        if pathlib.Path(file["filename"]).is_relative_to(ROOT / "Sources")
    ]
    totals = collections.defaultdict(collections.Counter)
    for file in files:
        for name in (folder(pathlib.Path(file["filename"])), "together"):
            for kind in ("lines", "regions"):
                totals[name][kind] += file["summary"][kind]["count"]
                totals[name][kind + " run"] += file["summary"][kind]["covered"]
    table = ["| folder | lines | run | regions | run |", "|---|--:|--:|--:|--:|"]
    for name in sorted(totals, key=lambda name: (name == "together", name)):
        total = totals[name]
        shares = [f"{total[kind]:,} | {total[kind + ' run'] / max(total[kind], 1):.1%}" for kind in ("lines", "regions")]
        table.append(f"| {name if name == 'together' else f'`{name}`'} | {' | '.join(shares)} |")
    text = "\n".join(table) + "\n"
    print(text)
    if "--uncovered" in options:
        wanted = next((option for option in options if not option.startswith("--")), "")
        for file in sorted(files, key=lambda file: file["filename"]):
            name = str(pathlib.Path(file["filename"]).relative_to(ROOT))
            if wanted in name:
                for line, source in dict(uncovered(file)).items():
                    print(f"{name}:{line}: {source}")
    if "--write" in options:
        head, _, _ = PAGE.read_text().partition("| folder |")
        PAGE.write_text(head + text)


main(*sys.argv[1:])
