"""Reads JSON Lines into typed Arrow columns.

    import streammap_json as sm

    scan = sm.scan("tweets/*.jsonl.gz", {"id": "int64", "author": "user.name: string"})
    table = scan.to_arrow()

``infer`` proposes columns. ``scan`` describes them, and returns a ``Scan``. Each of its methods
that returns rows runs the program ``streammap`` as a child process and reads its output, which is
an Arrow IPC stream.
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
from ._schema import InferredColumns, infer

__all__ = [
    "InferredColumns",
    "InputError",
    "ProgramError",
    "ProgramNotFoundError",
    "RecordError",
    "Scan",
    "StreamMapError",
    "UsageError",
    "__version__",
    "infer",
    "scan",
]

__version__ = "0.1.0"
