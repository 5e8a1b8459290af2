/// The limits on the size of one record, checked before memory for it is allocated.
///
///     lines.options.limits = Limits(depth: 64, record: 1 << 20)
///
/// Byte counts refer to the input. The size of a string is the number of bytes between its quotes, before escapes are
/// decoded. A record over a limit is an error like any other: depending on the error policy, the stream stops or
/// skips the record.
public struct Limits: Sendable, Hashable {
  /// The maximum depth of nested arrays and objects. The bracket that opens one level more is the error. 512 by
  /// default.
  public var depth: Int

  /// The maximum length of a string value, in bytes. 16 MiB by default.
  public var string: Int

  /// The maximum length of a member name, in bytes. 64 KiB by default.
  public var name: Int

  /// The maximum length of a number, in bytes. 1,000 by default.
  public var number: Int

  /// The maximum length of a record, in bytes. 64 MiB by default.
  public var record: Int

  /// Creates limits. An omitted limit has its default.
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

  /// The limits of one document in memory. Only the depth is limited.
  package static let document = Limits(string: .max, name: .max, number: .max, record: .max)

  /// No limits, for trusted text.
  package static let unlimited = Limits(depth: .max, string: .max, name: .max, number: .max, record: .max)

  /// The same limits, made small enough that the sum of two of them never overflows.
  var clamped: Limits {
    func clamp(_ limit: Int) -> Int { min(max(limit, 0), 1 << 40) }
    return Limits(
      depth: clamp(depth), string: clamp(string), name: clamp(name), number: clamp(number),
      record: clamp(record))
  }
}
