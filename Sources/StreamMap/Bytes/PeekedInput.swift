#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// An input such as a pipe, whose first bytes have been read ahead but not consumed.
///
/// Invariant: one reader reads the descriptor from the end of these bytes on.
package struct PeekedInput: Sendable {
  /// The name in messages.
  let name: String
  private let owner: Owner
  /// The bytes that were read ahead.
  private(set) var bytes: [UInt8] = []
  /// Whether nothing follows these bytes.
  private(set) var isComplete = false

  /// Closes a descriptor that was opened for this input.
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
  init(_ input: ByteInput, waits: Bool) throws(MappingError) {
    switch input {
    case .file(let path): try self.init(path: path, waits: waits)
    case .descriptor(let descriptor): self.init(descriptor: descriptor)
    case .begun(let begun): self = begun
    case .asynchronous: throw AsyncByteInput.rejection
    case .unreadable(let error): throw error
    case .bytes: preconditionFailure("memory can be read from any offset")
    }
  }

  /// Opens a path.
  ///
  /// - Parameter waits: whether opening a named pipe waits for a writer.
  init(path: FilePath, waits: Bool) throws(MappingError) {
    name = path.description
    owner = Owner(try ByteSource.open(path, waits: waits), isOwned: true)
  }

  /// Continues with a descriptor that the caller will close.
  init(descriptor: Int32) {
    name = ByteInput.descriptor(descriptor).name
    owner = Owner(descriptor, isOwned: false)
  }

  var descriptor: Int32 { owner.descriptor }

  /// Reads ahead: at least one byte, unless the end is reached.
  mutating func look(until interruption: Interruption?) throws(MappingError) {
    let source = ByteSource(descriptor: descriptor, name: name)
    source.interruption = interruption
    var block = [UInt8](repeating: 0, count: 64 << 10)
    let count = try source.read(into: &block)
    isComplete = count == 0
    bytes += block[..<count]
  }
}

extension ByteInput {
  /// Returns the first bytes without consuming them.
  ///
  /// - Parameters:
  ///   - count: the number of bytes to read from a file. Memory returns all its bytes, any other input those of its
  ///     first read.
  ///   - interruption: ends the wait.
  /// - Returns: the bytes, and the input to read from then on.
  package func beginning(
    _ count: Int, until interruption: Interruption?
  ) throws(MappingError) -> (bytes: [UInt8], input: ByteInput) {
    if let file = try ByteFile(self) { return (try file.prefix(count), self) }
    if case .bytes(let bytes) = self { return (bytes, self) }
    var begun = try PeekedInput(self, waits: interruption == nil)
    if begun.bytes.isEmpty, !begun.isComplete { try begun.look(until: interruption) }
    return (begun.bytes, .begun(begun))
  }
}
