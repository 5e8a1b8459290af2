"""Processes with a mutant: their limits, and the mutants that they reach."""

import mmap
import re
import resource

from package import WORK

# One more than the largest number of a mutant, as in CMutants.h.
MUTANTS = 65536
MEMORY = 8 << 30
FILE_SIZE = 1 << 30
REACHED = WORK / "reached"


def limited(seconds):
    """Returns a function that limits a new process: its processor time, memory and files."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 3))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return limit


def forget_reached():
    """Returns the environment of a process whose mutants are recorded. Forgets those of the process before."""
    REACHED.write_bytes(bytes(MUTANTS))
    return {"STREAMMAP_REACHED": str(REACHED)}


def reached():
    """Returns the numbers of the mutants that the process has reached."""
    with open(REACHED, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as data:
        return [match.start() for match in re.finditer(b"\x01", data)]
