/// What a stream of records does with a bad one.
public enum ErrorPolicy: Sendable {
  /// Ends at the first, by throwing it. The default.
  case stop

  /// Tells a closure of the error and the record's bytes, valid during the call, and
  /// goes on at the next record. Of one beyond its limit, the first 64 KiB are told. What is wrong between records that are no
  /// lines is told of no bytes, and ends the reading: see ``Framing``.
  case skip(@Sendable (MappingError, Span<UInt8>) -> Void)
}

extension ErrorPolicy {
  /// No more is told of the bytes of a record beyond its limit.
  package static var cutCount: Int { 64 << 10 }

  /// Throws what is wrong with a record, or tells of it.
  func refuse(_ error: MappingError, _ bytes: Span<UInt8>) throws(MappingError) {
    switch self {
    case .stop: throw error
    case .skip(let report):
      report(error, error.kind == .recordLimit ? bytes.extracting(first: Self.cutCount) : bytes)
    }
  }
}

/// How far a stream has come.
public struct Progress: Sendable, Hashable {
  /// Bytes taken from the input.
  public var bytesRead: Int
  /// Records handed out or refused.
  public var records: Int
}
