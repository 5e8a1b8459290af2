#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// JSON by RFC 8259, byte by byte: what the kernels vouch for has to be so. Nothing of it is shared with them.

typedef struct {
  size_t depth, string, name, number;
} oracle_limits;

/// Whether the text is well-formed UTF-8 as a whole.
bool oracle_is_utf8(const uint8_t *bytes, size_t count);

/// Whether the text is one JSON value within the limits, in well-formed UTF-8 with surrogate escapes in pairs.
/// White space alone is taken if `may_be_blank`.
bool oracle_is_json(const uint8_t *bytes, size_t count, oracle_limits limits, bool may_be_blank);

#endif
