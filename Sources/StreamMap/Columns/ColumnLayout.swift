/// How the columns of a mapping are stored: in a row's cells, and in buffers.
struct ColumnLayout: Sendable {
  let columns: [Column]
  let kinds: [BufferKind]
  /// Which columns are stored alike, for each 64 columns.
  let masks: [ColumnMasks]

  init(_ columns: [Column]) {
    self.columns = columns
    kinds = columns.map { BufferKind($0.type.item) }
    masks = stride(from: 0, to: columns.count, by: 64).map { [kinds] first in
      var masks = ColumnMasks()
      for column in first..<min(first + 64, columns.count) {
        masks.insert(column - first, columns[column].type.isList ? nil : kinds[column])
      }
      return masks
    }
  }

  var count: Int { columns.count }

  /// The number of 64-bit words with a bit for each column.
  var words: Int { masks.count }

  /// The number of bytes that each row holds for the presence of its values.
  var presenceBytes: Int { words * MemoryLayout<UInt64>.size }

  /// The number of bytes that each row holds, without texts and elements.
  var fixedBytes: Int {
    zip(columns, kinds).reduce(presenceBytes) { $0 + ($1.0.type.isList ? BufferKind.offsetSize : $1.1.width) }
  }
}

/// For up to 64 columns, a bit for each whose values are added to a batch in the same way. So a row's values are added
/// group by group, with one loop for each.
struct ColumnMasks: Sendable {
  /// Single values by their sizes.
  private(set) var bytes8: UInt64 = 0, bytes4: UInt64 = 0, byte: UInt64 = 0
  /// Texts.
  private(set) var text: UInt64 = 0
  /// Lists and JSON values, each in its own way.
  private(set) var other: UInt64 = 0

  /// All columns.
  var all: UInt64 { bytes8 | bytes4 | byte | text | other }

  /// Adds a column of single values of a kind, or a list.
  fileprivate mutating func insert(_ column: Int, _ kind: BufferKind?) {
    let bit: UInt64 = 1 << UInt64(column)
    switch kind {
    case .int, .unsigned, .double: bytes8 |= bit
    case .half: bytes4 |= bit
    case .flag: byte |= bit
    case .text: text |= bit
    case .json, nil: other |= bit
    }
  }
}

/// How the values of a type are stored.
enum BufferKind: UInt8, Sendable {
  /// One byte, 0 or 1. It is packed to a bit when the batch is finished.
  case flag
  /// Four bytes.
  case half
  /// Eight bytes: an `Int`, a `UInt64` or a `Double`.
  case int, unsigned, double
  /// Bytes of text, and the 32-bit offset of their end.
  case text
  /// The same, for the JSON text of a value.
  case json

  init(_ type: ColumnType) {
    switch type {
    case .bool: self = .flag
    case .date: self = .half
    case .int64, .timestamp: self = .int
    case .uint64: self = .unsigned
    case .double: self = .double
    case .string: self = .text
    case .json: self = .json
    case .list(let element): self.init(element)
    }
  }

  /// The size of an offset.
  static var offsetSize: Int { 4 }

  /// The number of bytes of each value, or of a text's offset.
  var width: Int {
    switch self {
    case .flag: 1
    case .half: 4
    case .int, .unsigned, .double: 8
    case .text, .json: Self.offsetSize
    }
  }

  var isText: Bool { self == .text || self == .json }
}

// Fields, for the machine that reads a record into a row.
extension ColumnLayout {
  /// Returns the field of a column, which stores into the row's cell.
  func field(of column: Column, at index: Int) -> FieldDescription {
    var policies = FieldPolicies([])
    if column.presence == .required {
      policies.isRequired = true
      policies.null = .error
    } else {
      policies.null = .keep
      if column.mismatch == .null { policies.mismatch = .keep }
    }
    policies.nullElement = .setNil
    if column.mismatch == .null, column.type.isList { policies.badElement = .setNil }
    let item = Self.storage(of: column.type.item)
    var field = FieldDescription(
      paths: column.paths, policies: policies,
      storage: column.type.isList ? item.optional.appending ?? item : item,
      offset: { _ in index * ColumnCells.stride },
      cell: FieldCell(blank: { .some(()) }, get: nil, set: { (_: inout ColumnRow, _: Void) in }),
      nested: nil, typeName: "\(column.type)")
    field.checksStoredScalars = true
    return field
  }

  /// Returns the field of the members that no column reads, which stores their names behind the columns' cells.
  func unreadField() -> FieldDescription {
    let seen = _FieldStorage(
      reading: Bool.self, "a value", takesAny: true, writing: ValueWriting(value: Bool.self)
    ) { _, _ in true }
    var field = FieldDescription(
      paths: "$"._paths, policies: FieldPolicies([]),
      storage: ColumnCells.Unread._storage(of: seen) { false },
      offset: { [count] _ in count * ColumnCells.stride },
      cell: FieldCell(blank: { .some(()) }, get: nil, set: { (_: inout ColumnRow, _: Void) in }),
      nested: nil, typeName: "members")
    field.takesUnknown = true
    return field
  }

  /// Returns how the machine stores a single value into a cell.
  private static func storage(of type: ColumnType) -> _FieldStorage {
    switch type {
    case .bool: _FieldStorage(.bool, of: Bool.self)
    case .int64: _FieldStorage(.int, of: Int.self)
    case .uint64: _FieldStorage(.uint64, of: UInt64.self)
    case .double: _FieldStorage(.double, of: Double.self)
    // SAFETY: a row's texts are used while its record is shown.
    case .string: unsafe BorrowedText._storage
    case .json: _FieldStorage(.range, .plain, FieldWitness(of: ByteRange.self, writing: nil))
    case .date:
      _FieldStorage(
        reading: Int32.self, "a date such as \"2025-03-01\"", writing: ValueWriting(value: Int32.self)
      ) { literal, _ throws(_LiteralFailure) in
        try literal.literal.days()
      }
    case .timestamp(let unit):
      _FieldStorage(
        reading: Int.self, "a time in RFC 3339 format, such as \"2025-03-01T12:00:00Z\"",
        writing: ValueWriting(value: Int.self)
      ) { literal, _ throws(_LiteralFailure) in
        try literal.literal.timestamp(unit)
      }
    case .list(let element): storage(of: element)
    }
  }
}

extension Literal {
  /// Returns the number of days from 1970-01-01 to a date.
  fileprivate func days() throws(_LiteralFailure) -> Int32 {
    guard kind == .string else { throw .typeMismatch }
    guard let day = withText({ CalendarDate($0)?.day() }) else { throw .invalidValue }
    return Int32(day)
  }

  /// Returns the time from 1970-01-01T00:00:00Z to a timestamp, in whole units.
  fileprivate func timestamp(_ unit: ColumnType.TimeUnit) throws(_LiteralFailure) -> Int {
    guard kind == .string else { throw .typeMismatch }
    guard let time = withText({ TimestampText($0, .rfc3339) }), let day = time.date.day() else {
      throw .invalidValue
    }
    let seconds = day * 86_400 + time.seconds
    // In UTC, the time may be before the year 0 or after 9999, which no such text can say.
    guard CalendarDate.seconds.contains(seconds) else { throw .outOfRange }
    // The fraction is positive, so the division rounds down for times before 1970, too.
    let fraction = time.nanoseconds / (1_000_000_000 / unit.perSecond)
    // Only nanoseconds can overflow, and a product that does may still be in range with its fraction.
    let (whole, isTooLarge) = (seconds + (seconds < 0 ? 1 : 0)).multipliedReportingOverflow(
      by: unit.perSecond)
    let (count, isOutside) = whole.addingReportingOverflow(fraction - (seconds < 0 ? unit.perSecond : 0))
    if isTooLarge || isOutside { throw .outOfRange }
    return count
  }
}
