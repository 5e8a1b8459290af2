// The functions malloc, … are weak, because the executable of the tests has those of CAllocationCounter. A static executable
// would have those of libc.a. Its linker therefore wraps them: it calls __wrap_malloc, … (Scripts/wheel).

#define _GNU_SOURCE
#include "COutOfMemory.h"

// Sanitizers replace the heap.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_OWN_HEAP 1
#endif
#endif

#if defined(__linux__) && !defined(HAS_OWN_HEAP)
#include <features.h>
#endif

#if defined(__GLIBC__) && !defined(HAS_OWN_HEAP)

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

// The status of the program for a failure.
enum { failure = 3 };

// Ends the process. Allocates nothing. No destructor runs: other threads are working, and may wait for memory, too.
static _Noreturn void end(size_t size) {
  static atomic_flag is_ending = ATOMIC_FLAG_INIT;
  while (atomic_flag_test_and_set(&is_ending)) pause();
  char line[192];
  // The progress line of a terminal is removed.
  int count = snprintf(
      line, sizeof line,
      "%sstreammap: out of memory: cannot allocate %zu bytes; lower --jobs, --chunk or --max-record, or use more memory\n",
      isatty(2) ? "\r\033[K" : "", size);
  ssize_t written = write(2, line, (size_t)count);
  // A failure cannot be reported anywhere.
  (void)written;
  _exit(failure);
}

// Returns a block of `size` bytes, unless there is no memory for it.
static inline void *block_or_end(void *block, size_t size) {
  // realloc frees a block for the size 0. memalign may reject an alignment.
  if (block == NULL && size > 0 && errno != EINVAL) end(size);
  return block;
}

// Declares `next_NAME`, the function of the next library. A static executable has no next library. There, the linker
// defines `__real_NAME`, by which such an executable is recognized, as one of the two weak functions of that name.
#define NEXT(name, ...)                                                                       \
  extern void *__real_##name(__VA_ARGS__) __attribute__((weak));                              \
  extern void *__libc_##name(__VA_ARGS__) __attribute__((weak));                              \
  typedef void *(*name##_function)(__VA_ARGS__);                                              \
  static inline name##_function next_##name(void) {                                           \
    static _Atomic(name##_function) found;                                                    \
    name##_function next = atomic_load_explicit(&found, memory_order_relaxed);                \
    if (next == NULL) {                                                                       \
      next = __real_##name ? __libc_##name : (name##_function)dlsym(RTLD_NEXT, #name);        \
      atomic_store_explicit(&found, next, memory_order_relaxed);                              \
    }                                                                                         \
    return next;                                                                              \
  }
// The name of a function in an executable whose linker wraps nothing.
#define ALSO(name) __attribute__((weak, alias("__wrap_" #name)))

NEXT(malloc, size_t)
NEXT(calloc, size_t, size_t)
NEXT(realloc, void *, size_t)
NEXT(memalign, size_t, size_t)

void *__wrap_malloc(size_t size) { return block_or_end(next_malloc()(size), size); }
void *malloc(size_t size) ALSO(malloc);

void *__wrap_calloc(size_t number, size_t size) {
  void *block = next_calloc()(number, size);
  if (block != NULL) return block;
  size_t product;
  return block_or_end(block, __builtin_mul_overflow(number, size, &product) ? SIZE_MAX : product);
}
void *calloc(size_t number, size_t size) ALSO(calloc);

void *__wrap_realloc(void *block, size_t size) { return block_or_end(next_realloc()(block, size), size); }
void *realloc(void *block, size_t size) ALSO(realloc);

void *__wrap_memalign(size_t alignment, size_t size) {
  return block_or_end(next_memalign()(alignment, size), size);
}
void *memalign(size_t alignment, size_t size) ALSO(memalign);

void *__wrap_aligned_alloc(size_t alignment, size_t size) { return __wrap_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) ALSO(aligned_alloc);

int __wrap_posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  // POSIX leaves errno unchanged.
  int before = errno;
  *block = __wrap_memalign(alignment, size);
  errno = before;
  return 0;
}
int posix_memalign(void **block, size_t alignment, size_t size) ALSO(posix_memalign);

#endif
