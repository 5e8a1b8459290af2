"""The examples of a page, which run as they are written.

    python3 readme.py [--program] PAGE...

A comment ``<!-- file: NAME -->`` makes the next block a file. Blocks of ``sh`` that begin with
``streammap`` and blocks of ``python`` are run in the current folder, those of ``python`` in one
namespace. A block of ``text`` is the output of the one before it. ``<!-- needs: MODULE -->`` leaves
out a block if there is no such module. With ``--program``, no Python is run.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

_BLOCK = re.compile(
    r"(?:^<!-- (file|needs): (\S+) -->\n)?^```(\w+)\n(.*?)^```\n(?:^```text\n(.*?)^```\n)?",
    re.DOTALL | re.MULTILINE,
)


def run(page: Path, languages: tuple[str, ...] = ("python", "sh")) -> dict[str, int]:
    """Runs the examples of a page. Returns the number of those in each language."""
    counts = dict.fromkeys(languages, 0)
    names: dict[str, Any] = {}
    for marker, value, language, code, output in _BLOCK.findall(page.read_text()):
        if marker == "file":
            Path(value).write_text(code)
            continue
        if language not in languages or (language == "sh" and not code.startswith("streammap ")):
            continue
        if marker == "needs" and importlib.util.find_spec(value) is None:
            continue
        if language == "sh":
            command = ["bash", "-euo", "pipefail", "-c", code]
            printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        else:
            with contextlib.redirect_stdout(io.StringIO()) as stdout:
                exec(compile(code, str(page), "exec"), names)
            printed = stdout.getvalue()
        if output:
            assert printed == output, f"{page}:\n{code}printed\n{printed}"
        counts[language] += 1
    return counts


def main() -> None:
    """Runs the examples of pages, and fails if there are none."""
    pages = sys.argv[1:]
    languages: tuple[str, ...] = ("python", "sh")
    if pages[:1] == ["--program"]:
        languages, pages = ("sh",), pages[1:]
    for page in pages:
        counts = run(Path(page), languages)
        print(f"{page}: {counts}")
        assert all(counts.values()), f"{page} lacks examples"


if __name__ == "__main__":
    main()
