"""The data source and its reader."""

from __future__ import annotations

import base64
import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import StringType, StructField, StructType

from .. import _columns
from .._child import Blocks
from .._errors import ProgramError, RecordError, UsageError
from .._scan import Scan, scan
from .._schema import inferred
from . import _pushdown, _types
from ._files import S3_OPTIONS, File, Files, Part, parts

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.datasource import Filter

_MODES = ("PERMISSIVE", "DROPMALFORMED", "FAILFAST")
_OPTIONS = (
    *("path", "paths", "columns", "where", "each", "eachEmpty"),
    *("mode", "columnNameOfCorruptRecord"),
    *("maxPartitionBytes", "sampleRecords", "maxRecord", "maxDepth", "lenient"),
    *S3_OPTIONS,
)
_CORRUPT_RECORD = "_corrupt_record"
#: PySpark spends 0.1 to 0.3 s of a core on a task. The program reads hundreds of megabytes in it.
_PARTITION_BYTES = 512 << 20
_SAMPLE_RECORDS = 10_000

#: The columns that say where a record is. A reject says it, too.
_PLACES = ("$file", "$offset")

#: The bytes of corrupt records in a batch.
_CORRUPT_BYTES = 16 << 20

#: The worker of Spark that plans a read with filters. Spark starts it only to push filters.
_PUSHDOWN_WORKER = "pyspark.sql.worker.data_source_pushdown_filters"


class StreamMapDataSource(DataSource):
    """JSON Lines files in typed columns: ``spark.read.format("streammap")``.

    Options:
        columns: The columns, as a list of ``[NAME=]PATH:TYPE`` with commas, such as ``"id:int64,
            author=user.screen_name:string"``. Without them, they are the fields of the schema given
            with ``.schema()``, or else those that the first records have.
        where: A filter, such as ``"lang == 'en' and user.followers >= 1000"``. For a malformed
            record, everything is null, so that it passes ``lang is null`` and not ``lang != 'en'``.
        each: The elements that have a row each, in place of the record: ``items[*]`` for those of
            an array, ``scores.*`` for the members of an object. The columns must be given, with
            paths such as ``items[*].sku``.
        eachEmpty: With ``each``, whether a record without elements has a row of nulls: ``true`` or
            ``false`` (the default).
        mode: What happens to a bad record, which is malformed or has a value that does not fit its
            column. As for Spark's own JSON source, ``PERMISSIVE`` (the default) makes values null
            that do not fit, and all values of a malformed record, ``DROPMALFORMED`` skips the
            record, and ``FAILFAST`` fails the task with the record's location.
        columnNameOfCorruptRecord: With ``PERMISSIVE``, the name of a string column that gets the
            text of each bad record. It is added to the columns if it is set here. The default,
            ``_corrupt_record``, applies to a schema that has such a column.
        maxPartitionBytes: The bytes of a file for one task. Default 536870912.
        sampleRecords: The number of records from which columns are inferred. Default 10000.
        maxRecord: The maximum size of a record, such as ``256MiB``. Default 64 MiB.
        maxDepth: The maximum nesting of a record. Default 512.
        lenient: JSON to accept that is not standard, as a list with commas of ``nan``,
            ``comments``, ``trailing-commas`` and ``surrogates``. A column of doubles has NaN and
            the infinities.
        s3.accessKey, s3.secretKey, s3.sessionToken, s3.region, s3.endpoint, s3.anonymous: The
            access to S3. The defaults are AWS's environment variables and files on each worker.
    """

    @classmethod
    def name(cls) -> str:
        """Returns the name for ``spark.read.format``."""
        return "streammap"

    def schema(self) -> StructType:
        """Returns the schema of the columns. Reads records only if no columns are given."""
        settings = _Settings(self.options)
        columns = settings.columns
        if columns is None:
            columns = settings.inferred()
            # Spark makes the reader of this instance, which then has the paths of the columns.
            self.options["columns"] = ",".join(column.text for column in columns)
        schema = _types.schema(columns)
        name = settings.corrupt_name
        if name in schema.names:
            raise UsageError(
                f"columnNameOfCorruptRecord: there is a column {name!r} already", kind="usage"
            )
        return schema.add(StructField(name, StringType())) if name else schema

    def reader(self, schema: StructType) -> DataSourceReader:
        """Returns the reader of the rows."""
        reader = _Reader(_Settings(self.options), schema)
        if reader.mode == "FAILFAST" or reader.corrupt_index is not None or not _plans_filters():
            return reader
        # Spark raises an error for a reader that takes filters unless it is asked for one.
        return _FilteringReader(_Settings(self.options), schema)


class _Settings:
    """The options, checked."""

    def __init__(self, options: Any) -> None:
        known = {name.lower(): name for name in _OPTIONS}
        given: dict[str, str] = {}
        for name, value in dict(options).items():
            if name.lower() not in known:
                raise UsageError(
                    f"unknown option {name!r}; the options are {', '.join(_OPTIONS)}", kind="usage"
                )
            given[known[name.lower()]] = value
        self.paths: list[str] = json.loads(given.get("paths", "[]"))
        if "path" in given:
            self.paths.append(given["path"])
        if not self.paths:
            raise UsageError("nothing to read: give a path to load()", kind="usage")
        self.each = given.get("each")
        empty = given.get("eachEmpty", "false").lower()
        if empty not in ("true", "false"):
            raise UsageError(f"eachEmpty is true or false, not {empty!r}", kind="usage")
        self.each_empty = empty == "true"
        if self.each_empty and self.each is None:
            raise UsageError("eachEmpty needs the option 'each'", kind="usage")
        if self.each is not None and "columns" not in given:
            raise UsageError("each needs the option 'columns'", kind="usage")
        self.columns = _columns.parse(given["columns"], self.each) if "columns" in given else None
        self.where = given.get("where")
        self.mode = given.get("mode", "PERMISSIVE").upper()
        if self.mode not in _MODES:
            raise UsageError(f"mode is {', '.join(_MODES)}, not {given['mode']!r}", kind="usage")
        self.corrupt_name = given.get("columnNameOfCorruptRecord")
        self.partition_bytes = _positive(given, "maxPartitionBytes", _PARTITION_BYTES)
        self.sample_records = _positive(given, "sampleRecords", _SAMPLE_RECORDS)
        self.limits: dict[str, Any] = {
            "max_record": given.get("maxRecord"),
            "max_depth": given.get("maxDepth"),
        }
        self.lenient = given.get("lenient", "")
        self.files = Files(given)

    def inferred(self) -> list[_columns.Column]:
        """Returns the columns of the first records of the first file that is not empty."""
        found = self.files.find(self.paths)
        if not found:
            raise UsageError(
                "the files are empty, so that there are no columns: give them with the option "
                "'columns' or a schema",
                kind="usage",
            )
        first = found[0]
        blocks = self.files.blocks(first, 0) if first.is_on_s3 else None
        options = ["--limit", str(self.sample_records), "--input", "lines"]
        if self.lenient:
            options += ["--lenient", self.lenient]
        return _types.inferred(inferred([first.name], options, blocks))


def _positive(options: dict[str, str], name: str, default: int) -> int:
    text = options.get(name, str(default))
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) == 0:
        raise UsageError(f"{name} is a number of at least 1, not {text!r}", kind="usage")
    return int(text)


def _plans_filters() -> bool:
    """Returns whether this process asks the reader which filters it takes."""
    main = getattr(sys.modules.get("__main__"), "__spec__", None)
    return _PUSHDOWN_WORKER in sys.modules or getattr(main, "name", None) == _PUSHDOWN_WORKER


@dataclass(frozen=True)
class _Task(InputPartition):
    """What one task reads."""

    parts: tuple[Part, ...]


class _Reader(DataSourceReader):
    """Reads the files of the settings in the columns of a schema. It is pickled for each task."""

    def __init__(self, settings: _Settings, schema: StructType) -> None:
        self.mode = settings.mode
        self._settings = settings
        name = settings.corrupt_name or _CORRUPT_RECORD
        fields = list(schema.fields)
        #: The index of the column with the texts of bad records. It is null in the other modes.
        self.corrupt_index: int | None = None
        is_declared = any(column.name == name for column in settings.columns or ())
        if name in schema.names and not is_declared:
            self.corrupt_index = schema.names.index(name)
            if not isinstance(fields.pop(self.corrupt_index).dataType, StringType):
                raise UsageError(f"the column {name!r} must be a string", kind="usage")
        typed = StructType(fields)
        if settings.columns is not None:
            _types.check(typed, settings.columns)
        self._columns = settings.columns or _types.columns(typed)
        self._condition = settings.where

    def partitions(self) -> Sequence[_Task]:
        """Splits the files. Reads nothing but a few bytes of large ones."""
        size = self._settings.partition_bytes
        files = self._settings.files
        found = files.find(self._settings.paths)
        large = [file for file in found if file.size > size]
        compressed = dict(zip(large, files.are_compressed(large), strict=True))
        tasks = parts(found, [compressed.get(file, False) for file in found], size)
        # Spark makes a task of its own if there is none.
        return [_Task(one) for one in tasks or [()]]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Reads the rows of a task in batches."""
        assert isinstance(partition, _Task)
        for part in partition.parts:
            try:
                yield from self._read(part)
            except RecordError as error:
                raise _in_spark(error, part.file) from error

    def _read(self, part: Part) -> Iterator[pa.RecordBatch]:
        """Reads a part: the rows of good records, and then those of bad ones."""
        if self.mode != "PERMISSIVE":
            on_error = "stop" if self.mode == "FAILFAST" else "skip"
            yield from self._batches(part, self._scan(on_error=on_error))
            return
        with tempfile.NamedTemporaryFile(prefix="streammap-") as rejects:
            # Which records have values that do not fit is only known if they are rejected.
            mismatch = "null" if self.corrupt_index is None else "reject"
            rows = self._scan(on_error="skip", mismatch=mismatch, rejects=rejects.name)
            yield from self._batches(part, rows)
            with open(rejects.name, "rb") as lines:
                if self.corrupt_index is not None:
                    yield from self._corrupt(lines)
                elif (places := [_place(json.loads(line)) for line in lines]) and (
                    self._keeps_nulls()
                ):
                    yield self._nulls(places)

    def _scan(self, **options: Any) -> Scan:
        # The tasks of a worker run at once, one for each core.
        settings = self._settings
        # Under PERMISSIVE, what a record lacks is null in its row, also in a required column.
        requires = self.mode != "PERMISSIVE" or options.get("mismatch") == "reject"
        columns = [
            column._replace(required=column.required and requires) for column in self._columns
        ]
        options = {
            "each": settings.each,
            "each_empty": settings.each_empty,
            "lenient": settings.lenient,
            **settings.limits,
            **options,
        }
        return scan("-", columns, jobs=1, where=self._condition, **options)

    def _batches(self, part: Part, rows: Scan) -> Iterator[pa.RecordBatch]:
        """Reads the rows of good records."""
        file, files = part.file, self._settings.files
        options: list[str] = [] if part.is_whole else ["--range", f"{part.start}:{part.end}"]
        blocks: Blocks | None = None
        if file.is_on_s3:
            # The byte before the range tells whether a line begins there.
            first = max(0, part.start - 1)
            blocks = files.blocks(file, first)
            options += ["--stdin-name", file.name]
            if not part.is_whole:
                options += ["--stdin-offset", str(first)]
        else:
            files.check(file)
        source = rows._of("-" if file.is_on_s3 else file.path)
        for batch in source._read(options, blocks):
            yield self._row_batch(batch, None)

    def _row_batch(self, batch: pa.RecordBatch, texts: list[str] | None) -> pa.RecordBatch:
        """Returns a batch in Spark's types, with the column of corrupt records if there is one."""
        import pyarrow as pa

        schema = _types.arrow(self._columns)
        arrays = [
            array if array.type == field.type else array.cast(field.type)
            for array, field in zip(batch.columns, schema, strict=True)
        ]
        if self.corrupt_index is not None:
            text = pa.nulls(len(batch), pa.string()) if texts is None else pa.array(texts)
            arrays.insert(self.corrupt_index, text)
            name = self._settings.corrupt_name or _CORRUPT_RECORD
            schema = schema.insert(self.corrupt_index, pa.field(name, pa.string()))
        return pa.RecordBatch.from_arrays(arrays, schema=schema)

    def _keeps_nulls(self) -> bool:
        """Returns whether the filter is true for a record of which nothing is known.

        As in Spark's own source, a filter sees the row of a malformed record, in which everything
        is null.
        """
        if self._condition is None:
            return True
        scan = self._scan(on_error="stop", each_empty=self._settings.each is not None)._of("-")
        rows = scan._read(["--quiet"], blocks=(text for text in [b"{}"]))
        return sum(map(len, rows)) == 1

    def _nulls(
        self, places: list[tuple[str, int]], texts: list[str] | None = None
    ) -> pa.RecordBatch:
        """Returns rows of records of which only the places are known, or also the texts."""
        import pyarrow as pa

        schema = _types.arrow(self._columns)
        arrays = [pa.nulls(len(places), field.type) for field in schema]
        batch = pa.RecordBatch.from_arrays(arrays, schema=schema)
        return self._row_batch(self._placed(batch, places), texts)

    def _corrupt(self, rejects: Iterable[bytes]) -> Iterator[pa.RecordBatch]:
        """Returns the rows of rejected records with their texts.

        A record is read again alone, and keeps the values that fit.
        """
        texts: list[bytes] = []
        places: list[tuple[str, int]] = []
        size = 0
        for line in rejects:
            reject = json.loads(line)
            raw = reject.get("raw")
            texts.append(
                base64.b64decode(reject.get("raw_base64", "")) if raw is None else raw.encode()
            )
            places.append(_place(reject))
            size += len(texts[-1])
            if size > _CORRUPT_BYTES:
                yield from self._partial(texts, places)
                texts, places, size = [], [], 0
        if texts:
            yield from self._partial(texts, places)

    def _partial(
        self, texts: list[bytes], places: list[tuple[str, int]]
    ) -> Iterator[pa.RecordBatch]:
        """Reads rejected records again, as lines, with null for the values that do not fit.

        Args:
            texts: The records.
            places: The file and the offset of each of them.
        """

        def lines() -> Blocks:
            yield b"".join(text + b"\n" for text in texts)

        has_elements = self._settings.each is not None
        with tempfile.NamedTemporaryFile(prefix="streammap-") as rejects:
            # The filter kept these records.
            options: dict[str, Any] = {"on_error": "skip", "rejects": rejects.name}
            if has_elements:
                # The elements of a rejected record have no rows, and the record has one of nulls.
                whole = [_columns.Column("record", "$", "json")]
                options["lenient"] = self._settings.lenient
                again = scan("-", whole, jobs=1, **options)
            else:
                again = self._scan(mismatch="null", **options)
            batches = list(again._of("-")._read(["--quiet"], blocks=lines()))
            with open(rejects.name, "rb") as rejected:
                malformed = {json.loads(line)["line"] - 1 for line in rejected}
        readable = [text for index, text in enumerate(texts) if index not in malformed]
        found = [place for index, place in enumerate(places) if index not in malformed]
        if sum(map(len, batches)) != len(readable):
            raise ProgramError(
                "streammap read a record in two ways: its rejects have no row for each",
                kind="program",
            )
        if has_elements:
            yield self._nulls(found, [text.decode(errors="replace") for text in readable])
            batches = []
        placed = iter(found)
        decoded = iter([text.decode(errors="replace") for text in readable])
        for batch in batches:
            rows = len(batch)
            batch = self._placed(batch, [next(placed) for _ in range(rows)])
            yield self._row_batch(batch, [next(decoded) for _ in range(rows)])
        if malformed and self._keeps_nulls():
            rest = [texts[index].decode(errors="replace") for index in sorted(malformed)]
            yield self._nulls([places[index] for index in sorted(malformed)], rest)

    def _placed(self, batch: pa.RecordBatch, places: list[tuple[str, int]]) -> pa.RecordBatch:
        """Returns a batch whose records have the places that they have in their files."""
        import pyarrow as pa

        for index, column in enumerate(self._columns):
            if column.path in _PLACES:
                values = [place[_PLACES.index(column.path)] for place in places]
                array = pa.array(values, batch.schema.field(index).type)
                batch = batch.set_column(index, batch.schema.field(index), array)
        return batch


class _FilteringReader(_Reader):
    """A reader that takes filters."""

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:  # noqa: N802
        """Reads only records that can pass the filters. Spark evaluates all of them again."""
        pushed = _pushdown.condition(filters, self._columns)
        if pushed and self._condition:
            pushed = f"({self._condition}) and {pushed}"
        self._condition = pushed or self._condition
        return filters


def _place(reject: dict[str, Any]) -> tuple[str, int]:
    """Returns the file and the offset of a rejected record."""
    return reject["file"], reject["offset"]


def _in_spark(error: RecordError, file: File) -> RecordError:
    """Returns an error with the options of this source.

    It names a file on S3, which the program reads as standard input.
    """
    message = re.sub(
        r"try input='(\w+)'",
        r"this source reads lines: convert it with streammap select '$' --input \1",
        str(error),
    )
    if file.is_on_s3:
        message = message.replace(error.file or "<stdin>", file.name)
    return RecordError(
        message,
        kind=error.kind,
        path=error.path,
        file=file.name if file.is_on_s3 else error.file,
        line=error.line,
        column=error.column,
        byte_offset=error.byte_offset,
    )
