#include "CStructure.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// The kernels that this machine can run. Those of an architecture form a chain: a machine that runs one of them
// runs all that follow. Thus a machine's kernels are the end of a list, and nothing is computed at run time.

extern const streammap_kernel streammap_scalar;

#if defined(__x86_64__)
extern const streammap_kernel streammap_avx512, streammap_avx2;

static const streammap_kernel *const kernels[] = {&streammap_avx512, &streammap_avx2, &streammap_scalar};
static const char *const names[] = {"avx512", "avx2", "scalar", NULL};

#define CAN(name) (__builtin_cpu_supports(name) != 0)

static size_t best(void) {
  __builtin_cpu_init();
  if (!(CAN("avx2") && CAN("bmi") && CAN("bmi2") && CAN("lzcnt") && CAN("popcnt"))) return 2;
  const bool avx512 = CAN("avx512f") && CAN("avx512bw") && CAN("avx512dq") && CAN("avx512vl")
    && CAN("avx512vbmi") && CAN("gfni") && CAN("vpclmulqdq");
  return avx512 ? 0 : 1;
}
#elif defined(__aarch64__)
extern const streammap_kernel streammap_neon;

static const streammap_kernel *const kernels[] = {&streammap_neon, &streammap_scalar};
static const char *const names[] = {"neon", "scalar", NULL};

static size_t best(void) { return 0; }
#else
static const streammap_kernel *const kernels[] = {&streammap_scalar};
static const char *const names[] = {"scalar", NULL};

static size_t best(void) { return 0; }
#endif

const char *const *streammap_kernel_names(void) { return names + best(); }

const streammap_kernel *streammap_kernel_named(const char *name) {
  for (size_t i = best(); i < sizeof kernels / sizeof kernels[0]; i++) {
    if (strcmp(kernels[i]->name, name) == 0) return kernels[i];
  }
  return NULL;
}

const streammap_kernel *streammap_kernel_best(void) {
  static _Atomic(const streammap_kernel *) chosen;
  const streammap_kernel *kernel = atomic_load_explicit(&chosen, memory_order_relaxed);
  // Two threads that get here at once choose the same kernel.
  if (!kernel) {
    const char *name = getenv("STREAMMAP_KERNEL");
    kernel = name ? streammap_kernel_named(name) : NULL;
    if (!kernel) kernel = kernels[best()];
    atomic_store_explicit(&chosen, kernel, memory_order_relaxed);
  }
  return kernel;
}
