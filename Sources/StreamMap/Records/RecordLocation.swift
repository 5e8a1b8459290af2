/// Where a record stands in its input.
public struct RecordLocation: Sendable, Hashable {
  /// The number of the record, from 1. Blank lines are none.
  public var record: Int

  /// The number of the line in which it begins, from 1.
  public var line: Int

  /// The absolute offset of its first byte.
  public var byteOffset: Int

  /// Its length in bytes, without the line feed, and without white space around it where the record is one
  /// of many values.
  public var byteCount: Int
}
