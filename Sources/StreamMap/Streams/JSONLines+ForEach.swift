extension JSONLines {
  /// Calls `body` with the model of every record. A mapping reuses one instance. This is the fastest view.
  ///
  /// - Parameter body: receives the instance, which the next record overwrites, and the location of the record.
  /// - Throws: ``MappingError`` if the input cannot be read, or for a bad record unless bad records are skipped.
  ///   Rethrows the closure's error, which ends the reading. Throws `CancellationError` if the calling task is
  ///   cancelled, within 64 records, or within a tenth of a second while waiting for input.
  /// - Complexity: O(n) in the input. Memory for one block and the longest line.
  public func forEach(_ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    try forEach(until: nil, body)
  }

  /// Calls `body` with the model of every record. A mapping reuses one instance.
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
