// Counts heap allocations of the current process.
//
// On Linux, the executable that links this target has its own malloc, calloc, realloc, posix_memalign,
// aligned_alloc and memalign, which call those of glibc. free is glibc's own. An allocation is a call that
// returned memory, whatever realloc did inside. On other systems nothing is counted, and
// `allocation_counter_is_available` returns false.
//
// There are two counts. One covers all threads, for a program that measures one thing at a time. The other
// covers only the calling thread, for tests that run in parallel. Counting costs an atomic add and a
// thread-local load for each call. While both counts are off, a call costs two loads.

#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether calls to malloc pass through this counter.
bool allocation_counter_is_available(void);

/// Sets both counts to zero and starts counting on every thread.
void allocation_counter_start(void);

/// Stops counting. The counts stay readable until the next start.
void allocation_counter_stop(void);

/// The number of allocations (malloc, calloc, realloc, posix_memalign, aligned_alloc, memalign) since the
/// start.
int64_t allocation_counter_allocations(void);

/// The number of bytes requested by these allocations.
int64_t allocation_counter_bytes(void);

/// Sets the calling thread's counts to zero and starts them. They are independent of the counts above and of
/// other threads.
void allocation_counter_start_on_this_thread(void);

/// Stops the calling thread's counts. They stay readable on this thread.
void allocation_counter_stop_on_this_thread(void);

/// The number of allocations by the calling thread since it started its count.
int64_t allocation_counter_allocations_on_this_thread(void);

/// The number of bytes requested by these allocations.
int64_t allocation_counter_bytes_on_this_thread(void);

/// Returns freed memory to the system where this is possible, so that the next measurement allocates its memory
/// anew.
void allocation_counter_give_back_freed_memory(void);

#endif
