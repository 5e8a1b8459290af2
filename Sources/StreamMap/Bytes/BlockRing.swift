/// A bounded ring of blocks of bytes. One thread fills them, another reads them in order.
///
/// The reader owns `filled` blocks from `first` on. The filler owns the others.
///
/// Invariants: `0 ≤ first < blockCount` and `0 ≤ filled ≤ blockCount`. No block is filled once `end` is set.
///
/// SAFETY: each thread accesses only the blocks that it owns, and they change owners under the monitor. `unread`
/// belongs to the reader. The memory is freed when neither thread has a reference any more.
@safe final class BlockRing: @unchecked Sendable {
  static let blockSize = 256 << 10
  static let blockCount = 4

  private struct State {
    var first = 0
    var filled = 0
    /// The number of bytes in each block.
    var counts = [Int](repeating: 0, count: blockCount)
    /// The offset in the compressed input at which each block's bytes end.
    var inputOffsets = [Int](repeating: 0, count: blockCount)
    var end: Result<Void, MappingError>?
    var endOffset = 0
    var isReaderGone = false
  }

  private let memory: UnsafeMutablePointer<UInt8>
  private let state = Monitor(State())
  /// The range of `memory` that the reader has not read of its first block.
  private var unread = 0..<0
  /// The offset in the compressed input for the current block, from which the last bytes were read.
  private(set) var inputOffset = 0

  init() {
    unsafe memory = .allocate(capacity: Self.blockCount * Self.blockSize)
  }

  deinit {
    unsafe memory.deallocate()
  }

  // MARK: The filler's side

  /// The state of the filler after a block.
  enum Outcome {
    /// More bytes follow.
    case more
    /// These were the last bytes. The result is the reason.
    case end(Result<Void, MappingError>)
  }

  /// Waits for a free block, fills it at least in part, and passes it to the reader.
  ///
  /// - Parameter body: fills the block, and returns its offset in the compressed input.
  /// - Returns: whether to continue: more bytes follow and the reader still exists.
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

  /// Waits for bytes. Returns 0 at the end, or throws the reason of an early end.
  func read(into buffer: inout MutableSpan<UInt8>) throws(MappingError) -> Int {
    if unread.isEmpty { try takeBlock() }
    let count = buffer.copy(unsafe Span(_unsafeStart: memory + unread.lowerBound, count: unread.count))
    guard count > 0 else { return 0 }
    unread.removeFirst(count)
    if unread.isEmpty { giveBlockBack() }
    return count
  }

  /// Whether a block or the end is available within a number of milliseconds.
  func isReady(within milliseconds: Int) -> Bool {
    !unread.isEmpty || state.waits(milliseconds: milliseconds) { $0.filled > 0 || $0.end != nil }
  }

  /// Waits for a block. At the end, `unread` stays empty.
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

  /// Signals that nothing more will be read.
  func leave() {
    state.change { $0.isReaderGone = true }
  }
}
