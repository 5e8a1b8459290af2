// zlib's C interface for Swift.

#ifndef STREAMMAP_CZLIB_SHIM_H
#define STREAMMAP_CZLIB_SHIM_H

#include <zlib.h>

#endif
