#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Calls `write(2)`, which the method of that name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

/// Repeats a system call that a signal interrupted.
private func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// A sequential output of bytes: a file, a descriptor or a closure.
///
/// Invariants: a descriptor opened here is closed with the sink. A given descriptor stays open. The file of an atomic
/// replacement has a temporary name until ``close()``, and is removed if that is never called.
///
/// SAFETY: the bytes that are written are readable during the call. The system's messages are copied.
final class ByteSink {
  private enum Target {
    case descriptor(Int32)
    case closure((Span<UInt8>) throws -> Void)
  }

  private let target: Target
  let name: String
  private var isOwned = false
  /// The temporary file that is written, and the path that it gets.
  private var replacement: (temporary: String, path: String)?

  /// Writes to a descriptor that the caller opened and will close.
  init(descriptor: Int32) {
    target = .descriptor(descriptor)
    name = "descriptor \(descriptor)"
  }

  /// Passes bytes to a closure.
  init(_ write: @escaping (Span<UInt8>) throws -> Void) {
    target = .closure(write)
    name = "a closure"
  }

  /// Opens or creates a file.
  init(path: String, _ mode: WritingMode) throws(MappingError) {
    var old = stat()
    let hasOld = unsafe mode == .replacingAtomically && stat(path, &old) == 0
    // Nothing is lost in a device or a pipe, and neither can be replaced.
    let mode = hasOld && old.st_mode & S_IFMT != S_IFREG ? .replacing : mode
    var opened = path
    var final = path
    if mode == .replacingAtomically {
      // A symbolic link stays. The file that it refers to is replaced.
      if let resolved = unsafe realpath(path, nil) {
        final = unsafe String(cString: resolved)
        unsafe free(resolved)
      }
      // A rename needs a name in the same folder. The process identifier and a random number make the name unique.
      opened = "\(final).\(getpid())-\(UInt64.random(in: 0 ... .max)).partial"
    }
    let flags =
      switch mode {
      case .replacing: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
      case .replacingAtomically: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      case .appending: O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
      }
    // The new file gets the permissions of the old one. Until then, only its owner can read it.
    let isNew = mode == .replacingAtomically && hasOld
    let descriptor = retrying { unsafe open(opened, flags, isNew ? 0o600 : 0o666) }
    guard descriptor >= 0 else {
      let code = errno
      throw Self.failure(
        "cannot \(code == EACCES && opened != path ? "create a file beside" : "open") \(path)", code)
    }
    if isNew { _ = fchmod(descriptor, old.st_mode & 0o7777) }
    if mode == .replacingAtomically { replacement = (opened, final) }
    target = .descriptor(descriptor)
    name = path
    isOwned = true
  }

  deinit {
    guard isOwned, case .descriptor(let descriptor) = target else { return }
    _ = systemClose(descriptor)
    if let replacement { _ = unsafe unlink(replacement.temporary) }
  }

  /// Returns what is lost without ``close()``, or nil.
  ///
  /// - Parameter count: the number of bytes that were not passed to the sink.
  func loss(_ count: Int) -> String? {
    if replacement != nil { return "its lines are lost, and the file is unchanged" }
    return count > 0 ? "its last \(count) bytes are lost" : nil
  }

  /// Whether the opened file has a last byte that is not `byte`. False if it is not a regular file or cannot be read.
  func ends(withoutByte byte: UInt8) throws(MappingError) -> Bool {
    guard isOwned, case .descriptor(let descriptor) = target else { return false }
    var file = stat()
    guard unsafe fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG, file.st_size > 0 else {
      return false
    }
    // Opens another descriptor, because a pipe opened for reading, too, would have this process as its reader.
    let reader = retrying { unsafe open(name, O_RDONLY | O_CLOEXEC) }
    guard reader >= 0 else {
      if errno == EACCES { return false }
      throw Self.failure("cannot read \(name)", errno)
    }
    defer { _ = systemClose(reader) }
    var last = byte
    guard retrying({ unsafe pread(reader, &last, 1, file.st_size - 1) }) >= 0 else {
      throw Self.failure("cannot read \(name)", errno)
    }
    return last != byte
  }

  /// Writes the bytes.
  ///
  /// - Parameter written: the number of written bytes, also if an error is thrown.
  func write(_ bytes: Span<UInt8>, _ written: inout Int) throws(MappingError) {
    switch target {
    case .closure(let write):
      do {
        try write(bytes)
        written = bytes.count
      } catch {
        throw MappingError(.io, expected: "cannot write to \(name)", found: "\(error)", underlying: error)
      }
    case .descriptor(let descriptor):
      while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
          unsafe systemWrite(
            descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
        }
        if count >= 0 {
          written += count
        } else if errno == EAGAIN {
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&request, 1, -1)
        } else if errno != EINTR {
          throw Self.failure("cannot write to \(name)", errno)
        }
      }
    }
  }

  /// Closes a file that was opened here. Some file systems report a failed write only now.
  func close() throws(MappingError) {
    guard isOwned, case .descriptor(let descriptor) = target else { return }
    isOwned = false
    let replacement = replacement
    self.replacement = nil
    // All bytes must be on disk before the file gets its final name.
    var code: Int32 = replacement != nil && retrying({ fsync(descriptor) }) != 0 ? errno : 0
    if systemClose(descriptor) != 0, code == 0, errno != EINTR { code = errno }
    if let replacement {
      if code == 0, unsafe rename(replacement.temporary, replacement.path) != 0 { code = errno }
      if code != 0 { _ = unsafe unlink(replacement.temporary) }
    }
    if code != 0 { throw Self.failure("cannot write to \(name)", code) }
  }

  private static func failure(_ what: String, _ code: Int32) -> MappingError {
    unsafe MappingError(.io, expected: what, found: String(cString: strerror(code)))
  }
}

/// Calls `close(2)`, which the method of that name hides.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// The treatment of a file that already exists.
///
///     let output = try JSONLinesWriter(path: "out.jsonl", as: mapping, mode: .replacingAtomically)
public enum WritingMode: Sendable, Hashable {
  /// Truncates the file first. If writing fails, or the writer is not closed, the old content is lost.
  case replacing
  /// Keeps the old file until the new one is complete. The new file is written beside it and renamed when it is
  /// closed. A path that is not a regular file, such as a pipe, is written directly.
  case replacingAtomically
  /// Appends to the file.
  case appending
}
