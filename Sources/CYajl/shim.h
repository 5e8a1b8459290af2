// yajl's C interface for Swift.
//
// `yajl_config` is variadic, which Swift cannot call.

#ifndef STREAMMAP_CYAJL_SHIM_H
#define STREAMMAP_CYAJL_SHIM_H

#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>
#include <yajl/yajl_tree.h>
#include <yajl/yajl_version.h>

// Turns on an option that is on or off.
static inline void streammap_yajl_enable(yajl_handle handle, yajl_option option) {
  yajl_config(handle, option, 1);
}

#endif
