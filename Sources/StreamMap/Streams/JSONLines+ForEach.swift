extension JSONLines {
  /// Reads every record into one reused instance, or decodes it. The fastest view.
  ///
  /// - Parameter body: gets the instance, which the next record overwrites, and the
  ///   record's place.
  /// - Throws: ``MappingError`` if the input cannot be read, or for a bad record unless
  ///   they are skipped. Rethrows the closure's error, which ends the reading. Throws `CancellationError` if the
  ///   calling task is cancelled, within 64 records, or within a tenth of a second while waiting for input.
  /// - Complexity: O(n) in the input; memory for one block and the longest line.
  public func forEach(_ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    try forEach(until: nil, body)
  }

  /// Reads every record into one reused instance, or decodes it.
  ///
  /// - Parameter interruption: ends a read that waits.
  package func forEach(
    until interruption: Interruption?, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    let task = CallingTask()
    let interruption = interruption ?? task.interruption(of: input)
    do {
      let reader = try RecordStream(self, interruption: interruption)
      while true {
        while let place = try reader.buffered() {
          try reader.show { root in try body(root, place) }
          if place.record & 63 == 0 { try task.check() }
        }
        if reader.isAtEnd { return }
        try task.check()
        try reader.readBlock()
      }
    } catch {
      throw task.reason(of: error, interruption)
    }
  }
}
