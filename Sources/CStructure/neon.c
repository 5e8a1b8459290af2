#include "block.h"

#if defined(__aarch64__)

#include <arm_neon.h>

// 64 bytes in four registers, every fourth byte in the same one: byte n is lane n / 4 of register n % 4. That
// makes masks cheap, and the byte before another is in the same lane, but for the first register.

typedef uint8x16x4_t text;

INLINE uint8x16_t all(char byte) { return vdupq_n_u8((uint8_t)byte); }

INLINE text load(const uint8_t *bytes) { return vld4q_u8(bytes); }

INLINE text load_part(const uint8_t *bytes, size_t count) {
  uint8_t copy[64];
  memset(copy, ' ', 64);
  memcpy(copy, bytes, count);
  return load(copy);
}

INLINE text ending_in(uint64_t last) {
  uint8_t bytes[64] = {0};
  memcpy(bytes + 56, &last, 8);
  return load(bytes);
}

/// The top bits of all bytes. Each step puts those of one operand below those of the other: of two registers, of
/// four, which makes half bytes in order, then of two lanes.
INLINE mask top_bits(text bytes) {
  const uint8x16_t low = vsriq_n_u8(bytes.val[1], bytes.val[0], 1);
  const uint8x16_t high = vsriq_n_u8(bytes.val[3], bytes.val[2], 1);
  const uint8x16_t four = vsriq_n_u8(high, low, 2);
  const uint8x16_t twice = vsriq_n_u8(four, four, 4);
  const uint8x8_t all = vshrn_n_u16(vreinterpretq_u16_u8(twice), 4);
  return vget_lane_u64(vreinterpret_u64_u8(all), 0);
}

/// What an expression says of each register, as a mask.
#define MASK(i, expression) \
  text each; \
  for (int i = 0; i < 4; i++) each.val[i] = expression; \
  return top_bits(each)

INLINE mask equal(text bytes, char byte) { MASK(i, vceqq_u8(bytes.val[i], all(byte))); }

INLINE mask equal_either(text bytes, char byte) {
  MASK(i, vceqq_u8(vorrq_u8(bytes.val[i], all(0x20)), all(byte)));
}

INLINE mask below_space(text bytes) { MASK(i, vcltq_u8(bytes.val[i], all(0x20))); }

INLINE mask not_ascii(text bytes) { return top_bits(bytes); }

INLINE mask parity(mask set) { return parity_by_shifts(set); }

INLINE uint8x16_t look_up(const uint8_t table[16], uint8x16_t nibbles) {
  return vqtbl1q_u8(vld1q_u8(table), nibbles);
}

INLINE uint8x16_t low_nibbles(uint8x16_t bytes) { return vandq_u8(bytes, all(0x0F)); }

INLINE uint8x16_t high_nibbles(uint8x16_t bytes) { return vshrq_n_u8(bytes, 4); }

/// The bytes 1, 2 and 3 places before each.
typedef struct {
  text one, two, three;
} backs;

INLINE backs backs_of(text bytes, text before) {
  const uint8x16_t first = vextq_u8(before.val[1], bytes.val[1], 15);
  const uint8x16_t second = vextq_u8(before.val[2], bytes.val[2], 15);
  const uint8x16_t third = vextq_u8(before.val[3], bytes.val[3], 15);
  return (backs){
    .one = {{third, bytes.val[0], bytes.val[1], bytes.val[2]}},
    .two = {{second, third, bytes.val[0], bytes.val[1]}},
    .three = {{first, second, third, bytes.val[0]}},
  };
}

/// 0xFF where a register is wrong.
INLINE uint8x16_t utf8_wrong(uint8x16_t bytes, uint8x16_t one, uint8x16_t two, uint8x16_t three) {
  const uint8x16_t pairs = vandq_u8(
    vandq_u8(look_up(utf8_first_high, high_nibbles(one)), look_up(utf8_first_low, low_nibbles(one))),
    look_up(utf8_second_high, high_nibbles(bytes)));
  // The top bit stands where a third or fourth byte of a sequence has to be.
  const uint8x16_t third = vcgeq_u8(two, all((char)0xE0)), fourth = vcgeq_u8(three, all((char)0xF0));
  const uint8x16_t expected = vandq_u8(vorrq_u8(third, fourth), all((char)UTF8_TWO_CONTINUE));
  return vmvnq_u8(vceqq_u8(pairs, expected));
}

INLINE mask utf8_errors(text bytes, text before) {
  const backs back = backs_of(bytes, before);
  MASK(i, utf8_wrong(bytes.val[i], back.one.val[i], back.two.val[i], back.three.val[i]));
}

// Less the first byte of the range, those in it are the smallest.
INLINE mask within(text bytes, char first, char last) {
  MASK(i, vcleq_u8(vsubq_u8(bytes.val[i], all(first)), all(last - first)));
}

INLINE mask within_either(text bytes, char first, char last) {
  MASK(i, vcleq_u8(vsubq_u8(vorrq_u8(bytes.val[i], all(0x20)), all(first)), all(last - first)));
}

INLINE mask bit_5(text bytes) { MASK(i, vshlq_n_u8(bytes.val[i], 2)); }

INLINE mask white(text bytes) {
  MASK(i, vceqq_u8(look_up(white_by_low, low_nibbles(bytes.val[i])), bytes.val[i]));
}

INLINE mask escapable(text bytes) {
  MASK(i, vtstq_u8(
    look_up(escapable_low, low_nibbles(bytes.val[i])), look_up(escapable_high, high_nibbles(bytes.val[i]))));
}

/// 0xFF where four bytes in a row are those of `word`.
INLINE uint8x16_t ends_of(const char *word, uint8x16_t bytes, uint8x16_t one, uint8x16_t two, uint8x16_t three) {
  return vandq_u8(
    vandq_u8(vceqq_u8(bytes, all(word[3])), vceqq_u8(one, all(word[2]))),
    vandq_u8(vceqq_u8(two, all(word[1])), vceqq_u8(three, all(word[0]))));
}

INLINE mask words(const char *word, text bytes, backs back) {
  MASK(i, ends_of(word, bytes.val[i], back.one.val[i], back.two.val[i], back.three.val[i]));
}

INLINE mask literals(text bytes, text before, mask *alse) {
  const backs back = backs_of(bytes, before);
  *alse = words("alse", bytes, back);
  return words("true", bytes, back) | words("null", bytes, back);
}

#include "index.h"

const streammap_kernel streammap_neon = {"neon", index_any, skip};

#endif
