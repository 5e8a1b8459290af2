// yajl callbacks that do nothing: the ceiling of any mapper built on yajl.
//
// They are C so that nothing but yajl itself is measured. Numbers go to
// `yajl_number`, which hands out the literal and converts nothing.

#ifndef CYAJLNOOP_H
#define CYAJLNOOP_H

#include <yajl/yajl_parse.h>

/// A set of callbacks of which each returns 1, "go on".
const yajl_callbacks *yajl_noop_callbacks(void);

#endif
