extension ChunkedReading<Framing?> {
  /// Begins to count records, which are lines that are not blank, without parsing them. The first chunk of an input
  /// also reports the input's probable framing, detected from its first bytes.
  package convenience init(
    counting inputs: [ChunkedInput], workers: Int, chunkSize: Int = chunkSize,
    interruption: Interruption? = nil
  ) {
    // Of a line from a pipe, no more bytes are kept than of a record. They suffice to detect the framing.
    self.init(
      inputs, limit: Limits().record, workers: workers, chunkSize: chunkSize,
      beginning: Framing.prefixSize, interruption: interruption
    ) {
      ChunkCounter().count
    }
  }
}

/// Counts the records of chunks.
///
/// SAFETY: the buffer is allocated and freed here, and has the given length.
@safe private final class ChunkCounter {
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: LineFramer.blockSize, alignment: 64)

  deinit { unsafe buffer.deallocate() }

  func count(_ chunk: Chunk) -> ChunkResult<Framing?> {
    var result = ChunkResult<Framing?>(part: nil, input: chunk.input, start: chunk.start, end: chunk.end)
    var counter = LineCounter()
    func detect(_ bytes: Span<UInt8>) throws(MappingError) {
      let text = bytes.extracting(first: Framing.prefixSize)
      if Framing.isBinary(text) {
        throw MappingError(
          .io, expected: "cannot count records",
          found:
            "this is not JSON, because it begins with control characters; to count its good records, add "
            + "--validate full --on-error skip")
      }
      result.part = Framing.detect(in: text)
    }
    do throws(MappingError) {
      switch chunk.content {
      case .range(var range):
        counter = LineCounter(isFirst: range.offset == 0)
        var isFirst = range.offset == 0
        var buffer = unsafe MutableSpan<UInt8>(_unsafeBytes: buffer)
        while case let count = try range.read(into: &buffer), count > 0 {
          let bytes = buffer.span.extracting(first: count)
          if isFirst { try detect(bytes) }
          isFirst = false
          counter.feed(bytes)
        }
      case .batch(let batch):
        counter = LineCounter(isFirst: batch.offset == 0)
        try batch.withBytes { bytes throws(MappingError) in
          if batch.offset == 0 { try detect(bytes) }
          counter.feed(bytes)
        }
      case .whole:
        preconditionFailure("only lines are counted, and lines can always be split")
      case .failure(let error):
        throw error
      }
    } catch {
      result.failure = error
      result.isInputFailure = true
    }
    result.records = counter.records
    return result
  }
}
