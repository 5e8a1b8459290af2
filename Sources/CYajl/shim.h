// yajl's C interface for Swift.
//
// `yajl_config` is variadic, which Swift cannot call; the shim below has one
// fixed signature for the options that take an integer.

#ifndef STREAMMAP_CYAJL_SHIM_H
#define STREAMMAP_CYAJL_SHIM_H

#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>
#include <yajl/yajl_tree.h>
#include <yajl/yajl_version.h>

static inline int streammap_yajl_config(yajl_handle handle, yajl_option option, int on) {
  return yajl_config(handle, option, on);
}

#endif
