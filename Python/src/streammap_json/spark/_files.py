"""Files on the local disk and on S3, and their parts for tasks."""

from __future__ import annotations

import itertools
import os
import re
from collections import deque
from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from .._errors import InputError, UsageError

#: The options for S3, and the parameters of ``pyarrow.fs.S3FileSystem`` that they set.
S3_OPTIONS = {
    "s3.accessKey": "access_key",
    "s3.secretKey": "secret_key",
    "s3.sessionToken": "session_token",
    "s3.region": "region",
    "s3.endpoint": "endpoint_override",
    "s3.anonymous": "anonymous",
}

#: What a small file counts for in a task, in addition to its bytes.
_OPENING_COST = 4 << 20

#: The size of a request to S3, and the number of requests at once.
_BLOCK_SIZE = 4 << 20
_REQUESTS = 4

_WILDCARD = re.compile(r"[*?\[{]")
_TOKEN = re.compile(r"\*+|\?|\[[!^]?\]?[^\]/]*\]|\{[^{}/]*\}|.", re.DOTALL)
_COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")


@dataclass(frozen=True)
class File:
    """A file and its size when it was listed. Its path has no scheme."""

    path: str
    size: int
    is_on_s3: bool

    @property
    def name(self) -> str:
        return f"s3://{self.path}" if self.is_on_s3 else self.path


@dataclass(frozen=True)
class Part:
    """The records of a file that begin between two offsets."""

    file: File
    start: int
    end: int

    @property
    def is_whole(self) -> bool:
        return self.start == 0 and self.end == self.file.size


class Files:
    """Opens and lists files. It can be pickled."""

    def __init__(self, options: Mapping[str, str]) -> None:
        """Takes the options for S3, which are among others."""
        given = {name: options[name] for name in S3_OPTIONS if options.get(name) is not None}
        self._s3: dict[str, Any] = {S3_OPTIONS[name]: value for name, value in given.items()}
        if "anonymous" in self._s3:
            self._s3["anonymous"] = self._s3["anonymous"].lower() == "true"
        scheme, separator, endpoint = self._s3.get("endpoint_override", "").partition("://")
        if separator:
            self._s3 |= {"scheme": scheme, "endpoint_override": endpoint.rstrip("/")}

    def find(self, names: Iterable[str]) -> list[File]:
        """Returns the files of names, sorted by path, without those that are empty.

        A name is that of a file, a folder with its subfolders, or a pattern. As for Spark's own
        sources, files and folders in it whose names begin with a dot or an underscore are left out.
        """
        found: dict[str, File] = {}
        for name in names:
            files = list(self._listed(name))
            if not files:
                raise InputError(f"{name}: no file found", kind="input", file=name)
            found |= {file.name: file for file in files}
        return [found[name] for name in sorted(found) if found[name].size > 0]

    def is_compressed(self, file: File) -> bool:
        with self._system(file.is_on_s3).open_input_file(file.path) as opened:
            return bool(opened.read(4).startswith(_COMPRESSED))

    def are_compressed(self, files: list[File]) -> list[bool]:
        with ThreadPoolExecutor(16) as pool:
            return list(pool.map(self.is_compressed, files))

    def blocks(self, file: File, start: int) -> Generator[bytes, None, None]:
        """Reads a file from an offset to its end.

        A few blocks are requested ahead, so that the program does not wait for each.
        """
        with (
            self._system(file.is_on_s3).open_input_file(file.path) as opened,
            ThreadPoolExecutor(_REQUESTS) as pool,
        ):
            self._check_size(file, opened.size())
            requests: deque[Future[bytes]] = deque()
            try:
                for offset in range(start, file.size, _BLOCK_SIZE):
                    count = min(_BLOCK_SIZE, file.size - offset)
                    requests.append(pool.submit(_read, opened, offset, count))
                    if len(requests) == _REQUESTS:
                        yield requests.popleft().result()
                while requests:
                    yield requests.popleft().result()
            finally:
                for request in requests:
                    request.cancel()

    def check(self, file: File) -> None:
        """Raises an error if a file no longer has the size that it was listed with."""
        try:
            self._check_size(file, os.stat(file.path).st_size)
        except OSError as error:
            message = f"{file.path}: {error.strerror}"
            raise InputError(message, kind="input", file=file.path) from error

    def _check_size(self, file: File, size: int) -> None:
        if size != file.size:
            raise InputError(
                f"{file.name}: the file had {file.size} bytes when it was listed, and has {size} "
                "now",
                kind="input",
                file=file.name,
            )

    def _system(self, is_on_s3: bool) -> Any:
        from pyarrow import fs

        return fs.S3FileSystem(**self._s3) if is_on_s3 else fs.LocalFileSystem()

    def _listed(self, name: str) -> Iterable[File]:
        from pyarrow import fs

        path, is_on_s3 = _split(name)
        system = self._system(is_on_s3)
        try:
            info = system.get_file_info(path)
            if info.type == fs.FileType.File:
                return [File(path, info.size, is_on_s3)]
            folder, pattern = path, None
            if info.type == fs.FileType.NotFound and _WILDCARD.search(path):
                # The folder is the part before the first name with a wildcard.
                plain = path[: _WILDCARD.search(path).start()]  # type: ignore[union-attr]
                folder, pattern = plain.rpartition("/")[0] or "/", _pattern(path)
            infos = system.get_file_info(
                fs.FileSelector(folder, recursive=True, allow_not_found=True)
            )
        except OSError as error:
            raise InputError(f"{name}: {error}", kind="input", file=name) from error
        below = len(folder.rstrip("/")) + 1
        return [
            File(info.path, info.size, is_on_s3)
            for info in infos
            if info.type == fs.FileType.File
            and not any(part.startswith((".", "_")) for part in info.path[below:].split("/"))
            and (pattern is None or pattern.match(info.path))
        ]


def parts(files: list[File], compressed: list[bool], size: int) -> list[tuple[Part, ...]]:
    """Returns the parts of files for tasks of about ``size`` bytes.

    A file that is larger is split into ranges of one length, unless it is compressed. Files that
    are smaller share a task.
    """
    tasks: list[tuple[Part, ...]] = []
    shared: list[Part] = []
    filled = 0
    for file, is_compressed in zip(files, compressed, strict=True):
        if file.size > size:
            count = 1 if is_compressed else -(-file.size // size)
            bounds = [file.size * index // count for index in range(count + 1)]
            ranges = itertools.pairwise(bounds)
            tasks += [(Part(file, start, end),) for start, end in ranges]
            continue
        if shared and filled + file.size > size:
            tasks.append(tuple(shared))
            shared, filled = [], 0
        shared.append(Part(file, 0, file.size))
        filled += file.size + _OPENING_COST
    return [*tasks, tuple(shared)] if shared else tasks


def _read(opened: Any, offset: int, count: int) -> bytes:
    block: bytes = opened.read_at(count, offset)
    if len(block) != count:
        raise OSError(f"{len(block)} bytes instead of {count} at {offset}")
    return block


def _split(name: str) -> tuple[str, bool]:
    """Returns a path without its scheme, and whether it is on S3."""
    scheme, separator, rest = name.partition("://")
    if separator and scheme in ("s3", "s3a", "s3n"):
        return rest.rstrip("/"), True
    if name.startswith("file:"):
        return os.path.abspath(re.sub("^file:(//)?", "", name)), False
    if separator and re.fullmatch(r"[A-Za-z][\w+.-]*", scheme):
        raise UsageError(
            f"{name}: {scheme}:// cannot be read, only local files and s3://", kind="usage"
        )
    return os.path.abspath(name), False


def _pattern(path: str) -> re.Pattern[str]:
    """Returns what matches a path by a pattern, or a file in a folder that it matches.

    The pattern has ``*``, ``?``, ``[a-z]``, ``[!a-z]`` and ``{one,other}``. None matches a slash.
    """
    steps = []
    for token in _TOKEN.findall(path):
        if token.startswith("*"):
            steps.append("[^/]*")
        elif token == "?":
            steps.append("[^/]")
        elif len(token) > 1 and token.startswith("["):
            characters = re.sub(r"([\\\[&|~])", r"\\\1", token[1:-1])
            steps.append("[^/" + characters[1:] + "]" if token[1] in "!^" else f"[{characters}]")
        elif len(token) > 1:
            steps.append("(?:" + "|".join(map(re.escape, token[1:-1].split(","))) + ")")
        else:
            steps.append(re.escape(token))
    return re.compile("".join(steps) + r"(?:/.*)?\Z", re.DOTALL)
