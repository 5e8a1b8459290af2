/// Where a record stands in its input.
public struct RecordPlace: Sendable, Hashable {
  /// The number of the record, from 1. Blank lines are none.
  public var record: Int

  /// The number of its line, from 1.
  public var line: Int

  /// The absolute offset of its first byte.
  public var byteOffset: Int

  /// Its length in bytes, without the line feed.
  public var byteCount: Int
}

/// How records stand in the input.
public enum Framing: Sendable, Hashable {
  /// One record a line; a raw line feed always ends it. Blank lines are passed over.
  case lines
  /// The whole input is one record, which may span lines.
  case document
}
