#ifndef DECIMALS_H
#define DECIMALS_H

#include <stddef.h>

/// Compares `streammap_read_decimal` with a reading digit by digit: every short text of the characters that
/// matter, and `count` random ones, each behind sixteen bytes of anything. Returns how many were plain; ends
/// the program at the first difference.
size_t compare_decimals(size_t count);

#endif
