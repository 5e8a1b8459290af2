// Operations on masks that all kernels share. A set that continues in the next group is kept in memory. Only
// its last bits are used from there.

/// Every second byte, from the first one on.
#define EVEN UINT64_C(0x5555555555555555)

/// The lowest set bit and the bits below it, or all bits if none is set.
INLINE uint64_t up_to_lowest(uint64_t word) { return word ^ (word - 1); }

/// All ones if bit 63 is set, else 0.
INLINE uint64_t spread_top(uint64_t word) { return (uint64_t)((int64_t)word >> 63); }

INLINE mask none(void) { return (mask){0}; }

/// All ones in the words from `from` until `until`.
INLINE mask words_between(size_t from, size_t until) {
  words result = {none()};
  for (size_t i = from; i < until; i++) result.words[i] = ~UINT64_C(0);
  return result.mask;
}

/// The bytes `distance` places after those of `set`. `before` is the same set of the group before.
INLINE mask later(mask set, mask before, int distance) {
  return set << distance | words_before(set, before) >> (64 - distance);
}

/// The bytes right after those of `set`. `*before` is the same set of the group before, and becomes `set`.
INLINE mask after(mask set, mask *before) {
  const mask result = later(set, *before, 1);
  *before = set;
  return result;
}

/// The bytes right after those of `set`, within the group only.
INLINE mask after_in_group(mask set) { return later(set, none(), 1); }

/// The marks whose preceding mark is in `some`, a subset of the marks. `*carry` says whether the last mark of
/// the groups before is in `some`.
///
/// Adding `some` to itself puts one bit after each of them. Adding the bytes that are not marks carries that
/// bit through the gap to the next mark. No gap gets two such bits, and `some` and the bytes that are not marks
/// have no bit in common.
INLINE mask following(mask some, mask marks, uint64_t *carry) {
  return add(some, some | ~marks, carry) & marks;
}

/// The bytes whose last byte before them outside the gaps is in `some`. In a gap, the bits have no meaning. `*carry`
/// says whether the last byte outside the gaps of the groups before is in `some`. No byte of `some` is in a gap.
///
/// The sum has a bit after each of `some`, as in `following`, and also if they adjoin.
INLINE mask past(mask some, mask gaps, uint64_t *carry) { return add(some, some | gaps, carry); }

/// The marks with at least one of `some`, which are not marks, between the preceding mark and them. `*carry`
/// says whether there is one since the last mark of the groups before.
///
/// `some` are in the gaps. Adding `some` to the gaps carries a bit from the first of them to the mark. Others
/// in the same gap change only bits of the gap.
INLINE mask ending_gaps_with(mask some, mask marks, uint64_t *carry) {
  return add(some, ~marks, carry) & marks;
}

/// The bytes that a backslash escapes. `*escapes` gets the backslashes that escape them. `first` is the first
/// byte if a backslash of the group before escapes it, and otherwise empty.
///
/// In a run of backslashes every second one is escaped, and so is the byte after a run of odd length. Adding
/// the first bytes of the runs that begin at even places carries a bit to the byte after each such run. Thus
/// the changed bits are these runs, each with the byte that follows. There the odd bytes are escaped. In the
/// other runs, the even ones are.
INLINE mask escaped_bytes(mask backslashes, mask first, mask *escapes) {
  const mask free = backslashes & ~first, next = after_in_group(free);
  uint64_t carry = 0;
  const mask even_runs = add(free, free & ~next & EVEN, &carry) ^ free;
  const mask escaped = ((free | next) & (even_runs ^ EVEN)) | first;
  *escapes = free & ~escaped;
  return escaped;
}
