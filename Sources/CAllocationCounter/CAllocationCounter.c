// Holds the counts of the process (atomics) and of each thread (thread-local, used only by that thread).

#include "CAllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

// The number of active counters, of the process and of threads. While it is 0, a call only loads it.
static _Atomic int counters;
static _Atomic bool counting;
static _Atomic int64_t allocations;
static _Atomic int64_t bytes;

static _Thread_local bool counting_here;
static _Thread_local int64_t allocations_here;
static _Thread_local int64_t bytes_here;

void allocation_counter_start(void) {
  atomic_store(&allocations, 0);
  atomic_store(&bytes, 0);
  if (!atomic_exchange(&counting, true)) atomic_fetch_add(&counters, 1);
}

void allocation_counter_stop(void) {
  if (atomic_exchange(&counting, false)) atomic_fetch_sub(&counters, 1);
}

int64_t allocation_counter_allocations(void) { return atomic_load(&allocations); }

int64_t allocation_counter_bytes(void) { return atomic_load(&bytes); }

void allocation_counter_start_on_this_thread(void) {
  allocations_here = 0;
  bytes_here = 0;
  if (!counting_here) atomic_fetch_add(&counters, 1);
  counting_here = true;
}

void allocation_counter_stop_on_this_thread(void) {
  if (counting_here) atomic_fetch_sub(&counters, 1);
  counting_here = false;
}

int64_t allocation_counter_allocations_on_this_thread(void) { return allocations_here; }

int64_t allocation_counter_bytes_on_this_thread(void) { return bytes_here; }

// Sanitizers replace the heap.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_OWN_HEAP 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_OWN_HEAP)

#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

bool allocation_counter_is_available(void) { return true; }

void allocation_counter_give_back_freed_memory(void) { malloc_trim(0); }

// Whether no counter is active, so that the call is only forwarded.
static inline bool is_off(void) { return atomic_load_explicit(&counters, memory_order_relaxed) == 0; }

// Counts a call that requested `size` bytes and got `block`. Returns `block`.
static inline void *counted(void *block, size_t size) {
  if (block == NULL) return NULL;
  if (atomic_load_explicit(&counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, (int64_t)size, memory_order_relaxed);
  }
  if (counting_here) {
    allocations_here += 1;
    bytes_here += (int64_t)size;
  }
  return block;
}

void *malloc(size_t size) {
  if (is_off()) return __libc_malloc(size);
  return counted(__libc_malloc(size), size);
}

void *calloc(size_t number, size_t size) {
  if (is_off()) return __libc_calloc(number, size);
  // glibc rejects a product that overflows, so the counted product does not.
  return counted(__libc_calloc(number, size), number * size);
}

void *realloc(void *block, size_t size) {
  if (is_off()) return __libc_realloc(block, size);
  return counted(__libc_realloc(block, size), size);
}

void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  // POSIX leaves errno unchanged here, and so does glibc's own function.
  int before = errno;
  void *result = counted(__libc_memalign(alignment, size), size);
  errno = before;
  if (result == NULL) return ENOMEM;
  *block = result;
  return 0;
}

#else

bool allocation_counter_is_available(void) { return false; }

void allocation_counter_give_back_freed_memory(void) {}

#endif
