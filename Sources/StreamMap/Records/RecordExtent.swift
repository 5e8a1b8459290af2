/// Where a record stands, as far as that is known of one that is read out of turn.
public struct RecordLocation: Sendable, Hashable {
  /// The absolute offset of its first byte.
  public var byteOffset: Int
  /// Its length in bytes, without the line feed.
  public var byteCount: Int

  package init(byteOffset: Int, byteCount: Int) {
    self.byteOffset = byteOffset
    self.byteCount = byteCount
  }
}
