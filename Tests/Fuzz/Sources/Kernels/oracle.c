#include "oracle.h"

#include <string.h>

/// The rest of the text.
typedef struct {
  const uint8_t *next, *end;
  oracle_limits limits;
} reader;

bool oracle_is_utf8(const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count;) {
    const uint8_t lead = bytes[i];
    size_t more = 0;
    uint32_t scalar = lead, least = 0;
    if (lead >= 0xF0) {
      if (lead > 0xF4) return false;
      more = 3, scalar = lead & 7, least = 0x10000;
    } else if (lead >= 0xE0) {
      more = 2, scalar = lead & 15, least = 0x800;
    } else if (lead >= 0xC0) {
      more = 1, scalar = lead & 31, least = 0x80;
    } else if (lead >= 0x80) {
      return false;
    }
    if (more > count - i - 1) return false;
    for (size_t n = 1; n <= more; n++) {
      if ((bytes[i + n] & 0xC0) != 0x80) return false;
      scalar = scalar << 6 | (bytes[i + n] & 63);
    }
    if (scalar < least || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) return false;
    i += 1 + more;
  }
  return true;
}

static void pass_white_space(reader *text) {
  while (text->next < text->end && memchr(" \t\r\n", *text->next, 4)) text->next++;
}

static bool take(reader *text, uint8_t byte) {
  if (text->next == text->end || *text->next != byte) return false;
  text->next++;
  return true;
}

/// Returns four hexadecimal digits, or -1 if they are missing.
static int32_t take_code_unit(reader *text) {
  int32_t unit = 0;
  for (int i = 0; i < 4; i++) {
    if (text->next == text->end) return -1;
    const uint8_t byte = *text->next++;
    const uint8_t letter = byte | 32;
    if (byte >= '0' && byte <= '9') {
      unit = unit * 16 + byte - '0';
    } else if (letter >= 'a' && letter <= 'f') {
      unit = unit * 16 + letter - 'a' + 10;
    } else {
      return -1;
    }
  }
  return unit;
}

static bool take_escape(reader *text) {
  if (text->next == text->end) return false;
  const uint8_t letter = *text->next++;
  if (letter != 'u') return letter != 0 && strchr("\"\\/bfnrt", letter);
  const int32_t unit = take_code_unit(text);
  if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF)) return false;
  if (unit < 0xD800 || unit > 0xDBFF) return true;
  if (!take(text, '\\') || !take(text, 'u')) return false;
  const int32_t low = take_code_unit(text);
  return low >= 0xDC00 && low <= 0xDFFF;
}

static bool take_string(reader *text, size_t limit) {
  if (!take(text, '"')) return false;
  const uint8_t *start = text->next;
  while (text->next < text->end) {
    const uint8_t byte = *text->next++;
    if (byte == '"') {
      const size_t length = (size_t)(text->next - 1 - start);
      return length <= limit && oracle_is_utf8(start, length);
    }
    if (byte < 0x20 || (byte == '\\' && !take_escape(text))) return false;
  }
  return false;
}

static bool take_digits(reader *text) {
  const uint8_t *start = text->next;
  while (text->next < text->end && *text->next >= '0' && *text->next <= '9') text->next++;
  return text->next > start;
}

static bool take_number(reader *text) {
  const uint8_t *start = text->next;
  take(text, '-');
  if (!take(text, '0') && !take_digits(text)) return false;
  if (take(text, '.') && !take_digits(text)) return false;
  if (take(text, 'e') || take(text, 'E')) {
    if (!take(text, '+')) take(text, '-');
    if (!take_digits(text)) return false;
  }
  return (size_t)(text->next - start) <= text->limits.number;
}

static bool take_word(reader *text, const char *word) {
  const size_t length = strlen(word);
  if ((size_t)(text->end - text->next) < length || memcmp(text->next, word, length) != 0) return false;
  text->next += length;
  return true;
}

static bool take_value(reader *text, size_t depth);

/// The members or elements after an opening bracket, and the closing one.
static bool take_contents(reader *text, size_t depth, bool is_object) {
  const uint8_t closer = is_object ? '}' : ']';
  if (depth > text->limits.depth) return false;
  pass_white_space(text);
  if (take(text, closer)) return true;
  do {
    pass_white_space(text);
    if (is_object) {
      if (!take_string(text, text->limits.name)) return false;
      pass_white_space(text);
      if (!take(text, ':')) return false;
      pass_white_space(text);
    }
    if (!take_value(text, depth)) return false;
    pass_white_space(text);
  } while (take(text, ','));
  return take(text, closer);
}

static bool take_value(reader *text, size_t depth) {
  if (text->next == text->end) return false;
  switch (*text->next) {
  case '{':
  case '[': {
    const bool is_object = *text->next++ == '{';
    return take_contents(text, depth + 1, is_object);
  }
  case '"': return take_string(text, text->limits.string);
  case 't': return take_word(text, "true");
  case 'f': return take_word(text, "false");
  case 'n': return take_word(text, "null");
  default: return take_number(text);
  }
}

bool oracle_is_json(const uint8_t *bytes, size_t count, oracle_limits limits, bool may_be_blank) {
  reader text = {bytes, bytes + count, limits};
  pass_white_space(&text);
  if (text.next == text.end) return may_be_blank;
  if (!take_value(&text, 0)) return false;
  pass_white_space(&text);
  return text.next == text.end;
}
