import Synchronization

/// Cuts inputs in order into chunks for concurrent workers.
///
/// If an input can be read at any offset, a chunk is a range of it, which the worker reads. The bytes of other inputs
/// are read here, one batch at a time.
final class ChunkCutter: Sendable {
  private enum Cutting {
    case ranges(ByteFile, next: Int, end: Int)
    case batches(LineBatches)
    case whole
  }

  /// SAFETY: only the thread that has the lock reads.
  private struct State: @unchecked Sendable {
    var number = 0
    var input = 0
    /// The end of the input's last chunk. Nil before its first.
    var end: Int?
    var cutting: Cutting?
  }

  /// The maximum size of a batch, unless a line is longer. Unlike a range, a batch is in memory until it is read.
  private static var batchSize: Int { 1 << 20 }

  private let inputs: [ChunkedInput]
  private let interruption: Interruption?
  private let size: Int
  private let limit: Int
  private let beginning: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - size: the approximate size of a chunk, in bytes.
  ///   - limit: the maximum length of a line, in bytes.
  ///   - beginning: the number of first bytes of an input that its first chunk has, unless the input is shorter.
  ///   - interruption: ends a read that waits.
  init(
    _ inputs: [ChunkedInput], size: Int, limit: Int, beginning: Int = 0, interruption: Interruption? = nil
  ) {
    self.inputs = inputs
    self.interruption = interruption
    // Small enough for sums of it.
    self.size = min(max(size, 1), 1 << 48)
    self.limit = limit
    self.beginning = beginning
  }

  /// Returns the next chunk, or nil after the last one. An error is returned as a chunk, in order.
  func next() -> Chunk? {
    state.withLock { state in
      while state.input < inputs.count {
        let input = inputs[state.input]
        let start = state.end ?? max(input.inputRange.range(of: .max).lowerBound, input.start)
        let chunk: (Chunk.Content, end: Int)?
        do throws(MappingError) {
          chunk = try next(&state)
        } catch {
          chunk = (.failure(error), end: start)
          state.cutting = nil
        }
        if let chunk {
          defer {
            state.number += 1
            state.end = chunk.end
            if case .failure = chunk.0 { (state.input, state.end) = (state.input + 1, nil) }
          }
          var isLast = false
          if case .ranges(let file, let next, _) = state.cutting { isLast = next == file.count }
          return Chunk(
            number: state.number, input: state.input, content: chunk.0, start: start, end: chunk.end,
            isLast: isLast)
        }
        state.cutting = nil
        (state.input, state.end) = (state.input + 1, nil)
      }
      return nil
    }
  }

  private func next(_ state: inout State) throws(MappingError) -> (Chunk.Content, end: Int)? {
    let cutting: Cutting
    if let known = state.cutting { cutting = known } else { cutting = try open(inputs[state.input]) }
    switch cutting {
    case .ranges(let file, let start, let end):
      guard start < end else { return nil }
      let next = min(end, max(start + size, beginning))
      state.cutting = .ranges(file, next: next, end: end)
      return (.range(LineRange(file, start..<next)), end: next)
    case .batches(var batches):
      // One owner: otherwise the batches would be copied.
      state.cutting = nil
      defer { state.cutting = .batches(batches) }
      guard let batch = try batches.next() else { return nil }
      return (.batch(batch), end: batch.end)
    case .whole:
      // The whole input is one chunk, which may have been returned already.
      guard state.cutting == nil else { return nil }
      state.cutting = .whole
      return (.whole(try source(of: inputs[state.input])), end: 0)
    }
  }

  private func source(of chunked: ChunkedInput) throws(MappingError) -> ByteSource {
    try chunked.open(until: interruption)
  }

  private func open(_ chunked: ChunkedInput) throws(MappingError) -> Cutting {
    guard chunked.isLines else {
      guard chunked.inputRange == .all else { throw InputRange.rejection(of: chunked.input) }
      return .whole
    }
    if let base = chunked.base {
      let range = chunked.inputRange.range(of: .max)
      let batches = LineBatches(
        try source(of: chunked), at: base, in: range, size: min(size, Self.batchSize), limit: limit,
        beginning: beginning, needsLineFeed: chunked.lineLimit != nil)
      return .batches(batches)
    }
    if let file = try chunked.openFile() {
      let range = chunked.inputRange.range(of: file.count)
      return .ranges(file, next: max(range.lowerBound, chunked.start), end: range.upperBound)
    }
    guard chunked.inputRange == .all else { throw InputRange.rejection(of: chunked.input) }
    let batches = LineBatches(
      try source(of: chunked), in: chunked.start..<Int.max, size: min(size, Self.batchSize), limit: limit,
      beginning: beginning, needsLineFeed: chunked.lineLimit != nil)
    return .batches(batches)
  }
}
