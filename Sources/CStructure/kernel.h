#ifndef STREAMMAP_KERNEL_H
#define STREAMMAP_KERNEL_H

#include "CStructure.h"

#include <stddef.h>
#include <string.h>

// How a kernel is made.
//
// The bytes of a group of blocks are turned into eight planes: plane p has bit p of each byte, bit n of a
// word standing for byte n of a block. What a byte is, and whether it may stand where it stands, is then
// logic on words, the same for all bytes at once; and a kernel whose registers have eight words does that for
// eight blocks at once. The idea is that of parallel bit streams: Cameron, Herdy, Lin, "High performance XML
// parsing using parallel bit stream technology" (CASCON 2008); what to look for in JSON is that of Langdale,
// Lemire, "Parsing gigabytes of JSON per second" (VLDB Journal 28, 2019).
//
//     kernel.h       what has to be there before anything else
//     masks.h        a group's words, as one value, and what each instruction set has to do with them
//     scalar.c …     that, for one instruction set
//     arithmetic.h   what all make of it: one set of bytes from others
//     characters.h   what bytes are
//     utf8.h         whether they may be there: as UTF-8,
//     grammar.h      as JSON,
//     containers.h   and in the container where they are
//     carry.h        what goes from one group to the next
//     index.h        all of it together
//     kernels.c      which kernels there are, and which is the best

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
#define NEVER_INLINE static __attribute__((noinline))
#define RARELY(condition) __builtin_expect((condition) != 0, 0)

#endif
