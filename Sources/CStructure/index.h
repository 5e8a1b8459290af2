// The functions of a kernel. Include this file after defining the requirements of masks.h.

#include "arithmetic.h"
#include "characters.h"
#include "containers.h"
#include "carry.h"
#include "utf8.h"
#include "literals.h"
#include "grammar.h"

/// The strings of a group in which a record ends inside a string. The text after its end begins outside
/// strings. A terminator that cuts a string off counts as part of it.
NEVER_INLINE void cut_strings(words *strings, const words *quotes, const words *ends, uint64_t in_string) {
  for (size_t i = 0; i < WORDS; i++) {
    uint64_t left = ends->words[i], rest = ~UINT64_C(0), result = 0;
    for (;;) {
      uint64_t odd = quotes->words[i] & rest;
      for (int distance = 1; distance < 64; distance *= 2) odd ^= odd << distance;
      const uint64_t upto = up_to_lowest(left);
      result |= (odd ^ in_string) & rest & upto;
      if (!left) break;
      in_string = 0;
      rest &= ~upto;
      left &= left - 1;
    }
    strings->words[i] = result;
    in_string = spread_top(result & ~ends->words[i]);
  }
}

/// Writes an entry for each end in the words from `from` until `until`. Some of the ends are doubtful. An error
/// belongs to the record that contains it, including the terminator.
NEVER_INLINE uint64_t *put_doubtful_ends(
  uint64_t *to, const words *ends, const words *errors, size_t from, size_t until, uint64_t offset,
  uint64_t *doubtful
) {
  for (size_t i = from; i < until; i++) {
    uint64_t wrong = errors->words[i];
    for (uint64_t left = ends->words[i]; left; left &= left - 1) {
      const uint64_t upto = up_to_lowest(left);
      const uint64_t place = offset + 64 * i + (uint64_t)__builtin_ctzll(left);
      *to++ = place << 1 | (*doubtful || (wrong & upto));
      wrong &= ~upto;
      *doubtful = 0;
    }
    *doubtful |= wrong != 0;
  }
  return to;
}

/// Writes an entry for each end in the words from `from` until `until`, none of them doubtful.
INLINE uint64_t *put_ends(uint64_t *to, const words *ends, size_t from, size_t until, uint64_t offset) {
  for (size_t i = from; i < until; i++) {
    for (uint64_t left = ends->words[i]; left; left &= left - 1) {
      *to++ = (offset + 64 * i + (uint64_t)__builtin_ctzll(left)) << 1;
    }
  }
  return to;
}

/// The working state of a call.
typedef struct {
  const streammap_state *limits;
  /// The smaller one of the limits of strings and names, and whether any limit is 0.
  uint64_t shortest_limit;
  bool has_zero_limit;
  carry carry;
  span span;
  /// The address of the next entry.
  uint64_t *ends;
} work;

/// Checks what the groups of a span have recorded, for the bytes from `from` until `count`.
INLINE void settle(work *work, size_t from, size_t count) {
  singles *single = &work->carry.singles;
  if (check_literals(&work->span, work->ends, from, count, &single->literal)) work->carry.doubtful = 1;
  nest(&single->open, &work->span, work->limits->depth_limit);
}

/// Indexes a group of `count` blocks. `last` is the terminator of the text, if it is in this group. If `state`
/// is not null, it gets the state after `whole` of the blocks. The words of the structure are written from
/// `word` on. The group begins `place` bytes after the span.
INLINE void index_group(
  work *work, const uint8_t *bytes, uint64_t offset, size_t count, mask last, unsigned options,
  const streammap_structure *to, size_t word, size_t place, streammap_state *state, size_t whole
) {
  const bool validate = options & STREAMMAP_VALIDATE, lines = options & STREAMMAP_LINES;
  carry *carry = &work->carry;
  singles *single = &carry->singles;
  mask bit[8];
  transpose(bytes, bit);
  const columns c = columns_of(bit);
  const structural all = structural_of(bit, c);
  const words ends = {(lines ? all.line_feed : none()) | last};
  const bool has_ends = any(ends.mask);

  mask quotes = all.quote, escaped = none(), escapes = none();
  const bool has_backslashes = any(all.backslash), may_be_escaped = has_backslashes || single->backslashes;
  if (may_be_escaped) {
    escaped = escaped_bytes(all.backslash, later(none(), carry->sets.escapes, 1), &escapes);
    carry->sets.escapes = escapes;
    quotes &= ~escaped;
  }
  single->backslashes = has_backslashes;

  const uint64_t in_string = carry->in_string;
  mask strings = parity(quotes, &carry->in_string);
  words errors = {(all.control | last) & strings};
  if (RARELY(any(errors.mask & ends.mask))) {
    const words some = {quotes};
    words cut;
    cut_strings(&cut, &some, &ends, in_string);
    errors.mask = (all.control | last) & cut.mask;
    cut.mask &= ~ends.mask;
    strings = cut.mask;
    carry->in_string = spread_top(cut.words[WORDS - 1]);
  }

  const bool not_ascii = any(bit[7]);
  if (not_ascii || single->not_ascii) errors.mask |= utf8_errors(bit, &carry->sets);
  single->not_ascii = not_ascii;

  const structure s = {
    .quotes = quotes,
    .strings = strings,
    .openers = all.opener & ~strings,
    .closers = all.closer & ~strings,
    .commas = all.comma & ~strings,
    .ends = ends.mask,
  };
  const mask closers = s.closers | s.ends;
  put(to->quotes + word, quotes | s.ends, count);
  put(to->backslashes + word, all.backslash, count);
  put(to->openers + word, s.openers, count);
  put(to->closers + word, closers, count);
  put(to->ends + word, s.commas | closers, count);

  findings found;
  if (validate) {
    if (may_be_escaped) {
      errors.mask |= escape_errors(bit, c, escapes & strings, escaped & strings, carry);
    }
    found = grammar_errors(bit, c, s, lines, work->has_zero_limit ? work->limits : NULL, carry);
    errors.mask |= found.errors;
    put(work->span.errors[IN_ARRAY] + place / 64, found.in_array, WORDS);
    put(work->span.errors[IN_OBJECT] + place / 64, found.in_object, WORDS);
    put(work->span.errors[AT_ROOT] + place / 64, found.at_root, WORDS);
  }

  // The steps that go word by word. There are two rounds if the state between them has to be stored.
  bool wrong = any(errors.mask);
  for (size_t from = 0, until = state ? whole : count;; from = until, until = count) {
    if (validate) {
      span *span = &work->span;
      mask brackets = found.brackets, literals = found.literals;
      if (until - from != WORDS) {
        brackets &= words_between(from, until);
        literals &= words_between(from, until);
      }
      record(&span->brackets, brackets, place / 64);
      record(&span->literals, literals, place / 64);

      const mask inside = strings & ~quotes;
      const uint64_t longest = single->string_blocks + WORDS, full_runs = full_words(found.runs);
      if (RARELY(
        until - from != WORDS || (single->too_long_for_name | single->run_blocks | full_runs)
          || longest > work->shortest_limit)) {
        const lengths l = {{inside}, {found.runs}, {found.colons}, {found.separators}};
        wrong |= length_errors(&l, from, until, work->limits, single, &errors);
      } else {
        // The number of last words that are full.
        const uint64_t full = (uint64_t)__builtin_clzll(~(full_words(inside) << (64 - WORDS)));
        single->string_blocks = full == WORDS ? longest : full;
      }
    }
    if (RARELY(wrong | carry->doubtful)) {
      work->ends = put_doubtful_ends(work->ends, &ends, &errors, from, until, offset, &carry->doubtful);
    } else if (has_ends) {
      work->ends = put_ends(work->ends, &ends, from, until, offset);
    }
    if (until == count) break;
    if (validate) {
      settle(work, 0, 64 * whole);
      begin(&work->span, work->span.text, work->span.offset, work->ends);
    }
    leave(carry, spread_top(((words){strings}).words[whole - 1]), whole, state, validate);
  }
}

/// The distance at which a group's text is prefetched. The text then arrives in time, even across the end of a
/// page, where the hardware prefetcher stops.
enum { PREFETCH_DISTANCE = 2048 };

// SAFETY: a group has its 64 × WORDS bytes. The last one is a copy with spaces after the text. The structure's
// sets and `ends` have the room that the contract requires: a group has as many blocks as it has begun, and
// there is at most one end more than bytes. A span has at most SPAN_WORDS words.
INLINE size_t index_text(
  const uint8_t *bytes, size_t count, uint64_t base, unsigned options, streammap_state *state,
  const streammap_structure *given, uint64_t *ends
) {
  const bool validate = options & STREAMMAP_VALIDATE;
  // A copy, so that the compiler knows that it is not modified.
  const streammap_structure structure = *given;
  work work;
  work.limits = state;
  work.shortest_limit = state->string_blocks < state->name_blocks ? state->string_blocks : state->name_blocks;
  work.has_zero_limit = !work.shortest_limit || !state->number_blocks;
  work.ends = ends;
  take_up(&work.carry, state, validate);

  const size_t size = 64 * WORDS, groups = count / size, left = count % size, whole = left / 64;
  for (size_t i = 0; i < groups;) {
    const size_t first = i, until = groups - i < SPAN_WORDS / WORDS ? groups : i + SPAN_WORDS / WORDS;
    if (validate) begin(&work.span, bytes + size * i, base + size * i, work.ends);
    for (; i < until; i++) {
      // Prefetching reads nothing, and may have any address.
      for (size_t line = 0; line < size; line += 64) {
        __builtin_prefetch((const void *)((uintptr_t)bytes + size * i + PREFETCH_DISTANCE + line), 0, 3);
      }
      index_group(
        &work, bytes + size * i, base + size * i, WORDS, none(), options, &structure, WORDS * i,
        size * (i - first), NULL, 0);
    }
    if (validate) settle(&work, 0, size * (until - first));
  }

  // The rest of the text, possibly empty. After the last call the state has no meaning.
  words last = {none()};
  const bool leaves = !(options & STREAMMAP_LAST);
  if (!leaves) last.words[whole] = UINT64_C(1) << left % 64;
  if (leaves && !whole) leave(&work.carry, work.carry.in_string, WORDS, state, validate);
  // The spaces after the group are for the check of literals.
  uint8_t copy[64 * WORDS + sizeof(uint64_t)];
  memset(copy, ' ', sizeof copy);
  memcpy(copy, bytes + size * groups, left);
  if (validate) begin(&work.span, copy, base + size * groups, work.ends);
  index_group(
    &work, copy, base + size * groups, whole + 1, last.mask, options, &structure, WORDS * groups, 0,
    leaves && whole ? state : NULL, whole);
  if (validate) settle(&work, leaves ? 64 * whole : 0, sizeof copy);
  return (size_t)(work.ends - ends);
}

static size_t index_any(
  const uint8_t *bytes, size_t count, uint64_t base, unsigned options, streammap_state *state,
  const streammap_structure *structure, uint64_t *ends
) {
  // The options of each case are constants, except for the last call's flag, so that each case is compiled
  // separately.
  const unsigned last = options & STREAMMAP_LAST;
  switch (options & (STREAMMAP_LINES | STREAMMAP_VALIDATE)) {
#define CASE(options) \
  case options: return index_text(bytes, count, base, (options) | last, state, structure, ends)
    CASE(0);
    CASE(STREAMMAP_LINES);
    CASE(STREAMMAP_VALIDATE);
  default:
    CASE(STREAMMAP_LINES | STREAMMAP_VALIDATE);
#undef CASE
  }
}

/// The place after the closer in a word that brings the depth to 0, or 0 if none does.
INLINE uint64_t closing(uint64_t openers, uint64_t closers, uint64_t depth) {
  // This closer has before it as many other closers as openers plus `depth`, minus one.
  for (uint64_t others = 0; closers; closers &= closers - 1, others++) {
    const uint64_t before = (closers & -closers) - 1;
    if (others + 1 == depth + (uint64_t)__builtin_popcountll(openers & before)) {
      return (uint64_t)__builtin_ctzll(closers) + 1;
    }
  }
  return 0;
}

// SAFETY: reads the words offset / 64 … end / 64, which the caller provides.
static uint64_t skip(const streammap_structure *structure, uint64_t offset, uint64_t depth, uint64_t end) {
  const uint64_t *const openers_of = structure->openers, *const closers_of = structure->closers;
  const uint64_t last = end / 64;
  uint64_t i = offset / 64;
  if (i > last) return end + 1;
  const uint64_t within = ~UINT64_C(0) << offset % 64;
  uint64_t openers = openers_of[i] & within, closers = closers_of[i] & within;
  while (i < last) {
    const uint64_t closed = (uint64_t)__builtin_popcountll(closers);
    if (closed >= depth) {
      const uint64_t place = closing(openers, closers, depth);
      if (place) return 64 * i + place;
    }
    depth += (uint64_t)__builtin_popcountll(openers) - closed;
    i++;
    openers = openers_of[i];
    closers = closers_of[i];
  }
  // Beyond the end, the word has bytes of other records.
  const uint64_t place = closing(openers, closers & ~(~UINT64_C(0) << end % 64), depth);
  return place ? 64 * i + place : end + 1;
}
