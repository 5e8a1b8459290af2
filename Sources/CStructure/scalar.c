#include "kernel.h"

// One word of 64 bits, for any machine.

#define WORDS 1
#include "masks.h"

// SAFETY: 64 bytes are read.
INLINE void transpose(const uint8_t *bytes, mask planes[8]) {
  memcpy(planes, bytes, 64);
  transpose_bytes(planes);
  transpose_bits(planes);
}

INLINE mask words_before(mask set, mask before) {
  (void)set;
  return before;
}

INLINE uint64_t full_words(mask set) { return !~set; }

INLINE mask add(mask a, mask b, uint64_t *carry) {
  unsigned long long sum, result;
  const uint64_t into = *carry >> 1;
  const bool over = __builtin_uaddll_overflow(a, b, &sum);
  const bool over_then = __builtin_uaddll_overflow(sum, into, &result);
  *carry = into | (uint64_t)(over | over_then) << 1;
  return result;
}

INLINE mask next_bytes(mask set, uint64_t *carry) {
  const uint64_t into = *carry >> 1;
  *carry = into | set >> 63 << 1;
  return set << 1 | into;
}

INLINE mask parity(mask set, uint64_t *odd) {
  const mask result = parity_within_words(set) ^ *odd;
  *odd = (uint64_t)((int64_t)result >> 63);
  return result;
}

INLINE bool any(mask set) { return set != 0; }

#include "index.h"

const streammap_kernel streammap_scalar = {"scalar", index_any, skip};
