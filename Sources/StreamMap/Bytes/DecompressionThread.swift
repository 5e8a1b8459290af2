/// An input that is being decompressed, beside whoever reads it.
///
/// When it goes, its thread is told to stop, and waited for: that is soon, also if the thread waits for input.
final class DecompressionThread {
  /// Has the plain bytes.
  let ring: BlockRing
  private let interruption = Interruption()
  private let thread: WorkerThread

  /// Starts to decompress.
  ///
  /// - Parameters:
  ///   - source: of what follows `beginning`; the thread's alone from here on.
  ///   - beginning: what has been read already.
  init(
    _ source: ByteSource, after beginning: Span<UInt8>, by format: Decompression.Format
  ) throws(MappingError) {
    let ring = BlockRing()
    let worker = DecompressionWorker(
      source, after: beginning, by: format, into: ring, until: interruption)
    thread = try WorkerThread { worker.run() }
    self.ring = ring
  }

  deinit {
    ring.leave()
    interruption.fire()
  }

  /// Whether there is something to be read, be it the end, now or within so many milliseconds.
  func isReady(within milliseconds: Int) -> Bool { ring.isReady(within: milliseconds) }

  /// How many compressed bytes the plain bytes were made of that were read.
  var inputOffset: Int { ring.inputOffset }
}
