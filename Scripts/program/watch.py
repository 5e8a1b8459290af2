"""Runs a command to its end, and writes to a file how long it took, in seconds, its CPU time, in seconds, the peak of
its resident memory, in bytes, and its status.

    watch.py FILE COMMAND...

A process begins with what the one that started it held at most, as far as the system tells; so this one holds next to
nothing. A command that held no more than that has no peak: 0.
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
