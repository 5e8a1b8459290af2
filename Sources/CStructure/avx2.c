#include "kernel.h"

#if defined(__x86_64__)

#include <immintrin.h>

// Four words in one register.

BEGIN_TARGET("avx2,popcnt,bmi,bmi2,lzcnt")

#define WORDS 4
#include "masks.h"

// Each register gets 16 bytes of the first half and 16 of the second, with bytes that are 8 apart next to each
// other. Then such pairs are exchanged until register k has all bytes 8 × n + k. These are then transposed to
// planes.
// SAFETY: 64 × 4 bytes are read.
INLINE void transpose(const uint8_t *bytes, mask planes[8]) {
  const __m256i apart = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0F070E060D050C04, 0x0B030A0209010800));
  __m256i one[8], two[8];
  for (int i = 0; i < 8; i++) {
    const __m128i low = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
    const __m128i high = _mm_loadu_si128((const __m128i *)(bytes + 128 + 16 * i));
    one[i] = _mm256_shuffle_epi8(_mm256_set_m128i(high, low), apart);
  }
  for (int i = 0; i < 8; i += 2) {
    two[i] = _mm256_unpacklo_epi16(one[i], one[i + 1]);
    two[i + 1] = _mm256_unpackhi_epi16(one[i], one[i + 1]);
  }
  for (int i = 0; i < 8; i += 4) {
    one[i] = _mm256_unpacklo_epi32(two[i], two[i + 2]);
    one[i + 1] = _mm256_unpackhi_epi32(two[i], two[i + 2]);
    one[i + 2] = _mm256_unpacklo_epi32(two[i + 1], two[i + 3]);
    one[i + 3] = _mm256_unpackhi_epi32(two[i + 1], two[i + 3]);
  }
  for (int i = 0; i < 4; i++) {
    planes[2 * i] = (mask)_mm256_unpacklo_epi64(one[i], one[i + 4]);
    planes[2 * i + 1] = (mask)_mm256_unpackhi_epi64(one[i], one[i + 4]);
  }
  transpose_bits(planes);
}

INLINE mask words_before(mask set, mask before) {
  const __m256i middle = _mm256_permute2x128_si256((__m256i)before, (__m256i)set, 0x21);
  return (mask)_mm256_alignr_epi8((__m256i)set, middle, 8);
}

/// The top bits of the words.
INLINE uint64_t tops(__m256i set) { return (uint64_t)_mm256_movemask_pd(_mm256_castsi256_pd(set)); }

#define EACH_WORD(n) {-((n) & 1), -((n) >> 1 & 1), -((n) >> 2 & 1), -((n) >> 3 & 1)}

static const int64_t each_word[16][4] __attribute__((aligned(32))) = {
  EACH_WORD(0), EACH_WORD(1), EACH_WORD(2), EACH_WORD(3), EACH_WORD(4), EACH_WORD(5), EACH_WORD(6), EACH_WORD(7),
  EACH_WORD(8), EACH_WORD(9), EACH_WORD(10), EACH_WORD(11), EACH_WORD(12), EACH_WORD(13), EACH_WORD(14), EACH_WORD(15),
};

/// All ones in the words whose bit is set in `words`. Bits beyond them do not matter.
INLINE mask spread(uint64_t words) {
  return (mask)_mm256_load_si256((const __m256i *)each_word[words & 15]);
}

INLINE uint64_t full_words(mask set) {
  return tops(_mm256_cmpeq_epi64((__m256i)set, _mm256_set1_epi64x(-1)));
}

INLINE mask add(mask a, mask b, uint64_t *carry) {
  const mask sum = a + b;
  const uint64_t over = tops((__m256i)((a & b) | ((a | b) & ~sum)));
  const uint64_t full = full_words(sum);
  // A carry that is added to the full words passes through them. The changed bits are the words that it
  // reaches.
  const uint64_t into = ((over << 1 | *carry >> 4) + full) ^ full;
  *carry = into;
  return sum - spread(into);
}

INLINE mask next_bytes(mask set, uint64_t *carry) {
  const uint64_t into = tops((__m256i)set) << 1 | *carry >> 4;
  *carry = into;
  return (set << 1) - spread(into);
}

INLINE mask parity(mask set, uint64_t *odd) {
  const mask within = parity_within_words(set);
  uint64_t words = tops((__m256i)within);
  words ^= words << 1;
  words ^= words << 2;
  const uint64_t before = words << 1 ^ *odd;
  *odd ^= -(words >> 3 & 1);
  return within ^ spread(before);
}

INLINE bool any(mask set) { return !_mm256_testz_si256((__m256i)set, (__m256i)set); }

#include "index.h"

const streammap_kernel streammap_avx2 = {"avx2", index_any, skip};

END_TARGET

#endif
