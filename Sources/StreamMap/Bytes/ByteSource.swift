#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Calls `read(2)`, which the method of that name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}

/// Calls `open(2)`, which the method of that name hides.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { unsafe open(path, flags) }

/// A sequential input of bytes: a file, a descriptor or memory.
///
/// Invariants: `memoryIndex` is the number of bytes that have been read of those in memory, or of those that were read
/// ahead. A regular file is read at the size that it had when the source was created: `left` bytes of it have not been
/// read.
///
/// SAFETY: nothing is written beyond the buffer's count. The system's messages are copied.
final class ByteSource {
  private enum Origin {
    case open(OpenFile)
    case memory([UInt8])
    case decompressing(DecompressingSource)
  }

  private let origin: Origin
  let name: String
  private var memoryIndex = 0
  /// The number of bytes to read of a regular file. Nil if that is not known, as for a pipe.
  private var left: Int?
  /// The offset at which a regular file ended when the source was created.
  private let fileEnd: Int
  /// Whether a last line that was incomplete when the source was created is read to its end.
  var completesLine = false
  /// Whether the last byte read is not a line feed.
  private var isInLine = false
  /// Makes a waiting read throw an error.
  var interruption: Interruption? {
    didSet { if case .decompressing(let source) = origin { source.interrupt(by: interruption) } }
  }

  /// Reads from memory.
  init(_ bytes: [UInt8]) {
    origin = .memory(bytes)
    name = "memory"
    fileEnd = 0
  }

  /// Reads the bytes that were read ahead, and then the descriptor.
  init(_ file: OpenFile) {
    origin = .open(file)
    name = file.name
    (left, fileEnd) = Self.extent(of: file.descriptor)
  }

  /// Reads another source, and decompresses it if it is compressed.
  init(_ source: ByteSource, decompressing decompression: Decompression) {
    origin = .decompressing(DecompressingSource(source, decompression))
    name = source.name
    fileEnd = 0
  }

  /// Returns the number of bytes after the position of a regular file, and the offset of its end. Files that the system
  /// generates may have more bytes than their size says.
  private static func extent(of descriptor: Int32) -> (left: Int?, end: Int) {
    // A descriptor that cannot be read is reported when it is read.
    guard let size = try? ByteFile.size(of: descriptor, ""), size > 0 else { return (nil, 0) }
    let position = lseek(descriptor, 0, SEEK_CUR)
    return (max(0, size - Int(position)), size)
  }

  /// Opens an input at its beginning.
  ///
  /// - Parameter interruption: ends the wait for a pipe's writer, and waiting reads.
  convenience init(_ input: Input, until interruption: Interruption? = nil) throws(MappingError) {
    if case .memory(let bytes) = input.origin {
      self.init(bytes)
    } else {
      self.init(try OpenFile(input, waits: interruption == nil))
    }
    self.interruption = interruption
  }

  /// Opens a file for reading and returns the descriptor.
  ///
  /// - Parameter waits: whether opening a named pipe waits for a writer. If not, reading has to wait for it.
  static func open(_ path: FilePath, waits: Bool = true) throws(MappingError) -> Int32 {
    var flags = O_RDONLY | O_CLOEXEC
    #if os(Linux)
      // On other systems, a pipe without a writer may look like one at its end.
      if !waits { flags |= O_NONBLOCK }
    #endif
    while true {
      let descriptor = unsafe systemOpen(path.terminated, flags)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw failure("cannot open \(path)") }
    }
  }

  /// Reads at least one byte. Returns 0 at the end.
  func read(into buffer: inout MutableSpan<UInt8>) throws(MappingError) -> Int {
    if let interruption, interruption.followsTask { try waitUnlessCancelled(interruption) }
    switch origin {
    case .memory(let bytes):
      return copy(bytes, into: &buffer)
    case .decompressing(let source):
      return try source.read(into: &buffer)
    case .open(let file) where memoryIndex < file.bytes.count:
      return copy(file.bytes, into: &buffer)
    case .open(let file):
      guard let left else { return try read(file.descriptor, into: &buffer) }
      guard left > 0 else { return try readLineEnd(file.descriptor, into: &buffer) }
      let wanted = min(buffer.count, left)
      let count = try buffer.withPart(0..<wanted) { room throws(MappingError) in
        try read(file.descriptor, into: &room)
      }
      if count == 0, wanted > 0 { throw try ByteFile.truncated(file.descriptor, name, opened: fileEnd) }
      self.left = left - count
      isInLine = count > 0 && buffer[count - 1] != ASCII.lineFeed
      return count
    }
  }

  /// Reads bytes of the last line that were appended after the file was opened.
  private func readLineEnd(
    _ descriptor: Int32, into buffer: inout MutableSpan<UInt8>
  ) throws(MappingError) -> Int {
    guard completesLine, isInLine else { return 0 }
    let count = try read(descriptor, into: &buffer)
    guard let end = buffer.span.extracting(first: count).firstIndex(of: ASCII.lineFeed) else { return count }
    isInLine = false
    return end + 1
  }

  private func read(_ descriptor: Int32, into buffer: inout MutableSpan<UInt8>) throws(MappingError) -> Int {
    while true {
      if let interruption, !interruption.waits(for: descriptor) { throw .cancelled(name) }
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN where interruption == nil: Self.waitUntilReadable(descriptor)
      case EAGAIN: continue
      default: throw Self.failure("cannot read \(name)")
      }
    }
  }

  /// Waits for bytes. Throws if the current task is cancelled first.
  private func waitUnlessCancelled(_ interruption: Interruption) throws(MappingError) {
    while !isReady(within: Interruption.pollingInterval) {
      guard Task.isCancelled else { continue }
      interruption.fire()
      throw .cancelled(name)
    }
  }

  /// Waits for bytes of a non-blocking descriptor.
  private static func waitUntilReadable(_ descriptor: Int32) {
    var request = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    _ = Poll.wait(&request, milliseconds: -1)
  }

  /// The descriptor of the next bytes, or nil if they come from somewhere else.
  var descriptor: Int32? {
    switch origin {
    case .open(let file) where memoryIndex >= file.bytes.count: file.descriptor
    case .open, .memory, .decompressing: nil
    }
  }

  /// Whether bytes or the end can be read within a number of milliseconds.
  func isReady(within milliseconds: Int) -> Bool {
    if case .decompressing(let source) = origin { return source.isReady(within: milliseconds) }
    return descriptor.map { Interruption.isReady($0, within: milliseconds) } ?? true
  }

  /// The number of compressed bytes from which the bytes read so far were decompressed. Nil if nothing is
  /// decompressed.
  var compressedBytesRead: Int? {
    if case .decompressing(let source) = origin { source.inputOffset } else { nil }
  }

  /// Reads into an array, whose length does not change.
  func read(into block: inout [UInt8]) throws(MappingError) -> Int {
    var buffer = block.mutableSpan
    return try read(into: &buffer)
  }

  private func copy(_ bytes: [UInt8], into buffer: inout MutableSpan<UInt8>) -> Int {
    let count = buffer.copy(bytes.span.extracting(memoryIndex...))
    memoryIndex += count
    return count
  }

  /// Returns the error of the last system call.
  static func failure(_ what: String) -> MappingError {
    unsafe MappingError(.io, expected: what, found: String(cString: strerror(errno)))
  }
}

/// The bytes of another source. They are decompressed if they begin with a known magic number.
///
/// The bytes that are read to decide this are in the reader's buffer. Plain bytes stay there.
final class DecompressingSource {
  private let source: ByteSource
  private let decompression: Decompression
  private var state = State.unread

  private enum State {
    case unread
    case plain
    case compressed(DecompressionThread)
  }

  init(_ source: ByteSource, _ decompression: Decompression) {
    self.source = source
    self.decompression = decompression
  }

  /// Reads at least one byte. Returns 0 at the end. The first buffer has room for a magic number.
  func read(into buffer: inout MutableSpan<UInt8>) throws(MappingError) -> Int {
    switch state {
    case .unread: try readFirst(into: &buffer)
    case .plain: try source.read(into: &buffer)
    case .compressed(let thread): try thread.ring.read(into: &buffer)
    }
  }

  private func readFirst(into buffer: inout MutableSpan<UInt8>) throws(MappingError) -> Int {
    var count = 0
    while true {
      let more = try buffer.withPart(count..<buffer.count) { rest throws(MappingError) in
        try source.read(into: &rest)
      }
      count += more
      switch decompression.recognize(buffer.span.extracting(first: count), isComplete: more == 0) {
      case .undecided: continue
      case .plain:
        state = .plain
        return count
      case .other(let format): throw format.rejection(of: source.name, compressedBy: nil)
      case .compressed(let format):
        source.completesLine = false
        let thread = try DecompressionThread(source, after: buffer.span.extracting(first: count), by: format)
        state = .compressed(thread)
        return try readFirst(of: thread, into: &buffer, format)
      }
    }
  }

  /// Reads the first decompressed bytes, which may have a format that is rejected.
  private func readFirst(
    of thread: DecompressionThread, into buffer: inout MutableSpan<UInt8>, _ outer: Decompression.Format
  ) throws(MappingError) -> Int {
    var count = 0
    while true {
      let more = try buffer.withPart(count..<buffer.count) { rest throws(MappingError) in
        try thread.ring.read(into: &rest)
      }
      count += more
      switch decompression.recognizePlain(buffer.span.extracting(first: count), isComplete: more == 0) {
      case .undecided: continue
      case .other(let format): throw format.rejection(of: source.name, compressedBy: outer.name)
      case .plain, .compressed: return count
      }
    }
  }

  /// Sets another interruption that ends a waiting read. Called before the first read.
  func interrupt(by interruption: Interruption?) {
    source.interruption = interruption
  }

  /// Whether bytes or the end can be read within a number of milliseconds.
  func isReady(within milliseconds: Int) -> Bool {
    if case .compressed(let thread) = state { return thread.isReady(within: milliseconds) }
    return source.isReady(within: milliseconds)
  }

  /// The number of compressed bytes from which the bytes read so far were decompressed. Nil if the input is plain.
  var inputOffset: Int? {
    if case .compressed(let thread) = state { thread.inputOffset } else { nil }
  }
}

/// Waiting for descriptors, and a pipe that ends a wait.
///
/// SAFETY: the system reads and writes as many entries as the array has, and one byte.
enum Poll {
  /// Waits for descriptors.
  ///
  /// - Parameter milliseconds: the maximum wait, or -1 for no maximum.
  /// - Returns: the number of ready descriptors, or -1.
  static func wait(_ requests: inout [pollfd], milliseconds: Int) -> Int32 {
    unsafe poll(&requests, nfds_t(requests.count), Int32(milliseconds))
  }

  /// Creates a pipe. Returns nil if the system has no more descriptors.
  static func pipe() -> (reader: Int32, writer: Int32)? {
    var ends: [Int32] = [-1, -1]
    return unsafe systemPipe(&ends) == 0 ? (ends[0], ends[1]) : nil
  }

  static func wake(_ writer: Int32) {
    var byte: UInt8 = 0
    _ = unsafe write(writer, &byte, 1)
  }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
