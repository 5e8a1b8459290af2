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

/// With bit 5 set.
INLINE text folded(text bytes) {
  return (text){_mm256_or_si256(bytes.low, all(0x20)), _mm256_or_si256(bytes.high, all(0x20))};
}

INLINE mask equal_either(text bytes, char byte) { return equal(folded(bytes), byte); }

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

// Less the first byte of the range, those in it are the smallest, and do not change in a minimum with the last.
INLINE mask within(text bytes, char first, char last) {
  const __m256i low = _mm256_sub_epi8(bytes.low, all(first)), high = _mm256_sub_epi8(bytes.high, all(first));
  const __m256i most = all(last - first);
  return equal_to((text){low, high}, _mm256_min_epu8(low, most), _mm256_min_epu8(high, most));
}

INLINE mask within_either(text bytes, char first, char last) { return within(folded(bytes), first, last); }

INLINE mask bit_5(text bytes) {
  return top_bits(_mm256_slli_epi16(bytes.low, 2), _mm256_slli_epi16(bytes.high, 2));
}

// A lookup by a byte of 0x80 or more gives 0.
INLINE mask white(text bytes) {
  return equal_to(bytes, look_up(white_by_low, bytes.low), look_up(white_by_low, bytes.high));
}

/// 0xFF where a byte of a half may not come after a backslash.
INLINE __m256i not_escapable(__m256i bytes) {
  const __m256i low = look_up(escapable_low, _mm256_and_si256(bytes, all(0x0F)));
  const __m256i both = _mm256_and_si256(low, look_up(escapable_high, high_nibbles(bytes)));
  return _mm256_cmpeq_epi8(both, _mm256_setzero_si256());
}

INLINE mask escapable(text bytes) { return ~top_bits(not_escapable(bytes.low), not_escapable(bytes.high)); }

/// 0xFF where four bytes in a row are those of `word`.
INLINE __m256i ends_of(const char *word, __m256i bytes, __m256i back_1, __m256i back_2, __m256i back_3) {
  return _mm256_and_si256(
    _mm256_and_si256(_mm256_cmpeq_epi8(bytes, all(word[3])), _mm256_cmpeq_epi8(back_1, all(word[2]))),
    _mm256_and_si256(_mm256_cmpeq_epi8(back_2, all(word[1])), _mm256_cmpeq_epi8(back_3, all(word[0]))));
}

/// As `literals`, of a half.
INLINE __m256i literals_of(__m256i bytes, __m256i before, __m256i *alse) {
  const __m256i back_1 = back(bytes, before, 1), back_2 = back(bytes, before, 2), back_3 = back(bytes, before, 3);
  *alse = ends_of("alse", bytes, back_1, back_2, back_3);
  return _mm256_or_si256(
    ends_of("true", bytes, back_1, back_2, back_3), ends_of("null", bytes, back_1, back_2, back_3));
}

INLINE mask literals(text bytes, text before, mask *alse) {
  __m256i alse_low, alse_high;
  const __m256i low = literals_of(bytes.low, before.high, &alse_low);
  const __m256i high = literals_of(bytes.high, bytes.low, &alse_high);
  *alse = top_bits(alse_low, alse_high);
  return top_bits(low, high);
}

#include "index.h"

const streammap_kernel streammap_avx2 = {"avx2", index_any, skip};

END_TARGET

#endif
