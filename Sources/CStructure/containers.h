// Which container a byte is in has to be found out bracket by bracket. That this disturbs nothing else, a
// group only puts down, in a byte each, what its brackets and its ends of records are, and in what they are
// wrong. These bytes are gone through later, for many groups at once.

/// What a byte may be in.
enum { IN_ARRAY, IN_OBJECT, AT_ROOT };

/// The bits of what is put down. The lowest three are set if the bracket is wrong in such a container, or
/// anything between it and the one before; an opener is in the container around it, a closer in the one that
/// it closes. What is neither opener nor end is a closer. Of what is not an opener, CURLY means nothing.
enum { OPENER = AT_ROOT + 1, CURLY, END };

/// What is open after the bytes that were gone through.
typedef struct {
  /// What the open containers are, two bits each, the innermost in the lowest, and then AT_ROOT. 0 before the
  /// first byte, and where a container was closed that was never opened.
  uint64_t kinds;
  /// If there are more than 31, `kinds` has the rest of a division by 31, and each of these has 31.
  uint64_t full_words, words[16];
  /// How many are open beyond the limit. It is not known what they are.
  uint64_t beyond;
  /// 1 if the open record is wrong.
  uint64_t wrong;
} containers;

/// What is put down, and not gone through yet.
enum { MOST_BRACKETS = 4096 };

typedef struct {
  uint8_t *next;
  /// The entry of the first end among them.
  uint64_t *ends;
  /// A group fits in when there are no more than MOST_BRACKETS, and what `gather` needs besides.
  uint8_t bytes[MOST_BRACKETS + 64 * WORDS + 64];
} brackets;

INLINE void forget(brackets *b, uint64_t *ends) {
  b->next = b->bytes;
  b->ends = ends;
}

/// As `nest`, whatever there is and however deep. Marks the entries of the records that are wrong.
// SAFETY: a word is put away when a container comes after 31 others, fewer than 512 being open: so before the
// 17th is, 496 are in the other 16. There is an entry for each end.
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

/// What such a byte does to the kinds: by how many bits they go to the left, then by how many to the right;
/// what comes into the lowest. It has four bytes because a load can multiply its index by four.
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

/// Goes through what was put down, and forgets it. `ends` is where the next entry goes.
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
