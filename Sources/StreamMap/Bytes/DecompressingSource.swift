/// The bytes of another source: decompressed if they begin as a compression's do, or else as they are.
///
/// What has been read when that is decided stands in the reader's own buffer, where plain bytes stay.
///
/// SAFETY: the other source fills the buffer from its beginning; as many bytes of it are looked at.
final class DecompressingSource {
  private let source: ByteSource
  private let decompression: Decompression
  private var state = State.unread

  private enum State {
    case unread
    case plain
    case compressed(DecompressionThread)
  }

  init(_ source: ByteSource, _ decompression: Decompression) {
    self.source = source
    self.decompression = decompression
  }

  /// Reads at least one byte, unless the end is reached: then zero. The first buffer has room for a magic number.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MappingError) -> Int {
    switch state {
    case .unread: unsafe try readFirst(into: buffer)
    case .plain: unsafe try source.read(into: buffer)
    case .compressed(let thread): unsafe try thread.read(into: buffer)
    }
  }

  private func readFirst(into buffer: UnsafeMutableRawBufferPointer) throws(MappingError) -> Int {
    var count = 0
    while true {
      let more = unsafe try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
      count += more
      let beginning = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
      switch unsafe decompression.recognize(Span(_unsafeBytes: beginning)) {
      case .undecided where more > 0: continue
      case .undecided, .plain:
        state = .plain
        return count
      case .compressed(let format):
        let thread = unsafe try DecompressionThread(source, after: beginning, by: format)
        state = .compressed(thread)
        return unsafe try thread.read(into: buffer)
      }
    }
  }

  /// Has a read that waits ended by somebody else, too. Before the first read.
  func interrupt(by interruption: Interruption?) {
    source.interruption = interruption
  }

  /// Whether there is something to be read, be it the end, now or within so many milliseconds.
  func isReady(within milliseconds: Int) -> Bool {
    if case .compressed(let thread) = state { return thread.isReady(within: milliseconds) }
    return source.isReady(within: milliseconds)
  }

  /// How many compressed bytes the plain bytes were made of that were read; nil if the input is plain.
  var inputOffset: Int? {
    if case .compressed(let thread) = state { thread.inputOffset } else { nil }
  }
}
