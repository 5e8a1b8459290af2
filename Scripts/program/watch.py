"""Runs a command to its end. Writes its time in seconds, its CPU time in seconds, its peak resident memory in bytes,
and its exit status to a file.

    watch.py FILE COMMAND...

The system starts the peak of a process at the peak of its parent, so this process uses very little memory. A command
that used no more than that has an unknown peak: 0.
"""

import os
import sys
import time



def own_peak():
    if not os.path.exists("/proc/self/status"):
        return 0
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:"))


start = time.perf_counter()
process = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(process, 0)
seconds = time.perf_counter() - start
peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
if peak <= own_peak():
    peak = 0
with open(sys.argv[1], "w") as file:
    print(seconds, usage.ru_utime + usage.ru_stime, peak, os.waitstatus_to_exitcode(status), file=file)
