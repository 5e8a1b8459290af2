/// An input that is decompressed on a separate thread.
///
/// When this object is deinitialised, its thread is stopped and joined. This is quick, even if the thread waits for
/// input.
final class DecompressionThread {
  /// The plain bytes.
  let ring: BlockRing
  private let interruption = Interruption()
  private let thread: WorkerThread

  /// Starts to decompress.
  ///
  /// - Parameters:
  ///   - source: the bytes after `beginning`. From now on, only the new thread may use it.
  ///   - beginning: the bytes that have already been read.
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

  /// Whether bytes or the end can be read within a number of milliseconds.
  func isReady(within milliseconds: Int) -> Bool { ring.isReady(within: milliseconds) }

  /// The number of compressed bytes from which the bytes read so far were decompressed.
  var inputOffset: Int { ring.inputOffset }
}
