#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Bytes that several threads can read at any offset: a regular file or memory.
///
/// Invariant: a descriptor keeps its position, from which offsets count.
///
/// SAFETY: nothing is written beyond the buffer's count. The system's messages are copied.
final class ByteFile: Sendable {
  private enum Origin {
    case open(OpenFile, start: Int)
    case memory([UInt8])
  }

  private let origin: Origin
  let name: String
  /// The number of bytes when the file was opened, or of those that are read.
  let count: Int

  /// Opens an input. Returns nil if it cannot be read at any offset, such as a pipe.
  init?(_ input: Input) throws(MappingError) {
    name = input.name
    switch input.origin {
    case .memory(let bytes):
      origin = .memory(bytes)
      count = bytes.count
    case .chunks: return nil
    case .unreadable(let error): throw error
    case .open(let file):
      let start = lseek(file.descriptor, 0, SEEK_CUR)
      guard start >= 0, let size = try Self.size(of: file.descriptor, name) else { return nil }
      origin = .open(file, start: start)
      count = max(0, size - start)
    case .file(let path):
      // A pipe is not opened to test it, because closing it again would look like a reader that ends.
      if input.mayWait { return nil }
      let file = try OpenFile(path: path)
      guard let size = try Self.size(of: file.descriptor, name) else { return nil }
      origin = .open(file, start: 0)
      count = size
    }
  }

  private init(_ file: ByteFile, first count: Int) {
    (origin, name, self.count) = (file.origin, file.name, count)
  }

  /// Returns the file without a last line that has no line feed. A line over the limit remains, because it is malformed
  /// whatever follows.
  ///
  /// - Parameter limit: the maximum length of a line, in bytes.
  /// - Complexity: O(n) in the length of that line.
  func withoutUnfinishedLine(_ limit: Int) throws(MappingError) -> ByteFile {
    var end = count
    while end > 0, count - end - 1 <= limit {
      let start = max(0, end - 64 << 10)
      let block = try bytes(start..<end)
      if let lineFeed = block.lastIndex(of: ASCII.lineFeed) {
        end = start + lineFeed + 1
        break
      }
      end = start
    }
    return count - end - 1 <= limit ? ByteFile(self, first: end) : self
  }

  /// Reads at least one byte at an offset. Returns 0 if there is none.
  func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(MappingError) -> Int {
    switch origin {
    case .memory(let bytes):
      guard offset < bytes.count else { return 0 }
      return buffer.copy(bytes.span.extracting(offset...))
    case .open(let file, let start):
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe pread(file.descriptor, $0.baseAddress, $0.count, off_t(start + offset))
        }
        if count >= 0 { return count }
        if errno != EINTR { throw ByteSource.failure("cannot read \(name)") }
      }
    }
  }

  /// Returns the first bytes, up to `count`.
  func prefix(_ count: Int) throws(MappingError) -> [UInt8] { try bytes(0..<count) }

  /// Returns the bytes of a range, as far as there are any.
  private func bytes(_ range: Range<Int>) throws(MappingError) -> [UInt8] {
    let count = range.count
    var bytes = [UInt8](repeating: 0, count: count)
    var read = 0
    while read < count {
      var buffer = bytes.mutableSpan
      let more = try buffer.withPart(read..<count) { rest throws(MappingError) in
        try self.read(at: range.lowerBound + read, into: &rest)
      }
      if more == 0 { break }
      read += more
    }
    return Array(bytes.prefix(read))
  }

  /// Returns the error for a file that is shorter than it was when it was opened.
  func truncated() throws(MappingError) -> MappingError {
    guard case .open(let file, let start) = origin else { preconditionFailure("memory does not change") }
    return try Self.truncated(file.descriptor, name, opened: start + count)
  }

  /// Returns the error for a file that is shorter than it was when it was opened.
  ///
  /// - Parameter opened: the size when it was opened.
  static func truncated(_ descriptor: Int32, _ name: String, opened: Int) throws(MappingError) -> MappingError
  {
    let now = try size(of: descriptor, name) ?? 0
    return MappingError(
      .io, expected: "cannot read \(name) to its end",
      found:
        "it was truncated while it was read: it had \(opened) bytes when it was opened, and now has \(now); "
        + "run again when it is complete")
  }

  /// Returns the size of a regular file, or nil.
  static func size(of descriptor: Int32, _ name: String) throws(MappingError) -> Int? {
    var file = stat()
    guard unsafe fstat(descriptor, &file) == 0 else {
      throw ByteSource.failure("cannot get the status of \(name)")
    }
    return file.st_mode & S_IFMT == S_IFREG ? Int(file.st_size) : nil
  }
}

extension Input {
  /// Whether reading may wait indefinitely: the input is known to be neither memory nor a regular file.
  var mayWait: Bool {
    var file = stat()
    let status =
      switch origin {
      case .file(let path): unsafe stat(path.terminated, &file)
      case .open(let input): unsafe fstat(input.descriptor, &file)
      case .memory, .chunks, .unreadable: Int32(-1)
      }
    return status == 0 && file.st_mode & S_IFMT != S_IFREG
  }
}
