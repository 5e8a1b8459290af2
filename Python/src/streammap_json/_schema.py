"""Columns of records that were not declared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from . import _columns, _inputs
from ._child import Blocks, Child
from ._errors import UsageError
from ._program import find_program
from ._scan import Framing

#: The number of records from which columns are inferred.
_RECORDS = 10_000


class InferredColumns(dict[str, str]):
    """Columns that ``scan()`` takes, as a dictionary of names and types.

    It prints as Python code with a line for each column, to be copied and edited.
    """

    def __repr__(self) -> str:
        lines = (f"    {_literal(name)}: {_literal(text)},\n" for name, text in self.items())
        return "{\n" + "".join(lines) + "}"


def infer(
    inputs: _inputs.Input | Iterable[_inputs.Input],
    sample: int | None = None,
    *,
    limit: int | None = None,
    input: Framing = "lines",  # noqa: A002
    records: str | None = None,
) -> InferredColumns:
    """Proposes columns: reads records, and returns the paths in them and the types of their values.

        columns = infer("tweets.jsonl")
        print(columns)
        scan("tweets.jsonl", columns)

    Without ``sample`` or ``limit``, it reads the first 10,000 records. Bad records are skipped, and
    the log has their number. A value of a later record may not fit the types, which is an error
    of the scan unless it has ``mismatch="null"``.

    Args:
        inputs: The inputs, as for ``scan()``.
        sample: The number of records to read, at places evenly spaced over each file. The files
            cannot be compressed.
        limit: The number of first records to read.
        input: The form of the inputs, as for ``scan()``.
        records: The path of an array within one large JSON text, whose elements are the records.

    Raises:
        UsageError: For a pattern that matches no file, and for records without members.
        InputError: For a file that cannot be read.
    """
    if sample is not None:
        if limit is not None:
            raise UsageError("sample and limit exclude each other", kind="usage")
        options = ["--sample", str(sample)]
    else:
        options = ["--limit", str(_RECORDS if limit is None else limit)]
    options += ["--input", input] if records is None else ["--records", records]
    _columns.check_text(*options)
    columns = inferred(_inputs.expand(inputs), options)
    return InferredColumns({column.name: _text(column) for column in columns})


def inferred(
    names: Sequence[str], options: Sequence[str], blocks: Blocks | None = None
) -> list[_columns.Column]:
    """Returns the columns of records.

    Args:
        names: The names of the inputs, or one name for messages if there are blocks.
        options: Options of the program.
        blocks: The bytes of the input.
    """
    words = ["schema", "--format", "types", "--no-progress", "--on-error", "skip", *options]
    inputs = names if blocks is None else ["-"]
    child = Child(find_program(), words, inputs, skips=True, blocks=blocks)
    try:
        text = child.output.read().decode().rstrip("\n")
        child.finish(is_complete=None)
    finally:
        child.close()
    # A record without members is one value.
    if text in ("", "$:json"):
        raise UsageError(
            f"{names[0]}: its records have no members, so that there are no columns: declare them",
            kind="usage",
        )
    return _columns.parse(text)


def _text(column: _columns.Column) -> str:
    """Returns a column's type, with its path if that is not its name."""
    type_ = column.type + ("!" if column.required else "")
    return type_ if column.path == column.name else f"{column.path}: {type_}"


def _literal(text: str) -> str:
    """Returns a string as Python code, in double quotes. Those of JSON are the same."""
    return json.dumps(text, ensure_ascii=False)
