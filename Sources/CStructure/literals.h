// A literal is rare and short, so its bytes are compared one literal at a time. A group records only the places
// where one begins.

#define LITERAL_BYTES(a, b, c, d, e) \
  ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 | (uint64_t)(e) << 32)
#define TRUE_BYTES LITERAL_BYTES('t', 'r', 'u', 'e', 0)
#define FALSE_BYTES LITERAL_BYTES('f', 'a', 'l', 's', 'e')
#define NULL_BYTES LITERAL_BYTES('n', 'u', 'l', 'l', 0)

/// The bytes that end a run.
static const bool ends_run[256] = {
  ['\t'] = true, ['\n'] = true, ['\r'] = true, [' '] = true, ['"'] = true, [','] = true,
  [':'] = true,  ['['] = true,  [']'] = true,  ['{'] = true, ['}'] = true,
};

/// Whether eight bytes begin with a literal and the end of its run.
INLINE bool is_literal(uint64_t bytes) {
  const uint64_t four = bytes & 0xFFFFFFFF, five = bytes & 0xFFFFFFFFFF;
  const bool is_false = five == FALSE_BYTES;
  const uint8_t next = (uint8_t)(bytes >> (is_false ? 40 : 32));
  return (is_false | (four == TRUE_BYTES) | (four == NULL_BYTES)) & ends_run[next];
}

/// The first `count` of eight bytes.
INLINE uint64_t first_bytes(uint64_t bytes, size_t count) {
  return count < 8 ? bytes & ~(~UINT64_C(0) << 8 * count) : bytes;
}

/// Whether the literal of which these are the first `count` bytes, at most eight, needs more.
INLINE bool is_unfinished(uint64_t bytes, size_t count) {
  return (count <= 5 && bytes == first_bytes(FALSE_BYTES, count))
    || (count <= 4 && (bytes == first_bytes(TRUE_BYTES, count) || bytes == first_bytes(NULL_BYTES, count)));
}

/// At most eight bytes. Those that are missing are 0.
// SAFETY: the caller has `count` bytes.
INLINE uint64_t load_bytes(const uint8_t *bytes, size_t count) {
  uint64_t result = 0;
  memcpy(&result, bytes, count < 8 ? count : 8);
  return result;
}

/// The bytes of a literal that has begun before the text, and those that follow.
INLINE uint64_t continued(uint64_t unfinished, const uint8_t *text) {
  const int bits = 64 - __builtin_clzll(unfinished) / 8 * 8;
  return unfinished | load_bytes(text, 8) << bits;
}

/// Marks the entry of the first end at or after a place. Returns whether there is none in the span.
INLINE bool mark_end_after(const span *span, uint64_t *next, size_t place) {
  for (uint64_t *end = span->ends; end < next; end++) {
    if (*end >> 1 < span->offset + place) continue;
    *end |= 1;
    return false;
  }
  return true;
}

/// Marks the entries of records with a wrong literal. Returns whether the record that is open at the end of the span
/// has one.
NEVER_INLINE bool mark_literals(
  const span *span, uint64_t *next, size_t from, size_t count, uint64_t unfinished
) {
  bool is_open =
    unfinished && !is_literal(continued(unfinished, span->text + from)) && mark_end_after(span, next, from);
  for (const uint16_t *place = span->literals; place < span->next_literal; place++) {
    const uint64_t bytes = load_bytes(span->text + *place, count - *place);
    if (is_literal(bytes) || (count - *place < 8 && is_unfinished(bytes, count - *place))) continue;
    is_open |= mark_end_after(span, next, *place);
  }
  return is_open;
}

/// Checks the literals that are recorded for the bytes from `from` until `count` of the span, at least eight. `next`
/// is the address of the next entry. `*unfinished` are the bytes of a literal that begins before and ends here, or 0.
/// It becomes the same for the bytes that follow. Returns whether the record that is open at the end has a wrong
/// literal.
INLINE bool check_literals(
  const span *span, uint64_t *next, size_t from, size_t count, uint64_t *unfinished
) {
  const uint64_t before = *unfinished;
  bool wrong = before && !is_literal(continued(before, span->text + from));
  *unfinished = 0;
  const uint16_t *place = span->literals;
  for (; place < span->next_literal && *place + sizeof(uint64_t) <= count; place++) {
    wrong |= !is_literal(load_bytes(span->text + *place, 8));
  }
  for (; place < span->next_literal; place++) {
    const size_t left = count - *place;
    const uint64_t bytes = load_bytes(span->text + *place, left);
    if (is_unfinished(bytes, left)) {
      *unfinished = bytes;
    } else {
      wrong |= !is_literal(bytes);
    }
  }
  return RARELY(wrong) && mark_literals(span, next, from, count, before);
}
