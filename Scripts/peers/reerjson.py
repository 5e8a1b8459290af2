"""Compiles the worker of ReerJSON, a Swift package over yyjson, from two folders with their sources.

REERJSON_DIR and YYJSON_DIR name the folders: checkouts of both, or the folders of the source files in them. Nothing is
downloaded. Each is compiled as a separate module, with the optimization of a release build. The worker also has the
checksum and the models of Sources/StreamMapBench.
"""

import os
import pathlib
import re
import subprocess

from building import BUILD, HERE, ROOT, Unavailable, build, folder, toolchain

BENCH = ROOT / "Sources" / "StreamMapBench"

CONTENDERS = ["reerjson-new", "reerjson", "reerjson-encode-new", "reerjson-encode"]

# The files of the benchmark that the worker shares.
SHARED = [
    "Measuring/Checksum.swift", "Models/Checksummed.swift", "Models/Documents/*.swift", "Reporting/Text.swift",
]  # fmt: skip


def version(checkout):
    """The state of a checkout, such as " 1.2.0-3-gabc"; empty if the folder is not one."""
    if not (pathlib.Path(checkout) / ".git").exists():
        return ""
    command = ["git", "-C", checkout, "describe", "--tags", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True)
    return f" {done.stdout.strip()}" if done.returncode == 0 else ""


def worker():
    """The command of the worker, without the workload and the file."""
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

    out = BUILD / "reerjson"
    out.mkdir(parents=True, exist_ok=True)
    (out / "module.modulemap").write_text(f'module yyjson {{ header "{header}" export * }}\n')
    swift = [toolchain() / "swiftc", "-O", "-wmo", "-parse-as-library", "-enable-default-cmo", "-I", out]
    commands = [
        [
            toolchain() / "clang", "-O3", "-DNDEBUG", "-march=native", "-c", yyjson / "yyjson.c",
            "-o", out / "yyjson.o",
        ],
        # ReerJSON's package is in Swift 5 mode.
        [
            *swift, "-swift-version", "5", "-suppress-warnings", "-module-name", "ReerJSON", "-emit-module",
            "-emit-module-path", out / "ReerJSON.swiftmodule", "-emit-object", "-o", out / "ReerJSON.o", *sources,
        ],
        [
            *swift, "-swift-version", "6", "-module-name", "ReerJSONWorker", *shared, out / "ReerJSON.o",
            out / "yyjson.o", "-o", out / "worker",
        ],
    ]  # fmt: skip
    return [build(out / "worker", [*sources, *shared, *yyjson.glob("*.[ch]")], commands), name]
