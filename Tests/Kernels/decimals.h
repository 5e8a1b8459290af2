#ifndef DECIMALS_H
#define DECIMALS_H

#include <stddef.h>

/// Compares `streammap_read_decimal` with reading digit by digit: every short text of the relevant characters, and
/// `count` random ones, each after sixteen arbitrary bytes. Returns how many were plain. Ends the program at the
/// first difference.
size_t compare_decimals(size_t count);

#endif
