// The check whether text is JSON, for all bytes of a group at once, and the proof that its rules suffice.
//
// Outside strings there are *marks*: brackets, commas, colons, the ends of records; the openings of strings;
// and the first bytes of *runs*. Runs consist of all other bytes that are not white space: numbers, literals,
// and invalid text. Whether a mark is allowed depends on the mark before it, and on the container.

// MARK: Numbers and literals

/// What is found in the runs of a group.
typedef struct {
  /// The bytes at which a run is known not to be valid, and the first bytes of literals.
  mask errors, literals;
} run_findings;

/// Finds errors in numbers, each at a byte of its run or at the byte after the run. It also finds the first bytes
/// of the runs that are literals if they are valid. The bytes of literals are checked in literals.h.
///
///     number  = [-] (0 / 1–9 *digit) [. 1*digit] [e [+ / -] 1*digit]
///     literal = true / false / null
///
/// Each byte of a run is a digit, a point, a minus, an e right after a digit, a sign right after that e, or
/// another byte. In a run without an error,
///  1. a digit is the first byte, or follows a digit, a point, a minus, an e or a sign;
///  2. a point follows a digit;
///  3. a minus is the first byte, or a sign;
///  4. a digit follows a point, a minus and a sign, and a digit or a sign follows an e;
///  5. no digit follows a zero that is the first byte or follows a minus at the first byte;
///  6. with only digits and signs between them, no point follows a point or an e, and no e follows an e;
///  7. another byte does not follow a digit.
///
/// By 4 and 7, another byte is the first byte or follows another byte. By 1 to 4, no digit, point, minus or e
/// follows another byte. Thus a run has only other bytes, or none. If it has none, its last byte is a digit, by
/// 4. So 6 means that there is at most one point and then at most one e, and 1 to 5 give the rest of the grammar.
/// If it has only other bytes, it is a literal or invalid.
///
/// In the code, "digit" in 2 and 7 and before an e is "digit or point", because 4 requires a digit after a
/// point anyway.
INLINE run_findings number_findings(
  const mask bit[8], columns c, mask run, mask starts, mask after_run, mask digits, carry *carry
) {
  sets *before = &carry->sets;
  sums *sums = &carry->sums;
  const mask zeros = digits & row(bit, 0x0), points = c.column_2 & row(bit, 0xE) & run;
  const mask minus = c.column_2 & row(bit, 0xD) & run, plus = c.column_2 & row(bit, 0xB) & run;
  const mask after_digit = after(digits | points, &before->digits);
  const mask exponents = c.column_4_or_6 & row(bit, 0x5) & run & after_digit;
  mask after_exponent = none(), signs = none(), after_sign = none();
  const bool has_exponents = any(exponents);
  if (has_exponents || carry->singles.exponents) {
    after_exponent = after(exponents, &before->exponents);
    signs = (minus | plus) & after_exponent;
    after_sign = after(signs, &before->signs);
  }
  carry->singles.exponents = has_exponents;
  const mask digit_due = after(points | minus, &before->digit_due) | after_sign;
  const mask first_zeros = zeros & ~(after_digit | after_exponent | after_sign);
  const mask others = run & ~(digits | points | minus | signs | exponents);
  const mask after_other = after_run & ~(after_digit | digit_due | after_exponent);

  mask errors = digits & after_other;
  errors |= points & ~after_digit;
  errors |= minus & ~(starts | signs);
  errors |= (digit_due | (after_exponent & ~signs)) & ~digits;
  errors |= after(first_zeros, &before->zeros) & digits;
  errors |= others & after_digit;
  const mask gaps_end = ~(digits | signs);
  if (any(points | exponents) || is_carried(sums->part)) {
    errors |= following(points | exponents, gaps_end, &sums->part) & points;
  } else {
    sums->part = 0;
  }
  if (has_exponents || is_carried(sums->exponent)) {
    errors |= following(exponents, gaps_end, &sums->exponent) & exponents;
  } else {
    sums->exponent = 0;
  }
  return (run_findings){errors, starts & others};
}

/// As `number_findings`, but without the rules for what the group does not have. Most groups have only literals
/// and integers without a sign.
INLINE run_findings find_in_runs(
  const mask bit[8], columns c, mask run, mask starts, mask after_run, carry *carry
) {
  const mask digits = decimal_digit(bit, c) & run, letters = c.column_6 | c.column_7;
  const mask changes = (digits ^ later(digits, carry->sets.digits, 1)) & run & ~starts;
  const bool has_parts = any((run & ~(digits | letters)) | changes);
  if (has_parts || carry->singles.parts) {
    const run_findings found = number_findings(bit, c, run, starts, after_run, digits, carry);
    // A carry out of any word, because a call may end there.
    carry->singles.parts = has_parts || carry->sums.part || carry->sums.exponent;
    return found;
  }
  carry->sets.digits = digits;
  const mask first_zeros = digits & row(bit, 0x0) & starts;
  return (run_findings){after(first_zeros, &carry->sets.zeros) & digits, starts & ~digits};
}

// MARK: Escapes

/// The bytes at which an escape with digits is known to be invalid, at or before the byte that ends the string.
/// `escapes` are the backslashes that are not escaped themselves, and `codes` are the u after them. Both are inside
/// strings.
///
/// Four digits follow u. U+D800 … U+DBFF, which begin with d and one of 8 … b, must be followed at once by the
/// second half of the pair, U+DC00 … U+DFFF, which begins with d and one of c … f. A second half alone is
/// invalid. Each byte is due only if the byte before it is valid.
INLINE mask code_errors(const mask bit[8], columns c, mask escapes, mask codes, sets *before) {
  const mask letters = hexadecimal_letter(bit, c), digits = decimal_digit(bit, c) | letters;
  const mask d = c.column_4_or_6 & row(bit, 0x4), a_or_b = letters & ~bit[2] & ~(bit[1] & bit[0]);
  const mask first = after(codes, &before->codes), second = after(first & digits, &before->firsts);
  const mask third = after(second & digits, &before->seconds);
  const mask fourth = after(third & digits, &before->thirds);

  const mask after_d = after(first & d, &before->ds);
  const mask first_halves = after_d & ((c.column_3 & bit[3]) | a_or_b);
  const mask second_halves = after_d & letters & ~a_or_b;
  const mask third_of_half = after(first_halves, &before->first_halves);
  const mask fourth_of_half = after(third_of_half & digits, &before->thirds_of_halves);
  const mask backslash_due = after(fourth_of_half & digits, &before->fourths_of_halves);
  const mask code_due = after(backslash_due & escapes, &before->second_escapes);
  const mask d_due = after(code_due & codes, &before->second_codes);
  const mask second_half_due = after(d_due & d, &before->second_ds);

  mask errors = (first | second | third | fourth) & ~digits;
  errors |= (backslash_due & ~escapes) | (code_due & ~codes) | (d_due & ~d);
  return errors | (second_half_due ^ second_halves);
}

/// The bytes at which an escape is known to be invalid. `escaped` are the bytes after `escapes`, inside strings.
INLINE mask escape_errors(const mask bit[8], columns c, mask escapes, mask escaped, carry *carry) {
  const mask codes = escaped & c.column_7 & row(bit, 0x5);
  const bool has_codes = any(codes);
  mask errors = escaped & ~escapable(bit, c);
  if (has_codes || carry->singles.codes) errors |= code_errors(bit, c, escapes, codes, &carry->sets);
  carry->singles.codes = has_codes;
  return errors;
}

// MARK: Marks

/// The sets that make up the index. All but the quotes are outside strings. `ends` are the ends of records.
typedef struct {
  mask quotes, strings, openers, closers, commas, ends;
} structure;

/// The errors, and other sets that were found.
typedef struct {
  mask errors, runs, colons, separators, literals;
  /// The brackets and the ends of records, and those that are errors in each kind of container.
  mask brackets, in_array, in_object, at_root;
} findings;

/// The bytes at which a group is known not to be JSON, apart from rules that depend on containers.
///
/// *Values* are the openings of strings and the first bytes of runs. All other marks, including openers, are
/// *separators*. A mark *follows* the mark right before it. After { and after a comma, a name is *due* until the
/// next separator.
///  1. No value and no opener follows the end of a value: of a string, a run, or a closer.
///  2. A comma follows the end of a value.
///  3. A closer follows the end of a value, or an opener.
///  4. A colon follows a string.
///  5. A colon is where a name is due.
///  6. A closing } is not where a name is due, unless it follows an opener.
///
/// The following rules are recorded with brackets, for containers.h:
///  7. In an object, no comma and no opener is where a name is due, and there is no ].
///  8. In an array, there is no colon and no }.
///  9. At the root, there is no comma and no closer. Elsewhere, there is no end of a record.
///
/// In an object, a value or } follows {, by 2, 4, 7 and 9. A value follows a comma, by 2, 3, 4, 7 and 9. A
/// colon follows that value, by 1, 6, 7 and 9, so the value is a string, by 4. A value or an opener follows the
/// colon, by 2, 3, 4 and 9. A comma or } follows that value or container, by 1, 5, 7 and 9, because no name is
/// due.
///
/// In an array, a value, an opener or ] follows [. A value or an opener follows a comma, by 2, 3, 8 and 9. A
/// comma or ] follows that value or container, by 1, 8 and 9. At the root, a record is a value or a container,
/// and the end of the record follows it, by 1, 5 and 9. A record may also be only that end.
///
/// In the code, what a mark follows is found by the last byte before it that is not white space: this byte ends a
/// string or a run, or is a separator. The only separators between two brackets are commas and colons. So with a
/// comma there, a name is due at the second bracket, or a colon is between them.
INLINE findings grammar_errors(
  const mask bit[8], columns c, structure s, bool lines, const streammap_state *zero_limits, carry *carry
) {
  sums *sums = &carry->sums;
  findings f;
  const mask outside = ~(s.strings | s.quotes);
  f.colons = c.column_3 & row(bit, 0xA) & outside;
  f.separators = s.openers | s.closers | s.commas | f.colons | s.ends;
  const mask spaces = white_space(bit, c) & outside & ~s.ends;
  f.runs = outside & ~(f.separators | spaces);
  const mask openings = s.quotes & s.strings, closings = s.quotes & ~s.strings;
  const mask after_run = after(f.runs, &carry->sets.runs), starts = f.runs & ~after_run;
  const run_findings found = find_in_runs(bit, c, f.runs, starts, after_run, carry);
  f.errors = found.errors;
  f.literals = found.literals;

  const mask values = openings | starts, value_ends = closings | f.runs | s.closers;
  mask after_value, after_opener;
  if (any(spaces)) {
    after_value = past(value_ends, spaces, &sums->value_ended);
    after_opener = past(s.openers | closings, spaces, &sums->opened);
  } else {
    after_value = next_bytes(value_ends, &sums->value_ended);
    after_opener = next_bytes(s.openers | closings, &sums->opened);
  }
  const mask curly = bit[5], braces = s.closers & curly;
  const mask name_due = following(s.commas | (s.openers & curly), f.separators, &sums->name_due);
  f.errors |= ((values | s.openers) & after_value) | (s.commas & ~after_value);
  f.errors |= s.closers & ~(after_value | after_opener);
  f.errors |= f.colons & ~(after_value & after_opener & name_due);
  f.errors |= braces & name_due & after_value;
  // A line may be empty. A text may not.
  if (!lines) f.errors |= s.ends & ~after_value;
  // With a limit of no blocks, none is short enough.
  if (RARELY(zero_limits)) {
    if (!zero_limits->string_blocks) f.errors |= openings;
    if (!zero_limits->name_blocks) f.errors |= f.colons;
    if (!zero_limits->number_blocks) f.errors |= starts & (c.column_2 | c.column_3);
  }

  f.brackets = s.openers | s.closers | s.ends;
  const mask colon = ending_gaps_with(f.colons, f.brackets, &sums->colon), due_commas = s.commas & name_due;
  mask due_comma = none();
  if (any(due_commas) || is_carried(sums->due_comma)) {
    due_comma = ending_gaps_with(due_commas, f.brackets, &sums->due_comma);
  } else {
    sums->due_comma = 0;
  }
  f.in_array = colon | braces | s.ends;
  f.in_object = due_comma | (s.openers & name_due) | (s.closers & ~curly) | s.ends;
  f.at_root = colon | name_due | s.closers;
  return f;
}

// MARK: Lengths

/// The sets that are needed to measure strings, names and runs.
typedef struct {
  /// The strings without their quotes.
  words strings;
  words runs, colons, separators;
} lengths;

/// Flags strings, names and runs that may be too long, in the words from `from` until `until`. Returns whether
/// there are any. Strings and runs are measured in the whole blocks that they cover. With n bytes, these are at
/// least (n - 126) / 64, because at most 63 bytes are in the block where it begins, and at most 63 in the one
/// where it ends. A string or run that passes with b blocks has at most 64 × b + 126 bytes.
NEVER_INLINE bool length_errors(
  const lengths *l, size_t from, size_t until, const streammap_state *limits, singles *single, words *errors
) {
  bool found = false;
  for (size_t i = from; i < until; i++) {
    uint64_t wrong = 0;
    const uint64_t separators = l->separators.words[i];
    // The separator after a string determines whether it is a name.
    if (single->too_long_for_name && separators) {
      wrong |= separators & -separators & l->colons.words[i];
      single->too_long_for_name = 0;
    }
    single->string_blocks = ~l->strings.words[i] ? 0 : single->string_blocks + 1;
    single->run_blocks = ~l->runs.words[i] ? 0 : single->run_blocks + 1;
    single->too_long_for_name |= single->string_blocks > limits->name_blocks;
    wrong |= single->string_blocks > limits->string_blocks || single->run_blocks > limits->number_blocks;
    errors->words[i] |= wrong;
    found |= wrong != 0;
  }
  return found;
}
