"""Compiles the worker of ReerJSON, a Swift package over yyjson, from two folders with their sources.

REERJSON_DIR and YYJSON_DIR name the folders: checkouts of both, or the folders of the source files in them. Nothing is
downloaded. Each is compiled as a separate module, with the optimization of a release build. The worker also has the
checksum and the models of Sources/StreamMapBench.
"""

import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
BENCH = HERE.parent.parent / "Sources" / "StreamMapBench"

CONTENDERS = ["reerjson-new", "reerjson", "reerjson-encode-new", "reerjson-encode"]

# The files of the benchmark that the worker shares.
SHARED = ["Measuring/Checksum.swift", "Models/Checksummed.swift", "Models/Documents/*.swift"]


class Unavailable(Exception):
    """The reason why the worker cannot run."""


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


def version(checkout):
    """The state of a checkout, such as " 1.2.0-3-gabc"; empty if the folder is not one."""
    if not (pathlib.Path(checkout) / ".git").exists():
        return ""
    command = ["git", "-C", checkout, "describe", "--tags", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True)
    return f" {done.stdout.strip()}" if done.returncode == 0 else ""


def swift_folder():
    if swift := shutil.which("swiftc"):
        return pathlib.Path(swift).resolve().parent
    raise Unavailable("swiftc not found")


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr + done.stdout).splitlines()
        lines = [line for line in lines if "error:" in line] or lines or [f"{command[0]} failed"]
        raise Unavailable(lines[0].strip())


def worker(build, show):
    """The command of the worker, without the workload and the file. It is compiled if a source has changed."""
    # Both are looked up first, so that one message names everything that is missing.
    missing, found = [], []
    for one in [("REERJSON_DIR", "Sources/ReerJSON", "*.swift"), ("YYJSON_DIR", "src", "yyjson.c")]:
        try:
            found.append(folder(*one))
        except Unavailable as reason:
            missing.append(str(reason))
    if missing:
        raise Unavailable("; ".join(missing))
    reerjson, yyjson = found
    sources = sorted(reerjson.glob("**/*.swift"))
    shared = [HERE / "reerjson.swift", *sorted(path for name in SHARED for path in BENCH.glob(name))]
    header = yyjson / "yyjson.h"
    if not header.exists():
        raise Unavailable(f"YYJSON_DIR: {yyjson} has no yyjson.h")
    number = re.search(r'YYJSON_VERSION_STRING\s+"([\w.+-]+)"', header.read_text())
    name = f"ReerJSON{version(os.environ['REERJSON_DIR'])}, yyjson{f' {number[1]}' if number else ''}"

    inputs = [*sources, *shared, *sorted(yyjson.glob("*.[ch]")), pathlib.Path(__file__)]
    state = "\n".join(f"{path} {path.stat().st_mtime_ns}" for path in inputs)
    out = build / "reerjson"
    program, stamp = out / "worker", out / "inputs"
    if not program.exists() or not stamp.exists() or stamp.read_text() != state:
        show("compiling ReerJSON")
        out.mkdir(parents=True, exist_ok=True)
        stamp.unlink(missing_ok=True)
        toolchain = swift_folder()
        swift = [toolchain / "swiftc", "-O", "-wmo", "-parse-as-library", "-enable-default-cmo", "-I", out]
        (out / "module.modulemap").write_text(f'module yyjson {{ header "{header}" export * }}\n')
        run([
            toolchain / "clang", "-O3", "-DNDEBUG", "-march=native", "-c", yyjson / "yyjson.c", "-o", out / "yyjson.o",
        ])  # fmt: skip
        # ReerJSON's package is in Swift 5 mode.
        run([
            *swift, "-swift-version", "5", "-suppress-warnings", "-module-name", "ReerJSON", "-emit-module",
            "-emit-module-path", out / "ReerJSON.swiftmodule", "-emit-object", "-o", out / "ReerJSON.o", *sources,
        ])  # fmt: skip
        run([
            *swift, "-swift-version", "6", "-module-name", "ReerJSONWorker", *shared, out / "ReerJSON.o",
            out / "yyjson.o", "-o", program,
        ])  # fmt: skip
        stamp.write_text(state)
    return [program, name]
