"""Errors as exceptions, with their locations."""

from __future__ import annotations

import copy
import gzip
import json
import logging
import os
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import streammap_json as streammap


def test_a_mismatched_value(write: Callable[..., str]) -> None:
    name = write('{"id":1}', '{"id":2}', '{"id":2.5}', '{"id":4}')
    batches = streammap.scan(name, {"id": "int64"}).batches()
    assert next(batches)["id"].to_pylist() == [1, 2]
    with pytest.raises(streammap.RecordError) as caught:
        next(batches)
    error = caught.value
    assert isinstance(error, streammap.StreamMapError)
    assert str(error) == f"{name}:3:7: byte 24: id: expected an integer for int64, found 2.5"
    assert (error.kind, error.path, error.file) == ("notAnInteger", "id", name)
    assert (error.line, error.column, error.byte_offset) == (3, 7, 24)


def test_a_malformed_record(write: Callable[..., str]) -> None:
    name = write('{"user":{"id":1}}', '{"user":{"id":', name="a:b 7.jsonl")
    with pytest.raises(streammap.RecordError) as caught:
        streammap.scan(name, {"id": "user.id: int64"}).to_arrow()
    error = caught.value
    assert (error.kind, error.path, error.file) == ("truncated", "user.id", name)
    assert (error.line, error.column, error.byte_offset) == (2, 15, 32)


def test_a_file_whose_name_is_not_text(folder: Path) -> None:
    name = os.fsdecode(b"caf\xe9.jsonl")
    try:
        (folder / name).write_text("x\n")
    except OSError:
        pytest.skip("the file system has only names in UTF-8")
    with pytest.raises(streammap.RecordError) as caught:
        streammap.scan(name, {"id": "int64"}).to_arrow()
    assert caught.value.file == name


def test_a_compressed_file_that_is_cut(folder: Path) -> None:
    text = "".join(f'{{"a":"{os.urandom(99).hex()}"}}\n' for _ in range(1_000))
    whole = gzip.compress(text.encode())
    (folder / "cut.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(streammap.StreamMapError) as caught:
        streammap.scan("cut.gz", {"a": "string"}).to_arrow()
    assert "cut.gz" in str(caught.value)


@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_file_that_cannot_be_read(on_error: str, write: Callable[..., str]) -> None:
    name = write('{"a":1}')
    with pytest.raises(streammap.InputError, match="No such file") as caught:
        streammap.scan([name, "absent"], {"a": "int64"}, on_error=on_error).to_arrow()  # type: ignore[arg-type]
    assert (caught.value.kind, caught.value.file) == ("input", "absent")


def test_a_file_of_a_folder_that_cannot_be_read(folder: Path) -> None:
    (folder / "data").mkdir()
    (folder / "data" / "a: b.gz").write_bytes(gzip.compress(b'{"a":1}\n')[:15])
    for name in ("data", "data/"):
        with pytest.raises(streammap.StreamMapError) as caught:
            streammap.scan(name, {"a": "int64"}).to_arrow()
        assert caught.value.file == "data/a: b.gz"


def test_skipped_records_are_rejects(
    write: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    name = write('{"id":1}', '{"id":"x"}', "{", '{"id":4}')
    scan = streammap.scan(name, {"id": "int64"}, on_error="skip", rejects=Path("bad.jsonl"))
    with caplog.at_level(logging.WARNING, "streammap_json"):
        assert scan.to_arrow()["id"].to_pylist() == [1, 4]
    assert caplog.messages == ["2 of 4 records skipped"]
    rejects = [json.loads(line) for line in Path("bad.jsonl").read_text().splitlines()]
    assert [(each["line"], each["kind"]) for each in rejects] == [
        (2, "typeMismatch"),
        (3, "truncated"),
    ]
    assert rejects[0]["raw"] == '{"id":"x"}'


def test_too_many_skipped_records(write: Callable[..., str]) -> None:
    name = write('{"id":1}', "x", "x", "x", '{"id":4}')
    scan = streammap.scan(name, {"id": "int64"}, on_error="skip", max_errors=2)
    with pytest.raises(streammap.RecordError, match="more than 2 bad records") as caught:
        scan.to_arrow()
    assert caught.value.kind == "maxErrors"
    scan = streammap.scan(name, {"id": "int64"}, on_error="skip", max_errors=3)
    assert scan.to_arrow().num_rows == 2


def test_all_rows_before_an_error_are_read(
    write: Callable[..., str],
) -> None:
    lines = [f'{{"a":{row}}}' for row in range(70_000)] + ["x", "y"]
    batches = streammap.scan(write(*lines), {"a": "int64"}, batch_rows=1_000).batches()
    rows: list[int] = []
    with pytest.raises(streammap.RecordError) as caught:
        rows.extend(value for batch in batches for value in batch["a"].to_pylist())
    assert caught.value.line == 70_001
    assert rows == list(range(70_000))


def test_wrong_arguments(write: Callable[..., str]) -> None:
    name = write("{}")
    wrong: list[Any] = [{"a": "int32"}, "a", "a:", {}, [], "", {"a": "b]: int64"}, "a:int64,a:bool"]
    for columns in wrong:
        with pytest.raises(streammap.UsageError) as caught:
            streammap.scan(name, columns).to_arrow()
        assert caught.value.kind == "usage"
    with pytest.raises(streammap.UsageError, match="on_error"):
        streammap.scan(name, {"a": "bool"}, rejects="bad.jsonl")
    with pytest.raises(streammap.UsageError, match="on_error"):
        streammap.scan(name, {"a": "bool"}, on_error="ignore")  # type: ignore[arg-type]
    with pytest.raises(streammap.UsageError, match=r"^jobs takes a whole number"):
        streammap.scan(name, {"a": "bool"}, jobs=-1).to_arrow()


def test_a_malformed_path_is_shown_with_a_caret(write: Callable[..., str]) -> None:
    with pytest.raises(streammap.UsageError) as caught:
        streammap.scan(write("{}"), "id:int64,user]:string").to_arrow()
    assert str(caught.value).splitlines()[1:] == ["  id:int64,user]:string", "               ^"]


def test_a_program_of_another_version(
    write: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write("{}")
    scripts = {"text": "echo hello", "silent": "exit 0", "odd": "exit 70", "stream": f"cat {name}"}
    for script, command in scripts.items():
        Path(script).write_text(f"#!/bin/sh\n{command}\n")
        Path(script).chmod(0o755)
        monkeypatch.setenv("STREAMMAP_PROGRAM", f"./{script}")
        with pytest.raises(streammap.ProgramError):
            streammap.scan(name, {"a": "int64"}).to_arrow()


def test_errors_can_be_copied_and_pickled() -> None:
    error = streammap.RecordError(
        "f:1:2: byte 1: m", kind="k", path="p", file="f", line=1, column=2
    )
    for other in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(other) is streammap.RecordError
        assert (str(other), vars(other)) == (str(error), vars(error))


@pytest.mark.parametrize("condition", ["a == '\0'", "a == '\ud800'"])
def test_text_that_no_argument_can_have(condition: str, write: Callable[..., str]) -> None:
    with pytest.raises(streammap.UsageError, match="not text"):
        streammap.scan(write("{}"), "a:int64", where=condition)


def test_an_item_of_a_list_is_one_column(write: Callable[..., str]) -> None:
    with pytest.raises(streammap.UsageError, match="one column for each item"):
        streammap.scan(write("{}"), ["a:int64,b:string"])


@pytest.mark.parametrize(
    ("text", "hint", "rows"),
    [
        ('[{"id":1},{"id":2}]\n', "this looks like one JSON array: try input='array'", 2),
        ('[\n{"id":1},\n{"id":2}\n]\n', "this looks like one JSON array: try input='array'", 2),
        (
            '{\n"id":1\n}\n',
            "this looks like one JSON text over many lines: try input='document'",
            1,
        ),
        (
            '\x1e{"id":1}\n',
            "this looks like a JSON text sequence (RFC 7464): try input='seq'",
            1,
        ),
    ],
)
def test_the_hint_of_an_error_names_the_parameter_to_set(
    text: str, hint: str, rows: int, folder: Path
) -> None:
    Path("f").write_text(text)
    with pytest.raises(streammap.RecordError) as caught:
        streammap.scan("f", {"id": "int64"}).to_arrow()
    first, *hints = str(caught.value).splitlines()
    assert first.startswith("f:1:")
    assert hints == [f"f: {hint}"]
    # The hint is followed.
    (option,) = re.findall(r"try (\w+)='(\w+)'", hint)
    scan = streammap.scan("f", {"id": "int64"}, **dict([option]))
    assert scan.to_arrow().num_rows == rows


def test_every_note_of_a_run_is_logged(
    write: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    name = write('{"name":1}', "x", '{"name":2}')
    scan = streammap.scan(name, {"nmae": "int64", "name": "int64"}, on_error="skip")
    with caplog.at_level(logging.WARNING, "streammap_json"):
        assert scan.to_arrow().num_rows == 2
    assert caplog.messages == [
        "1 of 3 records skipped",
        "no record has 'nmae'; did you mean 'name'?",
    ]
    assert {record.levelname for record in caplog.records} == {"WARNING"}


def test_notes_with_options_of_the_program_name_parameters(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    stream: Callable[..., bytes],
) -> None:
    Path("stream").write_bytes(stream("a:int64", b""))
    notes = [f"note {number}" for number in range(1_500)]
    notes += [
        "f: records are beyond --max-record: try --records '*' or --on-error skip",
        "b: use --mismatch null, --max-errors 5% and --input document, not --engine yajl",
        "x--jobs, ./--limit and --jobs-x are names",
    ]
    Path("notes").write_text("".join(f"streammap: {note}\n" for note in notes))
    Path("noisy").write_text("#!/bin/sh\ncat notes >&2\nexec cat stream\n")
    Path("noisy").chmod(0o755)
    scan = streammap.scan("f", {"a": "int64"})
    monkeypatch.setenv("STREAMMAP_PROGRAM", "./noisy")
    with caplog.at_level(logging.WARNING, "streammap_json"):
        scan.to_arrow()
    assert len(caplog.messages) == 1_001
    assert caplog.messages[:2] == ["the first 503 messages are omitted", "note 503"]
    assert caplog.messages[-3:] == [
        "f: records are beyond max_record: try records='*' or on_error='skip'",
        "b: use mismatch='null', max_errors 5% and input='document', not --engine yajl",
        "x--jobs, ./--limit and --jobs-x are names",
    ]


def test_a_count_has_the_errors_of_a_scan(write: Callable[..., str]) -> None:
    name = write('{"id":1,"l":[1,2]}', '{"id":2.5}', '{"id":3,"l":[3]}')
    with pytest.raises(streammap.RecordError, match=r"records\.jsonl:2:7"):
        streammap.scan(name, {"id": "int64"}).count()
    assert streammap.scan(name, {"id": "int64"}, on_error="skip").count() == 2
    assert streammap.scan(name, {"id": "double"}, where="id > 1").count() == 2
    assert streammap.scan(name, {"l": "l[*]: int64"}, each="l[*]").count() == 3
