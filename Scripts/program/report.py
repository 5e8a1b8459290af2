"""Formats the measurements as tables."""

import os
import statistics
import textwrap
from dataclasses import dataclass

from contenders import versions
# contenders adds the folder of this module to the path.
from race import today

# Contender, base, the minimum speed ratio, and the target ratio.
RATIOS = [
    ("workers-2", "workers-1", 1.8, None),
    ("select-2", "select-1", 1.8, None),
    ("workers-2", "workers-halves", 0.95, None),
    ("select-2", "select-halves", 0.95, None),
    ("select-1", "jq", None, None),
    ("select-1", "jq-installed", 20, 50),
    ("csv-1", "duckdb-1", 1.5, 3),
    ("csv-2", "duckdb-2", 1.5, 3),
    ("count-1", "wc", 0.5, None),
    ("check-1", "index-full", 0.9, None),
    ("validate-1", "index-full", 0.9, None),
    ("schema-1", "duckdb-schema-1", 8, 10),
    ("gzip", "inflate", 0.8, None),
    ("zstd", "unzstd", 0.8, None),
]

# For ten fields of short records, where the writing of rows counts.
LOGS_RATIOS = [
    ("csv-1", "duckdb-1", 3.5, 5),
    ("select-1", "duckdb-1", 3.5, 5),
    ("csv-1", "check-1", 0.33, 0.45),
    ("csv-2", "csv-1", 1.85, 1.95),
    ("where-1", "duckdb-where-1", 3, 4),
    ("schema-1", "duckdb-schema-1", 5, 6),
    ("select-1", "jq", None, None),
]

# For a row for each element.
BASKETS_RATIOS = [
    ("csv-1", "duckdb-1", 3, None),
    ("select-1", "duckdb-1", 3, None),
    ("csv-2", "duckdb-2", None, None),
    ("csv-1", "check-1", None, None),
    ("select-1", "jq", None, None),
]

# Ratios that are printed, but are not in README, which has a limit of lines.
NOT_IN_README = {("workers-2", "workers-1"), ("select-2", "select-1"), ("validate-1", "index-full")}


def size_text(count):
    """`4 GB`, `16 MB`."""
    return f"{count / 1e9:.3g} GB" if count >= 999_000_000 else f"{count / 1e6:.3g} MB"


@dataclass
class Peak:
    """The peak memory of a run and its bound."""

    title: str
    bytes: int
    bound: int


@dataclass
class Results:
    contenders: dict
    peaks: list
    # Commands with two workers, and the part of their CPU time that other threads take.
    serial: list
    workload: str
    size: int
    records: int
    machine: str

    def speed(self, one):
        return f"{self.size / one.median / 1e6:.0f}"

    @property
    def ratios(self):
        """Contender, base, measured ratio, minimum and target, where they are set."""
        known = self.contenders
        for name, base, floor, aim in {"tweets": RATIOS, "logs": LOGS_RATIOS, "baskets": BASKETS_RATIOS}[self.workload]:
            if name in known and base in known:
                yield known[name], known[base], known[name].ratio(known[base]), floor, aim

    @property
    def text(self):
        rows = [["contender", "MB/s", "min-max", "seconds", "CPU s", "peak MB", "checks", "runs", "command"]]
        for one in self.contenders.values():
            slow, fast = max(one.seconds.values()), min(one.seconds.values())
            cpu = f"{statistics.median(one.cpus):.2f}" if one.cpus else "-"
            held = max(one.peaks, default=0)
            rows.append([
                one.name, self.speed(one), f"{self.size / slow / 1e6:.0f}-{self.size / fast / 1e6:.0f}",
                f"{one.median:.3f}", cpu, f"{held / 1e6:.0f}" if held else "-", one.validation,
                str(len(one.seconds)), one.shown,
            ])  # fmt: skip
        held = [["contender", "beside", "ratio", "floor", "aim", ""]]
        for one, base, ratio, floor, aim in self.ratios:
            missed = "below the floor" if floor and ratio < floor else ""
            held.append([one.name, base.name, f"{ratio:.2f}", f"{floor or ''}", f"{aim or ''}", missed])
        runs = max(len(one.seconds) for one in self.contenders.values())
        heading = f"{size_text(self.size)} of {self.workload}, {self.records} records; median of {runs} rounds; {self.machine}"
        tables = [heading, columns(rows, left={0, 6, 8}), columns(held, left={0, 1, 5})]
        if self.serial:
            rows = [["CPU time of other threads than the workers", "%"]]
            tables.append(columns(rows + [[title, f"{100 * part:.1f}"] for title, part in self.serial], left={0}))
        if self.peaks:
            tables.append(self.memory_table)
        return "\n\n".join([*tables, f"{', '.join(versions())}; {today()}"])

    @property
    def memory_table(self):
        rows = [["two workers", "peak MB", "bound MB"]]
        rows += [[one.title, f"{one.bytes / 1e6:.1f}", f"{one.bound / 1e6:.1f}"] for one in self.peaks]
        return columns(rows, left={0})

    @property
    def markdown(self):
        lines = ["| | MB/s | beside | MB/s | ratio | at least |", "|---|--:|---|--:|--:|--:|"]
        for one, base, ratio, floor, _ in self.ratios:
            if (one.name, base.name) in NOT_IN_README:
                continue
            promised = f"{floor}, not met" if floor and ratio < floor else f"{floor or ''}"
            cells = [one.title, self.speed(one), base.title, self.speed(base), f"{ratio:.2f}", promised]
            lines.append(f"| {' | '.join(cells)} |")
        if self.peaks:
            lines += ["", "| two workers | peak, MB | bound, MB |", "|---|--:|--:|"]
        lines += [f"| {one.title} | {one.bytes / 1e6:.1f} | {one.bound / 1e6:.1f}{', not met' * (one.bytes > one.bound)} |" for one in self.peaks]
        command = os.environ.get("STREAMMAP_BENCH_COMMAND", "Scripts/bench-program")
        origin = (
            f"{size_text(self.size)}, {self.records} records. Measured on {self.machine} ({today()}), by `{command}`. "
            f"{', '.join(versions())}."
        )
        return "\n".join([*lines, "", *textwrap.wrap(origin, 118, break_long_words=False, break_on_hyphens=False)])


def columns(rows, left):
    """Lines of cells, padded to the width of their column."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if index in left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in rows
    )
