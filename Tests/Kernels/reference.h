#ifndef REFERENCE_H
#define REFERENCE_H

#include "CStructure.h"

// The expected results of a kernel, found byte by byte by a recursive parser that is independent of the kernels.

/// Like `index` of a kernel, for a whole text. `options` may include STREAMMAP_LAST. Returns the number of ends.
size_t reference_index(
  const uint8_t *bytes, size_t count, unsigned options, const streammap_state *limits,
  const streammap_structure *structure, uint64_t *ends);

/// Like `skip` of a kernel.
uint64_t reference_skip(
  const streammap_structure *structure, uint64_t offset, uint64_t depth, uint64_t end);

/// The number of records that the last calls of `reference_index` called sound, and the number of doubtful ones.
extern size_t reference_sound, reference_doubtful;

#endif
