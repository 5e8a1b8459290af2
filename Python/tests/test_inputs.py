"""The names of inputs."""

from __future__ import annotations

import gzip
import io
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import streammap_json as streammap


def values(inputs: Any, **options: Any) -> list[Any]:
    values: list[Any] = (
        streammap.scan(inputs, {"a": "int64"}, **options).to_arrow()["a"].to_pylist()
    )
    return values


def test_one_file_and_several(write: Callable[..., str]) -> None:
    one, two = write('{"a":1}', name="1.jsonl"), write('{"a":2}', name="2.jsonl")
    assert values(one) == [1]
    assert values(Path(one)) == [1]
    assert values([two, Path(one), two]) == [2, 1, 2]
    assert values(iter([one, two])) == [1, 2]


def test_patterns_are_sorted(write: Callable[..., str]) -> None:
    for number in (10, 2, 1):
        write(f'{{"a":{number}}}', name=f"f{number}.jsonl")
    Path("sub/deep").mkdir(parents=True)
    Path("sub/deep/f3.jsonl").write_text('{"a":3}')
    assert values("f*.jsonl") == [1, 10, 2]
    assert values("f[12].jsonl") == [1, 2]
    assert values(["f?.jsonl", "f10.jsonl"]) == [1, 2, 10]
    assert values("**/*.jsonl") == [1, 10, 2, 3]
    # Folders match as well, and their files must be read once.
    assert values("**") == values("**/*") == [1, 10, 2, 3]


def test_a_pattern_without_a_match(folder: Path) -> None:
    with pytest.raises(streammap.UsageError, match=r"no file matches absent/\*\.jsonl") as caught:
        streammap.scan(["absent/*.jsonl"], {"a": "int64"})
    assert caught.value.file == "absent/*.jsonl"


def test_a_name_that_looks_like_a_pattern(write: Callable[..., str]) -> None:
    write('{"a":1}', name="a[1].jsonl")
    write('{"a":2}', name="a1.jsonl")
    assert values("a[1].jsonl") == [1]
    assert values(Path("a[1].jsonl")) == [1]
    with pytest.raises(streammap.InputError):
        values(Path("*.jsonl"))


@pytest.mark.parametrize("name", ["-", "--", "-x", "--help", "a=b", "a,b:c", "größe 日本"])
def test_a_name_is_never_an_option(name: str, write: Callable[..., str]) -> None:
    write('{"a":1}', name=name)
    assert values(name) == [1]
    assert values([name, name]) == [1, 1]


def test_folders_and_their_filters(write: Callable[..., str]) -> None:
    Path("d").mkdir()
    for name in ("a.jsonl", "b.jsonl", "c.txt"):
        write(f'{{"a":{ord(name[0])}}}', name=f"d/{name}")
    assert values("d") == [97, 98, 99]
    assert values("d", include=["*.jsonl"]) == values("d", include="*.jsonl") == [97, 98]
    assert values("d", include=["*.jsonl"], exclude=["a*"]) == [98]


def test_compressed_files(folder: Path) -> None:
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(b'{"a":1}\n') + gzip.compress(b'{"a":2}'))
    assert values("*.gz") == [1, 2]


def test_other_forms_of_input(write: Callable[..., str]) -> None:
    assert values(write('[{"a":1},', '{"a":2}]'), input="array") == [1, 2]
    assert values(write('{"d":{"i":[{"a":1},', '{"a":2}]}}'), records="d.i") == [1, 2]
    assert values(write('{"a":1}', '{"a":2}', '{"a":3}'), limit=2) == [1, 2]
    with pytest.raises(streammap.RecordError, match="deeper"):
        values(write('{"a":1,"b":[[]]}'), max_depth=2)
    with pytest.raises(streammap.RecordError):
        values(write('{"a":1,"b":"0123456789"}'), max_record=10)


def test_windows_of_zstd(folder: Path) -> None:
    # A header with a window of 2 GiB, and one block that is not compressed.
    text = b'{"a":1}\n'
    block = (len(text) << 3 | 1).to_bytes(3, "little")
    (folder / "a.zst").write_bytes(b"\x28\xb5\x2f\xfd\x00" + bytes([21 << 3]) + block + text)
    with pytest.raises(streammap.InputError, match="--zstd-window 2GiB"):
        values("a.zst")
    assert values("a.zst", zstd_window="2GiB") == values("a.zst", zstd_window=1 << 31) == [1]


def test_lenient_json(write: Callable[..., str]) -> None:
    name = write('{"a":1,}', '{"b":NaN,"a":2} // two', r'{"b":-Infinity,"c":"\ud800"}')
    columns = {"a": "int64", "b": "double", "c": "string", "d": "b:json"}

    def rows(lenient: Any) -> list[tuple[Any, ...]]:
        table = streammap.scan(name, columns, on_error="skip", lenient=lenient).to_arrow()
        return [tuple(row.values()) for row in table.to_pylist()]

    assert rows(()) == rows([]) == []
    assert rows("trailing-commas") == [(1, None, None, None)]
    (_, two, three) = rows(["nan", "comments", "trailing-commas", "surrogates"])
    assert two[0] == 2
    assert math.isnan(two[1])
    assert two[2:] == (None, None)
    assert three == (None, -math.inf, "\ufffd", None)
    with pytest.raises(streammap.UsageError, match="did you mean comments"):
        rows("coments")


def test_open_files(write: Callable[..., str]) -> None:
    name = write('{"a":1}')
    with open(name) as text, open(name, "rb") as binary:
        for inputs in (text, [text], binary):
            with pytest.raises(TypeError, match=r"open file: pass its name, 'records\.jsonl'"):
                values(inputs)
    for memory in (io.StringIO('{"a":1}'), [io.BytesIO(b'{"a":1}')]):
        with pytest.raises(TypeError, match="not an open file: write it to a file"):
            values(memory)
    with open(name) as text, pytest.raises(TypeError, match="not an open file"):
        streammap.infer(text)


def test_no_inputs() -> None:
    for inputs in ([], "", [""], "a\0b"):
        with pytest.raises(streammap.UsageError):
            streammap.scan(inputs, {"a": "int64"})


def test_lines_with_other_text(write: Callable[..., str]) -> None:
    log = write('starting\nweb | {"a":1}\n[{"a":2},\n', name="log")
    assert values(log, input="embedded-lines") == [1, 2]
    events = write('event: x\ndata: {"a":1}\n\ndata: [DONE]\n', name="events")
    assert values(events, input="sse") == [1]
    answer = write('As JSON:\n```json\n{"a":1,\n "b":[]}\n```\n{"a":2} is it.\n', name="answer")
    assert values(answer, input="markdown") == [1, 2]


def test_a_last_line_that_is_unfinished(folder: Path) -> None:
    (folder / "growing").write_text('{"a":1}\n{"a":')
    assert values("growing", complete_lines=True) == [1]
    with pytest.raises(streammap.RecordError):
        values("growing")
    with pytest.raises(streammap.UsageError, match="complete_lines works only with"):
        values("growing", complete_lines=True, input="array")
