import StreamMap
import Synchronization

/// The results of a reading, record by record, in order.
struct Trace: Sendable {
  /// How mapped validation may differ for an error.
  enum Verdict: Sendable {
    case model
    /// It may accept the record, or reject it with the same error.
    case open
    /// It rejects the record with the same error.
    case refused
  }

  struct Entry: Sendable {
    var verdict: Verdict
    /// Nil for a model.
    var kind: MappingError.Kind?
    /// The record's end in the bytes.
    var end: Int
  }

  private(set) var bytes: [UInt8] = []
  private(set) var entries: [Entry] = []

  /// - Parameter place: The location reported by the route, or nil if it reports none.
  mutating func add(_ place: RecordLocation?, _ write: (inout Image) -> Void) {
    var image = Image(bytes: bytes)
    bytes = []
    if let place {
      image.text("model ")
      image(place.record, place.line, place.byteOffset, place.byteCount)
    } else {
      image.text("model ")
    }
    write(&image)
    close(image, .model)
  }

  /// - Parameter record: The bytes reported with the error, or nil if the error was thrown.
  mutating func add(_ error: MappingError, _ record: [UInt8]?) {
    var image = Image(bytes: bytes)
    bytes = []
    image.text("error ")
    image(error.kind.description, error.record, error.line, error.column, error.byteOffset, error.path)
    image(error.expected, error.found, error.excerpt)
    if let record {
      image(record.count)
      image.counted(record.prefix(200))
      image.counted(record.suffix(40))
    }
    close(image, Self.verdict(error), error.kind)
  }

  /// An event that must not happen in any reading.
  mutating func add(oddity: String) {
    var image = Image(bytes: bytes)
    bytes = []
    image.text("oddity \(oddity)")
    close(image, .refused)
  }

  private mutating func close(_ image: consuming Image, _ verdict: Verdict, _ kind: MappingError.Kind? = nil)
  {
    bytes = image.bytes
    entries.append(Entry(verdict: verdict, kind: kind, end: bytes.count))
  }

  /// Every reading detects mismatched values, ill-formed UTF-8, control bytes in strings and over-limit records. The
  /// record is valid up to there, so that nothing hides them.
  private static func verdict(_ error: MappingError) -> Verdict {
    switch error.kind {
    case .encoding, .recordLimit: .refused
    case .syntax: error.expected == "no raw control byte in a string" ? .refused : .open
    default: error.category == .mapping ? .refused : .open
    }
  }

  private func text(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(index > 0 ? entries[index - 1].end : 0)..<entries[index].end]
  }

  /// Describes the first entry that differs from the other reading, or returns nil.
  func difference(from reference: Trace) -> String? {
    if bytes == reference.bytes, entries.count == reference.entries.count { return nil }
    return firstDifference(from: reference) { !$0.elementsEqual($1) }
  }

  /// The same, if this reading used mapped validation and the other one full validation.
  func difference(fromFull reference: Trace) -> String? {
    if bytes == reference.bytes, entries.count == reference.entries.count { return nil }
    var index = -1
    return firstDifference(from: reference) { mine, other in
      index += 1
      let isTaken = entries[index].verdict == .model && reference.entries[index].verdict == .open
      return !isTaken && !mine.elementsEqual(other)
    }
  }

  private func firstDifference(
    from reference: Trace, _ differs: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
  ) -> String? {
    for index in 0..<min(entries.count, reference.entries.count)
    where differs(text(index), reference.text(index)) {
      return "entry \(index + 1): \(shown(index))\nexpected: \(reference.shown(index))"
    }
    guard entries.count != reference.entries.count else { return nil }
    let index = min(entries.count, reference.entries.count)
    return """
      \(entries.count) entries, then \(shown(index))
      expected: \(reference.entries.count) entries, then \(reference.shown(index))
      """
  }

  private func shown(_ index: Int) -> String {
    index < entries.count ? excerpt(Array(text(index)), limit: 1_000) : "nothing"
  }
}

/// A tape that closures on other threads may write.
final class Tape: Sendable {
  private let content = Mutex(Trace())

  var trace: Trace { content.withLock { $0 } }

  func note(_ place: RecordLocation?, _ write: (inout Image) -> Void) {
    content.withLock { $0.add(place, write) }
  }

  /// Notes an error. An error that the library never throws is marked.
  func note(thrown error: any Error) {
    content.withLock { trace in
      if let error = error as? MappingError {
        trace.add(error, nil)
      } else {
        trace.add(oddity: "\(error)")
      }
    }
  }

  func note(oddity: String) {
    content.withLock { $0.add(oddity: oddity) }
  }

  /// Notes malformed records and continues.
  var policy: ErrorPolicy {
    .skip { error, record in
      // SAFETY: the bytes are copied during the call.
      let copy = unsafe record.withUnsafeBufferPointer { unsafe Array($0) }
      self.content.withLock { $0.add(error, copy) }
    }
  }
}
