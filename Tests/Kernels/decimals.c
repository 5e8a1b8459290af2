#include "decimals.h"
#include "CDecimal.h"
#include "texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAD = 16, LONGEST = 24 };

static size_t plain;

/// RFC 8259's grammar of a number, read from its beginning.
static streammap_decimal reference(const uint8_t *text, size_t count) {
  const streammap_decimal none = {STREAMMAP_NOT_PLAIN, 0};
  streammap_decimal result = {0, 0};
  size_t place = 0, digits = 0;
  while (place < count && text[place] >= '0' && text[place] <= '9') place++;
  if (place == 0 || (place > 1 && text[0] == '0')) return none;
  if (place < count) {
    if (text[place++] != '.' || place == count) return none;
    for (; place < count; place++, result.fraction++)
      if (text[place] < '0' || text[place] > '9') return none;
  }
  for (place = 0; place < count; place++) {
    if (text[place] == '.') continue;
    if (++digits > 16) return none;
    result.digits = result.digits * 10 + (text[place] - '0');
  }
  return result;
}

/// In separate memory that ends with the text, so that a sanitizer detects reads outside it.
static void compare(const uint8_t *text, size_t count) {
  uint8_t *const block = malloc(LEAD + count);
  if (!block) exit(1);
  for (size_t i = 0; i < LEAD; i++) block[i] = (uint8_t)(random_below(2) ? "0.9"[random_below(3)] : random_below(256));
  memcpy(block + LEAD, text, count);
  const streammap_decimal expected = reference(text, count);
  const streammap_decimal found = streammap_read_decimal(block + LEAD, (int64_t)count);
  const int is_plain = expected.digits != STREAMMAP_NOT_PLAIN;
  if (found.digits != expected.digits || (is_plain && found.fraction != expected.fraction)) {
    printf("kernels: the number '%.*s' of %zu bytes is %llu / 10^%lld, not %llu / 10^%lld\n", (int)count,
      (const char *)text, count, (unsigned long long)found.digits, (long long)found.fraction,
      (unsigned long long)expected.digits, (long long)expected.fraction);
    exit(1);
  }
  plain += is_plain;
  free(block);
}

size_t compare_decimals(size_t count) {
  static const char *const characters = "019.-+eE /:";
  const size_t kinds = strlen(characters);
  uint8_t text[LONGEST];
  for (size_t length = 0, all = 1; length <= 5; length++, all *= kinds) {
    for (size_t number = 0; number < all; number++) {
      size_t rest = number;
      for (size_t i = 0; i < length; i++, rest /= kinds) text[i] = (uint8_t)characters[rest % kinds];
      compare(text, length);
    }
  }
  while (count--) {
    const size_t length = random_below(LONGEST);
    for (size_t i = 0; i < length; i++) text[i] = (uint8_t)('0' + random_below(10));
    if (length && random_below(4)) text[random_below(length)] = '.';
    if (length && random_below(8) == 0) text[random_below(length)] = (uint8_t)random_below(256);
    compare(text, length);
  }
  return plain;
}
