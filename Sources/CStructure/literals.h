// Literals are rare and short, so they are compared one at a time. A group records only where they begin.

/// What a literal is compared with, as the first of eight bytes.
typedef struct {
  /// The bytes of a literal, and all ones for each of them.
  uint64_t bytes, mask;
  /// Their number of bits.
  uint64_t size;
} literal_pattern;

#define FIRST_BYTES(a, b, c, d) \
  ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24)

/// By two bits of their first byte, which are different in t, f and n.
static const literal_pattern literal_patterns[4] = {
  {FIRST_BYTES('f', 'a', 'l', 's') | (uint64_t)'e' << 32, 0xFFFFFFFFFF, 40},
  {FIRST_BYTES('n', 'u', 'l', 'l'), 0xFFFFFFFF, 32},
  {FIRST_BYTES('t', 'r', 'u', 'e'), 0xFFFFFFFF, 32},
  // The two bits of 1 are others, so no text matches.
  {1, 0xFF, 0},
};

INLINE literal_pattern pattern_for(uint64_t bytes) { return literal_patterns[bytes >> 3 & 3]; }

/// 1 for the bytes that end a run.
static const uint8_t ends_run[256] = {
  ['\t'] = 1, ['\n'] = 1, ['\r'] = 1, [' '] = 1, ['"'] = 1, [','] = 1,
  [':'] = 1,  ['['] = 1,  [']'] = 1,  ['{'] = 1, ['}'] = 1,
};

/// Not 0 if eight bytes do not begin with a literal and the end of its run.
INLINE uint64_t literal_errors(uint64_t bytes) {
  const literal_pattern expected = pattern_for(bytes);
  return ((bytes & expected.mask) ^ expected.bytes) | (ends_run[(uint8_t)(bytes >> expected.size)] ^ 1);
}

/// The first `count` of eight bytes.
INLINE uint64_t first_bytes(uint64_t bytes, size_t count) {
  return count < 8 ? bytes & ~(~UINT64_C(0) << 8 * count) : bytes;
}

/// Whether `count` bytes are the beginning of a literal, or all of it, so that the bytes after them decide.
INLINE bool is_unfinished(uint64_t bytes, size_t count) {
  const literal_pattern expected = pattern_for(bytes);
  return 8 * count <= expected.size && bytes == first_bytes(expected.bytes, count);
}

/// At most eight bytes. Those that are missing are 0.
// SAFETY: the caller has `count` bytes.
INLINE uint64_t load_bytes(const uint8_t *bytes, size_t count) {
  uint64_t result = 0;
  memcpy(&result, bytes, count < 8 ? count : 8);
  return result;
}

/// The bytes of a literal that has begun before the text, and those that follow.
// SAFETY: the text has eight bytes.
INLINE uint64_t continued(uint64_t unfinished, const uint8_t *text) {
  const int bits = 64 - __builtin_clzll(unfinished) / 8 * 8;
  return unfinished | load_bytes(text, 8) << bits;
}

/// Marks the entries of records with a wrong literal. Returns whether the record that is open at the end of the span
/// has one. Linear in the literals and ends, because both are in ascending order.
NEVER_INLINE bool mark_literals(
  const span *span, uint64_t *next, size_t from, size_t count, uint64_t unfinished
) {
  uint64_t *end = span->ends;
  bool is_open = false;
  // The unfinished literal is in the record that is open when the span begins.
  if (unfinished && literal_errors(continued(unfinished, span->text + from))) {
    if (end < next) *end |= 1; else is_open = true;
  }
  for (uint64_t words = span->literals.words_with_bytes; words; words &= words - 1) {
    const size_t word = (size_t)__builtin_ctzll(words);
    for (uint64_t left = span->literals.words[word]; left; left &= left - 1) {
      const size_t place = 64 * word + (size_t)__builtin_ctzll(left);
      const uint64_t bytes = load_bytes(span->text + place, count - place);
      if (!literal_errors(bytes) || is_unfinished(bytes, count - place)) continue;
      while (end < next && *end >> 1 < span->offset + place) end++;
      if (end < next) *end |= 1; else is_open = true;
    }
  }
  return is_open;
}

/// Checks the literals that are recorded for the bytes from `from` until `count` of the span, at least eight. `next`
/// is the address of the next entry. `*unfinished` are the bytes of a literal that begins before and ends here, or 0.
/// It becomes the same for the bytes that follow. Returns whether the record that is open at the end has a wrong
/// literal.
// SAFETY: the literals begin before `count`, and no byte outside the span is read.
INLINE bool check_literals(
  const span *span, uint64_t *next, size_t from, size_t count, uint64_t *unfinished
) {
  const uint64_t before = *unfinished;
  uint64_t errors = before ? literal_errors(continued(before, span->text + from)) : 0;
  *unfinished = 0;
  for (uint64_t words = span->literals.words_with_bytes; words; words &= words - 1) {
    const size_t word = (size_t)__builtin_ctzll(words);
    uint64_t left = span->literals.words[word];
    do {
      const size_t place = 64 * word + (size_t)__builtin_ctzll(left);
      if (RARELY(place + sizeof(uint64_t) > count)) {
        const uint64_t bytes = load_bytes(span->text + place, count - place);
        if (is_unfinished(bytes, count - place)) {
          *unfinished = bytes;
        } else {
          errors |= literal_errors(bytes);
        }
      } else {
        errors |= literal_errors(load_bytes(span->text + place, sizeof(uint64_t)));
      }
      left &= left - 1;
    } while (left);
  }
  return RARELY(errors) && mark_literals(span, next, from, count, before);
}
