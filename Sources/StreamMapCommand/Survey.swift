// The statistics of each column for --report. Each chunk has its own, which are added in
// input order.

import StreamMap
import StreamMapTables

struct Survey: Codable, Sendable, Hashable {
  /// A count, and the location of the first record.
  struct Finding: Codable, Sendable, Hashable {
    var count = 0
    /// The first record's byte offset, its line, and the number of its file.
    var offset: Int?
    var line: Int?
    var file: Int?
    /// The first value, if it is a mismatch.
    var value: String?

    /// Counts a finding. Its location is nil if the records are not those of an input.
    mutating func note(_ record: RecordLocation?, _ value: String? = nil) {
      if count == 0 { (offset, line, self.value) = (record?.byteOffset ?? 0, record?.line, value) }
      count += 1
    }

    /// Adds the findings of another part. Parts that are not in the order of the input are added in any order.
    ///
    /// - Parameter lines: the number of lines before the part, or nil if it is unknown.
    mutating func add(_ next: Finding, _ file: Int, after lines: Int?) {
      guard next.count > 0, let start = next.offset else { return }
      if count == 0 || (file, start) < (self.file ?? .max, offset ?? .max) {
        (offset, self.file, value) = (start, file, next.value)
        line = lines.flatMap { lines in next.line.map { $0 + lines } }
      }
      count += next.count
    }
  }

  struct Column: Codable, Sendable, Hashable {
    var name: String
    var path: String
    /// The declared type of the values. Nil for a column of PATHS.
    var type: String?
    /// The records without a value.
    var absent = Finding()
    /// The values and elements of each type, in the order of `Kind`. Of a declared type, only null is counted, and what does
    /// not fit if the columns are checked.
    var types = [Finding](repeating: Finding(), count: Kind.allCases.count)
    /// The values and elements that are null because they do not fit the declared type. If the columns are checked, the
    /// records with such values.
    var replaced = Finding()

    /// All counts.
    var findings: [Finding] { [absent, replaced] + types }

    var null: Finding {
      get { types[Kind.null.rawValue] }
      _modify { yield &types[Kind.null.rawValue] }
    }

    /// The values that do not fit. Of a column of PATHS, the values of any type but the most frequent one.
    var mismatched: Finding {
      guard type == nil else { return replaced }
      let kinds = Kind.allCases.filter { $0 != .null }.map { types[$0.rawValue] }
      let most = kinds.indices.max { kinds[$0].count < kinds[$1].count }
      var sum = Finding()
      for (index, kind) in kinds.enumerated() where index != most {
        guard let file = kind.file else { continue }
        sum.add(kind, file, after: 0)
      }
      return sum
    }

    mutating func add(_ next: Column, file: Int, after lines: Int?) {
      absent.add(next.absent, file, after: lines)
      replaced.add(next.replaced, file, after: lines)
      for index in types.indices { types[index].add(next.types[index], file, after: lines) }
    }
  }

  /// The JSON type of a value.
  enum Kind: Int, CaseIterable {
    case string, number, boolean, object, array, null

    /// Creates the type of a value from its first byte.
    init(of value: Span<UInt8>) {
      switch value[0] {
      case UInt8(ascii: "{"): self = .object
      case UInt8(ascii: "["): self = .array
      case UInt8(ascii: "\""): self = .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
      case UInt8(ascii: "n"): self = .null
      default: self = .number
      }
    }

    /// Creates the type of a value from what an error says of it.
    init(found: String) {
      self =
        switch found {
        case "an object": .object
        case "an array": .array
        case "true", "false": .boolean
        case "null": .null
        default: found.hasPrefix("a string") ? .string : .number
        }
    }

    /// The type with its article, for messages.
    var found: String {
      switch self {
      case .object: "an object"
      case .array: "an array"
      case .null: "null"
      case .string, .number, .boolean: "a \(self)"
      }
    }
  }

  private(set) var columns: [Column]
  /// The records with members that no column reads, by the path of the member. Empty unless these are noted.
  private(set) var unread: [String: Finding] = [:]

  /// The maximum number of such members, which an input can have without limit. Others are not counted.
  private static var unreadCount: Int { 1_000 }

  init(_ columns: [ProjectedColumn] = []) {
    self.columns = columns.map { Column(name: $0.name, path: $0.paths.text) }
  }

  init(_ columns: ColumnMapping) {
    self.columns = zip(columns.columns, columns.paths).map { column, paths in
      Column(name: column.name, path: paths.text, type: "\(column.type)")
    }
  }

  /// The estimated memory, in bytes.
  var size: Int {
    columns.count * (MemoryLayout<Column>.stride + (Kind.allCases.count + 2) * MemoryLayout<Finding>.stride)
  }

  /// Adds a record, with the types of its values.
  mutating func noteTypes(_ row: borrowing ColumnRow, of record: RecordLocation) {
    row.forEachNewRow { noteRow($0, of: record) }
  }

  private mutating func noteRow(_ row: borrowing ColumnRow, of record: RecordLocation) {
    for index in columns.indices where row.isNew(index) {
      let isThere = row.forEachPresentValue(index) { value in
        columns[index].types[Kind(of: value).rawValue].note(record)
      }
      if isThere { continue }
      if row.isNull(index) { columns[index].null.note(record) } else { columns[index].absent.note(record) }
    }
  }

  /// Adds a record whose columns have declared types.
  mutating func note(_ row: borrowing ColumnRow, of record: RecordLocation?) {
    // Columns with values cost nothing: the closure is called for the others.
    row.forEachNewRow { row in
      row.forEachMissing { missing in
        switch missing {
        case .absent(let column): columns[column].absent.note(record)
        case .null(let column): columns[column].null.note(record)
        }
      }
    }
    for mismatch in row.mismatches { columns[mismatch.column].replaced.note(record, mismatch.text) }
    row.forEachUnread { name in
      guard unread.count < Self.unreadCount || unread[name] != nil else { return }
      unread[name, default: Finding()].note(record)
    }
  }

  /// Counts a record that does not fit some columns, once for each column and type of value.
  ///
  /// - Parameters:
  ///   - error: the first error of the record, with the others.
  ///   - offset: the offset of the record in its file.
  ///   - file: the number of the file.
  mutating func note(_ error: MappingError, of mapping: ColumnMapping, at offset: Int?, _ file: Int) {
    var noted: Set<[Int]> = []
    for part in [error] + error.others {
      let kind = part.kind == .unexpectedNull ? Kind.null : Kind(found: part.found)
      let value = [.object, .array, .null].contains(kind) || part.kind == .missingField ? nil : part.found
      let finding = Finding(count: 1, offset: offset, line: error.line, file: file, value: value)
      for column in mapping.columns(of: part) {
        if part.kind == .missingField {
          columns[column].absent.add(finding, file, after: 0)
          continue
        }
        if noted.insert([column, kind.rawValue]).inserted {
          columns[column].types[kind.rawValue].add(finding, file, after: 0)
        }
        if kind != .null, noted.insert([column]).inserted {
          columns[column].replaced.add(finding, file, after: 0)
        }
      }
    }
  }

  /// Adds the statistics of the next part of a file.
  ///
  /// - Parameter lines: the number of lines before it, or nil if it is unknown.
  mutating func add(_ next: Survey, file: Int, after lines: Int?) {
    for index in columns.indices { columns[index].add(next.columns[index], file: file, after: lines) }
    for (name, finding) in next.unread where unread.count < Self.unreadCount || unread[name] != nil {
      unread[name, default: Finding()].add(finding, file, after: lines)
    }
  }
}
