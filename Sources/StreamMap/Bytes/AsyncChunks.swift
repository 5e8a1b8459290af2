import Synchronization

/// The chunks of an asynchronous sequence, which can be read once.
///
/// Invariant: `chunks` is nil once its one reader has taken it.
package final class AsyncChunks: Sendable {
  private let chunks: Mutex<(any AsyncByteReader)?>

  /// - Parameter chunks: the sequence, which need not be `Sendable`: its one reader takes it from here.
  init(_ chunks: sending some AsyncSequence<some Sequence<UInt8>, some Error>) {
    self.chunks = Mutex(SequenceReader(chunks))
  }

  /// Returns the reader of the chunks.
  ///
  /// - Throws: an error if there is a reader already. Many network bodies trap if they are iterated twice.
  func open() throws(MappingError) -> sending any AsyncByteReader {
    guard let reader = chunks.withLock({ $0.take() }) else {
      throw MappingError(
        .io, expected: "cannot read asynchronous chunks again",
        found: "a sequence is read once: create another one")
    }
    return reader
  }

  /// The error of compressed chunks.
  static var compressionRejection: MappingError {
    MappingError(
      .io, expected: "cannot decompress asynchronous chunks",
      found: "set 'decompression' to nil, and let the sequence decompress")
  }

  /// The error of a view that blocks its thread.
  static var rejection: MappingError {
    MappingError(
      .io, expected: "cannot wait for asynchronous chunks",
      found: "read them with 'async', or with 'forEach' and a closure that is 'async'")
  }
}

/// Reads the chunks of an input, one after another.
protocol AsyncByteReader: AnyObject {
  /// Waits for the next chunk, which may be empty. Returns nil at the end.
  func next(isolation actor: isolated (any Actor)?) async throws(MappingError) -> [UInt8]?
}

/// Reads the chunks of a sequence.
private final class SequenceReader<Chunks: AsyncSequence>: AsyncByteReader
where Chunks.Element: Sequence<UInt8> {
  private let chunks: Chunks
  private var iterator: Chunks.AsyncIterator?

  init(_ chunks: Chunks) { self.chunks = chunks }

  func next(isolation actor: isolated (any Actor)?) async throws(MappingError) -> [UInt8]? {
    var iterator = iterator.take() ?? chunks.makeAsyncIterator()
    defer { self.iterator = iterator }
    do {
      return try await iterator.next(isolation: actor).map { Array($0) }
    } catch {
      throw MappingError(
        .io, expected: "cannot read asynchronous chunks", found: "\(error)", underlying: error)
    }
  }
}
