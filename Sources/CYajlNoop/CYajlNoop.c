#include "CYajlNoop.h"

static int on_null(void *context) {
  (void)context;
  return 1;
}

static int on_boolean(void *context, int value) {
  (void)context, (void)value;
  return 1;
}

static int on_number(void *context, const char *literal, size_t count) {
  (void)context, (void)literal, (void)count;
  return 1;
}

static int on_text(void *context, const unsigned char *utf8, size_t count) {
  (void)context, (void)utf8, (void)count;
  return 1;
}

static int on_bracket(void *context) {
  (void)context;
  return 1;
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_text,
    .yajl_start_map = on_bracket,
    .yajl_map_key = on_text,
    .yajl_end_map = on_bracket,
    .yajl_start_array = on_bracket,
    .yajl_end_array = on_bracket,
};

const yajl_callbacks *yajl_noop_callbacks(void) { return &callbacks; }
