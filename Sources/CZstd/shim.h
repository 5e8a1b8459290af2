// zstd's C interface for Swift.

#ifndef STREAMMAP_CZSTD_SHIM_H
#define STREAMMAP_CZSTD_SHIM_H

#include <zstd.h>
#include <zstd_errors.h>

#endif
