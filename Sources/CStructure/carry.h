// What goes from one group to the next; and from one call to the next, in `private_words`.

/// Sets, of which the last bits count: so a call leaves the last word of each.
typedef struct {
  /// Backslashes that escape the next byte.
  mask escapes;
  // UTF-8: the first bytes of all sequences, of those of three or four bytes, of four; the second bytes of
  // the latter two, the third of those of four; the first bytes after which not all may come.
  mask leads, leads_of_3, leads_of_4, seconds_of_3, seconds_of_4, thirds_of_4, e0, ed, f0, f4;

  // What follows is for validation.

  /// Runs, and what they are made of.
  mask runs, starts, digits, digit_due, zeros, exponents, signs;
  /// Letters, anywhere, and the ends of literals.
  mask a, f, l, n, r, s, t, u, literals;
  // Escapes: the u of those with digits, and digits; a d that is the first; the second digit of the first
  // half of a pair, and what comes after it, as far as it is right.
  mask codes, firsts, seconds, thirds, ds;
  mask first_halves, thirds_of_halves, fourths_of_halves, second_escapes, second_codes, second_ds;
} sets;

enum { SETS = sizeof(sets) / sizeof(mask), MAPPED_SETS = offsetof(sets, runs) / sizeof(mask) };

/// Carries of sums: bit n is carried into word n.
typedef struct {
  // Of the last mark: whether a value ended with it, a string, whether it is an opener. Of the last
  // separator: whether a name is due after it.
  uint64_t value_ended, string_ended, opened, name_due;
  // Of the last byte that is no digit and no sign: whether it is a point or an e, whether it is an e.
  uint64_t part, exponent;
  // Whether there is such a byte since the last bracket.
  uint64_t colon, comma, due_comma;
} sums;

enum { SUMS = sizeof(sums) / sizeof(uint64_t) };

typedef struct {
  // Whether the group before has bytes that are not ASCII, backslashes. If not, the sets that come of them
  // are empty.
  uint64_t not_ascii, backslashes;
  // How many whole blocks the open string has covered, the open run; whether the last string is too long for
  // a name.
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
  // As in streammap_state; but what is wrong with containers is known to them alone.
  uint64_t in_string, doubtful;
} carry;

/// Whether anything is carried out of the last word.
INLINE bool is_carried(uint64_t sum) { return sum >> WORDS & 1; }

/// What the calls before have left.
INLINE void take_up(carry *c, const streammap_state *state, bool validate) {
  const uint64_t *from = state->private_words;
  for (size_t i = 0; i < (validate ? SETS : MAPPED_SETS); i++) {
    // In every word, of which the last counts.
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

/// Leaves what is there after `count` words of the last group, at least one.
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
  // The first set.
  state->escaped = to[0] >> 63;
  state->doubtful = c->doubtful | c->singles.open.wrong;
}
