"""The exceptions, and how they are made from what the program writes."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any


class StreamMapError(Exception):
    """The base of all errors of this package.

    Attributes that do not apply to an error are None.

    Attributes:
        kind: The kind of the error, such as ``"notAnInteger"`` or ``"truncated"``.
        path: The path of the value within the record, such as ``user.followers``.
        file: The name of the file.
        line: The number of the line within the file, from 1.
        column: The number of the byte within the line, from 1.
        byte_offset: The number of bytes before the error in the file. For a compressed file, they
            are counted after decompression.
    """

    kind: str | None
    path: str | None
    file: str | None
    line: int | None
    column: int | None
    byte_offset: int | None

    def __init__(
        self,
        message: str,
        *,
        kind: str | None = None,
        path: str | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        byte_offset: int | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.path = path
        self.file = file
        self.line = line
        self.column = column
        self.byte_offset = byte_offset

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is pickled when it leaves a worker process.
        return type(self), self.args, self.__dict__


class UsageError(StreamMapError):
    """The arguments are wrong: an unknown type, a malformed path, a pattern without a match."""


class RecordError(StreamMapError):
    """A record is malformed, or one of its values does not fit its column."""


class InputError(StreamMapError):
    """A file could not be read, or the file of rejects could not be written."""


class ProgramError(StreamMapError):
    """The program ended in a way that it does not describe, such as by a signal."""


class ProgramNotFoundError(StreamMapError):
    """The program ``streammap`` was not found."""


#: An option of the program in its messages, and a value after it.
_OPTION = re.compile(
    r"""(?<![\w/.-])--(types|schema|where|each-empty|each|on-error|max-errors|rejects|mismatch|batch-rows|jobs|input|
    records|complete-lines|include|exclude|limit|sample|max-depth|max-record)(?![\w-])
    (?:\ (?:(embedded-lines|sse|markdown|lines|
    document|concatenated|seq|array|auto|stop|skip|reject|null)\b|('[^']*')))?""",
    re.VERBOSE,
)

#: How a run that ends at the first bad record speaks of the options that make it do so.
_STOPPED = re.compile(r"stopped after more than 0 bad records|\d+ of \d+ records? skipped$")


def in_python(message: str) -> str:
    """Returns a message of the program with its options as parameters of ``scan()``."""

    def parameter(option: re.Match[str]) -> str:
        name, word, quoted = option.groups()
        name = "columns" if name in ("types", "schema") else name.replace("-", "_")
        value = repr(word) if word else quoted
        return f"{name}={value}" if value else name

    return _OPTION.sub(parameter, message)


def record_error(reject: bytes, hints: Sequence[str] = ()) -> RecordError:
    """Returns the error that a line of ``--rejects`` describes.

    Args:
        reject: The line.
        hints: Messages of the program that say what to do about it.
    """
    # These are imported when they are needed, as the package is to be imported fast.
    import binascii
    import json

    members: dict[str, Any] = json.loads(reject)
    file: str = members["file"]
    if name := members.get("file_base64"):
        file = os.fsdecode(binascii.a2b_base64(name))
    line, column, byte = members.get("line"), members.get("column"), members.get("byte")
    # The location has the form of the program's own messages.
    place = f"{members['file']}:{line}:{column}: " if line is not None else f"{members['file']}: "
    place += f"byte {byte}: " if byte is not None else ""
    return RecordError(
        "\n".join([place + in_python(members["message"]), *hints]),
        kind=members["kind"],
        path=members["path"],
        file=file,
        line=line,
        column=column,
        byte_offset=byte,
    )


def was_complete(report: bytes) -> bool:
    """Returns whether a run read all that it was asked to, by its report."""
    import json

    try:
        return json.loads(report)["end"] in ("complete", "limit")
    except (ValueError, KeyError):
        return False


def run_error(
    status: int, reject: bytes, notes: Sequence[str], inputs: Sequence[str]
) -> StreamMapError:
    """Returns the error of a run that failed.

    Args:
        status: The exit status of the program, negative for a signal. 0 if it is unknown.
        reject: The bad record that ended the run, as a line of ``--rejects``, or nothing.
        notes: The program's messages about the run as a whole.
        inputs: The names of the inputs.
    """
    texts = [in_python(note) for note in notes]
    message = "\n".join(texts)
    if status in (0, 1) and reject:
        return record_error(reject, [text for text in texts if not _STOPPED.match(text)])
    if status == 1:
        return RecordError(message or "too many bad records", kind="maxErrors")
    if status == 2:
        return UsageError(message or "the program rejected its arguments", kind="usage")
    if status == 3:
        return InputError(message or "reading failed", kind="input", file=_file(notes, inputs))
    if status == 0:
        reason = "its output has no end: it was ended early, or it is of another version"
    else:
        reason = f"signal {-status} ended it" if status < 0 else f"it ended with status {status}"
    return ProgramError("\n".join([f"streammap failed: {reason}", *texts]), kind="program")


def _file(notes: Sequence[str], inputs: Sequence[str]) -> str | None:
    """Returns the file that a message begins with: an input, or a file in one that is a folder."""
    for note in notes:
        parts = note.split(": ")
        for count in range(1, len(parts)):
            file = ": ".join(parts[:count])
            folders = (name.rstrip("/") + "/" for name in inputs)
            if file in inputs or (file.startswith(tuple(folders)) and os.path.lexists(file)):
                return file
    return None
