/// The bytes of a descriptor, a block at a time, decompressed if they are compressed: for ``PushParser``, and whoever
/// else takes input in pieces.
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

  /// Reads from a descriptor that somebody else opened and will close.
  package init(descriptor: Int32, _ decompression: Decompression) {
    source = ByteSource(ByteSource(descriptor: descriptor), decompressing: decompression)
  }

  /// Opens an input.
  ///
  /// - Parameter interruption: ends a read that waits.
  package init(
    _ input: ByteInput, _ decompression: Decompression, interruption: Interruption? = nil
  ) throws(MappingError) {
    source = ByteSource(try ByteSource(input, until: interruption), decompressing: decompression)
  }

  /// Waits for plain bytes and writes them over the beginning of a block.
  ///
  /// - Parameter block: has room for a magic number; its length stays.
  /// - Returns: how many bytes they are: at least one, unless the end is reached.
  /// - Throws: ``MappingError`` if the input cannot be read, or decompressed, after all bytes before that.
  package func read(into block: inout [UInt8]) throws(MappingError) -> Int {
    try source.read(into: &block)
  }

  /// Whether there is something to be read without waiting for it, be it the end.
  package var isReady: Bool { source.isReady(within: 0) }

  /// How many compressed bytes the plain bytes were made of that were read; nil if the input is plain.
  package var compressedBytesRead: Int? { source.compressedBytesRead }
}
