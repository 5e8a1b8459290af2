/// A bounded number of blocks of bytes, filled by one thread and read, in order, by another.
///
/// Of the blocks, `filled` from `first` on, round the ring, are the reader's; the others are the filler's.
///
/// Invariants: `0 ≤ first < blockCount`, `0 ≤ filled ≤ blockCount`; once `end` is set no block is filled any more.
///
/// SAFETY: each thread touches the blocks alone that are its own, and they change hands under the monitor; `unread` is
/// the reader's alone. The memory is freed when neither thread has a reference any more.
@safe final class BlockRing: @unchecked Sendable {
  static let blockSize = 256 << 10
  static let blockCount = 4

  private struct State {
    var first = 0
    var filled = 0
    /// Of each block.
    var counts = [Int](repeating: 0, count: blockCount)
    /// Where in the compressed input each block's bytes end.
    var inputOffsets = [Int](repeating: 0, count: blockCount)
    var end: Result<Void, MappingError>?
    var endOffset = 0
    var isReaderGone = false
  }

  private let memory: UnsafeMutablePointer<UInt8>
  private let state = Monitor(State())
  /// In memory: what the reader has not read of its first block.
  private var unread = 0..<0
  /// Of the bytes that were read, and of the block they are in.
  private(set) var inputOffset = 0

  init() {
    unsafe memory = .allocate(capacity: Self.blockCount * Self.blockSize)
  }

  deinit {
    unsafe memory.deallocate()
  }

  // MARK: The filler's side

  /// What the filler has to say with a block.
  enum Outcome {
    /// More will come.
    case more
    /// These were the last bytes, for this reason.
    case end(Result<Void, MappingError>)
  }

  /// Waits for a free block, has it filled, be it in part, and hands it over.
  ///
  /// - Parameter body: fills the block, and says where in the compressed input it came.
  /// - Returns: whether to go on: more will come, and the reader is there.
  func fill(_ body: (inout OutputSpan<UInt8>) -> (outcome: Outcome, inputOffset: Int)) -> Bool {
    let (block, isWanted) = state.changeWhenPossible { state -> (Int, Bool)? in
      guard state.filled < Self.blockCount || state.isReaderGone else { return nil }
      return ((state.first + state.filled) % Self.blockCount, !state.isReaderGone)
    }
    guard isWanted else { return false }
    let buffer = unsafe UnsafeMutableBufferPointer(
      start: memory + block * Self.blockSize, count: Self.blockSize)
    var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
    let (outcome, inputOffset) = body(&output)
    let count = unsafe output.finalize(for: buffer)
    return state.change { state in
      state.counts[block] = count
      state.inputOffsets[block] = inputOffset
      if count > 0 { state.filled += 1 }
      if case .end(let end) = outcome {
        state.end = end
        state.endOffset = inputOffset
      }
      return state.end == nil && !state.isReaderGone
    }
  }

  // MARK: The reader's side

  /// Waits for bytes; none at the end, or the reason of an early end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MappingError) -> Int {
    if unread.isEmpty { try takeBlock() }
    let count = min(buffer.count, unread.count)
    unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(start: memory + unread.lowerBound, count: count))
    guard count > 0 else { return 0 }
    unread.removeFirst(count)
    if unread.isEmpty { giveBlockBack() }
    return count
  }

  /// Whether there is a block, or the end, now or within so many milliseconds.
  func isReady(within milliseconds: Int) -> Bool {
    !unread.isEmpty || state.waits(milliseconds: milliseconds) { $0.filled > 0 || $0.end != nil }
  }

  /// Waits for a block; at the end, `unread` stays empty.
  private func takeBlock() throws(MappingError) {
    let taken = state.changeWhenPossible { state -> Result<(Range<Int>, Int), MappingError>? in
      if state.filled == 0 { return state.end?.map { (0..<0, state.endOffset) } }
      let start = state.first * Self.blockSize
      return .success((start..<(start + state.counts[state.first]), state.inputOffsets[state.first]))
    }
    (unread, inputOffset) = try taken.get()
  }

  private func giveBlockBack() {
    state.change { state in
      state.first = (state.first + 1) % Self.blockCount
      state.filled -= 1
    }
  }

  /// Says that nothing will be read any more.
  func leave() {
    state.change { $0.isReaderGone = true }
  }
}
