"""The names of the inputs."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from typing import TypeAlias

from ._errors import UsageError

#: A file, a folder, or a pattern such as ``tweets/*.jsonl.gz``. Only a string can be a pattern.
Input: TypeAlias = str | os.PathLike[str]


def expand(inputs: Input | Iterable[Input]) -> list[str]:
    """Returns the names of the inputs for the program, with patterns replaced by their files.

    The files of a pattern are sorted. ``**`` matches files in folders of any depth. A string that
    is the name of a file is not a pattern, whatever it contains.
    """
    # Its lines would be taken for names.
    _check_not_open(inputs)
    if isinstance(inputs, str | os.PathLike):
        inputs = [inputs]
    names: list[str] = []
    for given in inputs:
        _check_not_open(given)
        name = os.fspath(given)
        if not isinstance(name, str):
            raise TypeError(f"an input is a str or a path of str, not {type(name).__name__}")
        if not name or "\0" in name:
            raise UsageError(f"not the name of a file: {name!r}", kind="usage", file=name)
        if isinstance(given, str) and glob.has_magic(name) and not os.path.lexists(name):
            found = sorted(glob.glob(name, recursive=True))
            if "**" in name:
                # The program reads the files of a folder, which the pattern matches as well.
                found = [file for file in found if not os.path.isdir(file)]
            if not found:
                raise UsageError(f"no file matches {name}", kind="usage", file=name)
            names += found
        else:
            names.append(name)
    if not names:
        raise UsageError("no inputs: name at least one file", kind="usage")
    return [as_argument(name) for name in names]


def _check_not_open(given: object) -> None:
    """Raises an error for an open file."""
    if hasattr(given, "read"):
        name = getattr(given, "name", None)
        remedy = f"pass its name, {name!r}" if isinstance(name, str) else "write it to a file"
        raise TypeError(f"an input is the name of a file, not an open file: {remedy}")


def as_argument(name: str) -> str:
    """Returns a name that is neither an option nor ``-``, which is standard input or output."""
    return f"./{name}" if name.startswith("-") else name
