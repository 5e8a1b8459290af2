// Informs ThreadSanitizer about Synchronization.Mutex. It sees only the inlined part: taking and releasing an
// uncontended lock. The rest is in a library without instrumentation. These functions replace it.

#include <dlfcn.h>
#include <stdint.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

#define SELF __attribute__((swift_context))
#define SWIFT __attribute__((swiftcall))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void lock_function(uint32_t, SELF void *);
typedef SWIFT void unlock_function(SELF void *);

static lock_function *lock;
static unlock_function *unlock;

__attribute__((constructor)) static void find(void) {
  lock = (lock_function *)dlsym(RTLD_NEXT, LOCK);
  unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void ordered_lock(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT void ordered_lock(uint32_t thread, SELF void *handle) {
  lock(thread, handle);
  __tsan_acquire(handle);
}

SWIFT void ordered_unlock(SELF void *handle) __asm__(UNLOCK);
SWIFT void ordered_unlock(SELF void *handle) {
  __tsan_release(handle);
  unlock(handle);
}
