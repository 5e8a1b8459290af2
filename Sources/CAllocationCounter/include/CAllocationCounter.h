// Counts heap allocations of the current process.
//
// On Linux the functions malloc, calloc, realloc, posix_memalign, aligned_alloc
// and free of the executable that links this target stand in front of glibc's.
// Counting costs one relaxed atomic add while it is on, and one relaxed load
// while it is off. Elsewhere nothing is counted, and
// `allocation_counter_is_available` says so.

#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether calls to malloc really pass through this counter.
bool allocation_counter_is_available(void);

/// Sets both counts to zero and starts counting, on every thread.
void allocation_counter_start(void);

/// Stops counting. The counts stay readable until the next start.
void allocation_counter_stop(void);

/// Allocations (malloc, calloc, realloc, posix_memalign, aligned_alloc) since
/// the start.
int64_t allocation_counter_allocations(void);

/// Bytes asked for by these allocations.
int64_t allocation_counter_bytes(void);

#endif
