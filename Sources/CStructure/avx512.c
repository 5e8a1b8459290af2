#include "block.h"

#if defined(__x86_64__)

#include <immintrin.h>

// 64 bytes in one register, and comparisons that give masks at once.

BEGIN_TARGET("avx512f,avx512bw,avx512vl,avx512vbmi,pclmul,popcnt,bmi,bmi2,lzcnt")

typedef __m512i text;

INLINE text all(char byte) { return _mm512_set1_epi8(byte); }

INLINE text load(const uint8_t *bytes) { return _mm512_loadu_si512(bytes); }

// SAFETY: bytes that are masked out are not read.
INLINE text load_part(const uint8_t *bytes, size_t count) {
  return _mm512_mask_loadu_epi8(all(' '), ~(~(mask)0 << count), bytes);
}

INLINE text ending_in(uint64_t last) { return _mm512_set1_epi64((int64_t)last); }

INLINE mask equal(text bytes, char byte) { return _mm512_cmpeq_epi8_mask(bytes, all(byte)); }

INLINE mask equal_either(text bytes, char byte) {
  return _mm512_cmpeq_epi8_mask(_mm512_or_si512(bytes, all(0x20)), all(byte));
}

INLINE mask below_space(text bytes) { return _mm512_cmplt_epu8_mask(bytes, all(0x20)); }

INLINE mask not_ascii(text bytes) { return _mm512_movepi8_mask(bytes); }

// A carry-less product with all ones.
INLINE mask parity(mask set) {
  const __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (int64_t)set), _mm_set1_epi8(-1), 0);
  return (mask)_mm_cvtsi128_si64(product);
}

/// The bytes `distance` places before each: 1, 2 or 3.
INLINE text back(text bytes, text before, int distance) {
  // Each group of 16 bytes, behind the group before it.
  const text groups = _mm512_alignr_epi64(bytes, before, 6);
  return distance == 1 ? _mm512_alignr_epi8(bytes, groups, 15)
       : distance == 2 ? _mm512_alignr_epi8(bytes, groups, 14)
                       : _mm512_alignr_epi8(bytes, groups, 13);
}

INLINE text look_up(const uint8_t table[16], text nibbles) {
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table)), nibbles);
}

INLINE text high_nibbles(text bytes) { return _mm512_and_si512(_mm512_srli_epi16(bytes, 4), all(0x0F)); }

INLINE mask utf8_errors(text bytes, text before) {
  const text first = back(bytes, before, 1);
  const text low = _mm512_and_si512(first, all(0x0F));
  const text pairs = _mm512_and_si512(
    _mm512_and_si512(look_up(utf8_first_high, high_nibbles(first)), look_up(utf8_first_low, low)),
    look_up(utf8_second_high, high_nibbles(bytes)));
  // The top bit stands where a third or fourth byte of a sequence has to be.
  const text third = _mm512_subs_epu8(back(bytes, before, 2), all(0xE0 - 0x80));
  const text fourth = _mm512_subs_epu8(back(bytes, before, 3), all(0xF0 - 0x80));
  const text expected = _mm512_and_si512(_mm512_or_si512(third, fourth), all((char)UTF8_TWO_CONTINUE));
  return _mm512_cmpneq_epi8_mask(pairs, expected);
}

// Less the first byte of the range, those in it are the smallest.
INLINE mask within(text bytes, char first, char last) {
  return _mm512_cmple_epu8_mask(_mm512_sub_epi8(bytes, all(first)), all(last - first));
}

INLINE mask within_either(text bytes, char first, char last) {
  return within(_mm512_or_si512(bytes, all(0x20)), first, last);
}

INLINE mask bit_5(text bytes) { return _mm512_test_epi8_mask(bytes, all(0x20)); }

// A lookup by a byte of 0x80 or more gives 0.
INLINE mask white(text bytes) { return _mm512_cmpeq_epi8_mask(look_up(white_by_low, bytes), bytes); }

INLINE mask escapable(text bytes) {
  const text low = look_up(escapable_low, _mm512_and_si512(bytes, all(0x0F)));
  return _mm512_test_epi8_mask(low, look_up(escapable_high, high_nibbles(bytes)));
}

/// Where four bytes in a row are those of `word`.
INLINE mask ends_of(const char *word, text bytes, text back_1, text back_2, text back_3) {
  text other = _mm512_xor_si512(bytes, all(word[3]));
  // a | (b ^ c)
  other = _mm512_ternarylogic_epi64(other, back_1, all(word[2]), 0xF6);
  other = _mm512_ternarylogic_epi64(other, back_2, all(word[1]), 0xF6);
  other = _mm512_ternarylogic_epi64(other, back_3, all(word[0]), 0xF6);
  return _mm512_testn_epi8_mask(other, other);
}

INLINE mask literals(text bytes, text before, mask *alse) {
  const text back_1 = back(bytes, before, 1), back_2 = back(bytes, before, 2), back_3 = back(bytes, before, 3);
  *alse = ends_of("alse", bytes, back_1, back_2, back_3);
  return ends_of("true", bytes, back_1, back_2, back_3) | ends_of("null", bytes, back_1, back_2, back_3);
}

#include "index.h"

const streammap_kernel streammap_avx512 = {"avx512", index_any, skip};

END_TARGET

#endif
