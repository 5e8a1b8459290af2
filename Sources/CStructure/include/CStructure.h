#ifndef CSTRUCTURE_H
#define CSTRUCTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The structural index of JSON text: for each 64 bytes, where strings, containers and values end.
//
// The text is taken in blocks of 64 bytes. Nothing here knows what is wanted of a record; the verdict
// on a record is either "sound" or "doubtful", and a doubtful one may be good after all: somebody else
// decides.
//
// Every function of a kernel gives the same result on every instruction set, and reads no byte outside
// `bytes[0 ..< count]`.

#if defined(__clang__)
#pragma clang assume_nonnull begin
#else
#define _Nonnull
#define _Nullable
#endif

/// The structure of a text, as sets of its bytes: bit n of word i stands for byte n of block i. Each set lies in
/// memory by itself, so that eight bytes from anywhere are the bits from there on.
///
/// A *terminator* is the end of a record: in text of lines every raw line feed, within a string too, and in
/// the last call the place one past the last byte. It is set in `quotes`, `closers` and `ends`, so that no
/// search goes beyond the record.
typedef struct {
  /// `"` that no backslash escapes: both ends of every string; and terminators.
  uint64_t *quotes;
  /// Every `\` within a string, the escaped ones too; outside strings it means nothing.
  uint64_t *backslashes;
  /// `{` and `[` outside strings.
  uint64_t *openers;
  /// `}` and `]` outside strings; and terminators.
  uint64_t *closers;
  /// `,` `}` `]` outside strings: what ends a number or a literal; and terminators.
  uint64_t *ends;
} streammap_structure;

/// The deepest nesting that a kernel vouches for; deeper records are doubtful.
#define STREAMMAP_MAXIMUM_DEPTH 512

/// What a kernel carries from one block to the next. All zero before the first byte, but for the settings.
typedef struct {
  // Settings, constant over the text.

  /// The deepest nesting of a sound record; at most STREAMMAP_MAXIMUM_DEPTH. For validation only.
  uint32_t depth_limit;
  /// How many whole blocks a string may cover in a sound record; a name, a number. For validation only. What
  /// covers b blocks has at most 64 × b + 126 bytes, and may have as few as 64 × b; 0 makes any string, name,
  /// number doubtful.
  uint32_t string_blocks, name_blocks, number_blocks;

  // The state, which the kernels alone know.

  /// All ones if the next byte is within a string.
  uint64_t in_string;
  /// 1 if the next byte is escaped.
  uint64_t escaped;
  /// Not 0 if the open record is doubtful already.
  uint64_t doubtful;
  /// The rest, which only the kernel that left it understands.
  uint64_t private_words[72];
} streammap_state;

enum {
  /// A line feed ends the record. Without it, line feeds are white space.
  STREAMMAP_LINES = 1,
  /// Check everything that RFC 8259 demands. Without it: well-formed UTF-8 everywhere, and no control byte
  /// below 0x20 within a string.
  STREAMMAP_VALIDATE = 2,
  /// The text ends after these bytes, and with it its last record, though that be empty.
  STREAMMAP_LAST = 4,
};

/// Indexes the bytes that follow those of the call before.
///
/// - bytes: any alignment; count: any.
/// - structure: its sets get count / 64 + 1 words. The last block is partial (it may have no byte), and
///   indexed as if spaces followed; unless this is the last call it has to be indexed again, with the bytes
///   that follow.
/// - state: is left as it is after the last *whole* block; after the last call it means nothing.
/// - base: the offset of the first byte, as the caller counts; a multiple of 64.
/// - ends: gets, for each terminator, 2 × its offset, plus 1 if the record that it ends is doubtful. There
///   must be room for count + 1 of them; no more are written than there are terminators.
///
/// Returns how many terminators there are, those of the partial block included.
typedef size_t (*streammap_index_function)(
  const uint8_t *bytes, size_t count, uint64_t base, unsigned options, streammap_state *state,
  const streammap_structure *structure, uint64_t *ends);

/// The end of a container: the offset one past the closer that brings the depth to 0.
///
/// - offset: of the first byte within the container, counted from the first block.
/// - depth: how many closers are missing, at least 1.
/// - end: the offset of the record's terminator; the result is `end + 1` if the container is not closed before.
typedef uint64_t (*streammap_skip_function)(
  const streammap_structure *structure, uint64_t offset, uint64_t depth, uint64_t end);

/// One instruction set's functions.
typedef struct {
  /// `scalar`, `avx2`, `avx512`, `neon`.
  const char *name;
  streammap_index_function index;
  streammap_skip_function skip;
} streammap_kernel;

/// The kernel called `name`; null if there is none of that name, or this machine cannot run it.
const streammap_kernel *_Nullable streammap_kernel_named(const char *name);

/// The best kernel for this machine; the one that the environment variable STREAMMAP_KERNEL names, if it can
/// run. Chosen once.
const streammap_kernel *streammap_kernel_best(void);

/// The names of all kernels that this machine can run, best first; ends with null.
const char *_Nullable const *_Nonnull streammap_kernel_names(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
