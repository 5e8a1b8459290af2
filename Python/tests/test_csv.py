"""The program's rows of csv and tsv, as pyarrow reads them."""

from __future__ import annotations

import io
import json
import random
import subprocess

import pyarrow as pa
import pytest
from pyarrow import csv

#: Texts that a careless writer confuses with null, with a separator or with the end of a row.
TEXTS = [
    "",
    " ",
    "NULL",
    "null",
    "NA",
    "0",
    '"',
    '""',
    ",",
    "\t",
    "a,b",
    "a\tb",
    "x\ny",
    "\r",
    "é",
    "plain",
]


def _records(rng: random.Random) -> list[dict[str, str | int | None]]:
    records: list[dict[str, str | int | None]] = []
    for _ in range(500):
        record: dict[str, str | int | None] = {}
        for name in ("s", "t"):
            if rng.random() < 0.8:
                record[name] = rng.choice([*TEXTS, None])
        if rng.random() < 0.8:
            record["n"] = rng.choice([0, 1, -5, None])
        records.append(record)
    return records


@pytest.mark.parametrize("columns", [["s,n,t"], ["--types", "s:string,n:int64,t:string"]])
@pytest.mark.parametrize("null", [None, "NULL", "NA", "0"])
@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_pyarrow_reads_the_values_and_nulls(
    columns: list[str],
    null: str | None,
    format: str,  # noqa: A002
    program: str,
    rng: random.Random,
) -> None:
    records = _records(rng)
    lines = "".join(json.dumps(record) + "\n" for record in records)
    options = [] if null is None else ["--null", null]
    for header in (True, False):
        run = subprocess.run(
            [
                program,
                "select",
                "--format",
                format,
                *options,
                *([] if header else ["--no-header"]),
                *columns,
            ],
            input=lines.encode(),
            capture_output=True,
        )
        assert run.returncode == 0, run.stderr.decode()
        table = csv.read_csv(
            io.BytesIO(run.stdout),
            read_options=csv.ReadOptions(column_names=None if header else ["s", "n", "t"]),
            parse_options=csv.ParseOptions(
                delimiter="," if format == "csv" else "\t", newlines_in_values=True
            ),
            convert_options=csv.ConvertOptions(
                column_types={"s": pa.string(), "n": pa.string(), "t": pa.string()},
                null_values=[null or ""],
                strings_can_be_null=True,
                quoted_strings_can_be_null=False,
            ),
        )
        expected = [
            {
                name: None if (value := record.get(name)) is None else str(value)
                for name in ("s", "n", "t")
            }
            for record in records
        ]
        assert table.to_pylist() == expected
