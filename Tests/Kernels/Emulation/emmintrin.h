// Stands in for the compiler's header, whose types contradict those of SIMDe.

#include "immintrin.h"
