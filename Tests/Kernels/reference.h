#ifndef REFERENCE_H
#define REFERENCE_H

#include "CStructure.h"

// What a kernel has to say, found out byte by byte, by a parser that goes down into values, and knows nothing
// of how kernels work.

/// As `index` of a kernel, for a whole text, `options` with or without STREAMMAP_LAST. Says how many ends
/// there are.
size_t reference_index(
  const uint8_t *bytes, size_t count, unsigned options, const streammap_state *limits,
  const streammap_structure *structure, uint64_t *ends);

/// As `skip` of a kernel.
uint64_t reference_skip(
  const streammap_structure *structure, uint64_t offset, uint64_t depth, uint64_t end);

/// How many records the last calls of `reference_index` called sound, and how many doubtful.
extern size_t reference_sound, reference_doubtful;

#endif
