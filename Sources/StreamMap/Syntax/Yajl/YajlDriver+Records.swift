extension YajlDriver {
  /// Reads a whole record, with one call of yajl if it is clean.
  ///
  /// - Parameters:
  ///   - bytes: the record, without its line feed.
  ///   - allowsByteOrderMark: whether the record begins at byte 0 of the input.
  func read(_ bytes: Span<UInt8>, allowsByteOrderMark: Bool) -> RecordOutcome {
    guard !bytes.isEmpty else {
      return .failed(parser.locate(bytes, allowsByteOrderMark: allowsByteOrderMark))
    }
    guard bytes.count <= parser.limits.record, RecordCheck.isClean(bytes) else {
      return readDoubtful(bytes, allowsByteOrderMark)
    }
    let isRead = parse(bytes, markCount(bytes, allowsByteOrderMark), bytes.count)
    guard isRead else { return reject(bytes, allowsByteOrderMark, nil) }
    endRecord()
    return .complete
  }

  /// Reads a record that is too long or has an error that yajl may not find. The scanner reads it first, and yajl gets no
  /// token after the scanner's error, only those before it: the driver may reject one of them.
  @inline(never)
  private func readDoubtful(
    _ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    let (failure, end) = parser.scan(bytes, allowsByteOrderMark: allowsByteOrderMark)
    // yajl would report the same error, and its handle would have to be recreated.
    if let failure, isIndifferent(toFirst: end) { return .failed(failure) }
    _ = parse(bytes, min(markCount(bytes, allowsByteOrderMark), end), end)
    return reject(bytes, allowsByteOrderMark, failure)
  }

  /// Passes the record's bytes from `start` to `end` to yajl. Returns whether its value is complete.
  @inline(__always)
  private func parse(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let parser = parser
    parser.begin()
    parser.context.stableCount = end
    beginRecord()
    // A number at the end, or text after the value, may be truncated. `flush` ends it.
    return parser.feed(text, start..<end)
      && (parser.context.valueEnd == end || parser.flush(text, at: end))
      && parser.isComplete
  }

  /// Returns the length of the byte order mark to skip.
  @inline(__always)
  private func markCount(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> Int {
    guard allowsByteOrderMark, bytes[0] == ASCII.byteOrderMark[0] else { return 0 }
    return bytes.starts(with: ASCII.byteOrderMark) ? ASCII.byteOrderMark.count : 0
  }

  /// Abandons the record, and returns its first error.
  ///
  /// - Parameter failure: the error that the scanner found, which follows what the driver rejected.
  @inline(never)
  private func reject(
    _ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool, _ failure: RecordFailure?
  ) -> RecordOutcome {
    parser.abandon()
    defer { abandonRecord() }
    if parser.halt == .stopped { return .stopped }
    let scanner = Scanner(limits: parser.limits, allowsByteOrderMark: allowsByteOrderMark, keepsNames: false)
    let rejected = self.failure(in: bytes, after: scanner, textOffset: 0)
    return .failed(
      rejected ?? failure ?? parser.locate(bytes, allowsByteOrderMark: allowsByteOrderMark))
  }
}
