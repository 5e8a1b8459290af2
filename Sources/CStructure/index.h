// The functions of a kernel, in terms of what one instruction set does with 64 bytes. A kernel's file defines
//
//     text                                    64 bytes, in registers
//     text load(const uint8_t *bytes)         … from memory
//     text load_part(bytes, count)            … fewer than 64 of them, and spaces after them
//     text ending_in(uint64_t last)           … of which only the last 8 matter
//     mask equal(text, char)                  where a byte is that one
//     mask equal_either(text, char)           where it is that one, or differs from it in bit 5 only, which is
//                                             set in that one
//     mask below_space(text)                  where it is less than 0x20
//     mask not_ascii(text)                    where it is more than 0x7F
//     mask utf8_errors(text, text before)     where the UTF-8 goes wrong
//     mask parity(mask)                       bit n: whether bits 0 … n have an odd number of ones
//
// and, for validation,
//
//     mask within(text, char first, char last)         where a byte is in this range of ASCII
//     mask within_either(text, char first, char last)  … with bit 5 set
//     mask bit_5(text)                                 where bit 5 is set
//     mask white(text)                                 where white space is: 20 09 0A 0D
//     mask escapable(text)                             where one of "\/bfnrtu is
//     mask literals(text, text before, mask *alse)     where "true" and "null" end, and "alse"
//
// and then includes this one.

#include "block.h"
#include "grammar.h"

/// What goes from one block to the next, in registers.
typedef struct {
  /// The block before, its bytes that are not ASCII.
  text before;
  mask before_not_ascii;
  /// As in `streammap_state`.
  uint64_t in_string, escaped, doubtful;
  /// Where the next end goes.
  uint64_t *ends;
  grammar grammar;
} carried;

/// What goes from one call to the next in `private_words`.
typedef struct {
  uint64_t last_bytes;
  grammar grammar;
} kept;

_Static_assert(sizeof(kept) <= sizeof(((streammap_state *)0)->private_words), "there is room for what is kept");

/// The strings of a block in which a record ends within one: what comes after the end of a record begins outside
/// strings. A terminator that cuts a string off counts as part of it.
static __attribute__((noinline)) mask strings_of_records(mask quotes, mask terminators, uint64_t in_string) {
  mask strings = 0, rest = ~(mask)0;
  do {
    const mask upto = up_to_lowest(terminators);
    strings |= (parity(quotes & rest) ^ in_string) & rest & upto;
    in_string = 0;
    rest &= ~upto;
    terminators &= terminators - 1;
  } while (rest);
  return strings;
}

/// Writes the ends of the records that end in a block some byte of which is wrong, or that begins in a doubtful
/// record. Each error is charged to the record in which it stands; its terminator belongs to it.
static __attribute__((noinline)) void put_doubtful_ends(
  uint64_t *ends, mask terminators, mask errors, uint64_t offset, uint64_t doubtful
) {
  for (; terminators; terminators &= terminators - 1) {
    const mask upto = up_to_lowest(terminators);
    put_end(&ends, offset, terminators, doubtful || (errors & upto));
    errors &= ~upto;
    doubtful = 0;
  }
}

/// Indexes one block. `last` is the terminator of the text.
INLINE streammap_block index_block(
  text bytes, mask last, uint64_t offset, unsigned options, const streammap_state *limits, carried *carry
) {
  const mask backslashes = equal(bytes, '\\');
  const mask control = below_space(bytes);
  const mask terminators = (options & STREAMMAP_LINES ? equal(bytes, '\n') : 0) | last;
  mask quotes = equal(bytes, '"');
  mask escaped = 0;
  const uint64_t escapes = backslashes | carry->escaped;
  if (RARELY(escapes)) {
    escaped = escaped_bytes(backslashes, &carry->escaped);
    quotes &= ~escaped;
  }

  mask strings = parity(quotes) ^ carry->in_string;
  mask errors = (control | last) & strings;
  if (RARELY(errors & terminators)) {
    strings = strings_of_records(quotes, terminators, carry->in_string);
    errors = (control | last) & strings;
    strings &= ~terminators;
  }
  carry->in_string = (uint64_t)((int64_t)strings >> 63);

  const structure s = {
    .quotes = quotes,
    .strings = strings,
    .openers = equal_either(bytes, '{') & ~strings,
    .closers = equal_either(bytes, '}') & ~strings,
    .commas = equal(bytes, ',') & ~strings,
    .ends = terminators,
  };
  if (options & STREAMMAP_VALIDATE) {
    if (RARELY(escapes | unfinished(&carry->grammar.escapes))) {
      errors |= escape_errors(bytes, backslashes, escaped & strings, &carry->grammar.escapes);
    }
    errors |= grammar_errors(bytes, carry->before, s, options, limits, &carry->grammar);
  }

  // A sequence may go on from one of the last three bytes before.
  const mask high = not_ascii(bytes);
  if (high | carry->before_not_ascii >> 61) errors |= utf8_errors(bytes, carry->before);
  carry->before = bytes;
  carry->before_not_ascii = high;

  if (RARELY(errors | carry->doubtful)) {
    put_doubtful_ends(carry->ends, terminators, errors, offset, carry->doubtful);
    carry->ends += __builtin_popcountll(terminators);
    // Of the record that is open now, only what comes after the last terminator counts.
    const mask open = terminators ? ~(mask)0 << (63 - __builtin_clzll(terminators)) << 1 : ~(mask)0;
    carry->doubtful = (terminators ? 0 : carry->doubtful) | ((errors & open) != 0);
  } else {
    for (mask rest = terminators; rest; rest &= rest - 1) put_end(&carry->ends, offset, rest, 0);
  }

  return (streammap_block){
    .quotes = quotes | terminators,
    .backslashes = backslashes,
    .openers = s.openers,
    .closers = s.closers | terminators,
    .ends = s.commas | s.closers | terminators,
  };
}

// SAFETY: block n is read from bytes 64 × n …, which are 64 for the whole blocks and the rest for the last one;
// `blocks` and `ends` have the room that the contract says: a block has at most as many terminators as bytes, and
// the end of the text is one more.
INLINE size_t index_text(
  const uint8_t *bytes, size_t count, uint64_t base, unsigned options, streammap_state *state,
  streammap_block *blocks, uint64_t *ends
) {
  kept kept;
  memcpy(&kept, state->private_words, sizeof kept);
  carried carry = {
    .before = ending_in(kept.last_bytes),
    // Whether or not they are ASCII; it only costs a look.
    .before_not_ascii = ~(mask)0,
    .in_string = state->in_string, .escaped = state->escaped, .doubtful = state->doubtful,
    .ends = ends,
    .grammar = kept.grammar,
  };
  set_limit(&carry.grammar.open, state->depth_limit);
  const size_t whole = count / 64;
  for (size_t i = 0; i < whole; i++) {
    blocks[i] = index_block(load(bytes + 64 * i), 0, base + 64 * i, options, state, &carry);
  }
  state->in_string = carry.in_string;
  state->escaped = carry.escaped;
  state->doubtful = carry.doubtful;
  kept.grammar = carry.grammar;
  if (whole) memcpy(&kept.last_bytes, bytes + 64 * whole - 8, 8);
  memcpy(state->private_words, &kept, sizeof kept);

  const size_t rest = count % 64;
  const mask last = options & STREAMMAP_LAST ? UINT64_C(1) << rest : 0;
  const text part = load_part(bytes + 64 * whole, rest);
  blocks[whole] = index_block(part, last, base + 64 * whole, options, state, &carry);
  return (size_t)(carry.ends - ends);
}

static size_t index_any(
  const uint8_t *bytes, size_t count, uint64_t base, unsigned options, streammap_state *state,
  streammap_block *blocks, uint64_t *ends
) {
  // Constants below, so that each case gets a loop of its own.
  const unsigned last = options & STREAMMAP_LAST;
  switch (options & (STREAMMAP_LINES | STREAMMAP_VALIDATE)) {
#define CASE(options) case options: return index_text(bytes, count, base, (options) | last, state, blocks, ends)
  CASE(0);
  CASE(STREAMMAP_LINES);
  CASE(STREAMMAP_VALIDATE);
  default: CASE(STREAMMAP_LINES | STREAMMAP_VALIDATE);
#undef CASE
  }
}

// SAFETY: only blocks offset / 64 … end / 64 are read, which the caller has.
static uint64_t skip(const streammap_block *blocks, uint64_t offset, uint64_t depth, uint64_t end) {
  const uint64_t last = end / 64;
  mask within = ~(mask)0 << offset % 64;
  for (uint64_t i = offset / 64; i <= last; i++) {
    if (i == last) within &= ~(~(mask)0 << end % 64);
    const mask openers = blocks[i].openers & within;
    mask closers = blocks[i].closers & within;
    within = ~(mask)0;
    const uint64_t closed = (uint64_t)__builtin_popcountll(closers);
    if (closed >= depth) {
      // The depth gets to 0 at the closer before which there are as many others as openers, and those missing.
      for (uint64_t others = 0; closers; closers &= closers - 1, others++) {
        const mask before = (closers & -closers) - 1;
        if (others + 1 == depth + (uint64_t)__builtin_popcountll(openers & before)) {
          return 64 * i + (uint64_t)__builtin_ctzll(closers) + 1;
        }
      }
    }
    depth += (uint64_t)__builtin_popcountll(openers) - closed;
  }
  return end;
}
