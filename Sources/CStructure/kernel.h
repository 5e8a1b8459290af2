#ifndef STREAMMAP_KERNEL_H
#define STREAMMAP_KERNEL_H

#include "CStructure.h"

#include <stddef.h>
#include <string.h>

// How a kernel works.
//
// The bytes of a group of blocks are transposed into eight planes. Plane p has bit p of each byte, and bit n of
// a word stands for byte n of a block. The class of a byte, and whether it is allowed in its place, are then
// computed by logic on words, for all bytes at once. A kernel whose registers have eight words does that for
// eight blocks at once. This method is that of parallel bit streams: Cameron, Herdy, Lin, "High performance XML
// parsing using parallel bit stream technology" (CASCON 2008). What to find in JSON follows Langdale, Lemire,
// "Parsing gigabytes of JSON per second" (VLDB Journal 28, 2019).
//
//     kernel.h       the common definitions, included first
//     masks.h        a group's words as one value, and the operations of each instruction set
//     scalar.c …     these operations for one instruction set
//     arithmetic.h   shared operations that compute one set of bytes from others
//     characters.h   character classes
//     utf8.h         validation as UTF-8
//     literals.h     validation of literals
//     grammar.h      validation as JSON
//     containers.h   validation in the container
//     carry.h        the state that passes from one group to the next
//     index.h        the functions of a kernel
//     kernels.c      the list of kernels, and the choice of the best

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "bit n of a word stands for byte n: the kernels are written for little-endian machines"
#endif

/// Functions between these two are compiled for the named instruction sets, unless the compiler's options define them:
/// an instruction set that is emulated must not be used.
#define PRAGMA(text) _Pragma(#text)
#if defined(BEGIN_TARGET)
#elif defined(__clang__)
#define BEGIN_TARGET(names) PRAGMA(clang attribute push(__attribute__((target(names))), apply_to = function))
#define END_TARGET PRAGMA(clang attribute pop)
#else
#define BEGIN_TARGET(names) PRAGMA(GCC push_options) PRAGMA(GCC target(names))
#define END_TARGET PRAGMA(GCC pop_options)
#endif

#if defined(__OPTIMIZE__)
#define INLINE static inline __attribute__((always_inline))
#else
// Without optimisation, one inlined function would need a stack of a megabyte.
#define INLINE static inline __attribute__((unused))
#endif
#define NEVER_INLINE static __attribute__((noinline))
#define RARELY(condition) __builtin_expect((condition) != 0, 0)

#endif
