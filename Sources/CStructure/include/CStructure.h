#ifndef CSTRUCTURE_H
#define CSTRUCTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// The structural index of JSON text: the ends of strings, containers and values, for each 64 bytes.
//
// The text is processed in blocks of 64 bytes, without regard to which values are mapped. The result for a
// record is either "sound" or "doubtful". A doubtful record may still be valid. The caller decides that.
//
// Every function of a kernel gives the same result on every instruction set, and reads no byte outside
// `bytes[0 ..< count]`.

#if defined(__clang__)
#pragma clang assume_nonnull begin
#else
#define _Nonnull
#define _Nullable
#endif

/// The structure of a text, as sets of its bytes. Bit n of word i stands for byte n of block i. Each set is a
/// contiguous array, so that eight bytes from any position are the bits from there on.
///
/// A *terminator* is the end of a record. In text of lines, it is every raw line feed, even inside a string. In
/// the last call, it is also the position after the last byte. It is set in `quotes`, `closers` and `ends`, so
/// that no search passes the end of the record.
typedef struct {
  /// Each `"` that is not escaped, at both ends of every string, and terminators.
  uint64_t *quotes;
  /// Every `\` in a string, including escaped ones. Outside strings the bits have no meaning.
  uint64_t *backslashes;
  /// Each `{` and `[` outside strings.
  uint64_t *openers;
  /// Each `}` and `]` outside strings, and terminators.
  uint64_t *closers;
  /// Each `,` `}` `]` outside strings, which end numbers and literals, and terminators.
  uint64_t *ends;
} streammap_structure;

/// The maximum depth that a kernel can check. Deeper records are doubtful.
#define STREAMMAP_MAXIMUM_DEPTH 512

/// The state that a kernel carries from one block to the next. All zero before the first byte, except for the
/// settings.
typedef struct {
  // Settings, constant for the text.

  /// The maximum depth of a sound record, at most STREAMMAP_MAXIMUM_DEPTH. For validation only.
  uint32_t depth_limit;
  /// The maximum numbers of whole blocks that a string, a name and a number may cover in a sound record. For
  /// validation only. A value that covers b blocks has at most 64 × b + 126 bytes, and at least 64 × b. 0 makes
  /// every string, name or number doubtful.
  uint32_t string_blocks, name_blocks, number_blocks;

  // The state, which only kernels use.

  /// All ones if the next byte is inside a string.
  uint64_t in_string;
  /// Not 0 if the open record is already doubtful.
  uint64_t doubtful;
  /// The rest of the state, in a format of the kernel that wrote it.
  uint64_t private_words[72];
} streammap_state;

enum {
  /// A line feed ends the record. Without it, line feeds are white space.
  STREAMMAP_LINES = 1,
  /// Validate everything that RFC 8259 requires. Without it, only check for well-formed UTF-8 everywhere, and
  /// for control bytes below 0x20 inside strings.
  STREAMMAP_VALIDATE = 2,
  /// The text ends after these bytes, and so does its last record, even if it is empty.
  STREAMMAP_LAST = 4,
};

/// Indexes the bytes that follow those of the previous call.
///
/// - bytes: the bytes, with any alignment. count: their number, any.
/// - structure: its sets get count / 64 + 1 words. The last block is partial, possibly without bytes, and is
///   indexed as if spaces followed. Unless this is the last call, it must be indexed again with the bytes that
///   follow.
/// - state: the state after the last *whole* block. After the last call it has no meaning.
/// - base: the offset of the first byte for the caller, a multiple of 64.
/// - ends: gets, for each terminator, 2 × its offset, plus 1 if the record that it ends is doubtful. It must
///   have room for count + 1 entries. At most as many entries are written as there are terminators.
///
/// Returns the number of terminators, including those of the partial block.
typedef size_t (*streammap_index_function)(
  const uint8_t *bytes, size_t count, uint64_t base, unsigned options, streammap_state *state,
  const streammap_structure *structure, uint64_t *ends);

/// Returns the end of a container: the offset after the closer that brings the depth to 0.
///
/// - offset: the offset of the first byte inside the container, counted from the first block.
/// - depth: the number of missing closers, at least 1.
/// - end: the offset of the record's terminator. The result is `end + 1` if the container is not closed before.
typedef uint64_t (*streammap_skip_function)(
  const streammap_structure *structure, uint64_t offset, uint64_t depth, uint64_t end);

/// The functions of one instruction set.
typedef struct {
  /// The name: `scalar`, `avx2`, `avx512` or `neon`.
  const char *name;
  streammap_index_function index;
  streammap_skip_function skip;
} streammap_kernel;

/// Returns the kernel called `name`, or null if there is none or this machine cannot run it.
const streammap_kernel *_Nullable streammap_kernel_named(const char *name);

/// Returns the best kernel for this machine, or the one that the environment variable STREAMMAP_KERNEL names,
/// if it can run. It is chosen once.
const streammap_kernel *streammap_kernel_best(void);

/// Returns the names of all kernels that this machine can run, best first. The list ends with null.
const char *_Nullable const *_Nonnull streammap_kernel_names(void);

/// Returns which of 64 bytes are backslashes: bit n stands for byte n. It is inlined into Swift code.
static inline uint64_t streammap_find_backslashes(const uint8_t *from) {
  uint64_t found = 0;
#if defined(__SSE2__)
  for (int n = 0; n < 4; n++) {
    const __m128i block = _mm_loadu_si128((const __m128i *)from + n);
    found |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8('\\'))) << (16 * n);
  }
#elif defined(__aarch64__) && defined(__ARM_NEON)
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t set[4];
  for (int n = 0; n < 4; n++) set[n] = vandq_u8(vceqq_u8(vld1q_u8(from + 16 * n), vdupq_n_u8('\\')), bits);
  const uint8x16_t sums = vpaddq_u8(vpaddq_u8(set[0], set[1]), vpaddq_u8(set[2], set[3]));
  found = vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
#else
  for (int n = 0; n < 64; n++) found |= (uint64_t)(from[n] == '\\') << n;
#endif
  return found;
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
