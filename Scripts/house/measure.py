"""The figures of the library that must not get worse, run by `Scripts/check-house`."""

import collections
import io
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

import route

ROOT = pathlib.Path(".")
LIBRARIES = ["Sources/StreamMap", "Sources/StreamMapTables"]
KEPT = pathlib.Path("Scripts/house/house.json")

MODIFIERS = r"^ *(?:@\w+(?:\([^)]*\))? +)*"
TYPE = re.compile(
    MODIFIERS + r"((?:\w+(?:\(set\))? +)*?)(struct|class|enum|protocol|actor) +(?!(?:func|var|let|subscript)\b)(\w+)([^{\n]*)", re.M
)
PUBLIC = re.compile(MODIFIERS + r"(?:public|open) ", re.M)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')

# Types of one family do the same kind of work. A new one should replace an old one.
FAMILIES = {
    "inputs": r"\w*(?:Input|Inputs|Source)",
    "readers of text": r"\w*(?:Reader|Parser|Scanner|Cursor|Walker|Follower)",
    "framers": r"\w*Framer",
    "writers": r"\w*Writer",
    "tables of names": r"\w*(?:Predictor|Names|NameTable|Trie|Interner|StringTable)",
    "growable buffers": r"\w*(?:Buffer|Arena|Stack)",
}

# Words of our own where the field has a term: reject, borrow, location, trace, repair, value, store.
FUNCTION = re.compile(MODIFIERS + r"(?:\w+(?:\(set\))? +)*?func +`?(\w+)", re.M)
OWN_WORDS = re.compile(
    r"refus|(?<!ca)lend|lent(?![a-z])|loan|(?<!re)place|told|telling|retell|mend(?![a-z])|spoil|whole|intake"
    r"|asked|later|passover|dispenses|takencare|letgo|goeson|companion",
    re.I,
)


def code(path):
    """The lines of a file without comments and blank lines."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    lines = []
    for line in text.splitlines():
        # A string may contain slashes.
        blanked = STRING.sub(lambda match: "_" * len(match[0]), line)
        line = line[: blanked.find("//")] if "//" in blanked else line
        if line.strip():
            lines.append(line)
    return "\n".join(lines)


def measure(root):
    sources = root / "Sources"
    paths = sorted(path for library in LIBRARIES for path in (root / library).rglob("*.swift"))
    texts = {path.relative_to(sources): code(path) for path in paths}
    everything = "\n".join(texts.values())
    listed = (root / "Scripts" / "check-unsafe").read_text().splitlines()
    types = [(words.split(), kind, name, rest) for words, kind, name, rest in TYPE.findall(everything)]
    names = [name for _, _, name, _ in types]
    figures = {
        "lines of code": everything.count("\n") + 1,
        "files": len(paths),
        "lines of code in all targets, Swift and C": sum(
            code(path).count("\n") + 1
            for kind in ("*.swift", "*.c", "*.h")
            for path in (root / "Sources").rglob(kind)
        ),
        "files of 25 lines of code or fewer": sum(text.count("\n") < 25 for text in texts.values()),
        "files side by side in the largest folder": max(collections.Counter(path.parent for path in texts).values()),
        "files on the unsafe list": sum(line.startswith(tuple(library + "/" for library in LIBRARIES)) for line in listed),
        "uses of `unsafe`": len(re.findall(r"\bunsafe\b", STRING.sub("", everything))),
        "types": len(types),
        "protocols": sum(kind == "protocol" for _, kind, _, _ in types),
        "error types": sum(bool(re.search(r":.*\bError\b", rest)) for _, _, _, rest in types),
        "public declarations": len(PUBLIC.findall(everything)),
        "names of types and functions with words of our own": sum(
            bool(OWN_WORDS.search(name)) for name in names + FUNCTION.findall(everything)
        ),
        "loops over records": len(re.findall(r"\bwhile\b[^\n{]*(?:[nN]ext\(of: \w*[fF]ramer|[fF]ramer\.next\()", everything)),
    }
    for library in LIBRARIES:
        name = pathlib.Path(library).name
        own = "\n".join(text for path, text in texts.items() if path.parts[0] == name)
        figures[f"public types of {name}"] = sum(
            bool({"public", "open"} & set(words.split())) and name[0] != "_" for words, _, name, _ in TYPE.findall(own)
        )
    for family, pattern in FAMILIES.items():
        figures["types: " + family] = sum(bool(re.fullmatch(pattern, name)) for name in names)
    return figures


def table(now, before, title):
    print(f"| | {title} | now |\n|---|--:|--:|")
    for name, value in now.items():
        print(f"| {name} | {before.get(name, '–')} | {value} |")


def measure_commit(commit):
    archive = subprocess.run(["git", "archive", commit], check=True, capture_output=True).stdout
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(folder, filter="data")
        return measure(pathlib.Path(folder))


def main():
    program, *options = sys.argv[1:]
    if options and not options[0].startswith("--"):
        table(measure(ROOT), measure_commit(options[0]), options[0])
        return
    updates = options[:1] == ["--update"]
    if options and not updates:
        sys.exit(f"check-house: unknown option '{options[0]}'; see the comment at the beginning of the script")
    kept = json.loads(KEPT.read_text())
    now = measure(ROOT)
    if program and not updates and route.SWIFT != kept["swift"]:
        print(f"check-house: skipped: the route of a record, which was kept for Swift {kept['swift']}", file=sys.stderr)
        program = ""
    if program:
        now |= route.measure(program)
        kept["swift"] = route.SWIFT
    table(now, kept["figures"], "kept")
    worse = [name for name, value in now.items() if value > kept["figures"].get(name, value)]
    better = [name for name, value in now.items() if value < kept["figures"].get(name, value)]
    unknown = sorted(set(now) ^ set(kept["figures"])) if program else sorted(set(now) - set(kept["figures"]))
    if updates:
        reason = " ".join(options[1:])
        if worse and not re.search(r"\d", reason):
            sys.exit("check-house: got worse: " + ", ".join(worse) + ". --update needs the number of the issue, and why")
        for name in worse:
            kept["raised"].append(
                {"figure": name, "from": kept["figures"][name], "to": now[name], "reason": reason}
            )
        for name in unknown:
            kept["figures"].pop(name, None)
        kept["figures"] |= now
        KEPT.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n")
    elif worse:
        sys.exit(f"check-house: worse than in {KEPT}: " + ", ".join(worse))
    elif better or unknown:
        sys.exit("check-house: better or new: " + ", ".join(better + unknown) + ". Run Scripts/check-house --update")


if __name__ == "__main__":
    main()
