#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// `read(2)`, which the method of that name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}

/// Bytes that are read from front to back: a file, a descriptor, memory. Knows nothing
/// of JSON.
///
/// Invariants: a descriptor opened here is closed with the source, one that was given
/// stays open; `memory[..<memoryIndex]` has been read.
///
/// SAFETY: nothing is written beyond the buffer's count; the system's messages are copied.
final class ByteSource {
  private let descriptor: Int32
  private let isOwned: Bool
  private let name: String
  private let memory: [UInt8]
  private var memoryIndex = 0

  /// Reads from memory.
  init(_ bytes: [UInt8]) {
    descriptor = -1
    isOwned = false
    name = "memory"
    memory = bytes
  }

  /// Reads from a descriptor that somebody else opened and will close.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
    memory = []
    name = "descriptor \(descriptor)"
  }

  /// Opens a file.
  init(path: String) throws(MappingError) {
    name = path
    isOwned = true
    memory = []
    var result: Int32
    repeat { result = unsafe open(path, O_RDONLY | O_CLOEXEC) } while result < 0 && errno == EINTR
    descriptor = result
    guard result >= 0 else { throw Self.failure("cannot open \(path)") }
  }

  deinit {
    if isOwned && descriptor >= 0 { close(descriptor) }
  }

  /// Reads at least one byte, unless the end is reached: then zero.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MappingError) -> Int {
    guard descriptor >= 0 else { return unsafe copy(into: buffer) }
    while true {
      let count = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw Self.failure("cannot read \(name)") }
    }
  }

  private func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, memory.count - memoryIndex)
    unsafe memory.withUnsafeBytes { bytes in
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[memoryIndex..<(memoryIndex + count)]))
    }
    memoryIndex += count
    return count
  }

  private static func failure(_ what: String) -> MappingError {
    unsafe MappingError(.io, expected: what, found: String(cString: strerror(errno)))
  }
}
