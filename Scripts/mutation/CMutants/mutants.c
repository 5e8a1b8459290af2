#include "CMutants.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

uint32_t streammap_active;
static uint8_t unread[MUTANTS];
uint8_t *streammap_reached = unread;

// Before any other code runs. The file is shared, so that what a process has reached is kept if it crashes, and what its
// children have reached is added.
__attribute__((constructor)) static void choose(void) {
  const char *number = getenv("STREAMMAP_MUTANT"), *path = getenv("STREAMMAP_REACHED");
  if (number) streammap_active = (uint32_t)strtoul(number, NULL, 10);
  if (!path) return;
  const int file = open(path, O_RDWR);
  if (file < 0) abort();
  void *bytes = mmap(NULL, MUTANTS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (bytes == MAP_FAILED) abort();
  streammap_reached = bytes;
}
