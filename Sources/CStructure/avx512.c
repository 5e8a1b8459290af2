#include "kernel.h"

#if defined(__x86_64__)

#include <immintrin.h>

// Eight words in one register, with the extensions of processors that have VBMI and GFNI.

BEGIN_TARGET(
  "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,gfni,vpclmulqdq,popcnt,bmi,bmi2,lzcnt")

#define WORDS 8
#include "masks.h"

/// In each eight bytes, bit n of byte k becomes bit 7 - k of byte n. This is the product of the bytes, as a
/// matrix of bits, and the identity.
INLINE __m512i exchange_bits(__m512i bytes) {
  return _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64((int64_t)0x8040201008040201), bytes, 0);
}

/// Word n of register k becomes word k of register n.
INLINE void exchange_words(__m512i r[8]) {
  __m512i pair[8], four[8];
  for (int i = 0; i < 8; i += 2) {
    pair[i] = _mm512_unpacklo_epi64(r[i], r[i + 1]);
    pair[i + 1] = _mm512_unpackhi_epi64(r[i], r[i + 1]);
  }
  // Words 0 and 4, 1 and 5, 2 and 6, 3 and 7 of four registers.
  for (int i = 0; i < 8; i += 4) {
    four[i] = _mm512_shuffle_i64x2(pair[i], pair[i + 2], 0x88);
    four[i + 1] = _mm512_shuffle_i64x2(pair[i + 1], pair[i + 3], 0x88);
    four[i + 2] = _mm512_shuffle_i64x2(pair[i], pair[i + 2], 0xDD);
    four[i + 3] = _mm512_shuffle_i64x2(pair[i + 1], pair[i + 3], 0xDD);
  }
  for (int i = 0; i < 4; i++) {
    r[i] = _mm512_shuffle_i64x2(four[i], four[i + 4], 0x88);
    r[i + 4] = _mm512_shuffle_i64x2(four[i], four[i + 4], 0xDD);
  }
}

// SAFETY: 64 × 8 bytes are read.
INLINE void transpose(const uint8_t *bytes, mask planes[8]) {
  const __m512i backwards = _mm512_set4_epi32(0x08090A0B, 0x0C0D0E0F, 0x00010203, 0x04050607);
  // Byte n of each word becomes byte k of word n, for word k.
  const __m512i places = _mm512_set_epi64(
    0x3F372F271F170F07, 0x3E362E261E160E06, 0x3D352D251D150D05, 0x3C342C241C140C04,
    0x3B332B231B130B03, 0x3A322A221A120A02, 0x3931292119110901, 0x3830282018100800);
  __m512i r[8];
  for (int i = 0; i < 8; i++) {
    const __m512i reversed = _mm512_shuffle_epi8(_mm512_loadu_si512(bytes + 64 * i), backwards);
    r[i] = _mm512_permutexvar_epi8(places, exchange_bits(reversed));
  }
  exchange_words(r);
  for (int i = 0; i < 8; i++) planes[i] = (mask)r[i];
}

INLINE mask words_before(mask set, mask before) {
  return (mask)_mm512_alignr_epi64((__m512i)set, (__m512i)before, 7);
}

INLINE uint64_t full_words(mask set) { return _mm512_cmpeq_epi64_mask((__m512i)set, _mm512_set1_epi64(-1)); }

INLINE mask add(mask a, mask b, uint64_t *carry) {
  const __m512i sum = (__m512i)(a + b), ones = _mm512_set1_epi64(-1);
  const uint64_t over = _mm512_cmplt_epu64_mask(sum, (__m512i)a), full = full_words((mask)sum);
  // A carry that is added to the full words passes through them. The changed bits are the words that it
  // reaches.
  uint64_t into = ((over << 1 | *carry >> 8) + full) ^ full;
  // Without this, the compiler moves the carries of several sums back into a vector to compute them together.
  __asm__("" : "+r"(into));
  *carry = into;
  return (mask)_mm512_mask_sub_epi64(sum, (__mmask8)into, sum, ones);
}

INLINE mask next_bytes(mask set, uint64_t *carry) {
  const __m512i ones = _mm512_set1_epi64(-1);
  uint64_t into = (uint64_t)_mm512_movepi64_mask((__m512i)set) << 1 | *carry >> 8;
  __asm__("" : "+r"(into));
  *carry = into;
  return (mask)_mm512_mask_sub_epi64((__m512i)(set << 1), (__mmask8)into, (__m512i)(set << 1), ones);
}

// A carry-less product with ones is the parity within each word. Then the parity of the words before is added.
INLINE mask parity(mask set, uint64_t *odd) {
  const __m512i ones = _mm512_set1_epi64(-1);
  const __m512i even_words = _mm512_clmulepi64_epi128((__m512i)set, ones, 0x00);
  const __m512i odd_words = _mm512_clmulepi64_epi128((__m512i)set, ones, 0x01);
  const __m512i within = _mm512_unpacklo_epi64(even_words, odd_words);
  uint64_t words = _mm512_movepi64_mask(within);
  words ^= words << 1;
  words ^= words << 2;
  words ^= words << 4;
  const uint64_t before = words << 1 ^ *odd;
  *odd ^= -(words >> 7 & 1);
  return (mask)_mm512_mask_xor_epi64(within, (__mmask8)before, within, ones);
}

INLINE bool any(mask set) { return _mm512_test_epi64_mask((__m512i)set, (__m512i)set) != 0; }

#include "index.h"

const streammap_kernel streammap_avx512 = {"avx512", index_any, skip};

END_TARGET

#endif
