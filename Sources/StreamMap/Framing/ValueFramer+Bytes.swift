// How bytes come in and go.
extension ValueFramer {
  /// So many bytes before an error are shown with it.
  private static let excerptLength = 20

  /// Appends the next block of a source, and says how many bytes it has; none at its end.
  func fill(from source: ByteSource) throws(MappingError) -> Int {
    try window.fill(from: source, keepingFrom: letGo())
  }

  /// Appends a copy of as many bytes as there is space for, and says how many.
  func append(_ bytes: Span<UInt8>) -> Int {
    if phase == .ended { return bytes.count }
    return window.append(bytes, keepingFrom: letGo())
  }

  /// Counts what nobody needs any more, and says where the rest begins.
  private func letGo() -> Int {
    if phase == .ended { return window.end }
    if usesIndex { while indexed < position, indexMore() {} }
    let needed = isInRecord && !isPassingOver ? recordStart : position
    let kept = max(window.start, min(needed, usesIndex ? origin : needed) - Self.excerptLength)
    count(to: kept)
    return kept
  }

  /// A record has begun and not ended.
  var isInRecord: Bool {
    switch phase {
    case .container, .string, .token, .text: true
    default: false
    }
  }

  /// Nothing follows, whatever the input has.
  var hasEnded: Bool { phase == .ended }

  /// Counts the lines up to an offset.
  func count(to offset: Int) {
    guard offset > lines.offset else { return }
    window.withBytes(lines.offset..<offset) { lines.advance(over: $0) }
  }

  /// Shows a closure the bytes of the record that was handed out last.
  @inline(__always)
  func withBytes<Result, Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try window.withBytes(record.offset..<(record.offset &+ record.count), body)
  }

  /// Shows a closure the bytes of the record that has not ended; nothing of one that is too long.
  func withUnfinished(_ body: (Span<UInt8>) -> Void) {
    guard isInRecord, !isPassingOver else { return }
    window.withBytes(recordStart..<window.end, body)
  }

  // MARK: Index

  /// The values of an array, or one after the other: the others end where they say.
  private var usesIndex: Bool {
    switch (framing, phase) {
    case (.lines, _), (.document, _), (.sequence, _), (_, .way), (_, .wayInside), (_, .rest), (_, .ended):
      false
    default: true
    }
  }

  /// Indexes from an offset on, which is outside strings.
  func beginIndex(at offset: Int) {
    index.reset()
    origin = offset
    indexed = offset
  }

  /// Indexes the next window; false if there is none.
  func indexMore() -> Bool {
    guard indexed < window.end else { return false }
    origin += index.drop(before: min(position, indexed) - origin)
    // SAFETY: the index reads no byte beyond the window's end.
    indexed = window.withBytes(origin..<window.end) { bytes in
      unsafe bytes.withUnsafeBufferPointer { buffer in
        guard let text = buffer.baseAddress else { return origin }
        return unsafe origin + index.index(text: text, buffer.count)
      }
    }
    return true
  }
}
