extension Cursor {
  /// Reads JSON Lines that are in memory, each record into the one reused instance. The
  /// fastest way there is: the bytes are read where they stand.
  ///
  /// - Parameters:
  ///   - text: the lines, as ``JSONLines`` takes them.
  ///   - onError: what is done with a bad record.
  ///   - body: gets the instance, which the next record overwrites, and the record's place.
  /// - Throws: ``MappingError`` for a bad record unless they are skipped; whatever the closure
  ///   throws, which ends the reading.
  /// - Complexity: O(n) in the length of the text.
  public func forEachLine(
    in text: Span<UInt8>, onError: ErrorPolicy = .stop, _ body: (borrowing Root, RecordPlace) throws -> Void
  ) throws {
    let decoder = LineDecoder(source, onError: onError)
    let framer = LineFramer(limit: source.limits.record)
    var index = 0
    while true {
      let line = index < text.count ? framer.next() : framer.next() ?? framer.last()
      if let line {
        guard let place = try decoder.read(line, of: framer) else { continue }
        attach()
        try show { root in try body(root, place) }
      } else {
        if index == text.count { return }
        index += framer.append(text.extracting(index...))
      }
    }
  }
}
