// The state that passes from one group to the next, and in `private_words` from one call to the next.

/// Sets whose last bits are used. A call leaves the last word of each.
typedef struct {
  /// Backslashes that escape the next byte.
  mask escapes;
  // UTF-8: the first bytes of all sequences, of those of three or four bytes, and of those of four; the second
  // bytes of the latter two; the third bytes of those of four; the first bytes that restrict the byte after
  // them.
  mask leads, leads_of_3, leads_of_4, seconds_of_3, seconds_of_4, thirds_of_4, e0, ed, f0, f4;

  // The following sets are for validation.

  /// Runs and their parts.
  mask runs, digits, digit_due, zeros, exponents, signs;
  // Escapes: the u of those with digits, and digits; a d that is the first digit; the second digit of the first
  // half of a pair, and the bytes after it, as far as they are valid.
  mask codes, firsts, seconds, thirds, ds;
  mask first_halves, thirds_of_halves, fourths_of_halves, second_escapes, second_codes, second_ds;
} sets;

enum { SETS = sizeof(sets) / sizeof(mask), MAPPED_SETS = offsetof(sets, runs) / sizeof(mask) };

/// The carries of sums. Bit n is carried into word n.
typedef struct {
  // For the last byte outside strings that is not white space: whether it ended a value, and whether it is an opener
  // or ended a string. For the last separator: whether a name is due after it.
  uint64_t value_ended, opened, name_due;
  // For the last byte that is neither a digit nor a sign: whether it is a point or an e, and whether it is an
  // e.
  uint64_t part, exponent;
  // Whether such a byte occurred since the last bracket.
  uint64_t colon, due_comma;
} sums;

enum { SUMS = sizeof(sums) / sizeof(uint64_t) };

typedef struct {
  // Not 0 if the group must be checked as if it had bytes outside ASCII; backslashes; escapes with digits; parts of
  // numbers other than digits; exponents. If 0, the sets that only such a check uses have no last bit.
  uint64_t not_ascii, backslashes, codes, parts, exponents;
  // The bytes of an unfinished literal, or 0.
  uint64_t literal;
  // The number of whole blocks that the open string has covered, and that the open run has covered. Whether the
  // last string is too long for a name.
  uint64_t string_blocks, run_blocks, too_long_for_name;
  containers open;
} singles;

_Static_assert(
  sizeof(uint64_t) * (SETS + SUMS) + sizeof(singles) <= sizeof(((streammap_state *)0)->private_words),
  "private_words has room for one word of each set, one of each sum, and the rest");

typedef struct {
  sets sets;
  sums sums;
  singles singles;
  // As in streammap_state. Errors of containers are only in `containers`.
  uint64_t in_string, doubtful;
} carry;

/// Whether a bit is carried out of the last word.
INLINE bool is_carried(uint64_t sum) { return sum >> WORDS & 1; }

/// Loads the state that the previous calls left.
INLINE void take_up(carry *c, const streammap_state *state, bool validate) {
  const uint64_t *from = state->private_words;
  for (size_t i = 0; i < (validate ? SETS : MAPPED_SETS); i++) {
    // Every word gets the same value. Only the last one is used.
    const mask set = none() | from[i];
    memcpy((char *)&c->sets + sizeof set * i, &set, sizeof set);
  }
  for (size_t i = 0; i < SUMS; i++) {
    const uint64_t sum = from[SETS + i] << WORDS;
    memcpy((char *)&c->sums + sizeof sum * i, &sum, sizeof sum);
  }
  memcpy(&c->singles, from + SETS + SUMS, sizeof c->singles);
  if (!c->singles.open.kinds) c->singles.open.kinds = AT_ROOT;
  c->in_string = state->in_string;
  c->doubtful = state->doubtful;
}

/// Stores the state after `count` words of the last group, at least one.
INLINE void leave(const carry *c, uint64_t in_string, size_t count, streammap_state *state, bool validate) {
  uint64_t *to = state->private_words;
  for (size_t i = 0; i < (validate ? SETS : MAPPED_SETS); i++) {
    memcpy(&to[i], (const char *)&c->sets + sizeof(mask) * i + sizeof(*to) * (count - 1), sizeof(*to));
  }
  for (size_t i = 0; i < SUMS; i++) {
    uint64_t sum;
    memcpy(&sum, (const char *)&c->sums + sizeof sum * i, sizeof sum);
    to[SETS + i] = sum >> count & 1;
  }
  memcpy(to + SETS + SUMS, &c->singles, sizeof c->singles);
  state->in_string = in_string;
  state->doubtful = c->doubtful | c->singles.open.wrong;
}
