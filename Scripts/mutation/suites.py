"""Suites of tests: which there are, how long each takes, the mutants that each reaches, and running some for one mutant."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import time

import processes
import speed
from package import COPY, ROOT, WORK

# Suites that need more processor time than this, in seconds, do not run for each mutant.
SLOW = 10.0
# A process that uses no processor time for so many seconds waits for ever.
WAITING = 60.0


def log():
    """The output of the suites that this process runs."""
    return WORK / f"test-{os.getpid()}.log"


def clean():
    """Removes the files of earlier processes."""
    for path in (*WORK.glob("scratch-*"), *WORK.glob("test-*.log")):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def names():
    """Returns the names of the suites, each with its module."""
    output = subprocess.run(
        [*command(), "--list-tests"], cwd=COPY, env=environment(0), capture_output=True, text=True, check=True
    ).stdout
    return sorted({match[1] for match in re.finditer(r"(?m)^(\w+\.\w+)/", output)})


def command():
    return [WORK / "build/release/StreamMapPackageTests.xctest", "--testing-library", "swift-testing"]


def environment(number, records=False):
    scratch = WORK / f"scratch-{os.getpid()}"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    result = dict(
        os.environ,
        STREAMMAP_MUTANT=str(number),
        TMPDIR=str(scratch),
        SWIFT_BACKTRACE="enable=no",
        SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="2",
    )
    result.setdefault("STREAMMAP_CORPORA", str(ROOT / "../shared/corpora"))
    if records:
        result |= processes.forget_reached()
    return result


def run(suites, number=0, seconds=60.0, records=False):
    """Runs suites in one process with a limit of processor time.

    Returns how the process ended, as one of "passed", "failed", "crashed", "time", "waiting" (it used no processor time for
    a minute), with the seconds of processor time and the first test that failed.
    """

    pattern = "^(" + "|".join(re.escape(suite) for suite in suites) + ")/"
    with open(log(), "wb") as output:
        process = subprocess.Popen(
            [*command(), "--filter", pattern],
            cwd=COPY,
            env=environment(number, records),
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=processes.limited(seconds),
            start_new_session=True,
        )
    try:
        status, usage = wait(process)
    except BaseException:
        # The tests have a session of their own, so that an interrupt of this script does not reach them.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        raise
    if status is None:
        return "waiting", usage.ru_utime + usage.ru_stime, ""
    process.returncode = status
    used = usage.ru_utime + usage.ru_stime
    text = log().read_bytes().decode(errors="replace")
    first = re.search(r"(?m)^✘ Test (.*?) (?:recorded an issue|failed)", text)
    if os.WIFSIGNALED(status):
        is_time = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        return "time" if is_time else "crashed", used, ""
    if os.WEXITSTATUS(status):
        return "failed", used, first[1] if first else text[-200:].strip()
    if not re.search(r"Test run with [1-9]\d* tests?", text):
        raise SystemExit(f"mutate: no test ran for {pattern[:200]}, see {log()}")
    return "passed", used, ""


def wait(process):
    """Waits for a process, and ends one that uses no processor time for a minute.

    Returns its status, or None if it was ended, and the resources that it used.
    """
    progress, since = "", time.monotonic()
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            return status, usage
        if time.monotonic() > since + WAITING:
            now = processor_times(process.pid)
            if now == progress:
                os.killpg(process.pid, signal.SIGKILL)
                _, process.returncode, usage = os.wait4(process.pid, 0)
                return None, usage
            progress, since = now, time.monotonic()
        time.sleep(0.01)


def processor_times(group):
    """Returns the processor time of each process of a group."""
    output = subprocess.run(["ps", "-A", "-o", "pgid=,pid=,time="], capture_output=True, text=True, check=True).stdout
    return [line.split() for line in output.splitlines() if line.split()[0] == str(group)]


def baseline(pattern):
    """Runs every suite whose name matches twice without a mutant, alone and then with the others.

    Returns the fast ones that passed, each with its seconds and the numbers of the mutants that it reaches, fastest first.
    """
    kept, left_out = [], []
    for suite in filter(re.compile(pattern).search, names()):
        result, seconds, test = run([suite], seconds=2 * SLOW, records=True)
        if result == "passed" and seconds <= SLOW:
            kept.append({"suite": suite, "seconds": seconds, "reached": processes.reached()})
        else:
            left_out.append((suite, "slow" if result in ("passed", "time") else f"{result}: {test}"))
    kept.sort(key=lambda suite: suite["seconds"])
    for suite, reason in left_out:
        print(f"mutate: left out: {suite} ({reason})")
    total = sum(suite["seconds"] for suite in kept)
    print(f"mutate: {len(kept)} suites take {total:.0f} s", flush=True)
    for _ in range(3):
        result, _, test = run([suite["suite"] for suite in kept], seconds=5 * total)
        if result == "passed":
            return kept
        print(f"mutate: without a mutant: {result}: {test}", flush=True)
        failed = {match[1] for match in re.finditer(r"(?m)^✘ Suite (\w+)", log().read_text(errors="replace"))}
        kept = [suite for suite in kept if suite["suite"].split(".")[1] not in failed]
    raise SystemExit(f"mutate: the tests fail without a mutant, see {log()}")


def judge(number, suites, speeds):
    """Runs the suites that reach a mutant, fastest first, until one fails, and then counts the instructions of the benchmark.

    Returns how the mutant was found, and what failed.
    """
    if not suites and not speeds:
        return "unreached", ""
    group, cost, most = [], 0.0, 0.5
    for place, suite in enumerate(suites):
        group.append(suite["suite"])
        cost += suite["seconds"]
        if cost >= most or place == len(suites) - 1:
            result, _, test = run(group, number, seconds=5 * cost + 10)
            if result != "passed":
                return result, test
            group, cost, most = [], 0.0, 4 * most
    return speed.judge(number, speeds)
