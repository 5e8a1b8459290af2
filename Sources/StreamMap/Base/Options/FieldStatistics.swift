import Synchronization

/// Counts of absent, null and mismatched values for each field of a mapping.
///
///     let statistics = FieldStatistics()
///     lines.options.statistics = statistics
///     try lines.forEach { … }
///     print(statistics)
///
/// Several streams and threads can share one instance. It has the fields of nested mappings. A recursive model counts
/// as one value. If a value mismatches and the record is rejected, the record's other findings are counted, too. A
/// malformed record adds only to ``rejected``.
///
/// A record with the first finding of a kind is read a second time, to find its location. Closures of the mapping may
/// be called twice for it. Each record with a finding takes a lock. For each model, all fields are checked.
public final class FieldStatistics: Sendable {
  let state = Mutex(State())

  struct State {
    var records = 0
    var rejected = 0
    /// The compiled mappings, and the range of `fields` that belongs to each.
    var programs: [(program: any AnyObject & Sendable, rows: Range<Int>)] = []
    var fields: [Entry] = []
  }

  /// Creates empty statistics.
  public init() {}

  /// The counts of one field.
  public struct Entry: Sendable, Hashable {
    /// The path of its value from the record: `items[*].price`.
    public let path: String
    /// The type of the field.
    public let type: String
    /// The objects without the member.
    public internal(set) var absent = Occurrences()
    /// The `null` values, whatever the field's policy.
    public internal(set) var null = Occurrences()
    /// The mismatched values, and the intermediate values of the wrong kind, whatever the field's policy.
    public internal(set) var mismatched = Occurrences()
    /// The mismatched elements that were dropped.
    public internal(set) var dropped = Occurrences()
  }

  /// The number of findings of one kind, and the location of the first one.
  public struct Occurrences: Sendable, Hashable {
    /// The number of findings.
    public internal(set) var count = 0
    var first: Location?

    /// The number of the record of the first finding, from 1. Nil outside a stream of records.
    public var firstRecord: Int? { first?.record }
    /// The number of the line of the first finding, from 1. Nil outside a stream of lines.
    public var firstLine: Int? { first?.line }
    /// The absolute offset of the first finding. For an absent value, it is the end of the model's object.
    public var firstOffset: Int? { first?.byteOffset }
  }

  /// A location in the input.
  struct Location: Hashable {
    var record: Int?
    var line: Int?
    var byteOffset: Int
  }

  /// The number of records that were read into models.
  public var records: Int { state.withLock { $0.records } }

  /// The number of rejected records.
  public var rejected: Int { state.withLock { $0.rejected } }

  /// The fields in the order of the mapping. Those of a nested mapping follow its field.
  public var fields: [Entry] { state.withLock { $0.fields } }
}
