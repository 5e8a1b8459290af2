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
/// stays open; of
/// memory, what is before `memoryIndex` has been read.
///
/// SAFETY: nothing is written beyond the buffer's count; the system's messages are copied.
final class ByteSource {
  private enum Origin {
    case descriptor(Int32, isOwned: Bool)
    case memory([UInt8])
    case decompressing(DecompressingSource)
  }

  private let origin: Origin
  let name: String
  private var memoryIndex = 0

  /// Reads from memory.
  init(_ bytes: [UInt8]) {
    origin = .memory(bytes)
    name = "memory"
  }

  /// Reads from a descriptor that somebody else opened and will close.
  init(descriptor: Int32) {
    origin = .descriptor(descriptor, isOwned: false)
    name = "descriptor \(descriptor)"
  }

  /// Reads another source, and decompresses it if it is compressed.
  init(_ source: ByteSource, decompressing decompression: Decompression) {
    origin = .decompressing(DecompressingSource(source, decompression))
    name = source.name
  }

  /// Opens a file.
  init(path: String) throws(MappingError) {
    var descriptor: Int32
    repeat { descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw Self.failure("cannot open \(path)") }
    origin = .descriptor(descriptor, isOwned: true)
    name = path
  }

  deinit {
    if case .descriptor(let descriptor, isOwned: true) = origin { close(descriptor) }
  }

  /// Reads at least one byte, unless the end is reached: then zero.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MappingError) -> Int {
    switch origin {
    case .memory(let bytes):
      return unsafe copy(bytes, into: buffer)
    case .decompressing(let source):
      return unsafe try source.read(into: buffer)
    case .descriptor(let descriptor, _):
      while true {
        let count = unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        if errno != EINTR { throw Self.failure("cannot read \(name)") }
      }
    }
  }

  /// What is read; nil if that is no descriptor.
  var descriptor: Int32? {
    if case .descriptor(let descriptor, _) = origin { descriptor } else { nil }
  }

  /// Whether there is something to be read without waiting for it, be it the end.
  var isReady: Bool {
    switch origin {
    case .memory: true
    case .decompressing(let source): source.isReady
    case .descriptor(let descriptor, _): DescriptorWait.isReady(descriptor)
    }
  }

  /// How many compressed bytes the plain bytes were made of that were read; nil if nothing is decompressed.
  var compressedBytesRead: Int? {
    if case .decompressing(let source) = origin { source.inputOffset } else { nil }
  }

  private func copy(_ bytes: [UInt8], into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, bytes.count - memoryIndex)
    unsafe bytes.span.extracting(memoryIndex..<(memoryIndex + count)).withUnsafeBytes {
      unsafe buffer.copyMemory(from: $0)
    }
    memoryIndex += count
    return count
  }

  private static func failure(_ what: String) -> MappingError {
    unsafe MappingError(.io, expected: what, found: String(cString: strerror(errno)))
  }
}
