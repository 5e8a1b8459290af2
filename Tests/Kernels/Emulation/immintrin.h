// Stands in for the compiler's header where avx512.c is compiled for a processor without AVX-512. The instructions are
// those of SIMDe (libsimde-dev), and the three that its version 0.7.4 lacks.

#ifndef STREAMMAP_EMULATION_H
#define STREAMMAP_EMULATION_H

#define SIMDE_NO_NATIVE
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
#include <simde/x86/clmul.h>
#include <simde/x86/gfni.h>

#define __mmask8 simde__mmask8

typedef uint64_t eight_words __attribute__((vector_size(64)));

/// Eight words of the concatenation of `low` and `high`, from word `count` on.
static inline __m512i alignr_words(__m512i high, __m512i low, int count) {
  eight_words result;
  for (int i = 0; i < 8; i++) {
    const int place = i + count;
    result[i] = place < 8 ? ((eight_words)low)[place] : ((eight_words)high)[place - 8];
  }
  return (__m512i)result;
}

/// Words 2k and 2k + 1 of the result are a pair of `a` for k < 2, and of `b` for the others. Two bits of `pairs` name it.
static inline __m512i shuffle_pairs(__m512i a, __m512i b, int pairs) {
  eight_words result;
  for (int i = 0; i < 8; i++) {
    const int pair = pairs >> (i / 2 * 2) & 3;
    result[i] = ((eight_words)(i < 4 ? a : b))[pair * 2 + i % 2];
  }
  return (__m512i)result;
}

static inline uint8_t less_words(__m512i a, __m512i b) {
  uint8_t result = 0;
  for (int i = 0; i < 8; i++) result |= (uint8_t)((((eight_words)a)[i] < ((eight_words)b)[i]) << i);
  return result;
}

#undef _mm512_alignr_epi64
#undef _mm512_shuffle_i64x2
#undef _mm512_cmplt_epu64_mask
#define _mm512_alignr_epi64 alignr_words
#define _mm512_shuffle_i64x2 shuffle_pairs
#define _mm512_cmplt_epu64_mask less_words

#endif
