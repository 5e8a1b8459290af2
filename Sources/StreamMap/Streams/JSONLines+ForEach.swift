extension JSONLines {
  /// Calls `body` with the model of every record. A mapping reuses one instance. This is the fastest view.
  ///
  /// - Parameter body: receives the instance, which the next record overwrites, and the location of the record.
  /// - Throws: ``MappingError`` if the input cannot be read, or for a bad record unless bad records are skipped.
  ///   Rethrows the closure's error, which ends the reading. Throws ``MappingError/Kind/cancelled`` if the calling
  ///   task is cancelled, within 64 records, or within a tenth of a second while waiting for input.
  /// - Complexity: O(n) in the input. Memory for one block and the longest line.
  public func forEach(_ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    try forEach(until: nil, body)
  }

  /// Calls `body` with the model of every record, and `onRejected` with every rejected record, in the order of the
  /// input.
  ///
  ///     var errors: [MappingError] = []
  ///     try lines.forEach { order, location in … } onRejected: { error, bytes in errors.append(error) }
  ///
  /// - Parameters:
  ///   - body: receives the instance, which the next record overwrites, and the location of the record.
  ///   - onRejected: receives the error and the bytes of a rejected record, as ``ErrorPolicy/skip(_:)`` describes. It
  ///     replaces ``onError``. The calling thread calls it, so it can change variables without a lock.
  /// - Throws: ``MappingError`` if the input cannot be read. Rethrows any error of the closures, which ends the
  ///   reading. Throws ``MappingError/Kind/cancelled`` if the calling task is cancelled.
  /// - Complexity: O(n) in the input. Memory for one block and the longest line.
  public func forEach(
    _ body: (borrowing Root, RecordLocation) throws -> Void,
    onRejected: (MappingError, Span<UInt8>) throws -> Void
  ) throws {
    try read(until: nil, keepsRejected: true, body, onRejected)
  }

  /// Calls `body` with the model of every record. A mapping reuses one instance.
  ///
  /// - Parameter interruption: ends a read that waits.
  package func forEach(
    until interruption: Interruption?, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try read(until: interruption, keepsRejected: false, body) { _, _ in }
  }

  private func read(
    until interruption: Interruption?, keepsRejected: Bool,
    _ body: (borrowing Root, RecordLocation) throws -> Void,
    _ onRejected: (MappingError, Span<UInt8>) throws -> Void
  ) throws {
    let task = CallingTask()
    if case .memory(let bytes) = input.origin, framing.isLines, inputRange == .all, decompression == nil {
      let reader = try RecordStream(self, keepsRejected: keepsRejected)
      return try reader.borrowing(bytes.span) { try read(reader, in: task, body, onRejected) }
    }
    let interruption = interruption ?? task.interruption(of: input)
    let reader = try RecordStream(self, interruption: interruption, keepsRejected: keepsRejected)
    try read(reader, in: task, body, onRejected)
  }

  private func read(
    _ reader: RecordStream<Root>, in task: CallingTask,
    _ body: (borrowing Root, RecordLocation) throws -> Void,
    _ onRejected: (MappingError, Span<UInt8>) throws -> Void
  ) throws {
    while true {
      try reader.forEachBuffered { root, place in
        try body(root, place)
        try task.checkSometimes()
        return true
      }
      if let rejected = reader.takeRejected() {
        try onRejected(rejected.error, rejected.bytes.span)
        try task.checkSometimes()
        continue
      }
      if reader.isAtEnd { return reader.finish() }
      try task.check()
      try reader.readBlock()
    }
  }
}
