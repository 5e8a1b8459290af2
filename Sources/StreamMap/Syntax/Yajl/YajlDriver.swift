/// A receiver of yajl's events: a sink or a machine. It reads records, whole or in pieces.
///
/// The default implementations are those of a driver that rejects nothing.
protocol YajlDriver: AnyObject {
  var parser: YajlParser { get }

  /// Returns whether the events of the record's first `count` bytes have no effect.
  func isIndifferent(toFirst count: Int) -> Bool

  /// Prepares for the events of a record.
  func beginRecord()

  /// Ends a record that was read to its end and has no error.
  func endRecord()

  /// Ends a record that was rejected, or is not read to its end.
  func abandonRecord()

  /// The offset of the first byte that the driver needs again. Nil if it needs none.
  var earliestNeeded: Int? { get }

  /// Returns the failure for which the driver rejected the record, or nil if it did not.
  ///
  /// - Parameters:
  ///   - text: the record's bytes from `textOffset` on.
  ///   - scanner: has read the record at least up to `textOffset`, and not past the value of the failure.
  func failure(in text: Span<UInt8>, after scanner: Scanner, textOffset: Int) -> RecordFailure?
}

extension YajlDriver {
  func isIndifferent(toFirst count: Int) -> Bool { count == 0 }
  func beginRecord() {}
  func endRecord() {}
  func abandonRecord() {}
  var earliestNeeded: Int? { nil }
  func failure(in text: Span<UInt8>, after scanner: Scanner, textOffset: Int) -> RecordFailure? { nil }
}

/// Reads records with yajl and passes their events to a receiver.
final class SinkDriver: YajlDriver {
  let parser: YajlParser
  private let receiver: EventReceiver

  init(_ receiver: EventReceiver, limits: Limits) {
    self.receiver = receiver
    parser = YajlCallbacks.parser(for: receiver, limits: limits)
  }
}
