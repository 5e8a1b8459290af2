import Foundation
import StreamMap

@testable import TestSupport

/// Random records, with the rows that they give under ``types``.
struct ColumnFixture {
  /// One value of a row, as text. Nil for a null.
  typealias Row = [String?]

  static let types =
    "flag:bool, n=count:int64, u:uint64, d:double, name=user.name:string, at:timestamp[ms], day:date, raw:json,"
    + "tags[*].text:list(string), ns:list(int64), flags:list(bool), days:list(date), ds:list(double),"
    + "us:list(uint64), raws:list(json)"

  private(set) var text = ""
  /// The row of each record that is not rejected.
  private(set) var rows: [Row] = []
  /// The numbers of rejected records, from 1.
  private(set) var rejected: [Int] = []
  private var random: SeededRandom

  init(records: Int, seed: UInt64 = SeededRandom.seed) {
    random = SeededRandom(seed: seed)
    for number in 1...max(records, 1) where records > 0 {
      let (line, row) = record()
      text += line + "\n"
      if let row { rows.append(row) } else { rejected.append(number) }
    }
  }

  /// The JSON text of a value, and the text of the value in a column. The second is nil for a mismatch.
  private typealias Value = (json: String, column: String?)

  /// Returns a line and its row. The row is nil if the record must be rejected.
  private mutating func record() -> (String, Row?) {
    var isRejected = false
    var row: Row = []
    var members: [String] = []
    func quoted(_ name: String) -> String { "\"\(name)\"" }
    for index in 0..<15 {
      let kind = random.below(20)
      if kind == 0 {
        row.append(nil)
        continue
      }
      var value: Value
      if kind == 1 {
        value = ("null", nil)
      } else if kind == 2, random.chance(1, outOf: 12) {
        value = (index < 8 ? "[7]" : "7", nil)
        // Any value is JSON text.
        if index == 7 { value.column = "[7]" } else { isRejected = true }
      } else {
        value = index < 8 ? scalar(index) : list(index)
      }
      row.append(value.column)
      switch index {
      case 4:
        members.append(
          "\"user\":" + (kind == 1 && random.chance(1, outOf: 2) ? "null" : "{\"name\":\(value.json)}"))
      case 8 where value.json == "null" || value.json == "7": members.append("\"tags\":\(value.json)")
      default: members.append("\(quoted(Self.names[index])):\(value.json)")
      }
    }
    if random.chance(1, outOf: 40) {
      isRejected = true
      members.append("\"x\":01")
    }
    for index in members.indices.reversed() { members.swapAt(index, random.below(index + 1)) }
    return ("{\(members.joined(separator: random.pick([",", " , ", ",\t"])))}", isRejected ? nil : row)
  }

  private static let names = [
    "flag", "count", "u", "d", "user", "at", "day", "raw", "tags", "ns", "flags", "days", "ds", "us", "raws",
  ]

  private mutating func scalar(_ index: Int) -> Value {
    switch index {
    case 0, 10: same(random.pick(["true", "false"]))
    case 1, 9:
      same(
        random.pick(["0", "-1", "\(Int.min)", "\(Int.max)", "\(random.below(1_000_000))", "9007199254740993"])
      )
    case 2, 13: same(random.pick(["0", "\(UInt64.max)", "\(random.next())"]))
    case 3, 12: number()
    case 4, 8: string()
    case 5:
      random.pick([
        ("\"2025-03-01T00:00:00.0239Z\"", "1740787200023"), ("\"1969-12-31T23:59:59.999Z\"", "-1"),
        ("\"2000-02-29T12:00:00+01:30\"", "951820200000"), ("\"1500-03-01T00:00:00Z\"", "-14826672000000"),
      ])
    case 6, 11:
      random.pick([("\"1970-01-01\"", "0"), ("\"2024-02-29\"", "19782"), ("\"0001-01-01\"", "-719162")])
    default:
      random.pick([("{\"a\" : [1, 2]}", "{\"a\":[1,2]}"), ("\"\\u00e9\"", "\"\\u00e9\""), ("1.50", "1.50")])
    }
  }

  private func same(_ text: String) -> Value { (text, text) }

  private mutating func number() -> Value {
    let number = Double(bitPattern: random.next())
    let value = number.isFinite && random.chance(1, outOf: 2) ? number : Double(random.below(1_000)) / 8
    return ("\(value)", "\(value)")
  }

  private mutating func string() -> Value {
    let pieces = (0..<random.below(6)).map { _ in
      random.pick([
        ("a", "a"), ("\\n", "\n"), ("é", "é"), ("\\ud83d\\ude00", "😀"),
        ("a longer piece of text", "a longer piece of text"),
      ])
    }
    return ("\"\(pieces.map(\.0).joined())\"", pieces.map(\.1).joined())
  }

  private mutating func list(_ index: Int) -> Value {
    var items: [Value] = []
    for _ in 0..<random.below(5) { items.append(random.chance(1, outOf: 5) ? ("null", nil) : scalar(index)) }
    let json = items.map { index == 8 ? "{\"text\":\($0.json)}" : $0.json }.joined(separator: ", ")
    return ("[\(json)]", "[" + items.map { $0.column ?? "null" }.joined(separator: "|") + "]")
  }
}

extension ColumnFixture {
  /// Returns the rows of a batch in the form of ``rows``.
  static func rows(of batch: borrowing ColumnBatch) -> [Row] {
    var columns: [[String?]] = []
    for index in batch.columns.indices { columns.append(texts(of: batch[index])) }
    return (0..<batch.count).map { row in columns.map { $0[row] } }
  }

  private static func texts(of column: borrowing ColumnView) -> [String?] {
    var texts: [String?] = []
    if case .list = column.type {
      let items = Self.texts(of: column.items)
      for row in 0..<column.count {
        let list = items[column.range(at: row)].map { $0 ?? "null" }.joined(separator: "|")
        texts.append(column.isNull(row) ? nil : "[\(list)]")
      }
      return texts
    }
    for row in 0..<column.count {
      texts.append(column.isNull(row) ? nil : text(column, row))
    }
    return texts
  }

  private static func text(_ column: borrowing ColumnView, _ row: Int) -> String? {
    switch column.type {
    case .bool: column.bool(at: row).map { "\($0)" }
    case .int64, .timestamp: "\(column.values(as: Int64.self)[row])"
    case .uint64: "\(column.values(as: UInt64.self)[row])"
    case .double: "\(column.values(as: Double.self)[row])"
    case .date: "\(column.values(as: Int32.self)[row])"
    case .string, .json: column.string(at: row)
    case .list: nil
    }
  }
}
