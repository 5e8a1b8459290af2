/// What a stream of records does with a bad one.
public enum ErrorPolicy: Sendable {
  /// Ends at the first, by throwing it. The default.
  case stop

  /// Tells a closure of the error and the record's bytes, valid during the call, and
  /// goes on at the next record. One beyond its limit is told cut. What is wrong between records that are no
  /// lines is told of no bytes, and ends the reading: see ``Framing``.
  case skip(@Sendable (MappingError, Span<UInt8>) -> Void)
}

/// How far a stream has come.
public struct Progress: Sendable, Hashable {
  /// Bytes taken from the input.
  public var bytesRead: Int
  /// Records handed out or refused.
  public var records: Int
}
