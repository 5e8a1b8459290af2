// Counts heap allocations of the current process.
//
// On Linux the functions malloc, calloc, realloc, posix_memalign, aligned_alloc
// and memalign of the executable that links this target stand in front of
// glibc's; free is glibc's own. An allocation is a call that returned memory,
// whatever realloc did inside. Elsewhere nothing is counted, and
// `allocation_counter_is_available` says so.
//
// There are two counts: one over every thread, for a program that measures one
// thing at a time, and one of the calling thread alone, for tests that run
// beside others. Counting costs an atomic add and a thread-local load a call;
// while both are off it costs two loads.

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

/// Allocations (malloc, calloc, realloc, posix_memalign, aligned_alloc,
/// memalign) since the start.
int64_t allocation_counter_allocations(void);

/// Bytes asked for by these allocations.
int64_t allocation_counter_bytes(void);

/// Sets the calling thread's own counts to zero and starts them. They are
/// independent of the counts above and of other threads.
void allocation_counter_start_on_this_thread(void);

/// Stops the calling thread's counts; they stay readable on this thread.
void allocation_counter_stop_on_this_thread(void);

/// Allocations made by the calling thread since it started its count.
int64_t allocation_counter_allocations_on_this_thread(void);

/// Bytes asked for by these allocations.
int64_t allocation_counter_bytes_on_this_thread(void);

/// Gives memory that was freed back to the system where that can be asked for,
/// so that what is measured next takes its memory anew.
void allocation_counter_give_back_freed_memory(void);

#endif
