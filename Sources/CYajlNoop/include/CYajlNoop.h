// yajl callbacks that do nothing, to measure the maximum speed of any mapper built on yajl.
//
// They are in C so that only yajl itself is measured. Numbers go to `yajl_number`, which passes the literal
// without converting it.

#ifndef CYAJLNOOP_H
#define CYAJLNOOP_H

#include <yajl/yajl_parse.h>

/// Returns a table of callbacks that all return 1, "continue".
const yajl_callbacks *yajl_noop_callbacks(void);

#endif
