// A schema as a table with one row per path.

import StreamMap
import StreamMapTables

struct SchemaTable {
  private let rows: [[String]]

  /// The maximum width of a column. A longer cell moves only its own row to the right.
  private static let widestCell = 44
  private static let widestExamples = 48

  private enum Column: Int, CaseIterable {
    case path, type, count, null, absent, range, examples

    var title: String { self == .type ? "types" : "\(self)" }
    var isNumber: Bool { self == .count || self == .null || self == .absent }
  }

  init(_ schema: InferredSchema) {
    var rows = [Column.allCases.map(\.title)]
    schema.forEachEntry { rows.append(Self.cells(of: $0)) }
    self.rows = rows
  }

  func text() -> String {
    let widths = Column.allCases.map { column in
      rows.map { min($0[column.rawValue].count, Self.widestCell) }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for column in Column.allCases {
        let cell = row[column.rawValue]
        let gap = String(repeating: " ", count: max(0, widths[column.rawValue] - cell.count))
        line += (column == .path ? "" : "  ") + (column.isNumber ? gap + cell : cell + gap)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private static func cells(of entry: SchemaEntry) -> [String] {
    [
      Diagnostics.printable(entry.path.text), types(of: entry), "\(entry.count)",
      percent(entry.nullRate),
      percent(entry.absenceRate), range(of: entry), examples(of: entry),
    ]
  }

  /// Returns the types, most frequent first. Null has its own column.
  private static func types(of entry: SchemaEntry) -> String {
    let types = SchemaEntry.ValueType.allCases.filter { entry.counts[$0] != nil }
    let others = types.filter { $0 != .null }
    guard !others.isEmpty else { return types.isEmpty ? "-" : "null" }
    let sorted = others.enumerated().sorted {
      let left = entry.counts[$0.element] ?? 0
      let right = entry.counts[$1.element] ?? 0
      return left == right ? $0.offset < $1.offset : left > right
    }
    return sorted.map { name(of: $0.element, in: entry) }.joined(separator: "|")
  }

  private static func name(of type: SchemaEntry.ValueType, in entry: SchemaEntry) -> String {
    switch type {
    case .object where entry.isDictionary: return "dictionary"
    case .string: return entry.times.map { "string (\(entry.counts[.string] ?? 0) \($0))" } ?? "string"
    default: return type.rawValue
    }
  }

  /// Formats a rate. Only 0 and 1 are shown as none and 100 %.
  static func percent(_ rate: Double) -> String {
    if rate == 0 { return "-" }
    if rate == 1 { return "100 %" }
    if rate < 0.001 { return "<0.1 %" }
    return rate > 0.999 ? ">99.9 %" : "\(ByteSize.decimal(rate * 100, places: 1)) %"
  }

  private static func range(of entry: SchemaEntry) -> String {
    var parts: [String] = []
    if let range = entry.numbers { parts.append(Self.span(range.lower, range.upper)) }
    if let range = entry.lengths { parts.append(Self.span(range, of: "byte")) }
    if let range = entry.elements { parts.append(Self.span(range, of: "element")) }
    if entry.isDictionary, let range = entry.members { parts.append(Self.span(range, of: "key")) }
    return parts.joined(separator: ", ")
  }

  private static func span<Bound: Equatable>(_ lower: Bound, _ upper: Bound) -> String {
    lower == upper ? "\(lower)" : "\(lower)…\(upper)"
  }

  private static func span(_ range: ClosedRange<Int>, of unit: String) -> String {
    "\(span(range.lowerBound, range.upperBound)) \(unit)\(range.upperBound == 1 && range.lowerBound == 1 ? "" : "s")"
  }

  private static func examples(of entry: SchemaEntry) -> String {
    var text = ""
    for example in entry.examples {
      let next = Diagnostics.printable(example)
      if !text.isEmpty, text.count + 2 + next.count > Self.widestExamples { break }
      text += (text.isEmpty ? "" : ", ") + next
    }
    return text
  }
}

/// A bound of an entry's numbers.
private enum NumberBound: Equatable, CustomStringConvertible {
  case integer(Int)
  case decimal(Double)

  var value: Double {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    }
  }

  var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    }
  }
}

extension SchemaEntry {
  /// The least and the greatest of all numbers.
  fileprivate var numbers: (lower: NumberBound, upper: NumberBound)? {
    let whole = integers.map {
      (lower: NumberBound.integer($0.lowerBound), upper: NumberBound.integer($0.upperBound))
    }
    let other = decimals.map {
      (lower: NumberBound.decimal($0.lowerBound), upper: NumberBound.decimal($0.upperBound))
    }
    guard let whole, let other else { return whole ?? other }
    return (
      other.lower.value < whole.lower.value ? other.lower : whole.lower,
      other.upper.value > whole.upper.value ? other.upper : whole.upper
    )
  }
}

extension SchemaEntry {
  /// The entry as a JSON object on one line.
  var json: String {
    var json = JSONWriter()
    json.beginObject()
    json.name("path")
    json.string(path.text)
    json.name("types")
    json.beginObject()
    for type in ValueType.allCases {
      guard let count = counts[type] else { continue }
      json.name(type.rawValue)
      json.integer(count)
    }
    json.endObject()
    json.member("count", count)
    json.member("null", counts[.null] ?? 0)
    if parents > 0 {
      json.member("absent", absences)
      json.member("parents", parents)
    }
    if let numbers {
      json.member("min", numbers.lower)
      json.member("max", numbers.upper)
    }
    if outOfRange > 0 { json.member("outOfRange", outOfRange) }
    if let times {
      json.name("formats")
      json.beginObject()
      json.member("\(times)", counts[.string] ?? 0)
      json.endObject()
    }
    json.members("Length", lengths)
    json.members("Elements", elements)
    json.members("Members", members)
    if isDictionary {
      json.name("dictionary")
      json.bool(true)
    }
    if !examples.isEmpty {
      json.name("examples")
      json.beginArray()
      for example in examples {
        json.element()
        json.raw(Array(example.utf8).span)
      }
      json.endArray()
    }
    json.endObject()
    return String(decoding: json.take(), as: UTF8.self)
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ value: Int) {
    self.name(name)
    integer(value)
  }

  fileprivate mutating func member(_ name: String, _ value: NumberBound) {
    self.name(name)
    switch value {
    case .integer(let value): integer(value)
    case .decimal(let value): double(value)
    }
  }

  fileprivate mutating func members(_ name: String, _ range: ClosedRange<Int>?) {
    guard let range else { return }
    member("min\(name)", range.lowerBound)
    member("max\(name)", range.upperBound)
  }
}
