#include "block.h"

// 64 bytes in eight words, eight bytes of a word at once: what runs everywhere.

typedef struct {
  uint64_t words[8];
} text;

#define ONES UINT64_C(0x0101010101010101)

INLINE text load_part(const uint8_t *bytes, size_t count) {
  text result;
  memset(&result, ' ', 64);
  memcpy(&result, bytes, count);
  return result;
}

INLINE text load(const uint8_t *bytes) { return load_part(bytes, 64); }

INLINE text ending_in(uint64_t last) { return (text){{0, 0, 0, 0, 0, 0, 0, last}}; }

/// The top bits of the bytes of a word, as eight bits. The product puts bit 7 of byte n at bit 56 + n; no two of
/// its terms meet, so nothing is carried.
INLINE mask top_bits(uint64_t word) { return (word >> 7 & ONES) * UINT64_C(0x0102040810204080) >> 56; }

/// The bytes of a word that are less than `limit`, which is at most 0x80, by their top bits.
INLINE uint64_t below(uint64_t word, uint8_t limit) {
  // A byte of less than 0x80 gets its top bit by 0x80 - limit if it is not below.
  const uint64_t not_below = ((word & 0x7F * ONES) + (0x80u - limit) * ONES) | word;
  return ~not_below;
}

#define MASK(text, word, top) \
  mask result = 0; \
  for (int i = 0; i < 8; i++) { \
    const uint64_t word = (text).words[i]; \
    result |= top_bits(top) << 8 * i; \
  } \
  return result

INLINE mask equal(text bytes, char byte) { MASK(bytes, word, below(word ^ (uint8_t)byte * ONES, 1)); }

INLINE mask equal_either(text bytes, char byte) {
  MASK(bytes, word, below((word | 0x20 * ONES) ^ (uint8_t)byte * ONES, 1));
}

INLINE mask below_space(text bytes) { MASK(bytes, word, below(word, 0x20)); }

INLINE mask not_ascii(text bytes) { MASK(bytes, word, word); }

INLINE mask parity(mask set) { return parity_by_shifts(set); }

static mask utf8_errors(text bytes, text before) {
  uint8_t all[72];
  memcpy(all, &before.words[7], 8);
  memcpy(all + 8, &bytes, 64);
  mask errors = 0;
  for (int i = 0; i < 64; i++) {
    const uint8_t *byte = all + 8 + i;
    const uint8_t pair = utf8_first_high[byte[-1] >> 4] & utf8_first_low[byte[-1] & 0x0F]
      & utf8_second_high[byte[0] >> 4];
    const uint8_t expected = byte[-2] >= 0xE0 || byte[-3] >= 0xF0 ? UTF8_TWO_CONTINUE : 0;
    errors |= (mask)(pair != expected) << i;
  }
  return errors;
}

/// The bytes of a word that are in this range of ASCII, by their top bits.
INLINE uint64_t between(uint64_t word, char first, char last) {
  return below(word, (uint8_t)(last + 1)) & ~below(word, (uint8_t)first);
}

INLINE mask within(text bytes, char first, char last) { MASK(bytes, word, between(word, first, last)); }

INLINE mask within_either(text bytes, char first, char last) {
  MASK(bytes, word, between(word | 0x20 * ONES, first, last));
}

INLINE mask bit_5(text bytes) { MASK(bytes, word, word << 2); }

INLINE mask white(text bytes) {
  return equal(bytes, ' ') | equal(bytes, '\t') | equal(bytes, '\n') | equal(bytes, '\r');
}

INLINE mask escapable(text bytes) {
  mask result = 0;
  for (const char *byte = "\"\\/bfnrtu"; *byte; byte++) result |= equal(bytes, *byte);
  return result;
}

/// Where four bytes in a row are those of `word`.
INLINE mask ends_of(const char *word, text bytes, text before) {
  mask result = equal(bytes, word[3]);
  for (int i = 0; i < 3; i++) {
    result &= equal(bytes, word[i]) << (3 - i) | equal(before, word[i]) >> (61 + i);
  }
  return result;
}

INLINE mask literals(text bytes, text before, mask *alse) {
  *alse = ends_of("alse", bytes, before);
  return ends_of("true", bytes, before) | ends_of("null", bytes, before);
}

#include "index.h"

const streammap_kernel streammap_scalar = {"scalar", index_any, skip};
