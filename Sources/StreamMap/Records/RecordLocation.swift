/// The location of a record in its input.
public struct RecordLocation: Sendable, Hashable {
  /// The number of the record, from 1. Blank lines do not count.
  public var record: Int

  /// The number of the line in which the record begins, from 1.
  public var line: Int

  /// The absolute offset of the first byte.
  public var byteOffset: Int

  /// The length in bytes, without the line feed. If the framing is of values, also without surrounding white
  /// space.
  public var byteCount: Int

  /// The offsets of the record's bytes.
  public var bytes: Range<Int> { byteOffset..<byteOffset + byteCount }
}
