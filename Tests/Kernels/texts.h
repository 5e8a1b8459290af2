#ifndef TEXTS_H
#define TEXTS_H

#include <stddef.h>
#include <stdint.h>

// Test texts for kernels.

/// Sets the seed of all later numbers.
void seed_random(uint64_t seed);

/// A number below `bound`.
uint64_t random_below(uint64_t bound);

/// The sequences of some words, each on a separate line, ordered by length.
typedef struct {
  /// The text before each sequence, and after it.
  const char *before, *after;
  const char *const *words;
  size_t word_count, longest;
  /// The next sequence: its length, and its number among those of that length.
  size_t length, number;
} sequences;

/// All that are tried: NULL after the last. `longest` is left to the caller.
extern sequences all_sequences[];

/// Puts the next of them at `bytes`, as many as fit; says how many bytes these are, 0 after the last.
size_t next_sequences(sequences *s, uint8_t *bytes, size_t size);

/// Puts a text of at most `size` bytes at `bytes`, often of about that many; says how many. What it is like
/// is chosen at random too: noise, pieces of JSON in any order, documents, documents with a mistake, and what
/// is long or deep.
size_t random_text(uint8_t *bytes, size_t size);

#endif
