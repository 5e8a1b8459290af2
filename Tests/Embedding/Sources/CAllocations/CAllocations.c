// Holds one count, which only grows.

#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long count;

long allocations_so_far(void) { return atomic_load(&count); }

#if defined(__GLIBC__)

// What an executable defines stands before the C library's own, for every library it loads.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

bool allocations_are_counted(void) { return true; }

void *malloc(size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  atomic_fetch_add(&count, 1);
  void *result = __libc_memalign(alignment, size);
  if (result == NULL) return ENOMEM;
  *block = result;
  return 0;
}

#else

bool allocations_are_counted(void) { return false; }

#endif
