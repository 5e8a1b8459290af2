"""Builds the wheel, which carries the program. Scripts/wheel builds one to publish."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
PROGRAM = HERE / "src" / "streammap_json" / "bin" / "streammap"
SCRIPT = HERE.parent / "Scripts" / "wheel"
VARIABLE = "STREAMMAP_PROGRAM"


def provide_program() -> None:
    """Puts the program into the package: one that is given, built now, or built before."""
    if given := os.environ.get(VARIABLE):
        PROGRAM.parent.mkdir(exist_ok=True)
        if not PROGRAM.exists() or not PROGRAM.samefile(given):
            shutil.copy(given, PROGRAM)
    elif SCRIPT.exists() and shutil.which("swift"):
        # An earlier program may be that of other sources.
        subprocess.run([str(SCRIPT), "--program"], check=True)
    elif not SCRIPT.exists() and not PROGRAM.exists():
        sys.exit(
            "streammap-json: this source distribution does not contain the program, and the wheel "
            "is not on PyPI yet. Build the wheel with Scripts/wheel in a clone of StreamMap, or "
            f"set {VARIABLE} to the program."
        )
    elif not PROGRAM.exists():
        sys.exit(
            "streammap-json: the program has not been built, and there is no Swift toolchain to "
            "build it. Install Swift 6.3 (https://swift.org/install) and run Scripts/setup, or set "
            f"{VARIABLE} to the program."
        )


class BuildWithProgram(build_py):
    """Copies the package, with the program in it."""

    def run(self) -> None:
        """Provides the program first."""
        provide_program()
        # The files of the package were listed before the program was there.
        self.__dict__.pop("data_files", None)
        super().run()


class PlatformDistribution(Distribution):
    """A distribution whose files are for one platform."""

    def has_ext_modules(self) -> bool:
        """Returns true: the program counts as an extension module."""
        return True


class PlatformWheel(bdist_wheel):
    """A wheel for one platform, and for any Python 3."""

    def get_tag(self) -> tuple[str, str, str]:
        """Returns the tags of Python, its interface and the platform.

        Scripts/wheel names the platforms, as its program runs on more than this one.
        """
        return "py3", "none", os.environ.get("STREAMMAP_WHEEL_PLATFORM", super().get_tag()[2])


setup(
    distclass=PlatformDistribution,
    cmdclass={"build_py": BuildWithProgram, "bdist_wheel": PlatformWheel},
)
