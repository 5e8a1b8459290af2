// What all kernels make of masks. A set that goes on in the next group is kept in memory; only its last bits
// are ever looked at there.

/// Every second byte, the first included.
#define EVEN UINT64_C(0x5555555555555555)

/// Bits 0 up to and including the lowest that is set; all bits if none is.
INLINE uint64_t up_to_lowest(uint64_t word) { return word ^ (word - 1); }

/// All ones if bit 63 is set, else 0.
INLINE uint64_t spread_top(uint64_t word) { return (uint64_t)((int64_t)word >> 63); }

INLINE mask none(void) { return (mask){0}; }

/// The words from `from` until `until`.
INLINE mask words_between(size_t from, size_t until) {
  words result = {none()};
  for (size_t i = from; i < until; i++) result.words[i] = ~UINT64_C(0);
  return result.mask;
}

/// The bytes `distance` places after those of `set`; `before` is the same set of the group before.
INLINE mask later(mask set, mask before, int distance) {
  return set << distance | words_before(set, before) >> (64 - distance);
}

/// The bytes right after those of `set`. `*before` is the same set of the group before, and becomes `set`.
INLINE mask after(mask set, mask *before) {
  const mask result = later(set, *before, 1);
  *before = set;
  return result;
}

/// The bytes right after those of `set`, which no group before has.
INLINE mask after_in_group(mask set) { return later(set, none(), 1); }

/// The marks whose mark before is one of `some`, which are marks too. `*carry` says whether the last mark of
/// the groups before is.
///
/// Adding `some` to itself puts one bit after each of them; adding what is no mark carries that bit through
/// the gap to the next mark. No gap gets two of them; and what is added to `some` has no bit twice.
INLINE mask following(mask some, mask marks, uint64_t *carry) {
  return add(some, some | ~marks, carry) & marks;
}

/// The marks with one of `some`, which are no marks, between the mark before and them. `*carry` says whether
/// there is one since the last mark of the groups before.
///
/// Adding `some` to the gaps, in which they are, carries a bit from the first of them to the mark; the others
/// of the same gap change nothing but the gap.
INLINE mask ending_gaps_with(mask some, mask marks, uint64_t *carry) {
  return add(some, ~marks, carry) & marks;
}

/// The bytes that a backslash escapes; `*escapes` gets the backslashes that escape them. `first` is the first
/// byte, if a backslash of the group before escapes it, and else no byte.
///
/// In a run of backslashes every second one is escaped, and so is the byte after a run of odd length. Adding
/// the first bytes of the runs that begin at even places carries a bit to the byte after each such run: so
/// what changes are these runs, each with the byte that follows. There the odd bytes are escaped; in the
/// other runs, the even ones.
INLINE mask escaped_bytes(mask backslashes, mask first, mask *escapes) {
  const mask free = backslashes & ~first, next = after_in_group(free);
  uint64_t carry = 0;
  const mask even_runs = add(free, free & ~next & EVEN, &carry) ^ free;
  const mask escaped = ((free | next) & (even_runs ^ EVEN)) | first;
  *escapes = free & ~escaped;
  return escaped;
}
