"""The location of the program."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from typing import NoReturn

from ._errors import ProgramNotFoundError

#: The environment variable that names another program.
VARIABLE = "STREAMMAP_PROGRAM"

BUNDLED = os.path.join(os.path.dirname(__file__), "bin", "streammap")


def find_program() -> str:
    """Returns the path of the program.

    It is the value of ``STREAMMAP_PROGRAM``, or the program that the wheel carries, or a program
    of that name in ``PATH``.
    """
    if given := os.environ.get(VARIABLE):
        if found := shutil.which(given):
            return found
        raise ProgramNotFoundError(
            f"{VARIABLE} names no program that can be run: {given}", kind="program", file=given
        )
    if os.access(BUNDLED, os.X_OK):
        return BUNDLED
    if found := shutil.which("streammap"):
        return found
    raise ProgramNotFoundError(
        "the program streammap was not found: this installation of the package does not carry it. "
        "The package is not on PyPI yet: build the wheel with Scripts/wheel and install it, add "
        f"the program to PATH, or set {VARIABLE} to its path",
        kind="program",
    )


def run() -> NoReturn:
    """Runs the program that the wheel carries, in place of this process: the command streammap.

    It never searches PATH, where it would find itself.
    """
    if not os.access(BUNDLED, os.X_OK):
        sys.exit(
            "streammap: this installation of streammap-json does not carry the program. It is not "
            "on PyPI yet: build the wheel with Scripts/wheel and install it"
        )
    # Python ignores these signals, and the program would inherit that.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    os.execv(BUNDLED, ["streammap", *sys.argv[1:]])
