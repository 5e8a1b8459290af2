/// What one record may cost, checked before the memory for it is taken.
///
/// All byte counts are of the input as it stands: a string's are those between
/// its quotes, escapes not yet decoded. A record beyond a limit is an error like
/// any other: the stream stops there or skips it, as asked.
public struct Limits: Sendable, Hashable {
  /// How deep arrays and objects may nest; the bracket that would open one level
  /// more is the error. 512 by default.
  public var depth: Int

  /// The longest string value, in bytes. 16 MiB by default.
  public var string: Int

  /// The longest member name, in bytes. 64 KiB by default.
  public var name: Int

  /// The longest number, in bytes. 1,000 by default.
  public var number: Int

  /// The longest record, in bytes. 64 MiB by default.
  public var record: Int

  /// Creates limits; what is not named has its default.
  public init(
    depth: Int = 512,
    string: Int = 16 << 20,
    name: Int = 64 << 10,
    number: Int = 1_000,
    record: Int = 64 << 20
  ) {
    self.depth = depth
    self.string = string
    self.name = name
    self.number = number
    self.record = record
  }

  /// For text that is known to be what it should.
  package static let unlimited = Limits(depth: .max, string: .max, name: .max, number: .max, record: .max)

  /// The same limits, small enough that sums of two of them never overflow.
  var clamped: Limits {
    func clamp(_ limit: Int) -> Int { min(max(limit, 0), 1 << 40) }
    return Limits(
      depth: clamp(depth), string: clamp(string), name: clamp(name), number: clamp(number),
      record: clamp(record))
  }
}
