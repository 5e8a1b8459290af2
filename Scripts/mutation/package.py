"""The mutated package: a copy whose sources contain every mutant, each chosen by its number when a process starts."""

import collections
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

import kernels

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / ".build/mutation"
COPY = WORK / "package"
# The mutated benchmark, without the debugging information that valgrind cannot read.
BENCHMARK = WORK / "benchmark"
# The folders, with the least share of mutants that tests must kill.
FOLDERS = {
    "Syntax": ("Sources/StreamMap/Syntax", 0.90),
    "Paths": ("Sources/StreamMap/Paths", 0.82),
    "Records": ("Sources/StreamMap/Records", 0.90),
    "Reading": ("Sources/StreamMap/Reading", 0.90),
    "Models/Storing": ("Sources/StreamMap/Models/Storing", 0.82),
    "CStructure": ("Sources/CStructure", 0.82),
    "CDecimal": ("Sources/CDecimal", 0.82),
}
# Kernels that this program's tests cannot run on every machine. `Scripts/kernels` compares them with a reference.
OTHER_KERNELS = ("neon.c", "avx512.c")
TARGETS = "CodableTests,DifferentialTests,ModelTests,ParsingTests,StreamTests"
# Optimized, so that more mutants run in an hour, but with the assertions of a debug build, which find some of them, and with
# as few random cases as in one.
SWIFTC = ("-suppress-warnings", "-enable-testing", "-assert-config", "Debug", "-DDEBUG")
# More mutants in one statement make type checking slow.
PER_STATEMENT = 3


@functools.cache
def read(file):
    return (ROOT / file).read_bytes()


def folder(mutant):
    return next(name for name, (path, _) in FOLDERS.items() if mutant["file"].startswith(path + "/"))


def mutated_files():
    """Returns the paths of the files that have mutants."""
    files = [file for path, _ in FOLDERS.values() for file in sorted((ROOT / path).rglob("*"))]
    kinds = (".swift", ".c", ".h")
    return [str(file.relative_to(ROOT)) for file in files if file.suffix in kinds and file.name not in OTHER_KERNELS]


def find_mutants(seed, most, invalid):
    """Returns mutants of all folders, each with a number, in the order in which they run: by turns one of each folder.

    Those whose identities are in `invalid` are left out.
    """
    swift, found = [], []
    for name in mutated_files():
        if name.endswith(".swift"):
            swift.append(name)
        else:
            found += kernels.find(name, read(name).decode("latin-1"))
    output = subprocess.run([finder(), *swift], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    found += [json.loads(line) for line in output.splitlines()]
    found.sort(key=lambda mutant: random_key(mutant, seed))
    used, queues = collections.Counter(), collections.defaultdict(collections.deque)
    for mutant in found:
        statement = (mutant["file"], mutant["root"])
        used[statement] += 1
        if used[statement] <= PER_STATEMENT and identity(mutant) not in invalid:
            queues[folder(mutant)].append(mutant)
    # The numbers of a folder depend on it alone, so that a change in Swift seldom compiles C again.
    mixed = []
    for turn in range(most):
        for place, name in enumerate(FOLDERS):
            if queues[name] and len(mixed) < most:
                mixed.append(dict(queues[name].popleft(), number=1 + turn * len(FOLDERS) + place))
    return mixed


def random_key(mutant, seed):
    """Returns bytes that look random, and that do not change if other lines do."""
    text = read(mutant["file"])
    start, end = text.rfind(b"\n", 0, mutant["at"]) + 1, text.find(b"\n", mutant["at"])
    parts = (seed, mutant["file"], text[start:end], mutant["at"] - start, mutant["with"], mutant["isStatement"])
    return hashlib.sha256(repr(parts).encode()).digest()


def identity(mutant):
    """What distinguishes a mutant from all others, as long as its file does not change."""
    return tuple(mutant[key] for key in ("file", "start", "end", "at", "to", "with"))


def finders():
    """The text of the programs that find mutants."""
    return [(ROOT / "Scripts/mutation" / name).read_text() for name in ("find.swift", "kernels.py", "package.py")]


def finder():
    """Returns the program of find.swift, which uses the toolchain's own SwiftSyntax."""
    program, source = WORK / "find", ROOT / "Scripts/mutation/find.swift"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        swiftc = pathlib.Path(shutil.which("swiftc")).resolve()
        host = swiftc.parents[1] / "lib/swift/host"
        libraries = [f"-l{name}" for name in ("SwiftSyntax", "SwiftParser", "SwiftOperators")]
        subprocess.run(
            [
                swiftc.with_name("swiftc"),
                "-I",
                host,
                "-L",
                host,
                *libraries,
                "-Xlinker",
                "-rpath",
                "-Xlinker",
                host,
                source,
                "-o",
                program,
            ],
            check=True,
        )
    return program


def applied(mutant, text):
    """Returns the mutant's expression or statement."""
    return text[mutant["start"] : mutant["at"]] + mutant["with"].encode() + text[mutant["to"] : mutant["end"]]


def assemble(text, mutants):
    """Returns a file with its mutants. Each is written with the original text of what is inside of it."""
    starts = collections.defaultdict(list)
    for mutant in mutants:
        starts[mutant["start"]].append(mutant)

    def rewritten(start, end, inside):
        """The text of a range with the mutants in it, of those at `start` the ones in `inside`."""
        output, place = [], start
        while place < end:
            here = inside if place == start else sorted(starts[place], key=order) if place in starts else []
            if here:
                output.append(chosen(here[0], here[1:]))
                place = here[0]["end"]
            else:
                following = min((other for other in starts if place < other < end), default=end)
                output.append(text[place:following])
                place = following
        return b"".join(output)

    def order(mutant):
        return (-mutant["end"], not mutant["isStatement"], mutant["number"])

    def chosen(mutant, inside):
        number, original = b"%d" % mutant["number"], rewritten(mutant["start"], mutant["end"], inside)
        # `inside` has also those that begin here and end earlier.
        if not mutant["isStatement"]:
            return b"(streammap_mutant(%s) ? %s : %s)" % (
                number,
                parenthesized(applied(mutant, text), mutant),
                parenthesized(original, mutant),
            )
        if not mutant["with"]:
            return b"if !streammap_mutant(%s) { %s }" % (number, original)
        return b"if streammap_mutant(%s) { %s } else { %s }" % (number, applied(mutant, text), original)

    def parenthesized(expression, mutant):
        return b"(%s)" % expression if not mutant["file"].endswith(".swift") else expression

    return rewritten(0, len(text), sorted(starts.get(0, []), key=order))


def put(path, data):
    """Writes a file if it differs, so that builds are incremental."""
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def write(mutants):
    """Writes the copy of the package."""
    files = collections.defaultdict(list)
    for mutant in mutants:
        files[mutant["file"]].append(mutant)
    kept = set()
    for top in ("Sources", "Tests"):
        for file in (ROOT / top).rglob("*"):
            if file.is_file():
                name = str(file.relative_to(ROOT))
                kept.add(name)
                data = read(name) if name in files else file.read_bytes()
                if name in files:
                    first = b"import CMutants\n" if file.suffix == ".swift" else b'#include "CMutants.h"\n'
                    data = first + assemble(data, files[name])
                put(COPY / name, data)
    for file in (ROOT / "Scripts/mutation/CMutants").rglob("*.[ch]"):
        name = "Sources/CMutants/" + str(file.relative_to(ROOT / "Scripts/mutation/CMutants"))
        kept.add(name)
        put(COPY / name, file.read_bytes())
    for top in ("Sources", "Tests"):
        for file in (COPY / top).rglob("*"):
            if file.is_file() and str(file.relative_to(COPY)) not in kept:
                file.unlink()
    manifest = (ROOT / "Package.swift").read_text()
    for old, new in (
        (
            '.target(name: "CStructure"),',
            '.target(name: "CMutants"),\n.target(name: "CStructure", dependencies: ["CMutants"]),',
        ),
        ('.target(name: "CDecimal"),', '.target(name: "CDecimal", dependencies: ["CMutants"]),'),
        ('dependencies: ["CYajl", "CStructure", "CDecimal"]', 'dependencies: ["CYajl", "CStructure", "CDecimal", "CMutants"]'),
    ):
        if old not in manifest:
            raise SystemExit(f"mutate: Package.swift has no longer {old}: change Scripts/mutation/package.py")
        manifest = manifest.replace(old, new)
    put(COPY / "Package.swift", manifest.encode())


def build(mutants):
    """Builds the copy. Removes the mutants that do not compile, and returns the others."""
    for what in (["--target", "StreamMap"], ["--product", "StreamMapPackageTests"], ["--product", "StreamMapBench"]):
        for attempt in range(20):
            write(mutants)
            command = [
                "swift",
                "build",
                "--package-path",
                COPY,
                "--scratch-path",
                WORK / "build",
                "-c",
                "release",
                *(f"-Xswiftc={option}" for option in SWIFTC),
                *what,
            ]
            done = subprocess.run(
                command,
                check=False,
                env={**os.environ, "STREAMMAP_TEST_TARGETS": TARGETS},
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            (WORK / "build.log").write_text(done.stdout)
            if done.returncode == 0:
                break
            invalid = blamed(done.stdout, mutants)
            print(f"mutate: {len(invalid)} mutants do not compile", flush=True)
            if not invalid:
                raise SystemExit("mutate: the build failed for another reason, see .build/mutation/build.log")
            mutants = [mutant for mutant in mutants if mutant["number"] not in invalid]
        else:
            raise SystemExit("mutate: the build fails after 20 attempts, see .build/mutation/build.log")
    subprocess.run(["strip", "--strip-debug", "-o", BENCHMARK, WORK / "build/release/StreamMapBench"], check=True)
    return mutants


def blamed(log, mutants):
    """Returns the numbers of the mutants that compiler errors are about."""
    errors = collections.defaultdict(set)
    for path, line, column, message in re.findall(r"(?m)^(/\S+?):(\d+):(\d+): error: (.*)$", log):
        path = pathlib.Path(path)
        if path.is_relative_to(COPY):
            errors[str(path.relative_to(COPY))].add((int(line), int(column), "reasonable time" in message))
    found = set()
    for file, places in errors.items():
        of_file = {mutant["number"]: mutant for mutant in mutants if mutant["file"] == file}
        data = (COPY / file).read_bytes()
        lines = [0] + [match.end() for match in re.finditer(b"\n", data)] + [len(data)]
        spans = [(*span(data, match.start()), int(match[1])) for match in re.finditer(rb"streammap_mutant\((\d+)\)", data)]
        for line, column, is_slow in places:
            place = lines[line - 1] + column - 1
            around = [(end - start, number) for start, end, number in spans if start <= place < end]
            on_line = {number for start, end, number in spans if start < lines[line] and end > lines[line - 1]}
            near = {
                number
                for start, end, number in spans
                if start < lines[min(line + 3, len(lines) - 1)] and end > lines[max(line - 15, 0)]
            }
            numbers = {min(around)[1]} if around else on_line or near or set(of_file)
            if is_slow:
                roots = {of_file[number]["root"] for number in numbers | on_line}
                numbers = {number for number, mutant in of_file.items() if mutant["root"] in roots}
            found |= numbers
    return found


def span(data, call):
    """Returns the range of the expression or statement that a mutant's number chooses."""
    start = call - 1 if data[call - 1 : call] == b"(" else data.rindex(b"if", 0, call)
    depth, place, is_statement = 0, start, data[start : start + 1] != b"("
    while place < len(data):
        if data[place] in b"({[":
            depth += 1
        elif data[place] in b")}]":
            depth -= 1
            closes = data[place : place + 1] == (b"}" if is_statement else b")")
            if depth <= 0 and closes and not data[place + 1 :].startswith(b" else {"):
                return start, place + 1
        place += 1
    return start, len(data)
