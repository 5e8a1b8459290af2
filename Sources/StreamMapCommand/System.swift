// The system calls of the program. Only this file of the target uses the C library. Calls
// that a signal interrupts are repeated.

import StreamMap

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failed system call's error number.
struct SystemCode: Error, Hashable, CustomStringConvertible {
  let number: Int32

  static let brokenPipe = SystemCode(number: EPIPE)
  static let interrupted = SystemCode(number: EINTR)
  static let wouldBlock = SystemCode(number: EAGAIN)
  static let isDirectory = SystemCode(number: EISDIR)
  static let notFound = SystemCode(number: ENOENT)
  static let accessDenied = SystemCode(number: EACCES)

  /// The error number of the last failed call on this thread.
  static var last: SystemCode { SystemCode(number: errno) }

  var description: String {
    // SAFETY: strerror returns a terminated string, copied before any other call can overwrite it.
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}

/// The status of a file.
struct FileStatus: Hashable {
  /// The identity of the file. Equal for all names of one file.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  let identity: Identity
  let isRegular: Bool
  let isDirectory: Bool
  let size: Int
  fileprivate let permissions: mode_t
  fileprivate let owner: uid_t
  fileprivate let group: gid_t

  init(_ info: stat) {
    identity = Identity(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(info.st_ino))
    isRegular = info.st_mode & S_IFMT == S_IFREG
    isDirectory = info.st_mode & S_IFMT == S_IFDIR
    size = Int(info.st_size)
    permissions = info.st_mode & 0o7777
    (owner, group) = (info.st_uid, info.st_gid)
  }
}

enum System {
  /// The words of the command line after the program's name, as bytes.
  static var arguments: [FilePath] {
    // SAFETY: the system provides that many terminated strings, which do not change. They are copied.
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      unsafe CommandLine.unsafeArgv[index].map { word in
        unsafe FilePath(bytes: UnsafeRawBufferPointer(start: word, count: strlen(word)).map { $0 })
      }
    }
  }

  /// Opens the null device as each of the descriptors 0, 1 and 2 that is closed. Otherwise a file of the run would get
  /// its number, and messages would be written to that file. The wrong mode makes reading and writing fail, as they do on
  /// a closed descriptor.
  static func openClosedStreams() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The call returns the lowest number that is free. A failure leaves the descriptor closed.
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  static func openForReading(_ path: FilePath) throws(SystemCode) -> Int32 {
    // SAFETY: the path is passed as a terminated string for the call alone.
    try retrying { unsafe open(path.terminated, O_RDONLY | O_CLOEXEC) }
  }

  /// Opens or creates a file without truncating it, so that its identity can be checked first.
  static func openForWriting(_ path: FilePath) throws(SystemCode) -> Int32 {
    // SAFETY: the path is passed as a terminated string for the call alone.
    try retrying { unsafe open(path.terminated, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) }
  }

  /// Opens or creates a file that will get another name, without truncating it. Does not follow a symbolic link.
  ///
  /// - Parameter isPrivate: whether only the owner can open a new file.
  static func openBeside(_ path: FilePath, isPrivate: Bool) throws(SystemCode) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    // SAFETY: the path is passed as a terminated string for the call alone.
    return try retrying { unsafe open(path.terminated, flags, isPrivate ? 0o600 : 0o666) }
  }

  /// Gives an open file the permissions of another, and its owner and group as far as the process may.
  static func copyAccess(of status: FileStatus, to descriptor: Int32) throws(SystemCode) {
    _ = fchown(descriptor, status.owner, status.group)
    _ = try retrying { fchmod(descriptor, status.permissions) }
  }

  /// Returns the path that a symbolic link contains. Nil if the file is not a link.
  static func linkedPath(of path: FilePath) -> FilePath? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    // SAFETY: the path is passed as a terminated string, and the call writes at most the buffer's length.
    let count = unsafe readlink(path.terminated, &text, text.count)
    return count > 0 ? FilePath(bytes: text[..<count].map { UInt8(bitPattern: $0) }) : nil
  }

  /// Opens or creates a file for reading and writing, without truncating it.
  static func openForUpdating(_ path: FilePath) throws(SystemCode) -> Int32 {
    // SAFETY: the path is passed as a terminated string for the call alone.
    try retrying { unsafe open(path.terminated, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
  }

  /// Truncates a file, and seeks to its end.
  static func truncate(_ descriptor: Int32, to count: Int = 0) throws(SystemCode) {
    _ = try retrying { ftruncate(descriptor, off_t(count)) }
    if lseek(descriptor, off_t(count), SEEK_SET) < 0 { throw .last }
  }

  static func position(of descriptor: Int32) throws(SystemCode) -> Int {
    let position = lseek(descriptor, 0, SEEK_CUR)
    if position < 0 { throw .last }
    return Int(position)
  }

  static func seek(_ descriptor: Int32, to position: Int) throws(SystemCode) {
    if lseek(descriptor, off_t(position), SEEK_SET) < 0 { throw .last }
  }

  /// Waits until written bytes are on the disk. Returns at once if the descriptor is not on a disk.
  static func synchronize(_ descriptor: Int32) throws(SystemCode) {
    do {
      _ = try retrying { fsync(descriptor) }
    } catch  where error.number == EINVAL || error.number == EROFS || error.number == ENOTSUP {}
  }

  /// Makes a renamed file durable.
  static func synchronizeDirectory(of path: FilePath) throws(SystemCode) {
    let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    let descriptor = try openForReading(slash.map { FilePath(bytes: Array(path.bytes[...$0])) } ?? ".")
    defer { try? close(descriptor) }
    try synchronize(descriptor)
  }

  static func rename(_ path: FilePath, to other: FilePath) throws(SystemCode) {
    let (path, other) = (path.terminated, other.terminated)
    // SAFETY: the paths are passed as terminated strings for the call alone.
    #if canImport(Darwin)
      _ = try retrying { unsafe Darwin.rename(path, other) }
    #elseif canImport(Musl)
      _ = try retrying { unsafe Musl.rename(path, other) }
    #else
      _ = try retrying { unsafe Glibc.rename(path, other) }
    #endif
  }

  static func remove(_ path: FilePath) throws(SystemCode) {
    // SAFETY: the path is passed as a terminated string for the call alone.
    _ = try retrying { unsafe unlink(path.terminated) }
  }

  /// Returns all bytes of a file.
  static func contents(of path: FilePath) throws(SystemCode) -> [UInt8] {
    let descriptor = try openForReading(path)
    defer { try? close(descriptor) }
    return try contents(of: descriptor)
  }

  /// Reads from the descriptor's position to the end, or at most `limit` bytes.
  static func contents(of descriptor: Int32, atMost limit: Int = .max) throws(SystemCode) -> [UInt8] {
    var contents: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(limit, 64 << 10))
    while contents.count < limit {
      let count = try read(descriptor, into: &block)
      if count == 0 { break }
      contents += block[..<count]
      if limit - contents.count < block.count { block.removeLast(block.count - (limit - contents.count)) }
    }
    return contents
  }

  static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemCode) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch write(descriptor, rest.span) {
      case .success(let count): rest = rest.dropFirst(count)
      case .failure(.interrupted): continue
      case .failure(.wouldBlock): waitUntilWritable(descriptor)
      case .failure(let code): throw code
      }
    }
  }

  /// Returns the names in a directory without those of hidden files, in order of their bytes.
  static func names(in path: FilePath) throws(SystemCode) -> [FilePath] {
    // SAFETY: an entry is valid until the next one is read; its name is terminated, and copied.
    guard let directory = unsafe opendir(path.terminated) else { throw .last }
    defer { unsafe closedir(directory) }
    var names: [FilePath] = []
    while true {
      // Only `errno` distinguishes a failure from the end.
      errno = 0
      guard let entry = unsafe readdir(directory) else {
        if errno != 0 { throw .last }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          unsafe FilePath(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0)).map { $0 })
        }
      }
      if name.bytes.first != UInt8(ascii: ".") { names.append(name) }
    }
  }

  /// The number of threads that can run at once.
  static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Installs a handler, which captures nothing, for SIGINT and SIGTERM.
  static func onSignals(_ handler: @convention(c) (Int32) -> Void) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      // A background process of a script ignores the signal, and must continue.
      var former = sigaction()
      guard unsafe sigaction(number, nil, &former) == 0, !isIgnored(former) else { continue }
      unsafe sigaddset(&signals, number)
      var action = sigaction()
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
      #else
        unsafe action.__sigaction_handler.sa_handler = handler
      #endif
      // SAFETY: the action is complete; it is copied. Calls that it interrupts are repeated by whoever made them.
      _ = unsafe sigaction(number, &action, nil)
    }
    // The parent process may have blocked the signals.
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    // SAFETY: the addresses are compared alone.
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ends the process at once, without a message.
  static func exitNow(_ status: Int32) -> Never { _exit(status) }

  /// Closes without a retry: after an interruption the state of the descriptor is unknown, and another thread may have
  /// the number by then.
  static func close(_ descriptor: Int32) throws(SystemCode) {
    #if canImport(Darwin)
      let result = Darwin.close(descriptor)
    #elseif canImport(Musl)
      let result = Musl.close(descriptor)
    #else
      let result = Glibc.close(descriptor)
    #endif
    if result != 0, .last != SystemCode.interrupted { throw .last }
  }

  /// Reads available bytes, at most the size of `buffer`. Returns 0 at the end.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemCode) -> Int {
    while true {
      // SAFETY: the call writes at most `count` bytes at the buffer's start.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        #if canImport(Darwin)
          unsafe Darwin.read(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          unsafe Musl.read(descriptor, bytes.baseAddress, bytes.count)
        #else
          unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count >= 0 { return count }
      switch SystemCode.last {
      case .interrupted: continue
      case .wouldBlock: wait(for: descriptor, Int16(POLLIN))
      case let code: throw code
      }
    }
  }

  /// Calls write(2) once. Returns the number of written bytes.
  static func write(_ descriptor: Int32, _ bytes: Span<UInt8>) -> Result<Int, SystemCode> {
    // SAFETY: the call reads at most `count` bytes from the span's start.
    let count = unsafe bytes.withUnsafeBytes { bytes in
      #if canImport(Darwin)
        unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
      #else
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }
    return count >= 0 ? .success(count) : .failure(.last)
  }

  /// Writes one byte from a signal handler. Allocates nothing, and reports no error.
  static func ring(_ descriptor: Int32) {
    var byte: UInt8 = 0
    let code = errno
    // SAFETY: one byte is there, and one is read.
    #if canImport(Darwin)
      _ = unsafe Darwin.write(descriptor, &byte, 1)
    #elseif canImport(Musl)
      _ = unsafe Musl.write(descriptor, &byte, 1)
    #else
      _ = unsafe Glibc.write(descriptor, &byte, 1)
    #endif
    errno = code
  }

  /// Waits until a non-blocking descriptor is ready.
  static func waitUntilWritable(_ descriptor: Int32) {
    wait(for: descriptor, Int16(POLLOUT))
  }

  static func status(of path: FilePath) throws(SystemCode) -> FileStatus {
    var info = stat()
    // SAFETY: the call fills in `info` and keeps neither pointer.
    _ = try retrying { unsafe stat(path.terminated, &info) }
    return FileStatus(info)
  }

  static func status(of descriptor: Int32) throws(SystemCode) -> FileStatus {
    var info = stat()
    // SAFETY: the call fills in `info` and does not keep the pointer.
    _ = try retrying { unsafe fstat(descriptor, &info) }
    return FileStatus(info)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The width of a terminal, in columns.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    // SAFETY: the call fills in `size` and does not keep the pointer.
    let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// Turns a write to a closed pipe into an error. By default it ends the process.
  static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Turns a write over the file size limit (RLIMIT_FSIZE) into an error. By default
  /// it ends the process.
  static func ignoreFileSizeSignals() {
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// The result of a request for an advisory lock.
  enum LockOutcome {
    case taken
    /// Another open file has the lock, in this process or another.
    case held
    /// The file system does not support locks.
    case unsupported
  }

  /// Locks an open file until it is closed. The system releases the lock when the
  /// process ends for any reason.
  static func lock(_ descriptor: Int32) throws(SystemCode) -> LockOutcome {
    do throws(SystemCode) {
      _ = try retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
      return .taken
    } catch {
      switch error.number {
      case EWOULDBLOCK: return .held
      case ENOLCK, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL: return .unsupported
      default: throw error
      }
    }
  }

  /// Unlocks a file before it is closed. A child process that is being started has a copy of the descriptor until it
  /// executes its program, and would hold the lock until then.
  static func unlock(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
  }

  /// Returns the ID of the process that has the lock of a file, or nil if unknown. Linux
  /// lists it in /proc/locks as `1: FLOCK ADVISORY WRITE 1234 08:01:5678 0 EOF`.
  static func lockHolder(of identity: FileStatus.Identity) -> Int? {
    #if os(Linux)
      guard let locks = try? contents(of: "/proc/locks") else { return nil }
      let device = UInt(identity.device)
      let (major, minor) = (device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & ~0xFF)
      for line in String(decoding: locks, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count > 5, words[1] == "FLOCK", let process = Int(words[4]), process > 0 else { continue }
        let place = words[5].split(separator: ":")
        guard place.count == 3, UInt(place[0], radix: 16) == major, UInt(place[1], radix: 16) == minor,
          UInt64(place[2]) == identity.inode
        else { continue }
        return process
      }
    #endif
    return nil
  }

  static var processNumber: Int { Int(getpid()) }

  /// Whether a process with this ID exists.
  static func isRunning(_ process: Int) -> Bool {
    guard let number = pid_t(exactly: process), number > 0 else { return false }
    return kill(number, 0) == 0 || errno == EPERM
  }

  static func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1_000)
  }

  /// Whether the process may read a file.
  static func mayRead(_ path: FilePath) -> Bool {
    // SAFETY: the path is passed as a terminated string for the call alone.
    unsafe faccessat(AT_FDCWD, path.terminated, R_OK, AT_EACCESS) == 0 || errno != EACCES
  }

  /// Whether a name matches a shell pattern.
  ///
  /// - Parameter isPath: whether `*` and `?` do not match a slash.
  static func matches(_ glob: String, _ name: FilePath, isPath: Bool) -> Bool {
    // SAFETY: both are passed as terminated strings for the call alone.
    unsafe fnmatch(glob, name.terminated, isPath ? FNM_PATHNAME : 0) == 0
  }

  /// Whether a file's path matches a shell pattern.
  static func hasMatches(_ pattern: FilePath) -> Bool {
    var found = unsafe glob_t()
    // SAFETY: the pattern is passed as a terminated string for the call alone. What the call allocates is freed.
    defer { unsafe globfree(&found) }
    return unsafe glob(pattern.terminated, GLOB_NOSORT, nil, &found) == 0
  }

  static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #elseif canImport(Musl)
      Musl.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }

  private static func wait(for descriptor: Int32, _ events: Int16) {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    // SAFETY: one record is passed and one is there. The caller tries again whatever comes out.
    _ = unsafe poll(&request, 1, -1)
  }

  private static func retrying(_ call: () -> Int32) throws(SystemCode) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if SystemCode.last != .interrupted { throw .last }
    }
  }
}
