// Ends the program with one line on standard error and status 3 when an allocation fails, whoever asked for the memory:
// the program, the Swift runtime, yajl, zlib, zstd or the C++ library. Swift's runtime would end it by a signal.
//
// On Linux with glibc, the executable that links this target has its own malloc, calloc, realloc, posix_memalign,
// aligned_alloc and memalign. They call the next ones: those of a preloaded library, or of glibc. On other systems nothing
// changes. There is nothing to call.

#ifndef COUTOFMEMORY_H
#define COUTOFMEMORY_H
#endif
