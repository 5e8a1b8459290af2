// The container of a byte must be found bracket by bracket. To keep this apart from other work, a group only
// records one byte for each bracket and end of a record, with its kind and its errors. These bytes are
// processed later, for many groups at once.

/// The container of a byte.
enum { IN_ARRAY, IN_OBJECT, AT_ROOT };

/// The bits of a recorded byte. Each of the lowest three is set if the bracket, or a byte between it and the
/// one before, is an error in that container. An opener is in the container around it, a closer in the one that
/// it closes. A byte that is neither an opener nor an end is a closer. CURLY is only meaningful for openers.
enum { OPENER = AT_ROOT + 1, CURLY, END };

/// The open containers after the processed bytes.
typedef struct {
  /// The kinds of the open containers, two bits each, the innermost in the lowest bits, and then AT_ROOT. 0
  /// before the first byte, and after a closer without an opener.
  uint64_t kinds;
  /// With more than 31 open containers, each of these words has 31, and `kinds` has the rest.
  uint64_t full_words, words[16];
  /// The number of open containers beyond the limit. Their kinds are unknown.
  uint64_t beyond;
  /// 1 if the open record has an error.
  uint64_t wrong;
} containers;

/// The recorded bytes that have not been processed yet.
enum { MOST_BRACKETS = 4096 };

typedef struct {
  uint8_t *next;
  /// The entry of the first end among them.
  uint64_t *ends;
  /// A group fits if there are at most MOST_BRACKETS, with the extra room that `gather` needs.
  uint8_t bytes[MOST_BRACKETS + 64 * WORDS + 64];
} brackets;

INLINE void forget(brackets *b, uint64_t *ends) {
  b->next = b->bytes;
  b->ends = ends;
}

/// Does the same as `nest` for any bytes and depth. Marks the entries of malformed records.
// SAFETY: a word is stored when a container follows 31 others, and fewer than 512 are open. Before the 17th
// would be stored, 496 containers are in the other 16 words. There is an entry for each end.
NEVER_INLINE void nest_any(containers *open, const brackets *b, uint64_t limit) {
  uint64_t *end = b->ends;
  if (limit > STREAMMAP_MAXIMUM_DEPTH) limit = STREAMMAP_MAXIMUM_DEPTH;
  for (const uint8_t *byte = b->bytes; byte < b->next; byte++) {
    open->wrong |= *byte >> (open->kinds & 3) & 1;
    if (*byte >> END & 1) {
      *end++ |= open->wrong;
      open->kinds = AT_ROOT;
      open->full_words = open->beyond = open->wrong = 0;
    } else if (*byte >> OPENER & 1) {
      // With n containers, bit 2 × n + 1 is the highest.
      const uint64_t count = (uint64_t)(63 - __builtin_clzll(open->kinds | 1)) / 2;
      if (open->beyond || 31 * open->full_words + count >= limit) {
        open->beyond++;
        open->wrong = 1;
        continue;
      }
      if (count == 31) {
        open->words[open->full_words++] = open->kinds;
        open->kinds = AT_ROOT;
      }
      open->kinds = open->kinds << 2 | (*byte >> CURLY & 1);
    } else if (open->beyond) {
      open->beyond--;
    } else {
      open->kinds >>= 2;
      if (open->kinds == AT_ROOT && open->full_words) open->kinds = open->words[--open->full_words];
    }
  }
}

/// The effect of a byte on `kinds`: the number of bits to shift left, then the number of bits to shift right,
/// and the value to put into the lowest bits. It has four bytes because a load can multiply its index by four.
typedef struct {
  uint8_t left, right, kind, unused;
} turn;

#define EIGHT(...) {__VA_ARGS__}, {__VA_ARGS__}, {__VA_ARGS__}, {__VA_ARGS__}, \
  {__VA_ARGS__}, {__VA_ARGS__}, {__VA_ARGS__}, {__VA_ARGS__}

/// The lowest three bits do not matter.
static const turn turns[64] = {
  EIGHT(0, 2, 0, 0), EIGHT(2, 0, IN_ARRAY, 0), EIGHT(0, 2, 0, 0), EIGHT(2, 0, IN_OBJECT, 0),
  EIGHT(0, 62, AT_ROOT, 0), EIGHT(0, 62, AT_ROOT, 0), EIGHT(0, 62, AT_ROOT, 0), EIGHT(0, 62, AT_ROOT, 0),
};

/// Processes the recorded bytes and discards them. `ends` is the address of the next entry.
INLINE void nest(containers *open, brackets *b, uint64_t *ends, uint64_t limit) {
  const size_t count = (size_t)(b->next - b->bytes);
  uint64_t kinds = open->kinds, all = kinds;
  uint64_t wrong = open->wrong || open->full_words || open->beyond;
  for (size_t i = 0; i < count; i++) {
    const uint8_t byte = b->bytes[i];
    const turn turn = turns[byte];
    wrong |= (uint64_t)byte >> (kinds & 3);
    kinds = kinds << turn.left >> turn.right | turn.kind;
    all |= kinds;
  }
  // With n containers, bit 2 × n + 1 is the highest. Before any bit is lost, or stays when a record ends, bit
  // 62 or 63 has been set.
  const uint64_t highest = limit < 30 ? 2 * limit + 1 : 61;
  if (RARELY((wrong & 1) | all >> highest >> 1)) {
    nest_any(open, b, limit);
  } else {
    open->kinds = kinds;
  }
  forget(b, ends);
}
