"""The program as a child process."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import selectors
import subprocess
import sys
import threading
import weakref
from collections.abc import Generator, Sequence
from typing import IO, TypeAlias

from ._errors import InputError, ProgramError, UsageError, in_python, run_error, was_complete

#: The bytes of an input, in blocks of any size.
Blocks: TypeAlias = Generator[bytes, None, None]

#: The number of bytes that the pipe of the rows holds, if the system allows that many.
_PIPE_SIZE = 1 << 20

#: The number of messages about the run that are kept.
_NOTES = 1_000

#: The number of seconds that the program has to end after a signal. It ends in milliseconds.
_TERMINATION_TIMEOUT = 5.0


class Child:
    """A run of the program. ``output`` is its standard output.

    A thread reads standard error and the account of the run, so that the program never waits for
    a reader of these. Standard error has a line for each bad record, which is not kept, and
    messages about the run, which begin with the program's name. These are in the error of a run
    that fails, and otherwise in the log. Another thread writes standard input, if there are blocks
    for it.
    """

    def __init__(
        self,
        program: str,
        arguments: Sequence[str],
        inputs: Sequence[str],
        *,
        skips: bool,
        blocks: Blocks | None = None,
    ) -> None:
        """Starts the program.

        Args:
            program: The path of the program.
            arguments: The command and its options, without the inputs.
            inputs: The names of the inputs.
            skips: Whether bad records are skipped. Otherwise the first one ends the run.
            blocks: What the program reads from standard input. It is closed when the program has
                read enough, or has ended.
        """
        self._inputs = inputs
        self._blocks = blocks
        self._blocks_failure: BaseException | None = None
        self._notes: list[str] = []
        self._omitted = 0
        self._account = bytearray()
        self._skips = skips
        _open_standard_streams()
        reads, writes = os.pipe()
        try:
            options = [*arguments, *_accounting(f"/dev/fd/{writes}", skips=skips)]
            # Options are UTF-8 in any locale. The names of files are the system's bytes.
            words = [option.encode() for option in options] + [os.fsencode(name) for name in inputs]
            self._process = _start(program, words, writes, has_input=blocks is not None)
        except BaseException:
            os.close(reads)
            raise
        finally:
            os.close(writes)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        # At the end of the interpreter, a generator may be closed too late for a wait.
        self._end = weakref.finalize(self, _kill, self._process)
        if sys.platform == "linux":
            # Users have a limit for all pipes together.
            with contextlib.suppress(OSError):
                fcntl.fcntl(self._process.stdout, fcntl.F_SETPIPE_SZ, _PIPE_SIZE)
        self.output: IO[bytes] = self._process.stdout
        self._errors: IO[bytes] = self._process.stderr
        self._threads = [threading.Thread(target=self._collect, args=(reads,), daemon=True)]
        if blocks is not None:
            self._threads.append(threading.Thread(target=self._feed, args=(blocks,), daemon=True))
        try:
            for thread in self._threads:
                thread.start()
        except BaseException:
            self._process.kill()
            self._process.wait()
            for descriptor in (self.output, self._errors, self._process.stdin):
                if descriptor is not None:
                    descriptor.close()
            if not self._threads[0].ident:
                os.close(reads)
            raise

    def finish(self, *, is_complete: bool | None) -> None:
        """Waits for the end of a run whose output was read. Raises the run's error.

        Args:
            is_complete: Whether the output says that it is complete. None if it cannot say so. The
                report of a run that skips bad records then does. The exit status is not enough: it
                is lost if this process ignores SIGCHLD or waits for any child in another thread,
                and subprocess then takes it for 0.
        """
        self.output.close()
        status = self._process.wait()
        self._end.detach()
        self._join()
        account = bytes(self._account)
        if is_complete is None:
            is_complete = was_complete(account)
        if is_complete and (status == 0 or (status == 1 and self._skips)):
            self._log()
            return
        # A program that succeeded had read enough.
        if self._blocks_failure is not None:
            name = self._inputs[0]
            raise InputError(
                f"{name}: {self._blocks_failure}", kind="input", file=name
            ) from self._blocks_failure
        raise run_error(status, b"" if self._skips else account, self._notes, self._inputs)

    def close(self) -> None:
        """Ends the run if it has not ended."""
        self.output.close()
        if self._process.poll() is None:
            # The program writes the rejects that it has, and ends.
            self._process.terminate()
            try:
                self._process.wait(_TERMINATION_TIMEOUT)
            except subprocess.TimeoutExpired:
                pass
            finally:
                self._process.kill()
                self._process.wait()
        self._end.detach()
        self._join()

    def _log(self) -> None:
        if self._notes:
            import logging

            for note in self._notes:
                logging.getLogger("streammap_json").warning("%s", in_python(note))

    def _join(self) -> None:
        """Waits for the threads, except while the interpreter ends, and except in one of them."""
        if not sys.is_finalizing() and threading.current_thread() not in self._threads:
            for thread in self._threads:
                thread.join()

    def _feed(self, blocks: Blocks) -> None:
        """Writes the blocks to standard input, until the program closes it."""
        stdin = self._process.stdin
        assert stdin is not None
        try:
            with contextlib.closing(blocks):
                for block in blocks:
                    stdin.write(block)
                stdin.flush()
        except BrokenPipeError:
            pass
        except BaseException as error:
            self._blocks_failure = error
            # The program must not take this for the end of the input.
            self._process.kill()
        finally:
            with contextlib.suppress(OSError):
                stdin.close()

    def _collect(self, account: int) -> None:
        """Reads standard error and the account of the run up to their ends."""
        errors = self._errors.fileno()
        rest = b""
        with selectors.DefaultSelector() as selector:
            selector.register(errors, selectors.EVENT_READ)
            selector.register(account, selectors.EVENT_READ)
            while selector.get_map():
                for key, _ in selector.select():
                    block = os.read(key.fd, 1 << 16)
                    if not block:
                        selector.unregister(key.fd)
                    elif key.fd == account:
                        self._account += block
                    else:
                        *lines, rest = (rest + block).split(b"\n")
                        self._keep(lines)
        self._keep([rest])
        if self._omitted:
            self._notes.insert(0, f"the first {self._omitted} messages are omitted")
        self._errors.close()
        os.close(account)

    def _keep(self, lines: Sequence[bytes]) -> None:
        for line in lines:
            if line.startswith(b"streammap: "):
                # The last ones say why a run failed.
                self._notes.append(os.fsdecode(line[11:]))
                if len(self._notes) > _NOTES:
                    del self._notes[0]
                    self._omitted += 1
            elif line.startswith(b"  ") and self._notes:
                # The picture of an argument, with a caret at its error.
                self._notes[-1] += f"\n{os.fsdecode(line)}"


def _open_standard_streams() -> None:
    """Opens the null device as the descriptors 0, 1 and 2 if they are closed.

    Otherwise a pipe to the program gets such a number, and with it what this process writes to its
    standard streams.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a program whose rows nobody reads any more."""
    if process.poll() is None:
        process.kill()
        process.wait()


def _accounting(file: str, *, skips: bool) -> list[str]:
    """Returns the options for an account of the run that needs no parsing of messages.

    It is a report if bad records are skipped. Otherwise it is the bad record that ended the run.
    """
    if skips:
        return ["--report", file]
    return ["--on-error", "skip", "--max-errors", "0", "--rejects", file]


def _start(
    program: str, words: Sequence[bytes], descriptor: int, *, has_input: bool
) -> subprocess.Popen[bytes]:
    """Starts the program, which inherits a descriptor."""
    try:
        return subprocess.Popen(
            [os.fsencode(program), *words],
            stdin=subprocess.PIPE if has_input else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[descriptor],
            # A terminal sends signals to a whole group. Only this process ends its child.
            process_group=0,
        )
    except OSError as error:
        if error.errno == errno.E2BIG:
            raise UsageError(
                "the columns or the names of the inputs are longer than the system allows for a "
                "child process: name a folder instead of its files, or read fewer columns",
                kind="usage",
            ) from error
        raise ProgramError(f"{program}: {error.strerror}", kind="program") from error
