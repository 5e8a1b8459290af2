#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// An open descriptor, with the first bytes if they have been read ahead but not consumed.
///
/// Invariant: one reader reads the descriptor from the end of these bytes on.
package struct OpenFile: Sendable {
  /// The name in messages.
  let name: String
  private let owner: Owner
  /// The bytes that were read ahead. Empty for a regular file.
  private(set) var bytes: [UInt8] = []
  /// Whether nothing follows these bytes. False if that is not known.
  private(set) var isComplete = false

  /// Closes a descriptor that was opened here.
  private final class Owner: Sendable {
    let descriptor: Int32
    private let isOwned: Bool

    init(_ descriptor: Int32, isOwned: Bool) {
      self.descriptor = descriptor
      self.isOwned = isOwned
    }

    deinit {
      if isOwned { close(descriptor) }
    }
  }

  /// Opens an input that is not in memory. Takes over one that is already open.
  ///
  /// - Parameter waits: whether opening a named pipe waits for a writer.
  init(_ input: Input, waits: Bool) throws(MappingError) {
    switch input.origin {
    case .file(let path): try self.init(path: path, waits: waits)
    case .open(let file): self = file
    case .chunks: throw AsyncChunks.rejection
    case .unreadable(let error): throw error
    case .memory: preconditionFailure("memory can be read from any offset")
    }
  }

  /// Opens a file.
  ///
  /// - Parameter waits: whether opening a named pipe waits for a writer. If not, reading has to wait for it.
  init(path: FilePath, waits: Bool = true) throws(MappingError) {
    name = path.description
    owner = Owner(try ByteSource.open(path, waits: waits), isOwned: true)
  }

  /// Continues with a descriptor that the caller will close.
  package init(descriptor: Int32) {
    name = "descriptor \(descriptor)"
    owner = Owner(descriptor, isOwned: false)
  }

  package var descriptor: Int32 { owner.descriptor }

  /// Reads ahead: at least one byte, unless the end is reached.
  mutating func look(until interruption: Interruption?) throws(MappingError) {
    var file = self
    file.bytes = []
    let source = ByteSource(file)
    source.interruption = interruption
    var block = [UInt8](repeating: 0, count: 64 << 10)
    let count = try source.read(into: &block)
    isComplete = count == 0
    bytes += block[..<count]
  }
}

extension Input {
  /// Returns the first bytes without consuming them.
  ///
  /// - Parameters:
  ///   - count: the number of bytes to read from a file or memory. Any other input returns those of its first read.
  ///   - interruption: ends the wait.
  /// - Returns: the bytes, and the input to read from then on.
  package func beginning(
    _ count: Int, until interruption: Interruption?
  ) throws(MappingError) -> (bytes: [UInt8], input: Input) {
    if let file = try ByteFile(self) { return (try file.prefix(count), self) }
    var file = try OpenFile(self, waits: interruption == nil)
    if file.bytes.isEmpty, !file.isComplete { try file.look(until: interruption) }
    return (file.bytes, Input(origin: .open(file)))
  }
}
