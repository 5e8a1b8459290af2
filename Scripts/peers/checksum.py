"""The checksum of Sources/StreamMapBench/Measuring/Checksum.swift, where it is documented, over Python values.

The sum is computed in C++ (columns.cpp), because Python would take minutes. race.py compiles it.
"""

import ctypes
from array import array
from itertools import chain, islice

INTEGER, NUMBER, BOOLEAN, TEXT, PAIRS = range(5)
MASK = (1 << 64) - 1


class Column(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int64), ("values", ctypes.c_void_p), ("counts", ctypes.c_void_p)]


def texts(values):
    encoded = [None if value is None else value.encode() for value in values]
    counts = array("q", (-1 if value is None else len(value) for value in encoded))
    return TEXT, b"".join(filter(None, encoded)), counts


def pairs(values):
    counts = array("q", map(len, values))
    coordinates = array("d", chain.from_iterable(chain.from_iterable(values)))
    if len(coordinates) != 2 * sum(counts):
        raise ValueError("a point does not have two coordinates")
    return PAIRS, coordinates, counts


PACKED = {
    "int": lambda values: (INTEGER, array("q", values), None),
    "double": lambda values: (NUMBER, array("d", values), None),
    "bool": lambda values: (BOOLEAN, bytes(values), None),
    "string": texts,
    "string?": texts,
    "pairs": pairs,
}


def address(values):
    if isinstance(values, array):
        return values.buffer_info()[0]
    return ctypes.cast(ctypes.c_char_p(values), ctypes.c_void_p).value


def checksum(rows, kinds, library):
    """The count and the checksum of rows whose values have these kinds."""
    sum_up = ctypes.CDLL(str(library)).streammap_checksum
    sum_up.restype = ctypes.c_uint64
    sum_up.argtypes = [ctypes.c_uint64, ctypes.c_uint64, ctypes.POINTER(Column)]
    total = count = 0
    rows = iter(rows)
    while some := list(islice(rows, 10_000)):
        # Keeps the memory of the columns alive until they are added to the sum.
        packed = [PACKED[kind](values) for kind, values in zip(kinds, zip(*some, strict=True), strict=True)]
        columns = (Column * len(packed))()
        for column, (kind, values, counts) in zip(columns, packed):
            column.kind = kind
            column.values = address(values)
            column.counts = address(counts) if counts else None
        total += sum_up(len(some), len(packed), columns)
        count += len(some)
    return count, f"{total & MASK:016x}"
