// Whether text is JSON, for all bytes of a block at once. What it rests on is proved rule by rule, below; that
// nothing else passes is what the tests are for. To be included by index.h.
//
// Outside strings there are *marks*: brackets, commas, colons, the ends of records, the openings of strings, and
// the first bytes of *runs*, which are all other bytes that are not white space: numbers, literals, and what is
// neither. What a mark may be is decided by the mark before it, which `following` finds for all of them with one
// addition; only brackets have to be gone through one by one, to know which container a mark stands in.

/// The marks whose mark before is one of `some`. `carry` says whether the last mark before the block was, and gets
/// the same for the next.
///
/// One bit is put after each of `some`. Where that is no mark, it meets the ones of the gap, and the sum carries it
/// through them to the next mark. No gap gets two, for between two of `some` there is a mark: the second.
INLINE mask following(mask some, mask marks, uint64_t *carry) {
  unsigned long long sum;
  const bool over = __builtin_uaddll_overflow(after(some, carry), ~marks, &sum);
  // Not both: if bit 63 is a mark, it stops what comes from below.
  *carry |= over;
  return sum & marks;
}

/// `set`, `distance` bytes later; `before` is the set of the block before.
INLINE mask later(mask set, mask before, int distance) { return set << distance | before >> (64 - distance); }

// MARK: Containers

/// What a container is, in two bits.
enum { IN_ARRAY, IN_OBJECT, AT_ROOT };

/// The open containers.
typedef struct {
  /// Their kinds, two bits each, the innermost in the lowest; above the outermost, AT_ROOT. No more than 31.
  uint64_t kinds;
  /// How many leading zeros `kinds` must have at least, that nothing can go wrong even if no opener of a block is
  /// closed in it: twice as many as there are openers, and these.
  uint64_t reserve;
  /// Where there are more, `kinds` are only the innermost. The others are here, 31 in a word.
  uint64_t words[16];
  uint64_t full_words;
  /// How many are open beyond the limit. Of these no kind is known; their record is doubtful.
  uint64_t beyond;
} containers;

/// A reserve that no block has.
#define NO_ROOM 128

/// The reserve where only `kinds` is in use.
INLINE uint64_t reserve_for(uint64_t depth_limit) { return depth_limit < 31 ? 62 - 2 * depth_limit : 0; }

/// Makes ready for the first block of a call.
INLINE void set_limit(containers *open, uint64_t depth_limit) {
  if (!open->kinds) open->kinds = AT_ROOT;
  open->reserve = open->full_words || open->beyond ? NO_ROOM : reserve_for(depth_limit);
}

/// As `nest`, however deep it is.
// SAFETY: a word is put away when it has 31 containers and another comes, which is when fewer than depth_limit
// are open, of STREAMMAP_MAXIMUM_DEPTH at most: so that is before the 17th, 496 being in the first 16.
static __attribute__((noinline)) mask nest_deeply(
  containers *open, mask openers, mask closers, mask ends, mask curly, const mask forbidden[3], uint64_t limit
) {
  if (limit > STREAMMAP_MAXIMUM_DEPTH) limit = STREAMMAP_MAXIMUM_DEPTH;
  mask errors = 0, rest = ~(mask)0;
  for (mask left = openers | closers | ends; left; left &= left - 1) {
    const mask one = left & -left, upto = up_to_lowest(left);
    errors |= forbidden[open->kinds & 3] & rest & upto;
    rest = ~upto;
    if (openers & one) {
      const uint64_t here = (uint64_t)(63 - __builtin_clzll(open->kinds | 1)) / 2;
      if (open->beyond || 31 * open->full_words + here >= limit) {
        errors |= one;
        open->beyond++;
        continue;
      }
      if (here == 31) {
        open->words[open->full_words++] = open->kinds;
        open->kinds = AT_ROOT;
      }
      open->kinds = open->kinds << 2 | (curly & one ? IN_OBJECT : IN_ARRAY);
    } else if (ends & one) {
      open->kinds = AT_ROOT;
      open->full_words = open->beyond = 0;
    } else if (open->beyond) {
      open->beyond--;
    } else {
      open->kinds >>= 2;
      if (open->kinds == AT_ROOT && open->full_words) open->kinds = open->words[--open->full_words];
    }
  }
  open->reserve = open->full_words || open->beyond ? NO_ROOM : reserve_for(limit);
  return errors | (forbidden[open->kinds & 3] & rest);
}

/// Goes through the brackets and the ends of records. Gives the bytes that are `forbidden` in the container in
/// which they stand, which is for an opener the one around it, and for a closer the one that it closes.
///
/// A closer at the root leaves 0, which stays, as IN_ARRAY, until the record ends: it is doubtful by then.
INLINE mask nest(
  containers *open, mask openers, mask closers, mask ends, mask curly, const mask forbidden[3], uint64_t limit
) {
  const uint64_t most = 2 * (uint64_t)__builtin_popcountll(openers) + open->reserve;
  if (RARELY(most > (uint64_t)__builtin_clzll(open->kinds | 1))) {
    // A copy, so that nobody needs the address of the original, which is in registers.
    containers copy = *open;
    const mask errors = nest_deeply(&copy, openers, closers, ends, curly, forbidden, limit);
    *open = copy;
    return errors;
  }
  mask errors = 0, rest = ~(mask)0;
  uint64_t kinds = open->kinds;
  for (mask left = openers | closers | ends; left; left &= left - 1) {
    const mask one = left & -left, upto = up_to_lowest(left);
    errors |= forbidden[kinds & 3] & rest & upto;
    rest = ~upto;
    const uint64_t inner = kinds << 2 | (curly & one ? IN_OBJECT : IN_ARRAY), outer = kinds >> 2;
    kinds = openers & one ? inner : outer;
    if (ends & one) kinds = AT_ROOT;
  }
  open->kinds = kinds;
  return errors | (forbidden[kinds & 3] & rest);
}

// MARK: Numbers and literals

/// What goes from one block to the next within runs of bytes.
typedef struct {
  uint64_t run;
  uint64_t digit_or_point, digit_due, zero, fraction, literal_end;
  mask starts, starts_with_f;
  // Of exponents: whether one began with the last byte, with a sign, and whether its digits may go on.
  uint64_t exponent_begun, exponent_sign, exponent;
} runs;

/// The first bytes of the runs.
INLINE mask run_starts(mask run, runs *carry, mask *ended) {
  const mask before = after(run, &carry->run);
  *ended = before & ~run;
  return run & ~before;
}

/// The bytes at which a run is seen to be neither a number nor a literal, at or before the byte after it.
///
///     number  = [-] (0 / 1–9 *digit) [. 1*digit] [e [+ / -] 1*digit]
///     literal = true / false / null
///
/// Each byte of a run is a digit, a point, a minus, or another; with `exponents`, also an exponent's e (after a
/// digit) or sign (after that e). In a run without an error
///  1. each digit is the first byte or follows a digit, a point, a minus, an e or a sign,
///  2. each point follows a digit (or a point, which is wrong by 4),
///  3. each minus is the first byte, or a sign,
///  4. after each point, minus and sign comes a digit, after each e a digit or a sign,
///  5. after a zero that begins the run, or follows the minus that does, no digit comes,
///  6. between a point and the next, or the digits of an exponent and a point or another e, there is something
///     that is no digit: so a run of a number has one point at most, one e at most, and the e after the point,
///  7. the last byte is a digit (or a point, wrong by 4), or ends a literal that is the whole run.
/// Were there another byte in a run that ends with a digit, the last of them would have a digit, a point or a minus
/// after it, or a sign, against 1, 2 or 3. So that run is a number, by 1–6, and one that ends otherwise is a literal.
INLINE mask run_errors(
  text bytes, text bytes_before, mask run, mask starts, mask ended, bool exponents,
  const runs *before, runs *next
) {
  runs carry = *before;
  const mask digits = within(bytes, '0', '9') & run;
  const mask points = equal(bytes, '.') & run;
  const mask minus = equal(bytes, '-') & run;
  const mask zeros = equal(bytes, '0') & digits;
  const mask after_digit = after(digits | points, &carry.digit_or_point);

  mask exponent = 0, signs = 0, after_exponent = 0, after_sign = 0;
  if (exponents) {
    exponent = equal_either(bytes, 'e') & run & after_digit;
    after_exponent = after(exponent, &carry.exponent_begun);
    signs = (minus | (equal(bytes, '+') & run)) & after_exponent;
    after_sign = after(signs, &carry.exponent_sign);
  }
  const mask others = run & ~(digits | points | minus | exponent | signs);
  const mask digit_due = after(points | minus | signs, &carry.digit_due);

  mask errors = digits & ~(starts | after_digit | digit_due | after_exponent);
  errors |= points & ~after_digit;
  errors |= minus & ~(starts | signs);
  errors |= digit_due & ~digits;
  errors |= after(zeros & ~(after_digit | after_exponent | after_sign), &carry.zero) & digits;
  errors |= following(points, ~digits, &carry.fraction) & points;
  if (exponents) {
    errors |= after_exponent & ~(digits | signs);
    errors |= following(exponent, ~(digits | signs), &carry.exponent) & (points | exponent);
  } else {
    // Maybe an exponent: to be looked at again.
    errors |= others & after_digit;
  }

  // A literal is as long as from the run's start to its end.
  mask literal_ends = 0;
  const mask starts_with_f = starts & equal(bytes, 'f');
  if (others) {
    mask alse;
    const mask true_or_null = literals(bytes, bytes_before, &alse);
    literal_ends = (true_or_null & later(starts, carry.starts, 3))
      | (alse & later(starts_with_f, carry.starts_with_f, 4));
  }
  carry.starts = starts;
  carry.starts_with_f = starts_with_f;
  errors |= ended & ~(after_digit | after(literal_ends, &carry.literal_end));
  *next = carry;
  return errors;
}

// MARK: Strings

/// What goes from one block to the next within escapes: sets of the block before, of which the last bits count.
typedef struct {
  /// The u of escapes; a d after it; the digit after that, if the two begin the first half of a pair.
  mask code, d, first_half;
} escapes;

/// Whether the next block has to be looked at for the sake of escapes that end there.
INLINE uint64_t unfinished(const escapes *carry) { return carry->code >> 60 | carry->first_half >> 58; }

/// The bytes at which an escape is seen to be wrong. `escaped` are the bytes after a backslash that is not escaped
/// itself, within strings.
///
/// After u come four digits. U+D800 … U+DBFF, which begin with d and 8 … b, must be followed at once by a second
/// half, and U+DC00 … U+DFFF, d and c … f, must be one. An error is found no later than at the end of the string:
/// the bytes are looked at one after the other, and each is none that ends a string.
INLINE mask escape_errors(text bytes, mask backslashes, mask escaped, escapes *carry) {
  const mask code = escaped & equal(bytes, 'u');
  const mask digits = within(bytes, '0', '9') | within_either(bytes, 'a', 'f');
  const mask digit_due = later(code, carry->code, 1) | later(code, carry->code, 2) | later(code, carry->code, 3)
    | later(code, carry->code, 4);

  const mask d = equal_either(bytes, 'd') & later(code, carry->code, 1);
  const mask second_digit = later(d, carry->d, 1);
  const mask first_half = second_digit & (within(bytes, '8', '9') | within_either(bytes, 'a', 'b'));
  const mask second_half = second_digit & within_either(bytes, 'c', 'f');

  mask errors = escaped & ~escapable(bytes);
  errors |= digit_due & ~digits;
  errors |= later(first_half, carry->first_half, 3) & ~(backslashes & ~escaped);
  errors |= later(first_half, carry->first_half, 4) & ~code;
  errors |= later(first_half, carry->first_half, 6) ^ second_half;
  *carry = (escapes){code, d, first_half};
  return errors;
}

// MARK: All of it

/// What goes from one block to the next.
typedef struct {
  // Of the last mark: whether a value ended with it, whether it was a string, an opener. Of the last separator:
  // whether a name had to come after it.
  uint64_t value_ended, string_ended, opened, name_due;
  runs runs;
  escapes escapes;
  /// Whole blocks that the open string, the open run have covered so far.
  uint64_t string_length, run_length;
  /// 1 if the last string was too long for a name.
  uint64_t too_long_for_name;
  containers open;
} grammar;

/// The sets of a block that all of the index needs.
typedef struct {
  mask quotes, strings, openers, closers, commas, ends;
} structure;

/// Charges strings, names and numbers that may be too long. They are measured in whole blocks: one of n bytes
/// covers (n - 126) / 64 at least, up to 63 lying in the first block and in the last.
INLINE mask length_errors(
  structure s, mask run, mask colons, mask separators, const streammap_state *limits, grammar *g
) {
  mask errors = 0;
  // The first separator after the string says whether it was a name.
  if (RARELY(g->too_long_for_name) && separators) {
    errors = separators & -separators & colons;
    g->too_long_for_name = 0;
  }
  if (RARELY(!(~s.strings | s.quotes))) {
    g->string_length++;
    if (g->string_length > limits->string_blocks) errors |= 1;
    if (g->string_length > limits->name_blocks) g->too_long_for_name = 1;
  } else {
    g->string_length = 0;
  }
  if (RARELY(!~run)) {
    if (++g->run_length > limits->number_blocks) errors |= 1;
  } else {
    g->run_length = 0;
  }
  return errors;
}

/// The bytes at which a block is seen not to be JSON; not those that are wrong in mapped text too.
///
/// Of the marks, a *value* is an opener, or the opening of a string or the first byte of a run.
///  1. No value, nor an opener, comes right after the end of a value: a string, a run, a closer.
///  2. A comma comes right after the end of a value.
///  3. So does a closer, or else right after an opener.
///  4. A colon comes right after a string.
/// Separators are the marks that are not values, and openers. A name is due after one of them if it is a comma or {.
///  5. A colon stands where a name is due.
///  6. A closing } does not, unless it comes right after its {.
///  7. In an object, no comma and no opener stands where a name is due, nor is there a ].
///  8. In an array there is no colon and no }.
///  9. At the root there is no colon, comma or closer, and the end of a record is only there.
/// Then what is after an opening { or a comma within an object is a name with its colon, or }: a string is followed
/// by a colon, for by 1, 2, 6, 7 no other mark is left; by 5, 6 and 7 it is with a run as with a string, but that a
/// colon is not right by 4. After that colon comes a value, for by 2, 3 and 4 nothing else may; after that value,
/// by 1, 4 and 5, a comma or }. In an array, commas and ] come after values, by 2 and 3, and values after commas
/// and the [, by 3, 7 and 8 and what was said of objects. At the root one value comes after the other, by 1, only if
/// a record ends between them.
INLINE mask grammar_errors(
  text bytes, text before, structure s, unsigned options, const streammap_state *limits, grammar *g
) {
  const mask colons = equal(bytes, ':') & ~s.strings;
  const mask curly = bit_5(bytes);
  const mask openings = s.quotes & s.strings;
  const mask separators = s.openers | s.closers | s.commas | colons | s.ends;
  const mask run = ~(s.strings | s.quotes | separators | white(bytes));
  mask ended;
  const mask starts = run_starts(run, &g->runs, &ended);

  mask errors;
  {
    runs next;
    errors = run_errors(bytes, before, run, starts, ended, false, &g->runs, &next);
    if (RARELY(errors | g->runs.exponent_begun | g->runs.exponent_sign | g->runs.exponent)) {
      errors = run_errors(bytes, before, run, starts, ended, true, &g->runs, &next);
    }
    g->runs = next;
  }

  const mask marks = separators | openings | starts;
  const mask after_value = following(openings | starts | s.closers, marks, &g->value_ended);
  const mask after_string = following(openings, marks, &g->string_ended);
  const mask after_opener = following(s.openers, marks, &g->opened);
  const mask braces = s.closers & curly;
  const mask name_due = following(s.commas | (s.openers & curly), separators, &g->name_due);

  errors |= (openings | starts | s.openers) & after_value;
  errors |= s.commas & ~after_value;
  errors |= s.closers & ~(after_value | after_opener);
  errors |= colons & ~(after_string & name_due);
  errors |= braces & name_due & ~after_opener;
  // An empty line is no record, but a text is.
  if (!(options & STREAMMAP_LINES)) errors |= s.ends & ~after_value;

  const mask forbidden[3] = {
    [IN_ARRAY] = colons | braces | s.ends,
    [IN_OBJECT] = ((s.commas | s.openers) & name_due) | (s.closers & ~curly) | s.ends,
    [AT_ROOT] = s.commas | colons | s.closers,
  };
  errors |= nest(&g->open, s.openers, s.closers, s.ends, curly, forbidden, limits->depth_limit);
  errors |= length_errors(s, run, colons, separators, limits, g);
  if (RARELY(!limits->string_blocks)) errors |= openings;
  if (RARELY(!limits->name_blocks)) errors |= colons;
  if (RARELY(!limits->number_blocks)) errors |= starts & (within(bytes, '0', '9') | equal(bytes, '-'));
  return errors;
}
