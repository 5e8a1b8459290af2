"""The child process ends with its reader, and leaves nothing behind."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import streammap_json as streammap

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs Linux's /proc")


def descriptors() -> set[str]:
    return set(os.listdir("/proc/self/fd"))


def children() -> list[int]:
    """Returns the process IDs of children, with those that were not waited for."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.append(int(process.name))
    return found


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    import pyarrow.ipc  # noqa: F401

    gc.collect()
    before = descriptors(), threading.active_count()
    yield
    gc.collect()
    assert children() == []
    assert (descriptors(), threading.active_count()) == before


@pytest.fixture
def long(write: Callable[..., str]) -> streammap.Scan:
    """A scan whose child waits for its reader: its rows do not fit into a pipe."""
    text = "x" * 1_000
    name = write(*(f'{{"a":{row},"b":"{text}"}}' for row in range(20_000)))
    return streammap.scan(name, {"a": "int64", "b": "string"}, batch_rows=100)


@pytest.fixture
def endless(folder: Path) -> Iterator[streammap.Scan]:
    """A scan whose child waits for input."""
    os.mkfifo("pipe")
    writer = os.open("pipe", os.O_RDWR)
    os.write(writer, b'{"a":1}\n')
    yield streammap.scan("pipe", {"a": "int64"}, batch_rows=1)
    os.close(writer)


def test_a_scan_that_is_read_to_its_end(long: streammap.Scan) -> None:
    assert sum(batch.num_rows for batch in long.batches()) == 20_000
    assert long.to_arrow().num_rows == 20_000


def test_a_closed_generator(long: streammap.Scan) -> None:
    batches = long.batches()
    next(batches)
    assert len(children()) == 1
    batches.close()
    assert children() == []


def test_a_dropped_generator(long: streammap.Scan) -> None:
    batches = long.batches()
    next(batches)
    del batches


def test_a_generator_that_is_never_asked(long: streammap.Scan) -> None:
    before = descriptors()
    batches = long.batches()
    assert children() == []
    assert descriptors() == before
    del batches


def test_an_error_in_the_consumer(long: streammap.Scan) -> None:
    def consume() -> None:
        for batch in long.batches():
            raise ValueError(batch.num_rows)

    with pytest.raises(ValueError, match="100"):
        consume()


def test_a_dropped_reader(long: streammap.Scan) -> None:
    reader = long.reader()
    reader.read_next_batch()
    del reader


def test_a_dropped_capsule(long: streammap.Scan) -> None:
    capsule = long.__arrow_c_stream__()
    del capsule
    import pyarrow as pa

    reader = pa.RecordBatchReader.from_stream(long)
    reader.read_next_batch()
    del reader


def test_a_scan_that_fails(write: Callable[..., str]) -> None:
    name = write('{"a":1}', "x")
    for _ in range(3):
        with pytest.raises(streammap.RecordError):
            streammap.scan(name, {"a": "int64"}).to_arrow()
        with pytest.raises(streammap.InputError):
            streammap.scan("absent", {"a": "int64"}).to_arrow()


def test_a_program_that_cannot_be_started(
    write: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write("{}")
    Path("broken").write_bytes(b"\x7fELF")
    Path("broken").chmod(0o755)
    monkeypatch.setenv("STREAMMAP_PROGRAM", "./broken")
    with pytest.raises(streammap.ProgramError):
        streammap.scan(name, {"a": "int64"}).to_arrow()


def interrupt(delay: float) -> threading.Timer:
    timer = threading.Timer(delay, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    return timer


@pytest.fixture
def _interruptible() -> Iterator[None]:
    # A shell starts programs in the background with this signal ignored.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.mark.usefixtures("_interruptible")
def test_a_keyboard_interrupt_while_the_child_waits(endless: streammap.Scan) -> None:
    timer = interrupt(0.3)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        endless.to_arrow()
    timer.join()
    assert time.monotonic() - started < 4


@pytest.mark.usefixtures("_interruptible")
def test_a_keyboard_interrupt_while_the_child_opens_its_input(folder: Path) -> None:
    os.mkfifo("pipe")
    timer = interrupt(0.3)
    with pytest.raises(KeyboardInterrupt):
        streammap.scan("pipe", {"a": "int64"}).to_arrow()
    timer.join()


def test_a_child_that_is_killed_is_an_error(endless: streammap.Scan) -> None:
    thread_error: list[BaseException] = []
    batches = endless.batches()

    def read() -> None:
        try:
            for _ in batches:
                pass
        except BaseException as error:
            thread_error.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    deadline = time.monotonic() + 5
    while not children() and time.monotonic() < deadline:
        time.sleep(0.01)
    (child,) = children()
    os.kill(child, signal.SIGKILL)
    reader.join()
    (error,) = thread_error
    assert isinstance(error, streammap.ProgramError)
    assert "signal 9" in str(error)


def test_a_child_ends_with_its_parent(long: streammap.Scan) -> None:
    script = (
        "import os, streammap_json as streammap\n"
        "scan = streammap.scan('records.jsonl', {'b': 'string'}, batch_rows=100)\n"
        "batches = scan.batches(); next(batches)\n"
        "print(open(f'/proc/{os.getpid()}/task/{os.getpid()}/children').read(), flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    child = Path("/proc") / run.stdout.strip()
    deadline = time.monotonic() + 5
    while child.exists() and time.monotonic() < deadline:
        # An orphan that nobody waits for is a zombie of the process 1.
        if " Z " in (child / "stat").read_text():
            break
        time.sleep(0.01)
    else:
        assert not child.exists()


def input_of(blocks: Iterator[bytes], *options: str) -> Iterator[Any]:
    """Reads blocks, as standard input of the program."""
    scan = streammap.scan("records", {"a": "int64"}, batch_rows=1_000, jobs=1)
    return scan._of("-")._read(options, (block for block in blocks))


def test_a_child_that_is_given_its_input() -> None:
    batches = input_of(iter([b'{"a":1}\n{"a"', b":2}", b"\n"]))
    assert [value for batch in batches for value in batch["a"].to_pylist()] == [1, 2]
    assert list(input_of(iter([]))) == []


def test_a_child_that_has_read_enough_of_its_input() -> None:
    given = 0

    def blocks() -> Iterator[bytes]:
        nonlocal given
        while given < 10_000:
            given += 1
            yield b'{"a":1}\n' * 100_000

    batches = input_of(blocks(), "--range", "0:16", "--stdin-offset", "0")
    assert [value for batch in batches for value in batch["a"].to_pylist()] == [1, 1]
    assert given < 100


@pytest.mark.parametrize("count", [0, 1, 50])
def test_an_input_that_fails_is_not_the_end_of_the_input(count: int) -> None:
    def blocks() -> Iterator[bytes]:
        for _ in range(count):
            yield b'{"a":1}\n' * 10_000
        raise OSError("the network is down")

    with pytest.raises(streammap.InputError, match="the network is down"):
        list(input_of(blocks()))


def test_a_given_input_that_nobody_reads() -> None:
    is_closed = False

    def blocks() -> Iterator[bytes]:
        nonlocal is_closed
        try:
            while True:
                yield b'{"a":1}\n' * 100_000
        finally:
            is_closed = True

    batches = input_of(blocks())
    next(batches)
    del batches
    assert is_closed


def test_a_malformed_record_of_a_given_input() -> None:
    def blocks() -> Iterator[bytes]:
        yield b'{"a":1}\nx\n'
        while True:
            yield b'{"a":1}\n' * 100_000

    with pytest.raises(streammap.RecordError, match="<stdin>:2:1"):
        list(input_of(blocks()))


def test_a_million_bad_records_do_not_stop_the_child(write: Callable[..., str]) -> None:
    name = write(*["x"] * 200_000, '{"a":1}')
    scan = streammap.scan(name, {"a": "int64"}, on_error="skip")
    assert scan.to_arrow().num_rows == 1


def test_a_bad_record_of_many_bytes(write: Callable[..., str]) -> None:
    name = write('{"a":1}', '{"a":"' + "x" * 5_000_000 + '"}')
    with pytest.raises(streammap.RecordError) as caught:
        streammap.scan(name, {"a": "int64"}).to_arrow()
    assert caught.value.line == 2


def test_many_scans_at_once(long: streammap.Scan) -> None:
    generators = [long.batches() for _ in range(20)]
    for batches in generators:
        next(batches)
    assert len(children()) == 20
    assert [sum(batch.num_rows for batch in batches) for batches in generators] == [19_900] * 20


def test_an_interpreter_ends_with_an_unfinished_scan(write: Callable[..., str]) -> None:
    name = write(*['{"a": 1}'] * 200_000)
    script = f"""
import streammap_json as streammap
batches = streammap.scan({name!r}, {{"a": "int64"}}, batch_rows=10).batches()
print(next(batches).num_rows)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"10\n", b"")
