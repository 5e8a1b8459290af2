// Stands in for the compiler's header, whose types are others than those of SIMDe.

#include "immintrin.h"
