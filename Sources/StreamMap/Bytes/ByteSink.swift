#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// `write(2)`, which the method of that name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

/// Calls the system again as long as a signal came in between.
private func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// Where bytes go, from front to back: a file, a descriptor, a closure. Knows nothing of JSON.
///
/// Invariants: a descriptor opened here is closed with the sink, one that was given stays open; the file of an
/// atomic replacement has another name until ``close()``, and is removed if that is never called.
///
/// SAFETY: the bytes that are written are readable during the call; the system's messages are copied.
final class ByteSink {
  private enum Target {
    case descriptor(Int32)
    case closure((Span<UInt8>) throws -> Void)
  }

  private let target: Target
  private let name: String
  private var isOwned = false
  /// The file that is written, and the one that it becomes.
  private var replacement: (temporary: String, path: String)?

  /// Writes to a descriptor that somebody else opened and will close.
  init(descriptor: Int32) {
    target = .descriptor(descriptor)
    name = "descriptor \(descriptor)"
  }

  /// Hands bytes to a closure.
  init(_ write: @escaping (Span<UInt8>) throws -> Void) {
    target = .closure(write)
    name = "a closure"
  }

  /// Opens a file, or creates it.
  init(path: String, _ mode: WritingMode) throws(MappingError) {
    var opened = path
    var final = path
    if mode == .replacingAtomically {
      // A link stays one: it is the file that it leads to that is replaced.
      if let resolved = unsafe realpath(path, nil) {
        final = unsafe String(cString: resolved)
        unsafe free(resolved)
      }
      // In the same folder, so that the file can be renamed; the process's own, so that two do not meet.
      opened = "\(final).\(getpid())-\(UInt64.random(in: 0 ... .max)).partial"
    }
    let flags =
      switch mode {
      case .replacing: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
      case .replacingAtomically: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      case .appending: O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
      }
    // Who may read the old file may read the new one, and nobody else, not even before it has its name.
    var old = stat()
    let hasOld = unsafe mode == .replacingAtomically && stat(final, &old) == 0
    let descriptor = retrying { unsafe open(opened, flags, hasOld ? 0o600 : 0o666) }
    guard descriptor >= 0 else { throw Self.failure("cannot open \(path)", errno) }
    if hasOld { _ = fchmod(descriptor, old.st_mode & 0o7777) }
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

  /// Whether the last byte of the file that was opened is there and is another one. Of what is no file, or may
  /// not be read, nobody knows, and the answer is no.
  func ends(withoutByte byte: UInt8) throws(MappingError) -> Bool {
    guard isOwned, case .descriptor(let descriptor) = target else { return false }
    var file = stat()
    guard unsafe fstat(descriptor, &file) == 0, file.st_mode & S_IFMT == S_IFREG, file.st_size > 0 else {
      return false
    }
    // By a descriptor of its own: to open a pipe for reading, too, is to be its reader.
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

  /// Writes as many of the bytes as it can, and says how many those are.
  ///
  /// - Parameter written: counts them, also those before an error.
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

  /// Closes a file that was opened here; some file systems tell only now that something went wrong.
  func close() throws(MappingError) {
    guard isOwned, case .descriptor(let descriptor) = target else { return }
    isOwned = false
    let replacement = replacement
    self.replacement = nil
    // So that what bears the name has all its bytes, whatever happens then.
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

/// `close(2)`, which the method of that name hides.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// What becomes of a file that is there already.
public enum WritingMode: Sendable, Hashable {
  /// It is emptied first.
  case replacing
  /// It stays until the new one is complete: that is written beside it, and takes its name when it is closed.
  case replacingAtomically
  /// It is added to.
  case appending
}
