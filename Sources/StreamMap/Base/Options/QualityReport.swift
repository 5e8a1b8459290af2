import Synchronization

/// What the records of a stream had for each field of its mapping, and what they did not have: counted as they
/// are read.
///
///     let quality = QualityReport()
///     lines.options.quality = quality
///     try lines.forEach { … }
///     print(quality)
///
/// One report can be used by several streams, and from several threads; fields of nested mappings are in it, those
/// of recursive models as one value. Of a record that is refused, what was found before and behind the value that
/// did not fit is counted; of one that is no JSON, nothing.
///
/// A record that has the first of something is read once more, to find its place; so closures of the mapping may be
/// called twice for it. Each record that has something to be counted costs a lock, and each model a look at its fields.
public final class QualityReport: Sendable {
  let state = Mutex(State())

  struct State {
    var records = 0
    var refused = 0
    /// The compiled mappings, and where the fields of each are in `fields`.
    var programs: [(program: any AnyObject & Sendable, rows: Range<Int>)] = []
    var fields: [Entry] = []
  }

  /// An empty report.
  public init() {}

  /// What was found of one field.
  public struct Entry: Sendable, Hashable {
    /// Where its value stands, from the record's own: `items[*].price`.
    public let path: String
    /// Its type.
    public let type: String
    /// The objects that had no such member, and ended without it.
    public internal(set) var absent = Occurrences()
    /// The values that were `null`, whatever that means to the field.
    public internal(set) var null = Occurrences()
    /// The values that did not fit, and the intermediate values of the wrong kind. All are counted, whatever the
    /// field's policy.
    public internal(set) var mismatched = Occurrences()
    /// The elements that did not fit, and were left out.
    public internal(set) var dropped = Occurrences()
  }

  /// How often something was found, and where first.
  public struct Occurrences: Sendable, Hashable {
    /// How often.
    public internal(set) var count = 0
    /// Where first; of what is absent, the end of the model's value that does not have it.
    public internal(set) var first: Place?
  }

  /// A place in the input.
  public struct Place: Sendable, Hashable {
    /// The number of the record, from 1; nil outside a stream of records.
    public internal(set) var record: Int?
    /// The number of its line, from 1; nil outside a stream of lines.
    public internal(set) var line: Int?
    /// The absolute offset of the byte.
    public internal(set) var byteOffset: Int
  }

  /// The records that were read into models.
  public var records: Int { state.withLock { $0.records } }

  /// The records that were refused.
  public var refused: Int { state.withLock { $0.refused } }

  /// The fields, in order of the mapping, those of a nested one after the field that it is for.
  public var fields: [Entry] { state.withLock { $0.fields } }
}
