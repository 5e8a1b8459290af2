// The statistics of each column for --report. Each chunk has its own, which are added in
// input order.

import StreamMap

struct Survey: Codable, Sendable, Hashable {
  /// A count, and the location of the first record.
  struct Finding: Codable, Sendable, Hashable {
    var count = 0
    /// The first record's byte offset, and the number of its file.
    var offset: Int?
    var file: Int?

    mutating func note(_ record: Int) {
      if count == 0 { offset = record }
      count += 1
    }

    mutating func add(_ next: Finding, _ file: Int) {
      if count == 0, next.count > 0 { (offset, self.file) = (next.offset, file) }
      count += next.count
    }
  }

  struct Column: Codable, Sendable, Hashable {
    var name: String
    var path: String
    /// The records without a value.
    var absent = Finding()
    /// The values and elements of each type, in the order of `Kind`.
    var types = [Finding](repeating: Finding(), count: Kind.allCases.count)

    mutating func add(_ next: Column, file: Int) {
      absent.add(next.absent, file)
      for index in types.indices { types[index].add(next.types[index], file) }
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
  }

  private(set) var columns: [Column]

  init(_ columns: [ProjectedColumn] = []) {
    self.columns = columns.map { Column(name: $0.name, path: $0.path.text) }
  }

  /// The estimated memory, in bytes.
  var size: Int {
    columns.count * (MemoryLayout<Column>.stride + Kind.allCases.count * MemoryLayout<Finding>.stride)
  }

  /// Adds a row.
  mutating func note(_ row: borrowing ProjectedRow, of record: Range<Int>) {
    for index in columns.indices {
      let isThere = row.forEachValue(index) { value in
        columns[index].types[Kind(of: value).rawValue].note(record.lowerBound)
      }
      if isThere { continue }
      if row.isNull(index) {
        columns[index].types[Kind.null.rawValue].note(record.lowerBound)
      } else {
        columns[index].absent.note(record.lowerBound)
      }
    }
  }

  /// Adds the statistics of the next chunk of a file.
  mutating func add(_ next: Survey, file: Int) {
    for index in columns.indices { columns[index].add(next.columns[index], file: file) }
  }
}
