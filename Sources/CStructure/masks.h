// The words of a group of blocks. Bit n of word i stands for byte n of block i. A `mask` is all of them, a set
// of bytes: one word, or a vector, so that one instruction works on the whole group. Vectors have the operators
// of C.
//
// A kernel defines WORDS, includes this file, and then defines
//
//     void transpose(const uint8_t *bytes, mask planes[8])
//         Reads 64 × WORDS bytes. Bit n of planes[p] becomes bit p of byte n.
//     mask words_before(mask set, mask before)
//         Returns for each word the one before it, and for the first, the last of `before`.
//     mask add(mask a, mask b, uint64_t *carry)
//         Returns the sum of two numbers of 64 × WORDS bits and of bit WORDS of `*carry`. Bit n of `*carry`
//         becomes the carry into word n, and bit WORDS the carry out of the last word.
//     mask parity(mask set, uint64_t *odd)
//         Returns the positions up to which, inclusive, the set has an odd number of bytes. `*odd` is all ones if
//         the groups before have an odd number, else 0. It becomes the same for the end of this group.
//     bool any(mask set)
//         Returns whether the set has a byte.
//     uint64_t full_words(mask set)
//         Bit n is set if all bytes of word n are in the set.
//     mask next_bytes(mask set, uint64_t *carry)
//         Returns add(set, set, carry). No carry passes through a word in this sum, because its lowest bit is 0.

#if WORDS == 1
typedef uint64_t mask;
#else
typedef uint64_t mask __attribute__((vector_size(8 * WORDS)));
#endif

/// A mask, word by word.
typedef union {
  mask mask;
  uint64_t words[WORDS];
} words;

/// Exchanges the bits of `*b` that are in each word of `low` with the bits of `*a` that are `distance` places
/// higher.
INLINE void exchange(mask *a, mask *b, int distance, uint64_t low) {
  const mask other = (*a >> distance ^ *b) & low;
  *a ^= other << distance;
  *b ^= other;
}

/// Transposes the digits of eight numbers, whose words have eight digits of `size` bits, or a multiple of
/// eight. Digit k of number n becomes digit n of number k. `four` has the lower four digits of each eight,
/// `two` the lower two of each four, `one` the lower of each two.
INLINE void transpose_digits(mask numbers[8], int size, uint64_t four, uint64_t two, uint64_t one) {
  for (int i = 0; i < 4; i++) exchange(&numbers[i], &numbers[i + 4], 4 * size, four);
  for (int i = 0; i < 8; i += 4) {
    exchange(&numbers[i], &numbers[i + 2], 2 * size, two);
    exchange(&numbers[i + 1], &numbers[i + 3], 2 * size, two);
  }
  for (int i = 0; i < 8; i += 2) exchange(&numbers[i], &numbers[i + 1], size, one);
}

/// Bit k of each byte of number n becomes bit n of that byte of number k.
INLINE void transpose_bits(mask numbers[8]) {
  transpose_digits(numbers, 1, 0x0F0F0F0F0F0F0F0F, 0x3333333333333333, 0x5555555555555555);
}

/// Byte k of each word of number n becomes byte n of that word of number k.
INLINE void transpose_bytes(mask numbers[8]) {
  transpose_digits(numbers, 8, 0x00000000FFFFFFFF, 0x0000FFFF0000FFFF, 0x00FF00FF00FF00FF);
}

/// As `parity`, within each word.
INLINE mask parity_within_words(mask set) {
  for (int distance = 1; distance < 64; distance *= 2) set ^= set << distance;
  return set;
}

/// Writes the first `count` words of a set.
INLINE void put(uint64_t *to, mask set, size_t count) {
  const words w = {set};
  memcpy(to, w.words, sizeof(uint64_t) * count);
}
