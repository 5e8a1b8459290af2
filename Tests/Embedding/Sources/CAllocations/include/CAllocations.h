// Counts what this program takes from the heap, on every thread.

#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdbool.h>

/// Whether calls to malloc pass through the counter: with glibc only.
bool allocations_are_counted(void);

/// Calls to malloc, calloc, realloc and posix_memalign since the program began.
long allocations_so_far(void);

#endif
