// The container of a byte must be found bracket by bracket. To keep this apart from other work, a group only
// records brackets and ends of records, and sets of bytes that are errors in one kind of container. They are processed
// later, for many groups at once.

/// The container of a byte, in two bits. AT_ROOT has both, so that nothing is left of a kind that it replaces. There is
/// no 2.
enum { IN_ARRAY, IN_OBJECT, AT_ROOT = 3, KIND_VALUES };

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

/// The number of words that are processed at once.
enum { SPAN_WORDS = 64 };

/// A set that has few bytes of a span.
typedef struct {
  /// Bit i is set if word i has a byte. The other words have no meaning.
  uint64_t words_with_bytes;
  uint64_t words[SPAN_WORDS];
} sparse_set;

/// Records the bytes of a group, which begins with a word of the span. There is no branch, which would be hard to
/// predict.
INLINE void record(sparse_set *set, mask chosen, size_t word) {
  put(set->words + word, chosen, WORDS);
  const uint64_t empty = full_words(~chosen), all = ~UINT64_C(0) >> (64 - WORDS);
  set->words_with_bytes |= (empty ^ all) << word;
}

/// What the groups of a span of text have recorded.
typedef struct {
  /// The text of the span.
  const uint8_t *text;
  /// Its offset for the caller.
  uint64_t offset;
  /// The entry of the first end in the span.
  uint64_t *ends;
  /// For each kind of container, the brackets and ends at which the text since the bracket before is an error in
  /// it. An opener is in the container around it, a closer in the one that it closes.
  uint64_t errors[KIND_VALUES][SPAN_WORDS];
  /// The brackets and the ends of records.
  sparse_set brackets;
  /// The first bytes of literals.
  sparse_set literals;
} span;

/// Begins a span.
INLINE void begin(span *span, const uint8_t *text, uint64_t offset, uint64_t *ends) {
  span->text = text;
  span->offset = offset;
  span->ends = ends;
  span->brackets.words_with_bytes = 0;
  span->literals.words_with_bytes = 0;
}

/// Does the same as `nest` for any text and depth. Marks the entries of malformed records.
// SAFETY: a word is stored when a container follows 31 others, and fewer than 512 are open. Before the 17th
// would be stored, 496 containers are in the other 16 words. There is an entry for each end.
NEVER_INLINE void nest_any(containers *open, const span *span, uint64_t limit) {
  uint64_t *end = span->ends;
  if (limit > STREAMMAP_MAXIMUM_DEPTH) limit = STREAMMAP_MAXIMUM_DEPTH;
  for (uint64_t words = span->brackets.words_with_bytes; words; words &= words - 1) {
    const size_t word = (size_t)__builtin_ctzll(words);
    for (uint64_t left = span->brackets.words[word]; left; left &= left - 1) {
      const size_t place = (size_t)__builtin_ctzll(left);
      const uint8_t byte = span->text[64 * word + place];
      open->wrong |= span->errors[open->kinds & 3][word] >> place & 1;
      if (byte == '{' || byte == '[') {
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
        open->kinds = open->kinds << 2 | (byte == '{');
      } else if (byte != '}' && byte != ']') {
        *end++ |= open->wrong;
        open->kinds = AT_ROOT;
        open->full_words = open->beyond = open->wrong = 0;
      } else if (open->beyond) {
        open->beyond--;
      } else {
        open->kinds >>= 2;
        if (open->kinds == AT_ROOT && open->full_words) open->kinds = open->words[--open->full_words];
      }
    }
  }
}

/// The effect of a byte on `kinds`: the number of bits to shift left, then the number of bits to shift right,
/// and the value to put into the lowest bits. It has four bytes because a load can multiply its index by four.
typedef struct {
  uint8_t left, right, kind, unused;
} turn;

/// By the byte. An end is a line feed, or the space after the text.
static const turn turns[128] = {
  ['\n'] = {0, 62, AT_ROOT, 0}, [' '] = {0, 62, AT_ROOT, 0}, ['['] = {2, 0, IN_ARRAY, 0},
  [']'] = {0, 2, 0, 0},         ['{'] = {2, 0, IN_OBJECT, 0}, ['}'] = {0, 2, 0, 0},
};

/// Processes the recorded brackets and ends.
// SAFETY: each bracket is in the span. Its byte is ASCII: a bracket, a line feed, or the space after the text. A word
// with bytes is not 0.
INLINE void nest(containers *open, const span *span, uint64_t limit) {
  uint64_t kinds = open->kinds, all = kinds;
  uint64_t wrong = open->wrong || open->full_words || open->beyond;
  for (uint64_t words = span->brackets.words_with_bytes; words; words &= words - 1) {
    const size_t word = (size_t)__builtin_ctzll(words);
    const uint8_t *const text = span->text + 64 * word;
    uint64_t left = span->brackets.words[word];
    do {
      const uint64_t place = (uint64_t)__builtin_ctzll(left);
      const turn turn = turns[text[place]];
      wrong |= span->errors[kinds & 3][word] >> place;
      kinds = kinds << turn.left >> turn.right | turn.kind;
      all |= kinds;
      left &= left - 1;
    } while (left);
  }
  // With n containers, bit 2 × n + 1 is the highest. Before any bit is lost, or stays when a record ends, bit
  // 62 or 63 has been set.
  const uint64_t highest = limit < 30 ? 2 * limit + 1 : 61;
  if (RARELY((wrong & 1) | all >> highest >> 1)) {
    nest_any(open, span, limit);
  } else {
    open->kinds = kinds;
  }
}
