"""The columns of records whose columns were not declared."""

from __future__ import annotations

from . import _columns
from ._child import Blocks, Child
from ._errors import UsageError
from ._program import find_program


def infer(name: str, records: int, blocks: Blocks | None = None) -> list[_columns.Column]:
    """Returns the columns of the first records of an input.

    Args:
        name: The name of the input, which is only used in messages if there are blocks.
        records: The number of records to read.
        blocks: The bytes of the input.
    """
    options = ["--format", "types", "--limit", str(records), "--on-error", "skip"]
    # The scan reads lines, too. It reports what is wrong with them.
    arguments = ["schema", "--no-progress", "--quiet", "--input", "lines", *options]
    inputs = [name if blocks is None else "-"]
    child = Child(find_program(), arguments, inputs, skips=True, blocks=blocks)
    try:
        text = child.output.read().decode().rstrip("\n")
        child.finish(is_complete=None)
    finally:
        child.close()
    # A record without members is one value.
    if text in ("", "$:json"):
        raise UsageError(
            f"{name}: its first records have no members, so that there are no columns: declare "
            "them",
            kind="usage",
        )
    return _columns.parse(text)
