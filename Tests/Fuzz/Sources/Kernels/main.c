#include "CFuzzer.h"
#include "CStructure.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Runs random bytes through every kernel of this machine, whole and in chunks. Blocks and ends must equal those of
// the scalar kernel for the whole, and those of a loop over the bytes. Text that a kernel calls sound must be JSON.
//
// An input begins with eight bytes of choices. The rest is the text.

enum { CHOICES = 8 };

typedef struct {
  unsigned options;
  streammap_state state;
  oracle_limits limits;
  uint64_t base;
  /// The random state for cuts and skips.
  uint64_t random;
} choices;

enum { SETS = 5 };

/// A kernel's results for a text.
typedef struct {
  size_t block_count, end_count;
  uint64_t *sets[SETS];
  uint64_t *ends;
} structure;

static void fail(const char *kernel, const char *what, size_t place) {
  fprintf(stderr, "kernel %s: %s at %zu\n", kernel, what, place);
  abort();
}

static uint64_t next(uint64_t *state) {
  *state += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t word = *state;
  word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
  return word ^ word >> 31;
}

/// A copy that ends where its memory ends, at any alignment.
static uint8_t *copy(const uint8_t *bytes, size_t count, size_t shift, void **memory) {
  *memory = malloc(count + shift + (count + shift == 0));
  uint8_t *start = (uint8_t *)*memory + shift;
  if (count) memcpy(start, bytes, count);
  return start;
}

static choices choose(const uint8_t *bytes) {
  static const uint32_t depths[] = {0, 1, 2, 3, 30, 31, 32, 62, 63, 64, 511, 512};
  choices result = {0};
  result.options = bytes[0] & (STREAMMAP_LINES | STREAMMAP_VALIDATE);
  result.state.depth_limit = depths[bytes[1] % 12];
  // A token of n bytes covers at least (n - 126) / 64 whole blocks, so these limits are guaranteed.
  result.state.string_blocks = bytes[2] % 8 == 7 ? 1000 : bytes[2] % 8;
  result.state.name_blocks = bytes[3] % 8 == 7 ? 1000 : bytes[3] % 8;
  result.state.number_blocks = bytes[4] % 8 == 7 ? 1000 : bytes[4] % 8;
  // As StructuralIndex computes them from limits: the smallest limit that gives this number of blocks.
  result.limits = (oracle_limits){
    result.state.depth_limit, 64 * (size_t)result.state.string_blocks + 128,
    64 * (size_t)result.state.name_blocks + 128, 64 * (size_t)result.state.number_blocks + 128,
  };
  result.base = bytes[5] & 1 ? 64 * (uint64_t)bytes[5] : 0;
  memcpy(&result.random, bytes, 8);
  return result;
}

// MARK: Running

static streammap_structure view(uint64_t *const sets[SETS]) {
  return (streammap_structure){sets[0], sets[1], sets[2], sets[3], sets[4]};
}

static void reserve(uint64_t *sets[SETS], size_t block_count) {
  for (size_t i = 0; i < SETS; i++) sets[i] = malloc(block_count * sizeof(uint64_t));
}

/// Indexes the text in one call.
static structure run_whole(const streammap_kernel *kernel, const uint8_t *bytes, size_t count, choices choices) {
  structure result;
  result.block_count = count / 64 + 1;
  reserve(result.sets, result.block_count);
  result.ends = malloc((count + 1) * sizeof(uint64_t));
  void *memory;
  const uint8_t *text = copy(bytes, count, next(&choices.random) % 64, &memory);
  streammap_state state = choices.state;
  const streammap_structure sets = view(result.sets);
  result.end_count = kernel->index(
    text, count, choices.base, choices.options | STREAMMAP_LAST, &state, &sets, result.ends);
  free(memory);
  return result;
}

/// Indexes the text in several calls. Each begins at the first byte that is not in a whole block.
static structure run_cut(const streammap_kernel *kernel, const uint8_t *bytes, size_t count, choices choices) {
  structure result;
  result.block_count = count / 64 + 1;
  reserve(result.sets, result.block_count);
  result.ends = malloc((count + 1) * sizeof(uint64_t));
  result.end_count = 0;
  streammap_state state = choices.state;
  for (size_t start = 0, end = 0; end <= count;) {
    const bool is_last = end == count && next(&choices.random) % 2;
    const size_t part = end - start;
    void *memory;
    const uint8_t *text = copy(bytes + start, part, next(&choices.random) % 64, &memory);
    uint64_t *parts[SETS];
    reserve(parts, part / 64 + 1);
    const streammap_structure sets = view(parts);
    uint64_t *ends = malloc((part + 1) * sizeof *ends);
    const size_t found = kernel->index(
      text, part, choices.base + start, choices.options | (is_last ? STREAMMAP_LAST : 0), &state, &sets, ends);
    if (found > part + 1) fail(kernel->name, "too many ends", start);
    // The partial block is indexed again unless it is the last. Its ends are repeated, too.
    const size_t whole = part / 64;
    for (size_t i = 0; i < SETS; i++) {
      memcpy(result.sets[i] + start / 64, parts[i], (whole + is_last) * sizeof(uint64_t));
      free(parts[i]);
    }
    for (size_t i = 0; i < found; i++) {
      if (!is_last && (ends[i] >> 1) - choices.base >= start + 64 * whole) continue;
      if (result.end_count > count) fail(kernel->name, "too many ends in all", start);
      result.ends[result.end_count++] = ends[i];
    }
    free(memory);
    free(ends);
    if (is_last) break;
    start += 64 * whole;
    const size_t step = next(&choices.random) % (next(&choices.random) % 2 ? 70 : 600);
    end = count - end < step ? count : end + step;
  }
  return result;
}

static void release(structure structure) {
  for (size_t i = 0; i < SETS; i++) free(structure.sets[i]);
  free(structure.ends);
}

// MARK: Comparing

static void compare(const char *kernel, structure found, structure expected) {
  for (size_t i = 0; i < expected.block_count; i++) {
    for (size_t n = 0; n < SETS; n++) {
      if (found.sets[n][i] != expected.sets[n][i]) fail(kernel, "block", i);
    }
  }
  for (size_t i = 0; i < found.end_count && i < expected.end_count; i++) {
    if (found.ends[i] != expected.ends[i]) fail(kernel, "end", i);
  }
  if (found.end_count != expected.end_count) fail(kernel, "number of ends", expected.end_count);
}

/// Compares blocks and ends with a loop over the bytes.
static void check(const uint8_t *bytes, size_t count, choices choices, structure found) {
  const bool lines = choices.options & STREAMMAP_LINES, validates = choices.options & STREAMMAP_VALIDATE;
  const streammap_structure sets = view(found.sets);
  bool in_string = false, is_escaped = false, has_control = false;
  size_t start = 0, end_index = 0;
  for (size_t i = 0; i <= count; i++) {
    const size_t word = i / 64;
    const uint8_t byte = i < count ? bytes[i] : 0;
    const uint64_t bit = UINT64_C(1) << i % 64;
    const bool is_end = i == count || (lines && byte == '\n');
    const bool is_quote = i < count && byte == '"' && !is_escaped;
    const bool is_outside = i < count && !in_string;
    const bool opens = is_outside && (byte == '{' || byte == '['), closes = is_outside && (byte == '}' || byte == ']');
    const bool is_comma = is_outside && byte == ',';
    if (!(sets.quotes[word] & bit) != !(is_quote || is_end)) fail("scalar", "quote", i);
    if (!(sets.openers[word] & bit) != !opens) fail("scalar", "opener", i);
    if (!(sets.closers[word] & bit) != !(closes || is_end)) fail("scalar", "closer", i);
    if (!(sets.ends[word] & bit) != !(closes || is_comma || is_end)) fail("scalar", "end of a value", i);
    if (in_string && i < count && !(sets.backslashes[word] & bit) != !(byte == '\\')) fail("scalar", "backslash", i);
    has_control |= in_string && i < count && byte < 0x20;
    if (is_end) {
      if (end_index == found.end_count) fail("scalar", "missing end", i);
      const uint64_t end = found.ends[end_index++];
      if (end >> 1 != choices.base + i) fail("scalar", "wrong end", i);
      const bool is_right =
        validates ? oracle_is_json(bytes + start, i - start, choices.limits, lines)
                  : !has_control && !in_string && oracle_is_utf8(bytes + start, i - start);
      if (!(end & 1) && !is_right) fail("scalar", "called sound: record", start);
      // Without validation a well-formed record is never doubtful, unless a character was cut just before.
      bool was_cut = false;
      for (size_t n = 1; n <= 3 && n <= start; n++) was_cut |= bytes[start - n] >= 0xC0;
      if ((end & 1) && !validates && is_right && !was_cut) fail("scalar", "called doubtful: record", start);
      start = i + 1;
      in_string = false;
      has_control = false;
    }
    if (is_quote) in_string = !in_string;
    is_escaped = byte == '\\' && !is_escaped;
  }
  if (end_index != found.end_count) fail("scalar", "number of ends", count);
}

/// Compares skips from some positions with a loop over the bits.
static void check_skips(const streammap_kernel *kernel, structure structure, size_t count, choices choices) {
  const streammap_structure sets = view(structure.sets);
  uint64_t start = 0;
  for (size_t i = 0; i < structure.end_count && i < 8; i++) {
    const uint64_t end = (structure.ends[i] >> 1) - choices.base;
    const uint64_t offset = start + next(&choices.random) % (end - start + 1);
    const uint64_t depth = 1 + next(&choices.random) % (next(&choices.random) % 4 ? 3 : 600);
    uint64_t expected = offset, open = depth;
    for (; expected < end; expected++) {
      if (sets.openers[expected / 64] >> expected % 64 & 1) open++;
      if (sets.closers[expected / 64] >> expected % 64 & 1) open--;
      if (open == 0) break;
    }
    expected++;
    if (kernel->skip(&sets, offset, depth, end) != expected) fail(kernel->name, "skip", offset);
    start = end < count ? end + 1 : end;
  }
}

static int run(const uint8_t *bytes, size_t count) {
  if (count < CHOICES) return 0;
  const choices choices = choose(bytes);
  bytes += CHOICES;
  count -= CHOICES;
  const structure expected = run_whole(streammap_kernel_named("scalar"), bytes, count, choices);
  check(bytes, count, choices, expected);
  for (const char *const *name = streammap_kernel_names(); *name; name++) {
    const streammap_kernel *kernel = streammap_kernel_named(*name);
    structure found = run_whole(kernel, bytes, count, choices);
    compare(*name, found, expected);
    release(found);
    found = run_cut(kernel, bytes, count, choices);
    compare(*name, found, expected);
    check_skips(kernel, found, count, choices);
    release(found);
  }
  release(expected);
  return 0;
}

int main(int argc, char **argv) { return LLVMFuzzerRunDriver(&argc, &argv, run); }
