"""Scans: what to read, and the ways to read it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from . import _columns, _inputs
from ._child import Blocks, Child
from ._errors import ProgramError, UsageError
from ._program import find_program

if TYPE_CHECKING:
    import pyarrow as pa

#: The name in the metadata of the last batch of a complete stream: the number of its rows.
_ROWS = b"streammap.rows"

Framing = Literal[
    "lines",
    "embedded-lines",
    "sse",
    "markdown",
    "document",
    "concatenated",
    "seq",
    "array",
    "auto",
]


def scan(
    inputs: _inputs.Input | Iterable[_inputs.Input],
    columns: _columns.Columns | None = None,
    *,
    where: str | None = None,
    each: str | None = None,
    each_empty: bool = False,
    on_error: Literal["stop", "skip"] = "stop",
    max_errors: int | str | None = None,
    rejects: str | os.PathLike[str] | None = None,
    mismatch: Literal["reject", "null"] = "reject",
    batch_rows: int | None = None,
    jobs: int | None = None,
    input: Framing = "lines",  # noqa: A002
    records: str | None = None,
    complete_lines: bool = False,
    include: str | Iterable[str] = (),
    exclude: str | Iterable[str] = (),
    limit: int | None = None,
    max_depth: int | None = None,
    max_record: int | str | None = None,
    zstd_window: int | str | None = None,
    lenient: str | Iterable[str] = (),
) -> Scan:
    """Describes the columns to read from JSON records. Nothing is read before a method asks for it.

    Args:
        inputs: A file, a folder, a pattern such as ``"tweets/*.jsonl.gz"``, or a list of these. A
            folder means all files in it. gzip and zstd are detected by the first bytes.
        columns: The columns: a mapping of ``NAME: TYPE`` or ``NAME: "PATH: TYPE"``, where the name
            itself is the default path; or ``[NAME=]PATH:TYPE`` in a list, or in one string with
            commas. ``infer()`` proposes them. A type is bool, int64, uint64, double, string, text
            (any scalar, as its text), date, timestamp[UNIT], datetime[UNIT] (without a time zone),
            unix[UNIT] (a number of units since 1970), json (any value, as its text), list(TYPE),
            struct(NAME:TYPE,...) or map(TYPE). A unit is s, ms, us or ns. ``!`` after the type of
            a column, as in ``int64!``, makes a record without its value bad. In other columns,
            absent values and null are null. In a mapping, a type can also be one of Python's, such
            as ``int`` and ``list[str]``, or one of pyarrow's, such as ``pa.int64()``.
        where: A filter, such as ``"lang == 'en' and user.followers >= 1000"``.
        each: The elements that have a row each, in place of the record: ``"items[*]"`` for those of
            an array, ``"scores.*"`` for the members of an object, ``"orders[*].lines[*]"`` for
            those of several arrays. A column whose path begins with this path has the value of
            the element. Any other value is repeated. ``$index`` is the element's number, from 0.
        each_empty: With ``each``, whether a record without elements has a row of nulls.
        on_error: ``"stop"`` raises a RecordError at the first bad record, after the rows before
            it. ``"skip"`` continues with the next record.
        max_errors: With ``"skip"``, the number of bad records to skip, or a percentage such as
            ``"2%"``, over which the run stops with a RecordError.
        rejects: With ``"skip"``, the file to write bad records to, one JSON object per line.
        mismatch: Action for a value that does not fit its type. ``"reject"``: the record is bad.
            ``"null"``: the value is null, and the log has a line for each such column.
        batch_rows: The maximum number of rows of a batch. Default 65,536.
        jobs: The number of threads of the program. Default: one for each core. The rows are the
            same for any number.
        input: The form of the inputs. ``"embedded-lines"`` is lines with other text around the
            JSON, such as logs, ``"sse"`` is server-sent events, and ``"markdown"`` is the answers
            of language models, with JSON in code blocks or at the beginning of a line. Other text
            is skipped, and the log has the number of its lines.
        records: The path of an array within one large JSON text, whose elements are the records.
        complete_lines: Whether a last line without a line feed is left in the file, because
            its rest may still be written. It is then neither a record nor an error.
        include: Patterns of the names to read from a folder.
        exclude: Patterns of the names not to read from a folder.
        limit: The maximum number of records to read, including bad ones. Records that
            ``where`` skips do not count.
        max_depth: The maximum nesting of a record. Default 512.
        max_record: The maximum size of a record, such as ``"256MiB"``. Default 64 MiB.
        zstd_window: The maximum window of a frame in a zstd file, such as ``"2GiB"``, which adds
            to the memory of the program. Default 128 MiB.
        lenient: JSON to accept that is not standard: ``"nan"`` (a column of doubles has the
            number, and any other column that takes it has null), ``"comments"``,
            ``"trailing-commas"`` and ``"surrogates"`` (also bytes that are not UTF-8, as U+FFFD).

    Raises:
        UsageError: For malformed columns, for a pattern that matches no file, and for options that
            exclude each other. The program finds the other errors in arguments, such as a
            malformed filter, when a scan is read.
    """
    if on_error not in ("stop", "skip"):
        raise UsageError(f"on_error is 'stop' or 'skip', not {on_error!r}", kind="usage")
    for name, value in (("max_errors", max_errors), ("rejects", rejects)):
        if value is not None and on_error != "skip":
            raise UsageError(f"{name} needs on_error='skip'", kind="usage")
    if columns is None:
        raise UsageError(
            "no columns: name them with their types, as in columns={'id': 'int64', 'author': "
            "'user.name: string'}. streammap_json.infer(inputs) proposes columns",
            kind="usage",
        )
    if each_empty and each is None:
        raise UsageError("each_empty needs each", kind="usage")
    parsed = _columns.parse(columns, each)
    options = {
        "--where": where,
        "--each": each,
        "--max-errors": max_errors,
        "--rejects": None if rejects is None else _inputs.as_argument(os.fspath(rejects)),
        "--mismatch": mismatch,
        "--batch-rows": batch_rows,
        "--jobs": jobs,
        # The option excludes --records.
        "--input": None if input == "lines" else input,
        "--records": records,
        "--limit": limit,
        "--max-depth": max_depth,
        "--max-record": max_record,
        "--zstd-window": zstd_window,
        "--lenient": (lenient if isinstance(lenient, str) else ",".join(lenient)) or None,
    }
    arguments = ["select", "--format", "arrow", "--no-progress"]
    for option, value in options.items():
        if value is not None:
            arguments += [option, str(value)]
    for option, patterns in (("--include", include), ("--exclude", exclude)):
        for pattern in [patterns] if isinstance(patterns, str) else patterns:
            arguments += [option, pattern]
    if each_empty:
        arguments += ["--each-empty"]
    if complete_lines:
        arguments.append("--complete-lines")
    if on_error == "skip":
        arguments += ["--on-error", "skip"]
    _columns.check_text(*arguments)
    return Scan(_inputs.expand(inputs), parsed, arguments, skips=on_error == "skip")


class Scan:
    """Rows of typed columns, which are read anew by each method.

    A scan has the Arrow PyCapsule interface, so that DuckDB, Polars, pandas and others read it as
    a table. Each read runs the program ``streammap`` once. Make scans with ``scan()``.
    """

    def __init__(
        self,
        inputs: Sequence[str],
        columns: Sequence[_columns.Column],
        arguments: Sequence[str],
        *,
        skips: bool,
    ) -> None:
        self._inputs = tuple(inputs)
        self._columns = tuple(columns)
        self._arguments = tuple(arguments)
        self._skips = skips

    @property
    def schema(self) -> pa.Schema:
        """The schema. It follows from the columns alone: nothing is read."""
        return _columns.schema(self._columns)

    def batches(self) -> Generator[pa.RecordBatch, None, None]:
        """Reads the rows in batches.

        The program runs no further ahead than a few batches. It ends when the iterator is closed
        or dropped.

        Raises:
            StreamMapError: The iterator raises it after the rows before the error.
        """
        # The generator starts the program when its first batch is asked for.
        return self._read()

    def to_arrow(self) -> pa.Table:
        """Reads all rows into a table."""
        import pyarrow as pa

        return pa.Table.from_batches(self._read(), schema=self.schema)

    def count(self) -> int:
        """Returns the number of rows. Reads them all, with the errors of ``to_arrow()``."""
        return sum(batch.num_rows for batch in self._read())

    def reader(self) -> pa.RecordBatchReader:
        """Returns a reader of the rows, for functions that take a pyarrow.RecordBatchReader."""
        import pyarrow as pa

        return pa.RecordBatchReader.from_batches(self.schema, self._read())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Returns the rows as an ArrowArrayStream. Each call reads the inputs anew."""
        return self.reader().__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """Returns the schema as an ArrowSchema."""
        return self.schema.__arrow_c_schema__()

    def __repr__(self) -> str:
        first = self._inputs[0] + (", …" if len(self._inputs) > 1 else "")
        columns = ", ".join(f"{column.name}: {column.type}" for column in self._columns[:10])
        more = ", …" if len(self._columns) > 10 else ""
        return f"<streammap_json.Scan of {first}: {columns}{more}>"

    def _of(self, name: str) -> Scan:
        """Returns a scan of one other input, whose name can be ``-``."""
        return Scan([name], self._columns, self._arguments, skips=self._skips)

    @contextlib.contextmanager
    def _child(
        self, options: Iterable[str] = (), blocks: Blocks | None = None
    ) -> Generator[Child, None, None]:
        """Starts the program, and ends it with the context."""
        text = ",".join(column.text for column in self._columns)
        with _columns.arguments(text) as types:
            arguments = [*self._arguments, *types, *options]
            child = Child(find_program(), arguments, self._inputs, skips=self._skips, blocks=blocks)
            try:
                yield child
            finally:
                child.close()

    def _read(
        self, options: Iterable[str] = (), blocks: Blocks | None = None
    ) -> Generator[pa.RecordBatch, None, None]:
        """Reads the rows in batches.

        Args:
            options: More options of the program.
            blocks: The bytes of the input, whose name is then ``-``.
        """
        import pyarrow as pa

        with self._child(options, blocks) as child:
            failure: Exception | None = None
            rows = 0
            is_complete = False
            try:
                reader = pa.ipc.open_stream(child.output)
                self._check(reader.schema)
            except (pa.ArrowInvalid, OSError) as error:
                failure = error
            while failure is None:
                try:
                    batch, metadata = reader.read_next_batch_with_custom_metadata()
                except StopIteration:
                    break
                except (pa.ArrowInvalid, OSError) as error:
                    failure = error
                    is_complete = False
                else:
                    is_complete = metadata is not None and metadata.get(_ROWS) == b"%d" % rows
                    if not is_complete:
                        rows += batch.num_rows
                        yield batch
            # A run that failed writes a part of a stream. Its own error explains more.
            child.finish(is_complete=is_complete)
            if failure:
                raise ProgramError(
                    f"streammap wrote a broken stream: {failure}", kind="program"
                ) from failure

    def _check(self, schema: pa.Schema) -> None:
        if not schema.equals(self.schema):
            raise ProgramError(
                f"the program {find_program()} is of another version: its schema is {schema}",
                kind="program",
            )
