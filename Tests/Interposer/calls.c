// Intercepts allocations, and the system calls that read and write files, to simulate a machine's failures. It ends the process at a
// call, with or without the data that no fsync has written to disk. It shortens reads and writes, interrupts calls,
// and lets a call fail. Linux only: it uses LD_PRELOAD, and the system's own calls below it.
//
// Only calls on files in the folder CALLS_FOLDER count, and on pipes that are standard input or output.
//
//   CALLS_LOG=FILE            appends a line `N CALL PATH` for each call that can change a file, counted from 1
//   CALLS_END=HOW:N           ends the process at the N-th of them. HOW is
//                               kill   before it
//                               half   after half of its data is written, or before it if it writes nothing
//                               power  before it, and all data not known to be on disk is lost
//                               rename the same, but renamed and removed names stay so
//   CALLS_SHORT=SEED          reads and writes are short at random
//   CALLS_INTERRUPT=N         every N-th call fails with EINTR, and the caller repeats it
//   CALLS_FAIL=CALL:N:ERRNO   the N-th such call fails. CALL can also be
//                               malloc   the N-th allocation fails, by whatever function and whoever makes it
//                               memory   it fails, and so do all after it
//                             With N = 0, CALLS_LOG gets the number of allocations, as a line `N malloc -`
//
// Data on disk: a file has the bytes of its last synchronisation or of its first write. A name has its meaning when
// its folder was last synchronised. This is the least that POSIX promises, except for new names, which here are kept
// with their file.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static const char *folder = "";
static int log_file = -1;
static char end_how[16], fail_call[16];
static long end_at = -1, fail_at = -1, interrupt_at = 0;
static int fail_code, is_short;
static unsigned long seed;
static atomic_long changes, fails, calls, allocations;
static enum { never, once, always } allocations_fail;
static atomic_ulong dice;
// Calls that change a file are serialised.
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

// The files as they would remain.
enum { most_files = 64 };
static struct known_file {
  dev_t device;
  ino_t inode;
  off_t synced;
  char path[512];
} files[most_files];
static int file_count;
// A name that was changed or removed since its folder was synchronised, and a name of its earlier file.
static struct moved_name {
  char from[512], to[512], saved[520];
  int is_removed;
} moved[most_files];
static int moved_count;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("CALLS_FOLDER");
  if (text) folder = text;
  int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
  if ((text = getenv("CALLS_LOG"))) log_file = (int)syscall(SYS_openat, AT_FDCWD, text, flags, 0666);
  if ((text = getenv("CALLS_END"))) sscanf(text, "%15[a-z]:%ld", end_how, &end_at);
  if ((text = getenv("CALLS_SHORT"))) {
    is_short = 1;
    seed = strtoul(text, NULL, 10);
  }
  if ((text = getenv("CALLS_INTERRUPT"))) interrupt_at = atol(text);
  if ((text = getenv("CALLS_FAIL"))) sscanf(text, "%15[a-z]:%ld:%d", fail_call, &fail_at, &fail_code);
  if (!strcmp(fail_call, "malloc")) allocations_fail = once;
  if (!strcmp(fail_call, "memory")) allocations_fail = always;
  // A process that would wait for ever is ended.
  if (allocations_fail) alarm(60);
}

// Returns the path of a descriptor that counts, or nothing.
static int counts(int descriptor, char path[512]) {
  char link[64];
  int code = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long count = syscall(SYS_readlinkat, AT_FDCWD, link, path, 511);
  errno = code;
  if (count < 0 || !*folder) return 0;
  path[count] = 0;
  return !strncmp(path, folder, strlen(folder)) || (descriptor <= 1 && !strncmp(path, "pipe:", 5));
}

static int names_counted(const char *path) { return *folder && !strncmp(path, folder, strlen(folder)); }

static unsigned long roll(void) {
  unsigned long word = seed + 0x9E3779B97F4A7C15ul * (atomic_fetch_add(&dice, 1) + 1);
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ul;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBul;
  return word ^ (word >> 31);
}

// Fewer bytes, of any order of magnitude.
static size_t shortened(size_t count) {
  if (!is_short || count < 2) return count;
  unsigned long most = 1ul << (roll() % 20);
  if (most > count) most = count;
  return 1 + roll() % most;
}

// Returns whether a call must fail, and sets errno.
static int fails_now(const char *call) {
  if (interrupt_at > 0 && (atomic_fetch_add(&calls, 1) + 1) % interrupt_at == 0) {
    errno = EINTR;
    return 1;
  }
  if (fail_at > 0 && !strcmp(call, fail_call) && atomic_fetch_add(&fails, 1) + 1 == fail_at) {
    errno = fail_code;
    return 1;
  }
  return 0;
}

static int is_same(const struct stat *status, const struct known_file *file) {
  return status->st_dev == file->device && status->st_ino == file->inode;
}

// Reduces the files to the data that is known to be on disk.
static void lose(int keeps_names) {
  while (!keeps_names && moved_count > 0) {
    struct moved_name *name = &moved[--moved_count];
    if (!name->is_removed) syscall(SYS_renameat2, AT_FDCWD, name->to, AT_FDCWD, name->from, 0);
    syscall(SYS_renameat2, AT_FDCWD, name->saved, AT_FDCWD, name->is_removed ? name->from : name->to, 0);
  }
  while (moved_count > 0) syscall(SYS_unlinkat, AT_FDCWD, moved[--moved_count].saved, 0);
  // By their descriptors if they are open, because their names may have changed.
  for (struct known_file *file = files; file < files + file_count; file++) {
    struct stat status;
    for (int descriptor = 0; descriptor < 256; descriptor++) {
      if (fstat(descriptor, &status) || !is_same(&status, file) || status.st_size <= file->synced) continue;
      syscall(SYS_ftruncate, descriptor, file->synced);
    }
    if (stat(file->path, &status) || !is_same(&status, file) || status.st_size <= file->synced) continue;
    syscall(SYS_truncate, file->path, file->synced);
  }
}

static void end_now(void) {
  if (end_how[0] == 'p') lose(0);
  if (end_how[0] == 'r') lose(1);
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

// Counts a call that can change a file. Returns whether it must be cut in half.
static int change(const char *call, const char *path) {
  long number = atomic_fetch_add(&changes, 1) + 1;
  if (log_file >= 0) {
    char line[600];
    int count = snprintf(line, sizeof line, "%ld %s %s\n", number, call, path);
    syscall(SYS_write, log_file, line, count);
  }
  if (number != end_at) return 0;
  if (end_how[0] == 'h' && !strcmp(call, "write")) return 1;
  end_now();
  return 0;
}

static struct known_file *known(int descriptor, const char *path) {
  struct stat status;
  if (fstat(descriptor, &status) || !S_ISREG(status.st_mode)) return NULL;
  for (int index = 0; index < file_count; index++)
    if (is_same(&status, &files[index])) return &files[index];
  if (file_count == most_files) abort();
  struct known_file *file = &files[file_count++];
  *file = (struct known_file){.device = status.st_dev, .inode = status.st_ino, .synced = status.st_size};
  snprintf(file->path, sizeof file->path, "%s", path);
  return file;
}

// An inode number that the system reuses belongs to another file.
static void forget(const char *path) {
  struct stat status;
  if (stat(path, &status) || status.st_nlink > 1) return;
  for (int index = 0; index < file_count; index++)
    if (is_same(&status, &files[index])) files[index--] = files[--file_count];
}

static int loses(void) { return end_how[0] == 'p' || end_how[0] == 'r'; }

ssize_t read(int descriptor, void *bytes, size_t count) {
  char path[512];
  if (!counts(descriptor, path)) return syscall(SYS_read, descriptor, bytes, count);
  if (fails_now("read")) return -1;
  return syscall(SYS_read, descriptor, bytes, shortened(count));
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  char path[512];
  if (!counts(descriptor, path)) return syscall(SYS_pread64, descriptor, bytes, count, offset);
  if (fails_now("read")) return -1;
  return syscall(SYS_pread64, descriptor, bytes, shortened(count), offset);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return pread64(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  char path[512];
  if (!counts(descriptor, path)) return syscall(SYS_write, descriptor, bytes, count);
  if (fails_now("write")) return -1;
  pthread_mutex_lock(&changing);
  known(descriptor, path);
  int is_half = change("write", path);
  long result = syscall(SYS_write, descriptor, bytes, is_half ? count / 2 : shortened(count));
  if (is_half) end_now();
  pthread_mutex_unlock(&changing);
  return result;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  char path[512];
  if (!counts(descriptor, path)) return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
  if (fails_now("write")) return -1;
  pthread_mutex_lock(&changing);
  known(descriptor, path);
  int is_half = change("write", path);
  long result = syscall(SYS_pwrite64, descriptor, bytes, is_half ? count / 2 : shortened(count), offset);
  if (is_half) end_now();
  pthread_mutex_unlock(&changing);
  return result;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite64(descriptor, bytes, count, offset);
}

static int synchronize(int descriptor, long number) {
  char path[512];
  if (!counts(descriptor, path)) return (int)syscall(number, descriptor);
  if (fails_now("fsync")) return -1;
  pthread_mutex_lock(&changing);
  change("fsync", path);
  // `lose` removes the data that must be lost, so there is no need to wait for the disk.
  int result = loses() ? 0 : (int)syscall(number, descriptor);
  struct stat status;
  if (!result && !fstat(descriptor, &status)) {
    if (S_ISDIR(status.st_mode)) {
      size_t length = strlen(path);
      for (int index = moved_count - 1; index >= 0; index--) {
        if (strncmp(moved[index].from, path, length) || moved[index].from[length] != '/') continue;
        forget(moved[index].saved);
        syscall(SYS_unlinkat, AT_FDCWD, moved[index].saved, 0);
        moved[index] = moved[--moved_count];
      }
    } else {
      struct known_file *file = known(descriptor, path);
      if (file) file->synced = status.st_size;
    }
  }
  pthread_mutex_unlock(&changing);
  return result;
}

int fsync(int descriptor) { return synchronize(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return synchronize(descriptor, SYS_fdatasync); }

// Keeps a name's file under another name, so that it can be restored.
static void save(const char *from, const char *to, int is_removed) {
  if (!loses()) return;
  if (moved_count == most_files) abort();
  struct moved_name *name = &moved[moved_count++];
  snprintf(name->from, sizeof name->from, "%s", from);
  snprintf(name->to, sizeof name->to, "%s", to);
  snprintf(name->saved, sizeof name->saved, "%s~%d", is_removed ? from : to, moved_count);
  name->is_removed = is_removed;
  syscall(SYS_unlinkat, AT_FDCWD, name->saved, 0);
  syscall(SYS_linkat, AT_FDCWD, is_removed ? from : to, AT_FDCWD, name->saved, 0);
}

int rename(const char *from, const char *to) {
  if (!names_counted(from)) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  if (fails_now("rename")) return -1;
  pthread_mutex_lock(&changing);
  change("rename", from);
  save(from, to, 0);
  forget(to);
  int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  for (int index = 0; index < file_count; index++)
    if (!strcmp(files[index].path, from)) snprintf(files[index].path, sizeof files[index].path, "%s", to);
  pthread_mutex_unlock(&changing);
  return result;
}

int unlink(const char *path) {
  if (!names_counted(path)) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (fails_now("unlink")) return -1;
  pthread_mutex_lock(&changing);
  change("unlink", path);
  struct stat status;
  if (!stat(path, &status)) save(path, "", 1);
  forget(path);
  int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  pthread_mutex_unlock(&changing);
  return result;
}

int ftruncate64(int descriptor, off64_t count) {
  char path[512];
  if (!counts(descriptor, path)) return (int)syscall(SYS_ftruncate, descriptor, count);
  if (fails_now("ftruncate")) return -1;
  pthread_mutex_lock(&changing);
  struct known_file *file = known(descriptor, path);
  change("ftruncate", path);
  int result = (int)syscall(SYS_ftruncate, descriptor, count);
  // Truncated data may or may not return. Data written in its place is new.
  if (!result && file && file->synced > count) file->synced = count;
  pthread_mutex_unlock(&changing);
  return result;
}

int ftruncate(int descriptor, off_t count) { return ftruncate64(descriptor, count); }

int flock(int descriptor, int operation) {
  char path[512];
  if (counts(descriptor, path) && fails_now("flock")) return -1;
  return (int)syscall(SYS_flock, descriptor, operation);
}

// Whether it is interrupted or not, Linux has closed it.
int close(int descriptor) {
  char path[512];
  if (!counts(descriptor, path)) return (int)syscall(SYS_close, descriptor);
  pthread_mutex_lock(&changing);
  change("close", path);
  int result = (int)syscall(SYS_close, descriptor);
  pthread_mutex_unlock(&changing);
  return fails_now("close") ? -1 : result;
}

static int open_any(const char *path, int flags, mode_t mode) {
  if (names_counted(path) && fails_now("open")) return -1;
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_any(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_any(path, flags, mode);
}

// Allocations. Those before `begin` are the dynamic linker's, and are not counted.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Returns whether this allocation must fail, and sets errno, as malloc does.
static int lacks_memory(void) {
  if (!allocations_fail) return 0;
  long number = atomic_fetch_add(&allocations, 1) + 1;
  if (fail_at <= 0 || number < fail_at || (number > fail_at && allocations_fail == once)) return 0;
  errno = fail_code;
  return 1;
}

void *malloc(size_t size) { return lacks_memory() ? NULL : __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return lacks_memory() ? NULL : __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { return lacks_memory() ? NULL : __libc_realloc(block, size); }
void *memalign(size_t alignment, size_t size) { return lacks_memory() ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

// glibc's sets errno when there is no memory, too.
int posix_memalign(void **block, size_t alignment, size_t size) {
  void *result = memalign(alignment, size);
  if (!result) return ENOMEM;
  *block = result;
  return 0;
}

__attribute__((destructor)) static void end(void) {
  if (!allocations_fail || fail_at || log_file < 0) return;
  char line[64];
  int count = snprintf(line, sizeof line, "%ld malloc -\n", atomic_load(&allocations));
  syscall(SYS_write, log_file, line, count);
}

int poll(struct pollfd *requests, nfds_t count, int milliseconds) {
  if (*folder && interrupt_at > 0 && fails_now("poll")) return -1;
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  return (int)syscall(SYS_ppoll, requests, count, milliseconds < 0 ? NULL : &time, NULL, 8);
}
