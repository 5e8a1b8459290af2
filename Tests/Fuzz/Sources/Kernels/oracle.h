#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// JSON by RFC 8259, byte by byte: the reference for the kernels' verdicts. It shares nothing with them.

typedef struct {
  size_t depth, string, name, number;
} oracle_limits;

/// Whether the text is well-formed UTF-8 as a whole.
bool oracle_is_utf8(const uint8_t *bytes, size_t count);

/// Returns whether the text is one JSON value within the limits, in well-formed UTF-8 with paired surrogate escapes.
/// Accepts only white space if `may_be_blank`.
bool oracle_is_json(const uint8_t *bytes, size_t count, oracle_limits limits, bool may_be_blank);

#endif
