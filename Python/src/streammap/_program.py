"""The location of the program."""

from __future__ import annotations

import os
import shutil

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
        "Install a wheel for this platform (pip install --only-binary streammap streammap), build "
        f"it with Scripts/wheel, add it to PATH, or set {VARIABLE} to its path",
        kind="program",
    )
