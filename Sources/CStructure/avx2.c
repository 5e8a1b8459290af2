#include "block.h"

#if defined(__x86_64__)

#include <immintrin.h>

// 64 bytes in two registers of 32.

BEGIN_TARGET("avx2,pclmul,popcnt,bmi,bmi2")

typedef struct {
  __m256i low, high;
} text;

INLINE __m256i all(char byte) { return _mm256_set1_epi8(byte); }

INLINE __m256i load_half(const uint8_t *bytes) { return _mm256_loadu_si256((const __m256i *)bytes); }

INLINE text load(const uint8_t *bytes) { return (text){load_half(bytes), load_half(bytes + 32)}; }

INLINE text load_part(const uint8_t *bytes, size_t count) {
  uint8_t copy[64];
  memset(copy, ' ', 64);
  memcpy(copy, bytes, count);
  return load(copy);
}

INLINE text ending_in(uint64_t last) {
  return (text){_mm256_setzero_si256(), _mm256_set1_epi64x((int64_t)last)};
}

/// The top bits of all bytes.
INLINE mask top_bits(__m256i low, __m256i high) {
  return (uint32_t)_mm256_movemask_epi8(low) | (mask)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

INLINE mask equal_to(text bytes, __m256i low, __m256i high) {
  return top_bits(_mm256_cmpeq_epi8(bytes.low, low), _mm256_cmpeq_epi8(bytes.high, high));
}

INLINE mask equal(text bytes, char byte) { return equal_to(bytes, all(byte), all(byte)); }

INLINE mask equal_either(text bytes, char byte) {
  const text folded = {_mm256_or_si256(bytes.low, all(0x20)), _mm256_or_si256(bytes.high, all(0x20))};
  return equal(folded, byte);
}

// What is at most 0x1F does not change in the minimum with it.
INLINE mask below_space(text bytes) {
  return equal_to(bytes, _mm256_min_epu8(bytes.low, all(0x1F)), _mm256_min_epu8(bytes.high, all(0x1F)));
}

INLINE mask not_ascii(text bytes) { return top_bits(bytes.low, bytes.high); }

// A carry-less product with all ones.
INLINE mask parity(mask set) {
  const __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (int64_t)set), _mm_set1_epi8(-1), 0);
  return (mask)_mm_cvtsi128_si64(product);
}

/// The bytes of a half `distance` places before each: 1, 2 or 3; `before` is the half before it.
INLINE __m256i back(__m256i bytes, __m256i before, int distance) {
  // Each group of 16 bytes, behind the group before it.
  const __m256i groups = _mm256_permute2x128_si256(before, bytes, 0x21);
  return distance == 1 ? _mm256_alignr_epi8(bytes, groups, 15)
       : distance == 2 ? _mm256_alignr_epi8(bytes, groups, 14)
                       : _mm256_alignr_epi8(bytes, groups, 13);
}

INLINE __m256i look_up(const uint8_t table[16], __m256i nibbles) {
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table)), nibbles);
}

INLINE __m256i high_nibbles(__m256i bytes) { return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), all(0x0F)); }

/// 0xFF where a half is right.
INLINE __m256i utf8_right(__m256i bytes, __m256i before) {
  const __m256i first = back(bytes, before, 1);
  const __m256i low = _mm256_and_si256(first, all(0x0F));
  const __m256i pairs = _mm256_and_si256(
    _mm256_and_si256(look_up(utf8_first_high, high_nibbles(first)), look_up(utf8_first_low, low)),
    look_up(utf8_second_high, high_nibbles(bytes)));
  // The top bit stands where a third or fourth byte of a sequence has to be.
  const __m256i third = _mm256_subs_epu8(back(bytes, before, 2), all(0xE0 - 0x80));
  const __m256i fourth = _mm256_subs_epu8(back(bytes, before, 3), all(0xF0 - 0x80));
  const __m256i expected = _mm256_and_si256(_mm256_or_si256(third, fourth), all((char)UTF8_TWO_CONTINUE));
  return _mm256_cmpeq_epi8(pairs, expected);
}

INLINE mask utf8_errors(text bytes, text before) {
  return ~top_bits(utf8_right(bytes.low, before.high), utf8_right(bytes.high, bytes.low));
}

#include "index.h"

const streammap_kernel streammap_avx2 = {"avx2", index_any, skip};

END_TARGET

#endif
