"""Compiles the peers. Nothing is downloaded: sources.py does that."""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / ".build" / "peers"


class Unavailable(Exception):
    """The reason why a peer cannot run."""


def show(text):
    """Shows what is done at the moment, on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def folder(variable, inner, wanted):
    """The folder with the source files that a variable names."""
    if not os.environ.get(variable):
        raise Unavailable(f"{variable} is not set; set it to the folder with the sources")
    outer = pathlib.Path(os.environ[variable]).resolve()
    for one in (outer / inner, outer):
        # The folder of a whole package is not one of source files.
        if next(one.glob(wanted), None) and not (one / "Package.swift").exists():
            return one
    raise Unavailable(f"{variable}: neither {outer / inner} nor {outer} has {wanted}")


def python():
    """The Python with the peers, if it is set up."""
    found = BUILD / "venv" / "bin" / "python"
    return found if found.exists() else sys.executable


def toolchain():
    """The folder with the compilers of the Swift toolchain: swiftc and clang."""
    if swift := shutil.which("swift"):
        return pathlib.Path(swift).resolve().parent
    raise Unavailable("swift not found")


def compiler(preferred):
    """The first available compiler."""
    if "CXX" in os.environ:
        return os.environ["CXX"]
    folders = f"{os.environ.get('PATH', '')}{os.pathsep}{toolchain()}"
    return next(filter(None, (shutil.which(name, path=folders) for name in preferred)), preferred[0])


def build(program, inputs, commands):
    """Runs the commands that make a program, if one of them or an input has changed. Returns the program."""
    commands = [[str(word) for word in command] for command in commands]
    state = "\n".join([*map(str, commands), *(f"{path} {path.stat().st_mtime_ns}" for path in sorted(inputs))])
    stamp = program.with_suffix(".inputs")
    if program.exists() and stamp.exists() and stamp.read_text() == state:
        return program
    show(f"compiling {program.name}")
    stamp.unlink(missing_ok=True)
    for command in commands:
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            raise Unavailable(f"{command[0]} not found") from None
        if done.returncode:
            lines = (done.stderr + done.stdout).splitlines() or [f"{command[0]} failed"]
            raise Unavailable(next((line for line in lines if "error" in line), lines[0]).strip())
    stamp.write_text(state)
    return program
