#ifndef CDECIMAL_H
#define CDECIMAL_H

#include <stdint.h>

// Parses the digits of a short decimal number all at once. Sixteen characters are in one register, and the dot
// is removed. No branch depends on the number of digits or the position of the dot, which a processor cannot
// predict. The multiplications are those of Lemire, "Number parsing at a gigabyte per second" (Software:
// Practice and Experience 51, 2021).
//
// The code is in a header, so that it is inlined into Swift code.

/// A number without a sign: `digits` / 10 ^ `fraction`.
typedef struct {
  /// At most sixteen digits, or `STREAMMAP_NOT_PLAIN` if the text has another form.
  uint64_t digits;
  /// The number of digits after the dot.
  int64_t fraction;
} streammap_decimal;

#define STREAMMAP_NOT_PLAIN UINT64_MAX

/// The sixteen bytes from byte k on have ones in their last k bytes, and zeros before.
extern const uint8_t streammap_last_bytes[32];

#if defined(__SSE2__)
#include <emmintrin.h>

typedef __m128i streammap_characters;

static inline streammap_characters streammap_load(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)bytes);
}

/// Bit n is set if character n is a dot.
static inline uint64_t streammap_dots(streammap_characters all) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_set1_epi8('.')));
}

/// The characters of `one` where `chosen` has ones, and of `other` where it has zeros.
static inline streammap_characters streammap_choose(
  streammap_characters chosen, streammap_characters one, streammap_characters other
) {
  return _mm_or_si128(_mm_and_si128(chosen, one), _mm_andnot_si128(chosen, other));
}

/// The number whose digits are the characters in `places`, the last ones.
static inline uint64_t streammap_value(streammap_characters all, streammap_characters places) {
  const __m128i nine = _mm_set1_epi8(9);
  const __m128i values = _mm_and_si128(_mm_xor_si128(all, _mm_set1_epi8('0')), places);
  if (_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(values, nine), nine)) != 0xFFFF) return STREAMMAP_NOT_PLAIN;
  const __m128i tens = _mm_mullo_epi16(_mm_and_si128(values, _mm_set1_epi16(0xFF)), _mm_set1_epi16(10));
  const __m128i pairs = _mm_add_epi16(tens, _mm_srli_epi16(values, 8));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 | 1 << 16));
  const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(10000 | 1 << 16));
  const uint64_t halves = (uint64_t)_mm_cvtsi128_si64(eights);
  return (halves & UINT32_MAX) * 100000000 + (halves >> 32);
}
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>

typedef uint8x16_t streammap_characters;

static inline streammap_characters streammap_load(const uint8_t *bytes) { return vld1q_u8(bytes); }

/// Bit n is set if character n is a dot.
static inline uint64_t streammap_dots(streammap_characters all) {
  const uint8x16_t bits = vreinterpretq_u8_u64(vdupq_n_u64(UINT64_C(0x8040201008040201)));
  const uint8x16_t dots = vandq_u8(vceqq_u8(all, vdupq_n_u8('.')), bits);
  return vaddv_u8(vget_low_u8(dots)) | (uint64_t)vaddv_u8(vget_high_u8(dots)) << 8;
}

/// The characters of `one` where `chosen` has ones, and of `other` where it has zeros.
static inline streammap_characters streammap_choose(
  streammap_characters chosen, streammap_characters one, streammap_characters other
) {
  return vbslq_u8(chosen, one, other);
}

/// The number whose digits are the characters in `places`, the last ones.
static inline uint64_t streammap_value(streammap_characters all, streammap_characters places) {
  const uint8x16_t values = vandq_u8(veorq_u8(all, vdupq_n_u8('0')), places);
  if (vmaxvq_u8(values) > 9) return STREAMMAP_NOT_PLAIN;
  const uint8x16_t by_ten = vreinterpretq_u8_u16(vdupq_n_u16(10 | 1 << 8));
  const uint16x8_t by_hundred = vreinterpretq_u16_u32(vdupq_n_u32(100 | 1 << 16));
  const uint32x4_t by_ten_thousand = vreinterpretq_u32_u64(vdupq_n_u64(10000 | UINT64_C(1) << 32));
  const uint16x8_t pairs = vpaddlq_u8(vmulq_u8(values, by_ten));
  const uint32x4_t fours = vpaddlq_u16(vmulq_u16(pairs, by_hundred));
  const uint64x2_t eights = vpaddlq_u32(vmulq_u32(fours, by_ten_thousand));
  return vgetq_lane_u64(eights, 0) * 100000000 + vgetq_lane_u64(eights, 1);
}
#endif

/// Parses a number of up to sixteen digits, with or without a dot, in the form of RFC 8259 but without a sign
/// and an exponent. Any other text, with any bytes, is not plain.
///
/// SAFETY: `text[-16 ..< count]` are readable.
static inline streammap_decimal streammap_read_decimal(const uint8_t *text, int64_t count) {
  streammap_decimal result = {STREAMMAP_NOT_PLAIN, 0};
#if defined(__SSE2__) || (defined(__aarch64__) && defined(__ARM_NEON))
  if ((uint64_t)count - 1 > 16) return result;
  if (*text == '0' && count > 1 && text[1] != '.') return result;
  // The last sixteen characters. With a dot, those one place earlier fill the gap that the dot leaves.
  streammap_characters all = streammap_load(text + count - 16);
  int64_t digits = count;
  // Any other dot, at the beginning or the end, or a second one, is a character that is not a digit.
  const uint64_t dots = streammap_dots(all) & 0xFFFE0000 >> count & 0x7FFF;
  if (dots) {
    digits = count - 1;
    result.fraction = 15 - __builtin_ctzll(dots);
    const streammap_characters behind = streammap_load(streammap_last_bytes + result.fraction);
    all = streammap_choose(behind, all, streammap_load(text + count - 17));
  } else if (count > 16) {
    return result;
  }
  result.digits = streammap_value(all, streammap_load(streammap_last_bytes + digits));
#else
  (void)text;
  (void)count;
#endif
  return result;
}

#endif
