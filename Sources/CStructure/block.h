#ifndef STREAMMAP_BLOCK_H
#define STREAMMAP_BLOCK_H

#include "CStructure.h"

#include <string.h>

// What all kernels share: words of 64 bits, bit n of which stands for byte n of a block, and the arithmetic on
// them. Everything is inlined into the kernels, so that each compiles it for its own instruction set.

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "bit n of a word stands for byte n: the kernels are written for little-endian machines"
#endif

/// Between these two, functions are compiled for the named instruction sets.
#define PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define BEGIN_TARGET(names) PRAGMA(clang attribute push(__attribute__((target(names))), apply_to = function))
#define END_TARGET PRAGMA(clang attribute pop)
#else
#define BEGIN_TARGET(names) PRAGMA(GCC push_options) PRAGMA(GCC target(names))
#define END_TARGET PRAGMA(GCC pop_options)
#endif

#if defined(__OPTIMIZE__)
#define INLINE static inline __attribute__((always_inline))
#else
// Unoptimised, everything in one function would need a stack of a megabyte.
#define INLINE static inline __attribute__((unused))
#endif
#define RARELY(condition) __builtin_expect((condition) != 0, 0)

/// A set of bytes of one block.
typedef uint64_t mask;

/// Every second byte, the first included.
#define EVEN UINT64_C(0x5555555555555555)

/// Bits 0 up to and including the lowest that is set; all bits if none is.
INLINE mask up_to_lowest(mask set) { return set ^ (set - 1); }

/// The bytes that come after those of `set`; `carry` says whether byte 0 does, and gets whether the next does.
INLINE mask after(mask set, uint64_t *carry) {
  const mask moved = set << 1 | *carry;
  *carry = set >> 63;
  return moved;
}

/// Bit n says whether bits 0 … n of a set are odd in number. Where quotes are a set, that is what is within strings,
/// the opening quote included. Vector units have it as a product: see Langdale and Lemire, "Parsing gigabytes of
/// JSON per second" (VLDB Journal 28, 2019), whence the idea of all this.
INLINE mask parity_by_shifts(mask set) {
  for (int distance = 1; distance < 64; distance *= 2) set ^= set << distance;
  return set;
}

/// The bytes that a backslash escapes. `carry` is 1 if byte 0 is one of them, and gets the same of the next.
///
/// In a run of backslashes every second one is escaped, and the byte after a run of odd length. Adding the first
/// bytes of the runs that begin at even places lets each such run ripple to the byte after it: so the bits that
/// change are these runs, each with the byte that follows. There the odd bytes are escaped; in the other runs,
/// the even ones.
INLINE mask escaped_bytes(mask backslashes, uint64_t *carry) {
  const mask free = backslashes & ~*carry;
  const mask starts = free & ~(free << 1);
  const mask even_runs = (free + (starts & EVEN)) ^ free;
  const mask escaped = ((free | free << 1) & (even_runs ^ EVEN)) | *carry;
  *carry = (free & ~escaped) >> 63;
  return escaped;
}

// UTF-8 by pairs of bytes, as in Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte"
// (Software: Practice and Experience 51, 2021). Three tables say of the high half of the first byte of a pair, of
// its low half, and of the high half of the second byte, what each may be part of; what all three agree on is so.
// All of it is wrong but UTF8_TWO_CONTINUE, which is right exactly where the second is the third or fourth byte of
// its sequence: after a byte of 0xE0 or more and another, or after one of 0xF0 or more and two others.
enum {
  /// The first begins a sequence, the second does not continue it.
  UTF8_SHORT = 1 << 0,
  /// ASCII, and then a byte that continues something.
  UTF8_LONG = 1 << 1,
  /// 0xC0 or 0xC1, where one byte would do.
  UTF8_OVERLONG_2 = 1 << 2,
  /// 0xE0 and less than 0xA0, where two bytes would do.
  UTF8_OVERLONG_3 = 1 << 3,
  /// 0xED and 0xA0 or more: U+D800 … U+DFFF.
  UTF8_SURROGATE = 1 << 4,
  /// 0xF4 and 0x90 or more, 0xF5 … 0xFF and 0x90 or more: beyond U+10FFFF.
  UTF8_LARGE = 1 << 5,
  /// Less than 0x90 after 0xF0, where three bytes would do, or after 0xF5 … 0xFF.
  UTF8_EDGE = 1 << 6,
  UTF8_TWO_CONTINUE = 1 << 7,
  /// What does not depend on the low half of the first byte.
  UTF8_ANY_LOW = UTF8_SHORT | UTF8_LONG | UTF8_TWO_CONTINUE,
};

static const uint8_t utf8_first_high[16] = {
  UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG, UTF8_LONG,
  UTF8_TWO_CONTINUE, UTF8_TWO_CONTINUE, UTF8_TWO_CONTINUE, UTF8_TWO_CONTINUE,
  UTF8_SHORT | UTF8_OVERLONG_2,
  UTF8_SHORT,
  UTF8_SHORT | UTF8_OVERLONG_3 | UTF8_SURROGATE,
  UTF8_SHORT | UTF8_LARGE | UTF8_EDGE,
};

static const uint8_t utf8_first_low[16] = {
  UTF8_ANY_LOW | UTF8_OVERLONG_2 | UTF8_OVERLONG_3 | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_OVERLONG_2,
  UTF8_ANY_LOW,
  UTF8_ANY_LOW,
  UTF8_ANY_LOW | UTF8_LARGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE | UTF8_SURROGATE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
  UTF8_ANY_LOW | UTF8_LARGE | UTF8_EDGE,
};

static const uint8_t utf8_second_high[16] = {
  UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT,
  UTF8_LONG | UTF8_TWO_CONTINUE | UTF8_OVERLONG_2 | UTF8_OVERLONG_3 | UTF8_EDGE,
  UTF8_LONG | UTF8_TWO_CONTINUE | UTF8_OVERLONG_2 | UTF8_OVERLONG_3 | UTF8_LARGE,
  UTF8_LONG | UTF8_TWO_CONTINUE | UTF8_OVERLONG_2 | UTF8_SURROGATE | UTF8_LARGE,
  UTF8_LONG | UTF8_TWO_CONTINUE | UTF8_OVERLONG_2 | UTF8_SURROGATE | UTF8_LARGE,
  UTF8_SHORT, UTF8_SHORT, UTF8_SHORT, UTF8_SHORT,
};

// What may come after a backslash: each half of such a byte names the same group.

static const uint8_t escapable_low[16] = {
  [0x2] = 1 | 4 | 8, [0x4] = 8, [0x5] = 8, [0x6] = 4, [0xC] = 2, [0xE] = 4, [0xF] = 1,
};
/// 1: `"/`. 2: `\`. 4: `bfn`. 8: `rtu`.
static const uint8_t escapable_high[16] = {[0x2] = 1, [0x5] = 2, [0x6] = 4, [0x7] = 8};

/// White space by the low half of its byte; elsewhere a byte that has another low half.
static const uint8_t white_by_low[16] = {[0x0] = ' ', [0x9] = '\t', [0xA] = '\n', [0xD] = '\r'};

/// Writes one record's end: where, and whether it is doubtful.
INLINE void put_end(uint64_t **ends, uint64_t offset, mask low, uint64_t doubtful) {
  *(*ends)++ = (offset + (uint64_t)__builtin_ctzll(low)) << 1 | doubtful;
}

#endif
