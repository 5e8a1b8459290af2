"""The checksum of Sources/StreamMapBench/Measuring/Checksum.swift, which says what it is, over Python's values.

It is slow, so it belongs into passes that nobody times.
"""

import struct

START = 0x517CC1B727220A95
FACTOR = 0x9E3779B97F4A7C15
YES = 0xD1B54A32D192ED03
NO = 0x8CB92BA72F3D8DD7
ABSENT = 0xA5A5A5A5A5A5A5A5
MASK = (1 << 64) - 1

DOUBLE = struct.Struct("<d")
WORD = struct.Struct("<Q")


def string_words(text):
    """What of a string is mixed: its count, all its bytes, eight at a time, and its last eight."""
    utf8 = text.encode()
    size = len(utf8)
    if size < 8:
        return (size, int.from_bytes(utf8, "big"))
    whole = (size - 1) // 8
    return (size, *struct.unpack_from(f"<{whole}Q", utf8), WORD.unpack_from(utf8, size - 8)[0])


def double_words(value):
    return WORD.unpack(DOUBLE.pack(value))


def pair_words(pairs):
    words = [len(pairs)]
    for x, y in pairs:
        words += double_words(x)
        words += double_words(y)
    return words


WORDS = {
    "int": lambda value: (value & MASK,),
    "double": lambda value: double_words(float(value)),
    "bool": lambda value: (YES if value else NO,),
    "string": string_words,
    "string?": lambda value: (ABSENT,) if value is None else string_words(value),
    "pairs": pair_words,
}


def checksum(rows, kinds):
    """The count and the checksum of rows, whose values are of these kinds."""
    total = count = 0
    functions = [WORDS[kind] for kind in kinds]
    for row in rows:
        record = START
        for words, value in zip(functions, row, strict=True):
            for word in words(value):
                record = ((record << 5 | record >> 59) & MASK ^ word) * FACTOR & MASK
        total += record ^ record >> 32
        count += 1
    return count, f"{total & MASK:016x}"
