#include "kernel.h"

#if defined(__aarch64__)

#include <arm_neon.h>

// Two words in one register.

#define WORDS 2
#include "masks.h"

/// As `exchange`, in each byte.
#define EXCHANGE(distance, low, a, b) \
  do { \
    const uint8x16_t first = vbslq_u8(vdupq_n_u8(low), a, vshlq_n_u8(b, distance)); \
    b = vbslq_u8(vdupq_n_u8(low), vshrq_n_u8(a, distance), b); \
    a = first; \
  } while (0)

// The loads distribute the bytes to four registers for each block. Those of both blocks are distributed to two
// registers each. Thus register k has all bytes 8 × n + k. These are then transposed to planes.
// SAFETY: 64 × 2 bytes are read.
INLINE void transpose(const uint8_t *bytes, mask planes[8]) {
  const uint8x16x4_t first = vld4q_u8(bytes), second = vld4q_u8(bytes + 64);
  uint8x16_t r[8];
  for (int i = 0; i < 4; i++) {
    r[i] = vuzp1q_u8(first.val[i], second.val[i]);
    r[i + 4] = vuzp2q_u8(first.val[i], second.val[i]);
  }
  for (int i = 0; i < 4; i++) EXCHANGE(4, 0x0F, r[i], r[i + 4]);
  for (int i = 0; i < 8; i += 4) {
    EXCHANGE(2, 0x33, r[i], r[i + 2]);
    EXCHANGE(2, 0x33, r[i + 1], r[i + 3]);
  }
  for (int i = 0; i < 8; i += 2) EXCHANGE(1, 0x55, r[i], r[i + 1]);
  for (int i = 0; i < 8; i++) planes[i] = (mask)r[i];
}

INLINE mask words_before(mask set, mask before) {
  return (mask)vextq_u64((uint64x2_t)before, (uint64x2_t)set, 1);
}

INLINE uint64_t full_words(mask set) { return (uint64_t)!~set[0] | (uint64_t)!~set[1] << 1; }

INLINE mask add(mask a, mask b, uint64_t *carry) {
  unsigned long long low, high;
  const uint64_t into_low = *carry >> 2;
  const bool over_low = __builtin_uaddll_overflow(a[0], b[0], &low);
  const uint64_t into_high = over_low | __builtin_uaddll_overflow(low, into_low, &low);
  const bool over_high = __builtin_uaddll_overflow(a[1], b[1], &high);
  const uint64_t over = over_high | __builtin_uaddll_overflow(high, into_high, &high);
  *carry = into_low | into_high << 1 | over << 2;
  return (mask){low, high};
}

INLINE mask next_bytes(mask set, uint64_t *carry) {
  const uint64_t into_low = *carry >> 2, into_high = set[0] >> 63;
  *carry = into_low | into_high << 1 | set[1] >> 63 << 2;
  return set << 1 | (mask){into_low, into_high};
}

INLINE mask parity(mask set, uint64_t *odd) {
  mask result = parity_within_words(set);
  result[0] ^= *odd;
  result[1] ^= (uint64_t)((int64_t)result[0] >> 63);
  *odd = (uint64_t)((int64_t)result[1] >> 63);
  return result;
}

INLINE bool any(mask set) { return vmaxvq_u32((uint32x4_t)set) != 0; }

#include "index.h"

const streammap_kernel streammap_neon = {"neon", index_any, skip};

#endif
