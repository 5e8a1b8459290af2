/// Reads the bytes of a descriptor in blocks, and decompresses them if they are compressed. It is for ``PushParser``
/// and other code that takes input in pieces.
///
///     let reader = DecompressingReader(descriptor: 0, .automatic)
///     var block = [UInt8](repeating: 0, count: 1 << 18)
///     while case let count = try reader.read(into: &block), count > 0 {
///       try parser.feed(Array(block[..<count])) { … }
///     }
///
/// ``JSONLines/decompression`` does the same for lines.
package final class DecompressingReader {
  private let source: ByteSource

  /// Reads from a descriptor that the caller opened and will close.
  package init(descriptor: Int32, _ decompression: Decompression) {
    source = ByteSource(ByteSource(OpenFile(descriptor: descriptor)), decompressing: decompression)
  }

  /// Opens an input.
  ///
  /// - Parameter interruption: ends a waiting read.
  package init(
    _ input: Input, _ decompression: Decompression, interruption: Interruption? = nil
  ) throws(MappingError) {
    source = ByteSource(try ByteSource(input, until: interruption), decompressing: decompression)
  }

  /// Waits for plain bytes and writes them to the beginning of a block.
  ///
  /// - Parameter block: has room for a magic number. Its length does not change.
  /// - Returns: the number of bytes: at least one, or 0 at the end.
  /// - Throws: ``MappingError`` if the input cannot be read or decompressed, after all bytes before the error.
  package func read(into block: inout [UInt8]) throws(MappingError) -> Int {
    try source.read(into: &block)
  }

  /// Whether bytes or the end can be read without waiting.
  package var isReady: Bool { source.isReady(within: 0) }

  /// The number of compressed bytes from which the bytes read so far were decompressed. Nil if the input is plain.
  package var compressedBytesRead: Int? { source.compressedBytesRead }
}
