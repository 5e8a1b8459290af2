"""Compares whole streammap commands with other programs over the same files: Scripts/bench-program."""

import argparse
import contextlib
import gzip
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import report
from contenders import HERE, PROGRAM, Pass, commands, run, watch_threads
# contenders adds the folder of this module to the path.
from race import BENCH, BUILD, Failure, Worker, say, show, write_records
from rows import ROWS, SELECTIONS, Disagreement, compare, digest, members, names, rows, selected

# The record limit and the chunk of a worker. These are the program's defaults, passed explicitly.
RECORD, CHUNK = 64 << 20, 4 << 20
# The memory allowed in addition to chunks and records.
ALLOWANCE = 32_000_000
WORKERS = 2

PASSES = {
    "workers-1": "`forEach(workers: 1)`",
    "workers-2": "`forEach(workers: 2)`",
    "index-full": "`index-full`, the file in memory",
    "inflate": "zlib's `inflate` alone",
}


def arguments():
    parser = argparse.ArgumentParser(
        prog="Scripts/bench-program",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compares whole streammap commands, from start to end, with jq, DuckDB, wc, zlib and\nzstd "
        "over one file of a workload. Also measures forEach(workers:) of the library.",
        epilog="""\
Measurement. The file is generated and compressed. Everything is in the page cache before timing starts. Contenders
take turns: each round runs each contender once, in a new random order, so that other load on the machine affects all
alike. A ratio is the median of the ratios of the rounds. A speed is that of the median time, in MB/s: 10^6 bytes of
the plain text per second. Scripts/peers describes jq and DuckDB. Missing ones are installed where possible (not with
--no-install), otherwise reported and skipped. DuckDB reports its own time, without its start. A contender that has
used a minute skips the remaining rounds. check and count --validate stand beside index-full, which maps ten fields of
the file in memory, and schema beside DuckDB's inference from all records. Two workers stand beside two processes of
one worker at once, each over one half of the file: what the machine has for two, in the same minutes. The time of two
processes is that of the slower one.

Comparison. Each command writes the same fields of each record, as JSON Lines or CSV: of tweets id, user.screen_name
and text, of logs all ten, and two where a condition holds, of baskets id and three of each element. After the first,
untimed round, Python's json and csv read all rows. They must equal those of 'streammap select --jobs 1': the same
values in the same order. A schema must have the names of the members of all records; its types are not compared.
Quoting and escaping do not matter, nor whether CSV has no value or an empty string. For a jq that rounds large
integers, the rounded values are compared. Each later run must write the same bytes.

Workers. The part of the CPU time that other threads than two workers take. It limits what more workers can gain.

Memory. The peak resident memory of one run each over four times the file (at least 256 MB), from a file and through a
pipe, and over a file with one line as long as the file and longer than the record limit, which is skipped. Each must
stay within workers * (chunk + longest record) + 32 MB, or the run fails.

Examples:

  Scripts/bench-program                               # 1 GB: some minutes, and 7 GB of disk
  Scripts/bench-program --size 256MB --runs 21
  Scripts/bench-program --folder /mnt/fast --markdown
  Scripts/bench-program --readme                      # writes the tables of Benchmarks/RESULTS.md
  Scripts/bench-program --check                       # checks the output and the memory bounds
""",
    )
    parser.add_argument("--size", metavar="BYTES", help="bytes of the file: 256MB, 1GB (the default)")
    parser.add_argument(
        "--workload", choices=list(SELECTIONS), default="tweets",
        help="tweets (the default): three fields of each record; logs: ten fields of short records;\n"
        "baskets: a row for each of twenty elements, with three fields and the record's id")  # fmt: skip
    parser.add_argument("--runs", type=int, metavar="N", help="timed rounds (9)")
    parser.add_argument(
        "--contender", action="append", metavar="NAME", help="only select-1 and this contender; repeatable; names as printed")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the records and of the order (1)")
    parser.add_argument("--folder", metavar="DIR", help="create the files in a new folder in DIR instead of .build/peers")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--markdown", action="store_true", help="print the tables as Markdown")
    shown.add_argument("--readme", action="store_true", help="print the tables as Markdown and write them into Benchmarks/RESULTS.md")
    shown.add_argument("--check", action="store_true", help="use 4MB, untimed: compare the output and check the memory")
    parser.add_argument("--no-install", action="store_true", help="skip the peers that are not installed")
    options = parser.parse_args()
    if options.runs is not None and options.runs < 1:
        parser.error("--runs takes a whole number of at least 1")
    if options.check and options.runs is not None:
        parser.error("--runs cannot be used with --check, which is untimed")
    if options.folder and not os.path.isdir(options.folder):
        parser.error(f"--folder {options.folder} is not a folder")
    options.size = options.size or ("4MB" if options.check else "1GB")
    options.runs = options.runs or 9
    return options


# ---- Files


def make_records(workload, size, folder, seed):
    """Writes the records of a workload. Those that the benchmark does not map are made here."""
    if workload != "baskets":
        return write_records(workload, size, folder, seed)
    path = folder / "baskets.jsonl"
    # Distinct records are repeated, because Python would take minutes for a gigabyte.
    block = "".join(baskets(random.Random(seed), 4000)).encode()
    number, unit = re.fullmatch(r"(\d+)(MB|GB|)", size).groups()
    with open(path, "wb") as file:
        for _ in range(max(1, int(number) * {"MB": 10**6, "GB": 10**9, "": 1}[unit] // len(block))):
            file.write(block)
    return path


def baskets(chance, count):
    """Records with an array of twenty objects. Two of the five members of each are not wanted."""
    names = ["onyx crème", "pebble", "mosaic naïve", 'amber "large"']
    for number in range(count):
        items = [
            {"sku": f"{chance.getrandbits(32):08x}", "name": chance.choice(names), "quantity": chance.randint(1, 12),
             "price": round(chance.uniform(1, 300), 2), "gift": chance.random() < 0.1}
            for _ in range(20)
        ]  # fmt: skip
        record = {"id": number, "customer": {"id": chance.getrandbits(17), "name": f"c{number}"}, "items": items,
                  "placed_at": "2025-05-17T10:31:26Z"}  # fmt: skip
        yield json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def make_halves(plain):
    """Cuts the file in two at the end of a line. Returns both parts."""
    paths = [plain.with_name(f"half-{number}.jsonl") for number in (1, 2)]
    with open(plain, "rb") as file:
        for path, end in zip(paths, (plain.stat().st_size // 2, sys.maxsize)):
            with open(path, "wb") as out:
                while file.tell() < end and (block := file.readlines(1 << 20)):
                    out.writelines(block)
    return paths


def make_packed(plain):
    """Compresses the file with the defaults of gzip and zstd. Returns the paths by format."""
    packed = {"gzip": plain.with_name(plain.name + ".gz")}
    with open(plain, "rb") as file, gzip.open(packed["gzip"], "wb", compresslevel=6) as out:
        shutil.copyfileobj(file, out, 1 << 20)
    if shutil.which("zstd"):
        packed["zstd"] = plain.with_name(plain.name + ".zst")
        subprocess.run(["zstd", "-q", "-f", plain, "-o", packed["zstd"]], check=True)
    else:
        say("skipped: zstd is not installed")
    return packed


def make_copies(plain, times):
    """Writes the file `times` times in sequence."""
    path = plain.with_name("copies.jsonl")
    with open(path, "wb") as out:
        for _ in range(times):
            with open(plain, "rb") as file:
                shutil.copyfileobj(file, out, 1 << 20)
    return path


def make_long_line(folder, size):
    """Writes a valid record, one of `size` bytes, and another valid one."""
    path = folder / "long.jsonl"
    block = b"a" * (1 << 20)
    with open(path, "wb") as out:
        out.write(b'{"id": 1, "user": {"screen_name": "before"}, "text": null}\n')
        out.write(b'{"id": 2, "user": {"screen_name": "long"}, "text": "')
        for _ in range(-(-size // len(block))):
            out.write(block)
        out.write(b'"}\n{"id": 3, "user": {"screen_name": "behind"}, "text": ""}\n')
    return path


# ---- Time


def check(found, passes, plain, records, is_check):
    """An untimed round: all contenders must write the same rows, find the members of the records, and map the same
    values. The rows of a condition are taken from those of the first command."""
    counts = {"the file": records}
    reference = found[0]
    for one in found:
        one.turn()
        one.digest = digest(one.output)
        if one.form == "count":
            counts[one.name] = int(one.output.read_text().split()[0])
        elif one.form == "schema":
            if names(one.output) != members(plain):
                raise Disagreement(f"{one.name} has other members than the records: {sorted(names(one.output))}")
        elif one.form:
            count = compare(expected_rows(reference, one), one.output, one.form, one.fields, one.rounds)
            if one.fields is reference.fields and not one.fields.each:
                counts[one.name] = count
            if is_check:
                refuses_changes(reference, one)
    for one in passes:
        one.ask("check")
        counts[one.name] = one.records
    if len(set(counts.values())) > 1:
        raise Disagreement("different record counts: " + ", ".join(f"{count} for {name}" for name, count in counts.items()))
    sums = {one.name: one.checksum for one in passes if one.checksum}
    if len(set(sums.values())) > 1:
        raise Disagreement("different checksums: " + ", ".join(f"{sum} for {name}" for name, sum in sums.items()))


def expected_rows(reference, one):
    """The rows that a command must have written, from the output of the first command."""
    if one.fields is reference.fields:
        return rows(reference.output, reference.form, reference.fields)
    return selected(reference.output, reference.form, reference.fields, one.fields)


def refuses_changes(reference, one):
    """Checks the comparison itself: it must detect a changed name and a lost line."""
    *_, (_, name, *_) = ROWS[one.form](one.output, one.fields)
    text = one.output.read_bytes()
    before, _, behind = text.rpartition(name.encode())
    shorter = text[: text.rindex(b"\n", 0, -1) + 1]
    changed = one.output.with_suffix(".changed")
    for edited in (before + name[::-1].swapcase().encode() + b"#" + behind, shorter):
        changed.write_bytes(edited)
        with contextlib.suppress(Disagreement):
            compare(expected_rows(reference, one), changed, one.form, one.fields, one.rounds)
            raise Failure(f"{one.name}: the comparison did not detect a changed output")


def race(contenders, options):
    order = random.Random(options.seed)
    turns = list(contenders)
    for number in range(options.runs):
        order.shuffle(turns)
        for one in turns:
            if one.is_tired:
                continue
            show(f"round {number + 1} of {options.runs}, {one.name}")
            one.seconds[number] = one.turn()
            if getattr(one, "digest", None) and digest(one.output) != one.digest:
                raise Disagreement(f"{one.name} wrote other bytes than in its first run")


# ---- Memory


def measure_memory(folder, plain, rows, longest, size):
    """The peaks of runs over large inputs, with their bounds."""
    select = [
        PROGRAM, "select", "--no-progress", "--jobs", WORKERS, "--chunk", CHUNK, "--max-record", RECORD,
        "--on-error", "skip", SELECTIONS["tweets"].paths,
    ]  # fmt: skip
    output = folder / "memory.out"
    # Enough copies to reveal memory that is not released.
    times = max(4, -(-256_000_000 // size))
    copies = make_copies(plain, times)
    gigabytes = report.size_text(times * size)
    peaks = [
        peak(f"{gigabytes} from a file", [*select, copies], output, longest, 0, digest(rows, times)),
        peak(f"{gigabytes} through a pipe", select, output, longest, 0, digest(rows, times), ["cat", copies]),
    ]
    copies.unlink()
    # Only a line over the record limit is skipped.
    long = make_long_line(folder, max(size, 2 * RECORD))
    expected = folder / "expected.out"
    expected.write_text(
        '{"id":1,"screen_name":"before","text":null}\n{"id":3,"screen_name":"behind","text":""}\n')
    length = report.size_text(long.stat().st_size)
    title = f"{length} in one line, which is skipped"
    peaks.append(peak(f"{title}, from a file", [*select, long], output, RECORD, 1, digest(expected)))
    peaks.append(peak(f"{title}, through a pipe", select, output, RECORD, 1, digest(expected), ["cat", long]))
    long.unlink()
    return peaks


def peak(title, command, output, longest, status, expected, source=None):
    show(title)
    ended = run(command, output, source)
    if ended.status != status:
        raise Failure(f"{title}: streammap exited with status {ended.status}: {ended.complaint[-300:]}")
    if digest(output) != expected:
        raise Disagreement(f"{title}: wrong rows")
    if not ended.peak:
        raise Failure(f"{title}: unknown peak: streammap used less memory than the process watching it")
    return report.Peak(title, ended.peak, WORKERS * (CHUNK + longest) + ALLOWANCE)


# ---- What the workers do not share


def measure_serial(folder, plain, workload):
    """The parts of the CPU time of commands with two workers that other threads take: those that cut the input and write
    the rows in order. What a run over an empty file takes is subtracted from both. The median of three runs."""
    fields = SELECTIONS[workload]
    empty = folder / "empty.jsonl"
    empty.touch()
    output = folder / "serial.out"
    nowhere = pathlib.Path(os.devnull)
    each = ["--each", fields.each] if fields.each else []
    selects = {form: ["select", *each, "--format", form, fields.paths] for form in ("jsonl", "csv")}
    selects["arrow"] = ["select", *each, "--format", "arrow", "--types", fields.types]
    commands = {"count": ["count"], "check": ["check"], "schema": ["schema"]}
    commands |= {f"select --format {form}": words for form, words in selects.items()}
    for name, words in commands.items():
        for piped, target in ((False, nowhere), (True, nowhere), (False, output)):
            if target == output and words[0] != "select":
                continue
            title = f"`streammap {name} --jobs {WORKERS}`, {'through a pipe' if piped else 'from a file'}"
            if words[0] == "select":
                title += f", to {'a file' if target == output else '/dev/null'}"
            show(title)
            parts = []
            for _ in range(3):
                spent = []
                for path in (plain, empty):
                    command = [PROGRAM, words[0], "--no-progress", "--jobs", WORKERS, *words[1:], *([] if piped else [path])]
                    spent.append(watch_threads(command, target, ["cat", path] if piped else None))
                if None in spent:
                    return
                (threads, total), (_, start) = spent
                # The processes begin and end in the other threads.
                parts.append(max(0.0, sum(threads[WORKERS:]) - start) / (total - start))
            yield title, statistics.median(parts)
    output.unlink(missing_ok=True)


# ---- All of it


def main():
    options = arguments()
    if not options.no_install:
        subprocess.run([HERE.parent / "peers" / "setup", "jq", "duckdb"], stdout=sys.stderr)
    BUILD.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        folder = tempfile.TemporaryDirectory(prefix="bench-program-", dir=options.folder or BUILD)
        folder = pathlib.Path(stack.enter_context(folder))
        show("creating the files")
        plain = make_records(options.workload, options.size, folder, options.seed)
        with open(plain, "rb") as file:
            lengths = [len(line) for line in file]
        size = plain.stat().st_size
        packed = make_packed(plain)
        found = commands(folder, plain, packed, options.workload)

        def worker(*words):
            started = Worker([BENCH, "--worker", *words])
            stack.callback(started.close)
            started.greeting = started.answer()
            return started

        passes = []
        if options.workload == "baskets":
            # The benchmark does not map these records. It names the machine.
            machine = worker("--workload", "logs", "--size", "1MB").greeting["machine"]
        else:
            records = ["--workload", options.workload, "--data"]
            whole, *halves = (worker(*records, path) for path in (plain, *make_halves(plain)))
            machine = whole.greeting["machine"]
            validations = {one["contender"]: one["validation"] for one in whole.greeting["contenders"]}
            # Not every workload has each of them.
            offered = [(name, title) for name, title in PASSES.items() if name in validations]
            passes = [Pass(name, title, [whole], validations[name]) for name, title in offered]
            passes.append(Pass("workers-halves", "`forEach(workers: 1)`, two at once", halves, "full", asks="workers-1"))
        if options.contender:
            known = [one.name for one in [*found, *passes]]
            if unknown := set(options.contender) - set(known):
                raise Failure(f"unknown --contender '{min(unknown)}'; expected one of: {', '.join(known)}")
            # The first command has the rows that all others are compared with.
            found = [one for one in found if one.name in options.contender or one is found[0]]
            passes = [one for one in passes if one.name in options.contender]
        show("comparing the output")
        check(found, passes, plain, len(lengths), options.check)
        contenders = {one.name: one for one in [*passes, *found]}
        if not options.check:
            race(contenders.values(), options)
        # The bounds are the same for any records.
        peaks = []
        # Only the text has it, and a run of some contenders is to be short.
        serial = []
        if not (options.check or options.markdown or options.readme or options.contender):
            serial = list(measure_serial(folder, plain, options.workload))
        if options.workload == "tweets":
            peaks = measure_memory(folder, plain, found[0].output, max(lengths), size)
    show("")
    results = report.Results(contenders, peaks, serial, options.workload, size, len(lengths), machine)
    if options.check:
        print(f"{len(contenders)} contenders agree on {len(lengths)} records: {', '.join(contenders)}")
        if peaks:
            print(results.memory_table)
    elif options.markdown or options.readme:
        print(results.markdown)
    else:
        print(results.text)
    over = [one for one in peaks if one.bytes > one.bound]
    for one in over:
        say(f"bench-program: {one.title}: peak of {one.bytes} bytes exceeds the bound of {one.bound}")
    return 1 if over else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, Disagreement, OSError, subprocess.CalledProcessError) as failure:
        say(f"bench-program: {failure}")
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
