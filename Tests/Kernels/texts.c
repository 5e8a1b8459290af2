#include "texts.h"

#include <stdbool.h>
#include <string.h>

// SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014).
static uint64_t random_state;

void seed_random(uint64_t seed) { random_state = seed; }

uint64_t random_below(uint64_t bound) {
  random_state += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t mixed = random_state;
  mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
  mixed ^= mixed >> 31;
  return (uint64_t)(((unsigned __int128)mixed * bound) >> 64);
}

static bool one_in(uint64_t count) { return random_below(count) == 0; }

/// The text written so far, and its capacity.
typedef struct {
  uint8_t *bytes;
  size_t count, size;
} writer;

static void put_bytes(writer *w, const char *bytes, size_t count) {
  if (w->size - w->count < count) {
    // A part that does not fit is not begun, and the text is full.
    w->size = w->count;
    return;
  }
  memcpy(w->bytes + w->count, bytes, count);
  w->count += count;
}

static void put(writer *w, const char *text) { put_bytes(w, text, strlen(text)); }

static bool is_full(const writer *w) { return w->count == w->size; }

#define PUT_ONE_OF(writer, list) put(writer, list[random_below(sizeof list / sizeof list[0])])

// MARK: Documents

static void put_white(writer *w) {
  static const char *const white[] = {" ", "  ", "\t", "\r", " \t ", "\r\t"};
  if (one_in(8)) PUT_ONE_OF(w, white);
}

static void put_string(writer *w) {
  static const char *const pieces[] = {
    "a", "bc", "é", "日本", "😀", "\xF4\x8F\xBF\xBF", "\xED\x9F\xBF", "\xEE\x80\x80", "\xE0\xA0\x80", "\xC2\x80",
    "\\n", "\\\"", "\\\\", "\\/", "\\b\\f\\r\\t", "\\u00e9", "\\uD83D\\uDE00", "\\udbff\\uDFFF", "\\uABCD",
    "\\uD7FF", "\\uE000", "{", "}", "[", "]", ",", ":", "true", "-1", "\x7F", " ", "0", "xyzxyzxyzxyz",
  };
  put(w, "\"");
  size_t count = random_below(6);
  if (one_in(30)) count = random_below(200);
  const bool is_plain = one_in(3);
  for (size_t i = 0; i < count && !is_full(w); i++) {
    if (is_plain) put(w, "plain text ");
    else PUT_ONE_OF(w, pieces);
  }
  put(w, "\"");
}

/// Enough digits to cover groups of blocks, with a few other bytes.
static void put_long_number(writer *w) {
  static const char *const joints[] = {".", "e", "E+", "e-", ".", "-", ".e"};
  for (size_t parts = 1 + random_below(3); parts > 0; parts--) {
    put(w, one_in(4) ? "0" : "1");
    for (size_t i = random_below(one_in(3) ? 1200 : 90); i > 0; i--) put(w, "7");
    if (parts > 1) PUT_ONE_OF(w, joints);
  }
}

static void put_number(writer *w) {
  static const char *const numbers[] = {
    "0", "-0", "1", "12", "123456789012345678901234567890", "1.5", "-0.25", "1e5", "1E+5", "0e0",
    "-1.5e-10", "0.0", "9e99", "10.01E-0", "100", "-7", "3.1415926535897932384626433832795028841971693993751058209749445923",
  };
  if (one_in(60)) {
    put(w, "1");
    for (size_t i = random_below(300); i > 0; i--) put(w, "7");
    if (one_in(2)) put(w, ".5");
  } else {
    PUT_ONE_OF(w, numbers);
  }
}

static void put_value(writer *w, int depth) {
  static const char *const words[] = {"true", "false", "null"};
  put_white(w);
  switch (random_below(depth > 0 && !is_full(w) ? 9 : 6)) {
  case 0: put_string(w); break;
  case 1: PUT_ONE_OF(w, words); break;
  case 2:
  case 3: put_number(w); break;
  case 4: put(w, "{}"); break;
  case 5: put(w, "[]"); break;
  case 6:
  case 7:
    put(w, "{");
    for (size_t i = 0, count = random_below(4); i < count; i++) {
      if (i) put(w, ",");
      put_white(w);
      put_string(w);
      put_white(w);
      put(w, ":");
      put_value(w, depth - 1);
    }
    put_white(w);
    put(w, "}");
    break;
  default:
    put(w, "[");
    for (size_t i = 0, count = random_below(one_in(20) ? 60 : 5); i < count; i++) {
      if (i) put(w, ",");
      put_value(w, depth - 1);
    }
    put_white(w);
    put(w, "]");
  }
  put_white(w);
}

/// A value nested in this number of containers.
static void put_deep(writer *w, size_t depth) {
  static bool is_object[2000];
  for (size_t i = 0; i < depth; i++) {
    is_object[i] = one_in(2);
    put(w, is_object[i] ? "{\"k\":" : "[");
    if (one_in(50)) put(w, is_object[i] ? "{},\"l\":" : "[1,2],");
  }
  put_value(w, 1);
  for (size_t i = depth; i > 0; i--) put(w, is_object[i - 1] ? "}" : "]");
}

static void put_document(writer *w) {
  if (one_in(50)) put_deep(w, one_in(3) ? 480 + random_below(60) : random_below(70));
  else put_value(w, (int)random_below(6));
}

/// Documents, one per line. All are valid except possibly the last one, if it did not fit.
static void put_documents(writer *w) {
  for (;;) {
    const size_t before = w->count;
    put_document(w);
    if (is_full(w)) {
      w->count = before;
      return;
    }
    if (one_in(20)) put(w, "\n");
    put(w, "\n");
    if (is_full(w) || one_in(40)) return;
  }
}

// MARK: Small documents

/// The words of a document, in order.
typedef struct {
  const char *words[64];
  size_t count;
} outline;

static const char *const outline_words[] = {"{", "}", "[", "]", ",", ":", "\"a\"", "1", "true", " "};

static void outline_add(outline *o, const char *word) {
  if (o->count < sizeof o->words / sizeof o->words[0]) o->words[o->count++] = word;
}

static void outline_value(outline *o, int depth) {
  const bool is_object = one_in(2);
  if (depth == 0 || one_in(3)) {
    outline_add(o, one_in(2) ? "\"a\"" : "1");
    return;
  }
  outline_add(o, is_object ? "{" : "[");
  for (size_t i = 0, count = random_below(4); i < count; i++) {
    if (i) outline_add(o, ",");
    if (is_object) {
      outline_add(o, "\"a\"");
      outline_add(o, ":");
    }
    outline_value(o, depth - 1);
  }
  outline_add(o, is_object ? "}" : "]");
}

/// Lines of a few words that are valid, or have one or two wrong words.
static void put_small_documents(writer *w) {
  while (!is_full(w)) {
    outline o = {.count = 0};
    outline_value(&o, 3);
    for (size_t mistakes = random_below(3); mistakes > 0 && o.count > 0; mistakes--) {
      const size_t at = random_below(o.count);
      const char *word = outline_words[random_below(sizeof outline_words / sizeof outline_words[0])];
      if (one_in(3)) {
        memmove(&o.words[at], &o.words[at + 1], (o.count - at - 1) * sizeof o.words[0]);
        o.count--;
      } else if (one_in(2) && o.count < 64) {
        memmove(&o.words[at + 1], &o.words[at], (o.count - at) * sizeof o.words[0]);
        o.words[at] = word;
        o.count++;
      } else {
        o.words[at] = word;
      }
    }
    for (size_t i = 0; i < o.count; i++) put(w, o.words[i]);
    if (one_in(100)) put_long_number(w);
    put(w, "\n");
  }
}

#define WORDS(...) \
  (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

sequences all_sequences[] = {
  {"", "", WORDS("{", "}", "[", "]", ",", ":", "\"a\"", "1"), 6, 0, 0},
  {"", "", WORDS("0", "1", "-", "+", ".", "e"), 7, 0, 0},
  {"", "", WORDS("t", "r", "u", "e", "n", "l", "f", "a", "s", "1"), 5, 0, 0},
  {"\"", "\"", WORDS("\\", "u", "D", "8", "c", "0", "n", "@"), 6, 0, 0},
  {"\"", "\"", WORDS("\\uD83D", "\\uDE00", "\\u00e9", "\\n", "x", "\\", "\\u", "\\uDb", "`"), 5, 0, 0},
  {"\"", "\"", WORDS("\x7F", "\x80", "\x8F", "\x90", "\x9F", "\xA0", "\xBF", "\xC0", "\xC1", "\xC2", "\xDF",
    "\xE0", "\xE1", "\xED", "\xEE", "\xF0", "\xF3", "\xF4", "\xF5", "\xFF"), 4, 0, 0},
  {NULL, NULL, NULL, 0, 0, 0, 0},
};

size_t next_sequences(sequences *s, uint8_t *bytes, size_t size) {
  writer w = {bytes, 0, size};
  while (s->length <= s->longest) {
    const size_t before = w.count;
    size_t number = s->number;
    put(&w, s->before);
    for (size_t i = 0; i < s->length; i++, number /= s->word_count) put(&w, s->words[number % s->word_count]);
    put(&w, s->after);
    put(&w, "\n");
    if (is_full(&w)) return before;
    s->number++;
    size_t count = 1;
    for (size_t i = 0; i < s->length; i++) count *= s->word_count;
    if (s->number == count) {
      s->number = 0;
      s->length++;
    }
  }
  return w.count;
}

// MARK: Other texts

static const char *const fragments[] = {
  "\"", "\\", "{", "}", "[", "]", ",", ":", "\n", " ", "a", "1", "0", "-", "+", ".", "e", "E", "true",
  "false", "null", "t", "f", "n", "\\\"", "\\u", "D", "\\uD83D", "\\uDE00", "\\ud83d\\ude00", "é", "日", "😀", "\x80",
  "\xC0", "\xC1\xBF", "\xF0\x9F", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
  "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x82", "\xFF", "\t", "\r", "\v", "\f", "\x01", "\x7F", "{\"a\":",
  "\"b\":1", "[1,2]", "],[", "},{", "\"x\"", "1.5e3", "[[", "]]", "\"\n\"", "\\\n", "0000000000000000",
  "                                                                 ", "\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\",
  "\"a\":{\"b\":[]},", "truex", "nul", "fals", "01", "1e", "-.5", "\xEF\xBB\xBF",
};

static void put_fragments(writer *w) {
  // Some texts have few line feeds, so that lines are long. Some have much plain text.
  const bool few_lines = one_in(2), much_plain = one_in(2);
  while (!is_full(w)) {
    const char *fragment = fragments[random_below(sizeof fragments / sizeof fragments[0])];
    if (few_lines && *fragment == '\n' && !one_in(10)) continue;
    if (much_plain && !one_in(3)) fragment = "x";
    if (one_in(200)) put_long_number(w);
    put(w, fragment);
  }
}

static void put_noise(writer *w) {
  static const char some[] = "\"\\{}[],:0123456789.-+eE tfn\n\nrusla\x80\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80";
  const bool any = one_in(4);
  while (!is_full(w)) {
    const char byte = any ? (char)random_below(256) : some[random_below(sizeof some - 1)];
    put_bytes(w, &byte, 1);
  }
}

/// Changes, removes or adds a byte.
static void spoil(writer *w, size_t size) {
  static const char bytes[] = "\"\\{}[],:\n 10-+.eEtfnaDg@`/\x80\xC3\x01";
  const size_t at = random_below(w->count);
  uint8_t *place = w->bytes + at;
  const size_t choice = random_below(sizeof bytes - 1);
  const uint8_t byte = one_in(5) ? (uint8_t)random_below(256) : (uint8_t)bytes[choice];
  switch (random_below(w->count < size ? 4 : 3)) {
  case 0:
    *place = byte;
    break;
  case 1:
    memmove(place, place + 1, w->count - at - 1);
    w->count--;
    break;
  case 2:
    if (one_in(4)) w->count = at;
    break;
  default:
    memmove(place + 1, place, w->count - at);
    *place = byte;
    w->count++;
  }
}

size_t random_text(uint8_t *bytes, size_t size) {
  writer w = {bytes, 0, size};
  switch (random_below(9)) {
  case 0: put_noise(&w); break;
  case 1: put_fragments(&w); break;
  case 2:
  case 3: put_documents(&w); break;
  case 4: put_small_documents(&w); break;
  default:
    put_documents(&w);
    for (size_t i = 1 + w.count / 300; i > 0 && w.count > 0; i--) spoil(&w, size);
  }
  return w.count;
}
