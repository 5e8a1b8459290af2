"""Reads JSON Lines into typed Arrow columns.

    scan = streammap.scan("tweets/*.jsonl.gz", {"id": "int64", "author": "user.name: string"})
    table = scan.to_arrow()

``scan`` describes the columns, and returns a ``Scan``. Each of its methods that returns rows runs
the program ``streammap`` as a child process and reads its output, which is an Arrow IPC stream.
"""

from ._errors import (
    InputError,
    ProgramError,
    ProgramNotFoundError,
    RecordError,
    StreamMapError,
    UsageError,
)
from ._scan import Scan, scan

__all__ = [
    "InputError",
    "ProgramError",
    "ProgramNotFoundError",
    "RecordError",
    "Scan",
    "StreamMapError",
    "UsageError",
    "__version__",
    "scan",
]

__version__ = "0.1.0"
