#include "CStructure.h"
#include "decimals.h"
#include "reference.h"
#include "texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// Compares every kernel that this machine can run with the reference: blocks, ends and verdicts, bit by bit.
// Texts, blocks and ends border on inaccessible pages.
//
//   kernels [--blocks N] [FILE]...
//   kernels --index KERNEL OPTIONS PASSES FILE
//   kernels --hash FILE...
//
// --blocks is the number of random blocks, 10 million by default. STREAMMAP_SEED is their seed. The reference must
// give the result that a FILE's name promises, as in JSONTestSuite: y… is valid, n… is not.
//
// --index only indexes a FILE, PASSES times, so that the instructions of a pass can be counted from outside. --hash
// prints, for each kernel, a hash (FNV-1a, 64 bits) of what it finds in the FILEs with all options.

enum { MOST = 1 << 18 };

/// Memory between two inaccessible pages.
typedef struct {
  uint8_t *first, *end;
} pen;

static pen make_pen(size_t size) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), rounded = (size + page - 1) / page * page;
  uint8_t *all = mmap(NULL, rounded + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + page, rounded, PROT_READ | PROT_WRITE)) {
    perror("kernels: mmap");
    exit(1);
  }
  return (pen){all + page, all + page + rounded};
}

/// The number of sets in a structure.
enum { SETS = 5 };

static pen text_pen, set_pens[SETS], end_pen;
static uint8_t text[MOST + 64];
static uint64_t expected_sets[SETS][MOST / 64 + 1];
static const streammap_structure expected = {
  expected_sets[0], expected_sets[1], expected_sets[2], expected_sets[3], expected_sets[4],
};
static uint64_t expected_ends[MOST + 1];
static size_t comparisons, blocks_done;
static uint64_t seed;

static void fail(
  const streammap_kernel *kernel, const char *what, size_t count, unsigned options, size_t place
) {
  printf("kernels: %s differs: %s at %zu of %zu bytes, options %u, seed %llu\n", kernel->name, what, place,
    count, options, (unsigned long long)seed);
  for (size_t i = 0; i < count; i++) {
    if (i % 32 == 0) printf("%s%6zu ", i ? "\n" : "", i);
    printf(" %02x", text[i]);
  }
  printf("\n");
  exit(1);
}

/// Indexes `text` in calls that end at the positions of `cuts`, ascending multiples of 64, and compares.
static void compare(
  const streammap_kernel *kernel, size_t count, unsigned options, const streammap_state *limits,
  size_t alignment, const size_t *cuts, size_t cut_count, size_t end_count
) {
  streammap_state state = *limits;
  size_t done = 0, found = 0;
  comparisons++;
  for (size_t call = 0; call <= cut_count; call++) {
    const bool is_last = call == cut_count;
    const size_t upto = is_last ? count : cuts[call];
    // A call may get more than whole blocks, and then some of them again.
    const size_t more = is_last ? 0 : random_below(count - upto < 64 ? count - upto + 1 : 64);
    const size_t part = upto + more - done, block_count = part / 64 + 1;
    // Once just after the inaccessible page, or with an alignment, and once just before the other one.
    const bool at_end = alignment == 64;
    uint8_t *bytes = at_end ? text_pen.end - part : text_pen.first + alignment;
    memcpy(bytes, text + done, part);
    uint64_t *sets[SETS];
    for (size_t set = 0; set < SETS; set++) {
      sets[set] = (uint64_t *)(set_pens[set].end - block_count * sizeof(uint64_t));
    }
    const streammap_structure structure = {sets[0], sets[1], sets[2], sets[3], sets[4]};
    uint64_t *ends = (uint64_t *)(end_pen.end - (part + 1) * sizeof(uint64_t));
    ends[0] = ends[part] = ends[part / 2] = ~UINT64_C(0);
    const unsigned now = (options & ~(unsigned)STREAMMAP_LAST) | (is_last ? options & STREAMMAP_LAST : 0);
    const size_t written = kernel->index(bytes, part, done, now, &state, &structure, ends);

    if (written > part + 1) fail(kernel, "the number of ends", count, options, written);
    for (size_t i = written; i <= part; i++) {
      if ((i == 0 || i == part || i == part / 2) && ends[i] != ~UINT64_C(0)) {
        fail(kernel, "an end that is not there", count, options, done);
      }
    }
    for (size_t i = 0; i < written; i++) {
      const size_t place = found + i;
      if (place >= end_count || ends[i] != expected_ends[place]) {
        fail(kernel, "an end", count, options, (size_t)(ends[i] >> 1));
      }
    }
    // The ends of the partial block are repeated.
    size_t kept = written;
    while (!is_last && kept > 0 && ends[kept - 1] >> 1 >= upto) kept--;
    found += kept;
    const size_t whole = is_last ? block_count : (upto - done) / 64;
    for (size_t set = 0; set < SETS; set++) {
      if (memcmp(sets[set], expected_sets[set] + done / 64, whole * sizeof(uint64_t)) != 0) {
        fail(kernel, "a block", count, options, done);
      }
    }
    done = upto;
  }
  if (found != end_count) fail(kernel, "the number of ends", count, options, found);
}

/// Tries some positions in the blocks that were compared last.
static void compare_skips(const streammap_kernel *kernel, size_t count, unsigned options, size_t end_count) {
  for (size_t i = 0, start = 0; i < end_count && i < 4; i++) {
    const size_t end = (size_t)(expected_ends[i] >> 1);
    const uint64_t offset = start + random_below(end - start + 1), depth = 1 + random_below(3);
    if (kernel->skip(&expected, offset, depth, end) != reference_skip(&expected, offset, depth, end)) {
      fail(kernel, "a skip", count, options, (size_t)offset);
    }
    start = end + 1;
  }
}

static streammap_state random_limits(void) {
  streammap_state limits;
  memset(&limits, 0, sizeof limits);
  const bool is_small = random_below(8) == 0;
  limits.depth_limit = is_small ? (uint32_t)random_below(40) : 512;
  limits.string_blocks = is_small ? (uint32_t)random_below(5) : 1 << 20;
  limits.name_blocks = is_small ? (uint32_t)random_below(4) : 1 << 20;
  limits.number_blocks = is_small ? (uint32_t)random_below(4) : 1 << 20;
  return limits;
}

/// Compares all kernels on `text`, in one call and in several. Bit n of `chosen` selects the options n.
static void compare_all(size_t count, size_t alignment, unsigned chosen) {
  const char *const *names = streammap_kernel_names();
  blocks_done += count / 64 + 1;
  for (unsigned options = 0; options < 8; options++) {
    if (!(chosen >> options & 1)) continue;
    const streammap_state limits = random_limits();
    const size_t end_count = reference_index(text, count, options, &limits, &expected, expected_ends);
    for (size_t i = 0; names[i]; i++) {
      const streammap_kernel *kernel = streammap_kernel_named(names[i]);
      compare(kernel, count, options, &limits, alignment, NULL, 0, end_count);
      compare_skips(kernel, count, options, end_count);
      size_t cuts[MOST / 64], cut_count = 0;
      const uint64_t often = 1 + random_below(20);
      for (size_t cut = 64; cut <= count; cut += 64) {
        if (random_below(often) == 0) cuts[cut_count++] = cut;
      }
      compare(kernel, count, options, &limits, 64, cuts, cut_count, end_count);
    }
  }
}

/// Compares the sets of backslashes of 64 bytes at random places of `text`.
static void compare_backslashes(size_t count) {
  uint8_t *const bytes = text_pen.end - 64;
  for (size_t at = random_below(64); at + 64 <= count; at += 1 + random_below(64)) {
    memcpy(bytes, text + at, 64);
    uint64_t found = 0;
    for (int n = 0; n < 64; n++) found |= (uint64_t)(bytes[n] == '\\') << n;
    if (streammap_find_backslashes(bytes) != found) {
      printf("kernels: the backslashes of 64 bytes differ at %zu, seed %llu\n", at, (unsigned long long)seed);
      exit(1);
    }
    comparisons++;
  }
}

/// Every length up to 256, every alignment, every set of cuts.
static void compare_small(void) {
  for (size_t length = 0; length <= 256; length++) {
    for (size_t alignment = 0; alignment < 64; alignment++) {
      memset(text, ' ', length);
      random_text(text, length);
      compare_all(length, alignment, 0xFF);
    }
    const unsigned options = STREAMMAP_LINES | STREAMMAP_LAST | (length % 2 ? STREAMMAP_VALIDATE : 0);
    const streammap_state limits = random_limits();
    const size_t end_count = reference_index(text, length, options, &limits, &expected, expected_ends);
    const char *const *names = streammap_kernel_names();
    for (size_t set = 0; set < (size_t)1 << length / 64; set++) {
      size_t cuts[4], cut_count = 0;
      for (size_t i = 0; i < length / 64; i++) {
        if (set >> i & 1) cuts[cut_count++] = 64 * (i + 1);
      }
      for (size_t i = 0; names[i]; i++) {
        compare(streammap_kernel_named(names[i]), length, options, &limits, 64, cuts, cut_count, end_count);
      }
    }
  }
}

/// Every sequence of a few words, on lines.
static void compare_sequences(bool is_quick) {
  for (sequences *s = all_sequences; s->words; s++) {
    if (is_quick) s->longest--;
    size_t count;
    while ((count = next_sequences(s, text, MOST)) > 0) {
      compare_all(count, random_below(64), 1u << (STREAMMAP_LINES | STREAMMAP_VALIDATE | STREAMMAP_LAST));
    }
  }
}

/// Reads a file into `text`. Returns its size.
static size_t read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  const size_t count = fread(text, 1, sizeof text, file);
  fclose(file);
  if (count > MOST) {
    printf("kernels: %s is too large\n", path);
    exit(1);
  }
  return count;
}

/// Indexes a file some times.
static void index_file(const char *name, unsigned options, unsigned passes, const char *path) {
  const streammap_kernel *kernel = streammap_kernel_named(name);
  if (!kernel) {
    printf("kernels: this machine cannot run the kernel %s\n", name);
    exit(1);
  }
  const size_t count = read_file(path);
  size_t ends = 0;
  for (unsigned pass = 0; pass < passes; pass++) {
    streammap_state state;
    memset(&state, 0, sizeof state);
    state.depth_limit = 512;
    state.string_blocks = state.name_blocks = state.number_blocks = 1 << 20;
    ends = kernel->index(text, count, 0, options, &state, &expected, expected_ends);
  }
  printf("%zu\n", ends);
}

static uint64_t hash_words(uint64_t hash, const uint64_t *words, size_t count) {
  for (size_t i = 0; i < count * 8; i++) hash = (hash ^ (uint8_t)(words[i / 8] >> i % 8 * 8)) * UINT64_C(0x100000001B3);
  return hash;
}

/// Prints a hash of all sets and ends of the files, for each kernel.
static void hash_files(char **paths, int count) {
  for (const char *const *name = streammap_kernel_names(); *name; name++) {
    const streammap_kernel *kernel = streammap_kernel_named(*name);
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (int file = 0; file < count; file++) {
      const size_t size = read_file(paths[file]);
      for (unsigned options = 0; options < 8; options++) {
        streammap_state state;
        memset(&state, 0, sizeof state);
        state.depth_limit = 512;
        state.string_blocks = state.name_blocks = state.number_blocks = 1 << 20;
        const size_t ends = kernel->index(text, size, 0, options, &state, &expected, expected_ends);
        for (size_t set = 0; set < SETS; set++) hash = hash_words(hash, expected_sets[set], size / 64 + 1);
        hash = hash_words(hash, expected_ends, ends);
      }
    }
    printf("%016llx %s\n", (unsigned long long)hash, *name);
  }
}

static void compare_file(const char *path) {
  const size_t count = read_file(path);
  compare_all(count, 0, 0xFF);
  const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  streammap_state limits;
  memset(&limits, 0, sizeof limits);
  limits.depth_limit = 512;
  limits.string_blocks = limits.name_blocks = limits.number_blocks = 1 << 20;
  reference_index(text, count, STREAMMAP_VALIDATE | STREAMMAP_LAST, &limits, &expected, expected_ends);
  const bool is_doubtful = expected_ends[0] & 1;
  if ((*name == 'y' && is_doubtful) || (*name == 'n' && !is_doubtful)) {
    printf("kernels: the reference is wrong on %s\n", path);
    exit(1);
  }
}

int main(int count, char **arguments) {
  if (count == 6 && strcmp(arguments[1], "--index") == 0) {
    index_file(arguments[2], (unsigned)atoi(arguments[3]), (unsigned)atoi(arguments[4]), arguments[5]);
    return 0;
  }
  if (count > 2 && strcmp(arguments[1], "--hash") == 0) {
    hash_files(arguments + 2, count - 2);
    return 0;
  }
  size_t wanted = 10 * 1000 * 1000, files = 0;
  const char *chosen = getenv("STREAMMAP_SEED");
  seed = !chosen ? 1 : strcmp(chosen, "random") == 0 ? (uint64_t)time(NULL) : strtoull(chosen, NULL, 10);
  seed_random(seed);
  text_pen = make_pen(MOST + 64);
  for (size_t set = 0; set < SETS; set++) set_pens[set] = make_pen((MOST / 64 + 1) * sizeof(uint64_t));
  end_pen = make_pen((MOST + 1) * sizeof(uint64_t));
  printf("seed %llu; kernels:", (unsigned long long)seed);
  for (const char *const *name = streammap_kernel_names(); *name; name++) printf(" %s", *name);
  printf("\n");

  for (int i = 1; i < count; i++) {
    if (strcmp(arguments[i], "--blocks") == 0 && i + 1 < count) {
      wanted = strtoull(arguments[++i], NULL, 10);
    } else {
      compare_file(arguments[i]);
      files++;
    }
  }
  compare_small();
  compare_sequences(wanted < 1000 * 1000);
  while (blocks_done < wanted) {
    const size_t size = random_below(20) == 0 ? 1 + random_below(MOST) : random_below(4096);
    const size_t length = random_text(text, size);
    compare_all(length, random_below(64), 1u << random_below(8) | 1u << random_below(8));
    compare_backslashes(length);
  }
  const size_t decimals = compare_decimals(wanted / 2);
  printf("%zu files, %zu blocks of text, %zu comparisons; %zu records sound, %zu doubtful; %zu short numbers: no difference\n",
    files, blocks_done, comparisons, reference_sound, reference_doubtful, decimals);
  return 0;
}
