/// What a stream does with a bad record.
///
///     lines.onError = .skip { error, bytes in print(error) }
public enum ErrorPolicy: Sendable {
  /// Throws the error of the first bad record. The default.
  case stop

  /// Calls a closure with the error and the record's bytes, which are valid during the call, and continues with the
  /// next record. A record over ``Limits/record`` is reported with its first 64 KiB, whatever its error is. An error
  /// between records is reported without bytes, and ends the reading. Lines have no such errors. See ``Framing``.
  ///
  /// Concurrent workers share the closure, so it is `Sendable`. The closure `onRejected` of `JSONLines.forEach`
  /// can change local variables instead.
  case skip(@Sendable (MappingError, Span<UInt8>) -> Void)

  /// ``JSONLines/results`` and ``JSONLines/results(workers:)`` yield the error of each rejected record as a failure, in
  /// the order of the input, and continue with the next record. An error between records, or of the input, is the
  /// last element. Every other call treats this as ``stop``.
  case deliver
}

extension ErrorPolicy {
  /// The number of bytes reported for a record over its limit.
  package static var cutCount: Int { 64 << 10 }

  /// Whether a sequence of results goes on after the error of a record.
  var delivers: Bool { if case .deliver = self { true } else { false } }

  /// Reports a record that was skipped.
  func report(_ error: MappingError, _ bytes: Span<UInt8>) {
    if case .skip(let report) = self { report(error, bytes) }
  }

  /// Throws the error of a record, or reports it.
  ///
  /// - Parameter isCut: whether the record continues past the bytes.
  func reject(_ error: MappingError, _ bytes: Span<UInt8>, isCut: Bool) throws(MappingError) {
    switch self {
    case .stop, .deliver: throw error
    case .skip(let report):
      report(error, isCut ? bytes.extracting(first: Self.cutCount) : bytes)
    }
  }
}

/// The number of rejected records for each kind of error.
package struct RejectionCounts: Sendable {
  package private(set) var kinds: [(kind: MappingError.Kind, count: Int)] = []

  mutating func add(_ kind: MappingError.Kind) {
    if let index = kinds.firstIndex(where: { $0.kind == kind }) {
      kinds[index].count += 1
    } else {
      kinds.append((kind, 1))
    }
  }
}

/// The amount of input that a stream has read.
public struct ReadingProgress: Sendable, Hashable {
  /// The number of bytes taken from the input.
  public var bytesRead: Int
  /// The number of records read, including rejected ones.
  public var records: Int
  /// The number of records that a ``JSONLines/filter`` has skipped.
  public var filtered = 0
  /// The number of lines that have other text instead of a record. See ``Framing/embeddedLines``.
  public var skippedLines = 0
  /// The size of the input in bytes, as it was when reading began. Nil for a pipe, a socket, an empty file and
  /// compressed input, and if only an ``JSONLines/inputRange`` is read.
  public var total: Int?
}
