#ifndef STREAMMAP_MUTANTS_H
#define STREAMMAP_MUTANTS_H

#include <stdbool.h>
#include <stdint.h>

#define MUTANTS 65536

/// The number of the mutant that runs. 0 if none does.
extern uint32_t streammap_active;
/// A byte for each mutant: 1 if it has been reached.
extern uint8_t *streammap_reached;

/// Whether a mutant runs. Records that it was reached.
static inline bool streammap_mutant(uint32_t number) {
  streammap_reached[number] = 1;
  return number == streammap_active;
}

#endif
