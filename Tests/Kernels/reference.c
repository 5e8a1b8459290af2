#include "reference.h"

#include <string.h>

size_t reference_sound, reference_doubtful;

// MARK: Validity

/// A text, or a line of it, and how far it has been read.
typedef struct {
  const uint8_t *bytes;
  size_t at, end;
  const streammap_state *limits;
} reader;

static int peek(const reader *r) { return r->at < r->end ? r->bytes[r->at] : -1; }

static bool take(reader *r, int byte) {
  if (peek(r) != byte) return false;
  r->at++;
  return true;
}

static bool is_white(int byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

static bool is_digit(int byte) { return byte >= '0' && byte <= '9'; }

static void skip_white(reader *r) {
  while (is_white(peek(r))) r->at++;
}

/// Returns whether the text from `start` to `end` covers more whole blocks than `limit`, or may cover none.
static bool is_too_long(size_t start, size_t end, uint32_t limit) {
  const size_t first = (start + 63) / 64, last = end / 64;
  return limit == 0 || (last > first && last - first > limit);
}

/// One character of UTF-8.
static bool take_character(const uint8_t *bytes, size_t *at, size_t end) {
  const uint8_t lead = bytes[*at];
  const int more = lead < 0x80 ? 0 : lead < 0xC0 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2
    : lead < 0xF8 ? 3 : -1;
  if (more < 0 || end - *at <= (size_t)more) return false;
  uint32_t scalar = more == 0 ? lead : lead & (0x3F >> more);
  for (int i = 1; i <= more; i++) {
    const uint8_t byte = bytes[*at + (size_t)i];
    if (byte < 0x80 || byte > 0xBF) return false;
    scalar = scalar << 6 | (byte & 0x3F);
  }
  static const uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
  if (scalar < smallest[more] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) return false;
  *at += (size_t)more + 1;
  return true;
}

/// Returns four hexadecimal digits, or -1 if they are invalid.
static int take_code(reader *r) {
  int code = 0;
  for (int i = 0; i < 4; i++) {
    const int byte = peek(r);
    const int digit = is_digit(byte) ? byte - '0' : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
      : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : -1;
    if (digit < 0) return -1;
    code = code * 16 + digit;
    r->at++;
  }
  return code;
}

static bool take_string(reader *r, bool *too_long_for_name) {
  if (!take(r, '"')) return false;
  const size_t start = r->at;
  while (!take(r, '"')) {
    if (take(r, '\\')) {
      const int byte = peek(r);
      if (byte < 0) return false;
      r->at++;
      if (byte == 'u') {
        const int code = take_code(r);
        if (code < 0 || (code >= 0xDC00 && code <= 0xDFFF)) return false;
        if (code >= 0xD800 && code <= 0xDBFF) {
          if (!take(r, '\\') || !take(r, 'u')) return false;
          const int second = take_code(r);
          if (second < 0xDC00 || second > 0xDFFF) return false;
        }
      } else if (byte == 0 || !strchr("\"\\/bfnrt", byte)) {
        return false;
      }
    } else if (peek(r) < 0x20 || !take_character(r->bytes, &r->at, r->end)) {
      return false;
    }
  }
  *too_long_for_name = is_too_long(start, r->at - 1, r->limits->name_blocks);
  return !is_too_long(start, r->at - 1, r->limits->string_blocks);
}

static bool take_digits(reader *r) {
  if (!is_digit(peek(r))) return false;
  while (is_digit(peek(r))) r->at++;
  return true;
}

static bool take_number(reader *r) {
  const size_t start = r->at;
  take(r, '-');
  if (!take(r, '0') && !take_digits(r)) return false;
  if (take(r, '.') && !take_digits(r)) return false;
  if (peek(r) == 'e' || peek(r) == 'E') {
    r->at++;
    if (!take(r, '+')) take(r, '-');
    if (!take_digits(r)) return false;
  }
  return !is_too_long(start, r->at, r->limits->number_blocks);
}

static bool take_word(reader *r, const char *word) {
  for (; *word; word++) {
    if (!take(r, *word)) return false;
  }
  return true;
}

static bool take_value(reader *r, uint32_t depth);

static bool take_object(reader *r, uint32_t depth) {
  skip_white(r);
  if (take(r, '}')) return true;
  do {
    bool too_long = false;
    skip_white(r);
    if (!take_string(r, &too_long) || too_long) return false;
    skip_white(r);
    if (!take(r, ':') || !take_value(r, depth)) return false;
  } while (take(r, ','));
  return take(r, '}');
}

static bool take_array(reader *r, uint32_t depth) {
  skip_white(r);
  if (take(r, ']')) return true;
  do {
    if (!take_value(r, depth)) return false;
  } while (take(r, ','));
  return take(r, ']');
}

/// With the white space before and after it.
static bool take_value(reader *r, uint32_t depth) {
  bool any_length = false, good = false;
  skip_white(r);
  const int byte = peek(r);
  switch (byte) {
  case '{':
  case '[':
    r->at++;
    good = depth < r->limits->depth_limit
      && (byte == '{' ? take_object(r, depth + 1) : take_array(r, depth + 1));
    break;
  case '"': good = take_string(r, &any_length); break;
  case 't': good = take_word(r, "true"); break;
  case 'f': good = take_word(r, "false"); break;
  case 'n': good = take_word(r, "null"); break;
  default: good = take_number(r);
  }
  skip_white(r);
  return good;
}

/// A line may be empty.
static bool is_valid(
  const uint8_t *bytes, size_t start, size_t end, bool lines, const streammap_state *limits
) {
  reader r = {bytes, start, end, limits};
  skip_white(&r);
  if (r.at == end) return lines;
  return take_value(&r, 0) && r.at == end;
}

// MARK: The index

static bool is_utf8(const uint8_t *bytes, size_t start, size_t end) {
  while (start < end) {
    if (!take_character(bytes, &start, end)) return false;
  }
  return true;
}

size_t reference_index(
  const uint8_t *bytes, size_t count, unsigned options, const streammap_state *limits,
  const streammap_structure *structure, uint64_t *ends
) {
  const bool lines = options & STREAMMAP_LINES;
  bool in_string = false, escaped = false, bad = false;
  size_t start = 0, found = 0;
  uint64_t *const sets[] = {
    structure->quotes, structure->backslashes, structure->openers, structure->closers, structure->ends,
  };
  for (size_t set = 0; set < 5; set++) memset(sets[set], 0, (count / 64 + 1) * sizeof *sets[set]);
  for (size_t i = 0; i <= count; i++) {
    const uint64_t bit = UINT64_C(1) << i % 64;
    const size_t word = i / 64;
    if (i == count ? (options & STREAMMAP_LAST) != 0 : lines && bytes[i] == '\n') {
      bad |= in_string;
      if (options & STREAMMAP_VALIDATE) {
        // This requires everything that mapped text requires, and more.
        bad = !is_valid(bytes, start, i, lines, limits);
      } else {
        bad |= !is_utf8(bytes, start, i);
      }
      ends[found++] = (uint64_t)i << 1 | bad;
      *(bad ? &reference_doubtful : &reference_sound) += 1;
      structure->quotes[word] |= bit;
      structure->closers[word] |= bit;
      structure->ends[word] |= bit;
      in_string = escaped = bad = false;
      start = i + 1;
      continue;
    }
    if (i == count) break;
    const uint8_t byte = bytes[i];
    const bool counts = !escaped;
    escaped = byte == '\\' && counts;
    if (byte == '\\') structure->backslashes[word] |= bit;
    if (byte == '"' && counts) {
      in_string = !in_string;
      structure->quotes[word] |= bit;
    } else if (in_string) {
      bad |= byte < 0x20;
    } else if (byte == '{' || byte == '[') {
      structure->openers[word] |= bit;
    } else if (byte == '}' || byte == ']') {
      structure->closers[word] |= bit;
      structure->ends[word] |= bit;
    } else if (byte == ',') {
      structure->ends[word] |= bit;
    }
  }
  return found;
}

uint64_t reference_skip(
  const streammap_structure *structure, uint64_t offset, uint64_t depth, uint64_t end
) {
  for (; offset < end; offset++) {
    const uint64_t bit = UINT64_C(1) << offset % 64;
    depth += (structure->openers[offset / 64] & bit) != 0;
    depth -= (structure->closers[offset / 64] & bit) != 0;
    if (depth == 0) return offset + 1;
  }
  return end + 1;
}
