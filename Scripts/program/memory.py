"""Compares streammap's peak memory over hostile and ordinary input with the bound in LargeInputs.md.

    memory.py [--times] PROGRAM

With --times, it also compares CPU times: of rejected lines with those of good ones, and of lines that reach the rare
paths of the kernels with those of ordinary lines of about the same length. A ratio above its limit is marked, and does
not fail, because times depend on the machine.

The bound of a run, in bytes:

    32 MB + workers x (chunk + longest record + 4 x longest row + 4 x longest reject)
    select, retry:  + columns x (6 KiB + 16 x longest name)
    schema:         + (2 x workers + 1) x paths x 1 KiB
    lists:          + workers x 32 bytes x elements of the record's lists
    groups:         + workers x 48 bytes x elements x (columns of the group + 1)

The bound of a run that writes record batches is

    64 MB + workers x (2 x (chunk + longest record + batch + longest row)), and the same for lists and groups

A batch is 64 MiB, or 65,536 rows if that is less, and a row is as long as its values in the columns.

A record over --max-record counts as that limit, and as a reject of 64 KiB. `schema` counts at most 100,000 paths.
"""

import collections
import concurrent.futures
import itertools
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from contenders import watch

MIB = 1 << 20
NOWHERE = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


@dataclass
class Run:
    title: str
    words: list
    input: str
    status: int
    workers: int = 2
    chunk: int = 4 * MIB
    record: int = 0
    row: int = 0
    reject: int = 0
    columns: int = 0
    name: int = 0
    paths: int = 0
    # The bytes of a record batch.
    batch: int = 0
    # The elements of a record's lists.
    elements: int = 0
    # The cells of a record's groups, and one for each element.
    cells: int = 0

    @property
    def bound(self):
        if self.batch:
            batches = 2 * (self.chunk + self.record + self.batch + self.row)
            return 64_000_000 + self.workers * (batches + 32 * self.elements + 48 * self.cells)
        return (
            32_000_000
            + self.workers * (self.chunk + self.record + 4 * self.row + 4 * self.reject)
            + self.columns * (6144 + 16 * self.name)
            + (2 * self.workers + 1) * self.paths * 1024
            + self.workers * (32 * self.elements + 48 * self.cells)
        )

    @property
    def command(self):
        words = [*self.words, "--jobs", str(self.workers)]
        if self.chunk != 4 * MIB:
            words += ["--chunk", str(self.chunk)]
        return words + [self.input]


def record(length, bad):
    """A record of `length` bytes including its line feed. If `bad`, its last value is malformed."""
    if length == 2:
        return b"x\n" if bad else b"1\n"
    members = bytearray(b'{"id":1')
    number = 0
    end = b',"e":trux}\n' if bad else b',"e":true}\n'
    while True:
        member = b',"m%d":"v%d text"' % (number, number)
        if len(members) + len(member) + len(b',"k":""') + len(end) > length:
            break
        members += member
        number += 1
    members += b',"k":"' + b"y" * (length - len(members) - len(b',"k":""') - len(end)) + b'"'
    return bytes(members) + end


def write(path, line, size):
    with open(path, "wb") as file:
        block = line * max(1, MIB // len(line))
        for _ in range(max(1, size // len(block))):
            file.write(block)
    return path


def runs(folder, settle):
    """The runs, which may run at the same time. `settle` waits for those so far, before an input is written anew."""
    at = lambda name: os.path.join(folder, name)
    outputs = itertools.count()
    out = lambda name: at(f"{name}-{next(outputs)}")
    rejects = lambda words: [*words, "--on-error", "skip", "--rejects", out("rejects"), "--output", out("rows")]

    def anew(name):
        settle()
        return at(name)

    inputs = {}
    for length, size in ((2, 8 * MIB), (4096, 32 * MIB), (MIB, 32 * MIB)):
        for bad in (False, True):
            inputs[length, bad] = write(at(f"{'bad' if bad else 'good'}-{length}"), record(length, bad), size)
    names = {2: "2 B", 4096: "4 KiB", MIB: "1 MiB"}
    for length, title in names.items():
        longest = length if length > 4096 else 0
        good, bad = inputs[length, False], inputs[length, True]
        yield Run(f"good lines of {title}", ["check", "--quiet"], good, 0, record=longest)
        yield Run(f"bad lines of {title}, --quiet", ["check", "--quiet"], bad, 1, record=longest)
        yield Run(f"bad lines of {title}, printed", ["check"], bad, 1, record=longest)
        yield Run(f"bad lines of {title}, --rejects", rejects(["select", "id"]), bad, 1, record=longest, reject=longest, columns=1)
    short = inputs[2, True]
    yield Run("bad lines of 2 B, one worker", ["check", "--quiet"], short, 1, workers=1)
    yield Run("bad lines of 2 B, --chunk 32MiB, printed", ["check"], short, 1, chunk=32 * MIB)
    yield Run("bad lines of 2 B, --max-errors 0", ["check", "--max-errors", "0"], short, 1)
    yield Run("bad lines of 2 B, --max-errors 99%, --chunk 32MiB", ["check", "--max-errors", "99%"], short, 1, chunk=32 * MIB)
    yield Run("bad lines of 2 B, --limit 5", ["check", "--limit", "5"], short, 1, workers=1)
    yield Run("bad lines of 2 B, --report", ["select", "id", "--on-error", "skip", "--report", out("report"), "--output", out("rows")], short, 1, columns=1)

    for count in (1_000, 10_000):
        # An argument is limited to 128 KiB.
        prefix = "a_rather_long_name_of_a_column_" if count <= 1_000 else "column"
        columns = [f"{prefix}{number}" for number in range(count)]
        longest = max(map(len, columns))
        row = sum(len(name) + len('"":null,') for name in columns)
        empty = at(f"empty-{count}")
        with open(empty, "wb") as file:
            file.write(b"{}\n" * (150_000_000 // row))
        paths = ",".join(columns)
        wide = dict(row=row, columns=count, name=longest)
        for workers in (1, 2):
            yield Run(f"{count} columns, {workers} workers", ["select", paths], empty, 0, workers=workers, **wide)
        yield Run(f"{count} columns as CSV", ["select", "--format", "csv", paths], empty, 0, **wide)
        yield Run(f"{count} columns, --chunk 32MiB", ["select", paths], empty, 0, chunk=32 * MIB, **wide)
        if count <= 1_000:
            report = ["select", "--report", out("report"), "--output", out("rows"), "--on-error", "skip", "--max-errors", "50%", paths]
            mixed = at("mixed")
            with open(mixed, "wb") as file:
                file.write(b"{}\nx\n{}\n" * (75_000_000 // row))
            yield Run(f"{count} columns, --report, every third line bad", report, mixed, 1, **wide)

    # An offset of 4 bytes, or a value of 8, and a bit for each value.
    for count, kind, size in ((10, "int64", 8), (1_000, "string", 4), (10_000, "int64", 8), (10_000, "bool", 0)):
        row = count * size + count // 8
        empty = anew("empty")
        with open(empty, "wb") as file:
            file.write(b"{}\n" * min(2_000_000, 200_000_000 // row, 120_000_000 // count))
        types = ",".join(f"c{number}:{kind}" for number in range(count))
        arrow = ["select", "--format", "arrow", "--types", types]
        for workers in (1, 2):
            yield Run(
                f"{count} columns of {kind} as Arrow, {workers} workers", arrow, empty, 0, workers=workers, row=row,
                batch=min(64 * MIB, 65_536 * row))
    for kind, item, size in (("int64", b"1", 8), ("bool", b"true", 0), ("string", b'""', 4), ("json", b"[]", 6)):
        count = 32 * MIB // (len(item) + 1)
        line = b'{"a":[' + b",".join([item] * count) + b"]}\n"
        lists = write(anew("lists"), line, 4 * len(line))
        row = count * size + count // 8
        for workers in (1, 2):
            yield Run(
                f"records of {count} elements of {kind} as Arrow, {workers} workers",
                ["select", "--format", "arrow", "--types", f"a:list({kind})"], lists, 0, workers=workers,
                record=len(line), row=row, batch=64 * MIB, elements=count)
    text = write(anew("texts"), b'{"a":"' + b"y" * (12 * MIB) + b'"}\n', 96 * MIB)
    for workers in (1, 2):
        yield Run(
            f"strings of 12 MiB as Arrow, {workers} workers", ["select", "--format", "arrow", "--types", "a:string"],
            text, 0, workers=workers, record=12 * MIB, row=12 * MIB, batch=64 * MIB)

    count = 6_000_000
    line = b'{"l":[' + b",".join([b"1"] * count) + b"]}\n"
    lists = write(anew("lists"), line, 4 * len(line))
    for workers in (1, 2):
        sizes = dict(workers=workers, record=len(line), row=len(line), columns=1, elements=count)
        yield Run(f"select of {count} elements, {workers} workers", ["select", "l[*]"], lists, 0, **sizes)
        yield Run(f"list(json) of {count} elements, {workers} workers", ["select", "--types", "l:list(json)"], lists, 0, **sizes)
    count = 2_000_000
    for fields in (1, 4):
        members = b",".join(b'"f%d":1' % number for number in range(fields))
        line = b'{"l":[' + b",".join([b"{" + members + b"}"] * count) + b"]}\n"
        groups = write(anew("lists"), line, 4 * len(line))
        names = [f"l[*].f{number}" for number in range(fields)]
        sizes = dict(record=len(line), columns=fields, cells=count * (fields + 1))
        for workers in (1, 2):
            yield Run(
                f"a group of {fields}, {count} elements, {workers} workers", ["select", ",".join(names)], groups, 0,
                workers=workers, row=2 * fields * count, **sizes)
        types = ",".join(f"{name}:list(int64)" for name in names)
        yield Run(
            f"a group of {fields}, {count} elements as Arrow", ["select", "--format", "arrow", "--types", types], groups, 0,
            row=fields * count * 9, batch=64 * MIB, **sizes)
        # A struct has a cell of its own.
        sizes["cells"] = count * (fields + 2)
        type_ = f"l:list(struct({','.join(f'f{number}:int64' for number in range(fields))}))"
        for workers in (1, 2):
            yield Run(
                f"structs of {fields}, {count} elements, {workers} workers", ["select", "--types", type_], groups, 0,
                workers=workers, row=len(line), **sizes)
        yield Run(
            f"structs of {fields}, {count} elements as Arrow", ["select", "--format", "arrow", "--types", type_], groups,
            0, row=count * (fields * 9 + 1), batch=64 * MIB, **sizes)
    count = 1_000_000
    line = b'{"m":{' + b",".join(b'"k%d":%d' % (number, number) for number in range(count)) + b"}}\n"
    maps = write(anew("lists"), line, 4 * len(line))
    for workers in (1, 2):
        yield Run(
            f"a map of {count} members, {workers} workers", ["select", "--types", "m:map(int64)"], maps, 0,
            workers=workers, record=len(line), row=len(line), columns=1, cells=4 * count)
    line = b'{"l":[' + b",".join([b"[1,2]"] * count) + b"]}\n"
    lists = write(anew("lists"), line, 4 * len(line))
    for workers in (1, 2):
        yield Run(
            f"a list of {count} lists, {workers} workers", ["select", "--types", "l:list(list(int64))"], lists, 0,
            workers=workers, record=len(line), row=len(line), columns=1, cells=2 * count + 2 * 2 * count)
    # The elements of records that are rejected are not kept.
    line = b'{"u":{"l":[' + b",".join([b'{"f":[1,2,3]}'] * 1_000) + b'],"n":"x"}}\n'
    bad = write(anew("lists"), line, 128 * MIB)
    yield Run(
        "structs of records that are rejected",
        ["select", "--types", "u:struct(l:list(struct(f:list(int64))),n:int64)", "--on-error", "skip", "--quiet"], bad, 1,
        record=len(line), row=len(line), columns=1, cells=5_000)
    count = 3_000_000
    items = b",".join([b"1"] * count)
    line = b"{" + b",".join(b'"l%d":[%s]' % (number, items) for number in range(10)) + b"}\n"
    lists = write(anew("lists"), line, 2 * len(line))
    # Per element an offset of 4 bytes, its text and a bit.
    row = 10 * count * 5 + 10 * count // 8
    types = ",".join(f"l{number}:list(json)" for number in range(10))
    yield Run(
        f"ten lists of {count} elements of json as Arrow", ["select", "--format", "arrow", "--types", types],
        lists, 0, record=len(line), row=row, batch=64 * MIB, elements=10 * count)
    size = 15_000_000
    text = write(anew("texts"), b'{"a":"' + b"y" * size + b'"}\n', 4 * size)
    for workers in (1, 2):
        yield Run(
            f"two columns of json of 15 MB, {workers} workers", ["select", "--types", "a:json,b=a:json"], text, 0,
            workers=workers, record=size, row=2 * size, columns=2)

    with open(at("deep"), "w") as file:
        # Objects 100 to 500 deep, with names of their own. Most exceed the bytes that paths may have.
        for number in range(400):
            depth = 100 + number
            file.write(f'{{"a{number}":' * depth + "1" + "}" * depth + "\n")
    for kind in ("types", "json", "table"):
        yield Run(
            f"schema --format {kind} of deep objects", ["schema", "--format", kind, "--output", out("rows")], at("deep"), 0,
            paths=27_000)

    with open(at("schema"), "w") as file:
        # 99,900 paths. Each object has few enough names that none is inferred as a dictionary.
        for number in range(300_000):
            file.write('{"a%d":{"b%d":%d}}\n' % (number % 900, number // 900 % 110, number))
    for workers in (1, 2):
        yield Run(f"schema of 99,900 paths, {workers} workers", ["schema", "--output", out("rows")], at("schema"), 0, workers=workers, paths=99_900)
    member = b'{"id":1,"tags":["a","b"],"text":"' + b"x" * 200 + b'"}'
    with open(at("text"), "wb") as file:
        file.write(b'{"data":{"items":[' + member)
        for _ in range(1000):
            file.write((b"," + member) * 1000)
        file.write(b']},"users":{"":0')
        for number in range(300_000):
            file.write(b',"name %d":{"id":[[1],[2]]}' % number)
        file.write(b"}}")
    yield Run(
        "schema of one text of 250 MB on one line", ["schema", "--output", out("rows")], at("text"), 1, record=64 * MIB)


# ---- Time


@dataclass
class Timed:
    """Lines that reach a rare path of the kernels, and the ordinary lines of the same length beside them."""

    title: str
    line: bytes
    beside: bytes
    # A larger ratio of the times is a defect.
    limit: float
    # The exit status of `check` for each of them: 1 if the lines are rejected.
    status: int = 0
    status_beside: int = 0


def timed():
    deep = b"[" * 500 + b"]" * 500 + b"\n"
    saw = b"[" + b",".join([b"[[[[{}]]]]", b'{"":[{"":[]}]}'] * 40) + b"]\n"
    word = b'"some text",1234,'

    def flat(line):
        words, rest = divmod(len(line) - len(b'[""]\n'), len(word))
        return b"[" + word * words + b'"' + b"y" * rest + b'"]\n'

    text = lambda line: b'"' + b"y" * (len(line) - 3) + b'"\n'
    good = b'{"a":true}\n'
    short = flat(b"y" * 64)
    # Lines whose lengths have no divisor in common with a block begin at every offset of one.
    runs = [b'"' + b"\\" * count + b'"\n' for count in (126, 4094)]
    odd = b'["' + b"\\" * 4093 + b'"",1]\n'
    many = b'["' + b'\\\\","' * 512 + b'"]\n'
    yield Timed("a bad literal in each line of 11 B", b'{"a":trux}\n', good, 20, 1)
    yield Timed("the same, beside another error", b'{"a":trux}\n', b'{"a":,rue}\n', 3, 1, 1)
    yield Timed("a bad literal in each line of 5 B", b"trux\n", b"tru,\n", 3, 1, 1)
    yield Timed("many bad literals in each line of 4 KiB", b"[" + b"trux," * 819 + b"1]\n", flat(b"y" * 4099), 20, 1)
    yield Timed("500 brackets that open and 500 that close", deep, flat(deep), 40)
    yield Timed("brackets that open and close in turn", saw, flat(saw), 15)
    yield Timed("a bracket that closes the other kind", b'[[[[[[}]]\n', b"[[[[[[,]]\n", 3, 1, 1)
    for line in runs:
        yield Timed(f"{len(line) - 3} backslashes in a line", line, text(line), 15)
    yield Timed("4093 backslashes, and a quote that ends no string", odd, text(odd), 15)
    yield Timed("two backslashes in each of many strings", many, flat(many), 10)
    yield Timed("lines of 2 B, beside lines of 64 B", b"1\n", short, 80)
    yield Timed("objects of 3 B, beside lines of 64 B", b"{}\n", short, 80)
    yield Timed("empty lines, beside lines of 64 B", b"\n", short, 20)


def nanoseconds(program, folder, line, status, size=32 * MIB):
    """The CPU time of checking a line, without that of the start. The least of some runs."""
    path = os.path.join(folder, "timed")
    command = [program, "check", "--quiet", "--jobs", "1", path]

    def least(expected):
        spent = []
        while sum(spent) < 0.5 and len(spent) < 7:
            _, cpu, _, found = watch(command, **NOWHERE)
            if found != expected:
                sys.exit(f"check-memory: status {found} instead of {expected} for lines such as {line[:40]!r}")
            spent.append(cpu)
        return min(spent)

    open(path, "wb").close()
    start = least(0)
    write(path, line, size)
    return max(least(status) - start, 1e-4) / os.path.getsize(path) * len(line) * 1e9


def measure_times(program, folder):
    print("\n| lines on the kernels' rare paths | ns a byte | ns a line | of ordinary lines' | at most |")
    print("|---|--:|--:|--:|--:|")
    for one in timed():
        spent = nanoseconds(program, folder, one.line, one.status)
        beside = nanoseconds(program, folder, one.beside, one.status_beside)
        ratio = spent / len(one.line) / (beside / len(one.beside))
        note = ", over it" * (ratio > one.limit)
        print(f"| {one.title} | {spent / len(one.line):.2f} | {spent:.0f} | {ratio:.1f} | {one.limit:g}{note} |", flush=True)


def main():
    words = sys.argv[1:]
    times = words[:1] == ["--times"]
    program = os.path.abspath(words[-1])
    failed = 0
    # A run that is timed runs alone. More than two at a time would need much memory.
    together = 1 if times else min(2, os.cpu_count() or 1)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(together) as pool:
        seconds, started = {}, collections.deque()

        def report():
            nonlocal failed
            run, ended = started.popleft()
            _, cpu, peak, status = ended.result()
            seconds[run.title] = cpu
            over = peak > run.bound
            wrong = status != run.status
            failed += over or wrong
            note = ", over its bound" * over + f", status {status} instead of {run.status}" * wrong
            print(f"| {run.title} | {peak / 1e6:.1f} | {run.bound / 1e6:.1f}{note} |", flush=True)

        def settle():
            while started:
                report()

        print("| input | peak, MB | bound, MB |\n|---|--:|--:|", flush=True)
        for run in runs(folder, settle):
            started.append((run, pool.submit(watch, [program, *run.command], **NOWHERE)))
            if len(started) == together:
                report()
        settle()
        if times:
            print("\n| bad lines | CPU time, of good ones' | at most |\n|---|--:|--:|")
            for title in ("2 B", "4 KiB", "1 MiB"):
                good = seconds[f"good lines of {title}"]
                for kind, limit in (("--quiet", 10), ("printed", 20)):
                    print(f"| {title}, {kind} | {seconds[f'bad lines of {title}, {kind}'] / good:.1f} | {limit} |")
            measure_times(program, folder)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
