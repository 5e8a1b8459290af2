import Foundation
import StreamMap
import StreamMapTables

// Texts that users write, over records: conditions, paths and types. What the writers wrote is read back.
extension FuzzTarget {
  struct Item: Sendable {
    var text: RawJSON?
  }

  /// What a stream gives: its rows, or records, and its errors.
  private struct Heard: Equatable {
    var rows: [String] = []
    var errors: [String] = []

    init<Root>(_ input: JSONLines<Root>, _ engine: Engine, _ row: (borrowing Root, RecordLocation) -> String)
      throws
    {
      var lines = input
      lines.options.engine = engine
      let errors = Errors()
      lines.onError = .skip { error, _ in errors.texts.append("\(error)") }
      try lines.forEach { rows.append(row($0, $1)) }
      self.errors = errors.texts
    }
  }

  /// Written by the one thread that reads.
  final class Errors: @unchecked Sendable {
    var texts: [String] = []
  }

  private static func differ(_ texts: [String], _ others: [String], _ title: String) -> String? {
    texts == others
      ? nil : "\(title):\n\(texts.joined(separator: "\n"))\nand\n\(others.joined(separator: "\n"))"
  }

  static func filterDifference(_ input: Lines) -> String? {
    guard let filter = try? Filter(input.head) else { return nil }
    do {
      let mapping = try Mapping(Item()) { Field(\.text, "$") }
      var lines = JSONLines(.bytes(input.records), as: mapping)
      func heard(_ filter: Filter, _ engine: Engine) throws -> Heard {
        lines.filter = filter
        return try Heard(lines, engine) { item, place in "\(place.byteOffset): \(item.text?.text ?? "")" }
      }
      let (index, yajl) = (try heard(filter, .index), try heard(filter, .yajl))
      if let difference = differ(index.rows + index.errors, yajl.rows + yajl.errors, "the engines keep") {
        return difference
      }
      // A record is kept by a condition, by its negation, or by none of both if its value is unknown.
      guard let negation = try? Filter("not (\(input.head))") else { return "the negation is no condition" }
      let others = try heard(negation, .index)
      let both = Set(index.rows).intersection(others.rows)
      return both.isEmpty ? differ(index.errors, others.errors, "the negation reports") : "both keep \(both)"
    } catch {
      return "\(error)"
    }
  }

  static func pathDifference(_ input: Lines) -> String? {
    guard let projection = try? Projection(input.head) else { return nil }
    do {
      let lines = JSONLines(.bytes(input.records), as: try projection.mapping())
      func heard(_ format: RowFormat, _ engine: Engine) throws -> Heard {
        let writer = RowWriter(projection, format: format)
        return try Heard(lines, engine) { row, _ in
          var output: [UInt8] = []
          writer.write(row, into: &output)
          return String(decoding: output, as: UTF8.self)
        }
      }
      for format in RowFormat.allCases {
        let (index, yajl) = (try heard(format, .index), try heard(format, .yajl))
        if let difference = differ(
          index.rows + index.errors, yajl.rows + yajl.errors, "the rows in \(format)")
        {
          return difference
        }
      }
      let writer = RowWriter(projection, format: .csv)
      var header: [UInt8] = []
      writer.header(into: &header)
      let names = fields(header)?.map { String(decoding: $0.text, as: UTF8.self) } ?? []
      if names != projection.names { return "the header of CSV has \(names), not \(projection.names)" }
      var difference: String?
      _ = try Heard(lines, .index) { row, _ in
        var output: [UInt8] = []
        writer.write(row, into: &output)
        difference = difference ?? fieldDifference(row, output, names.count)
        return ""
      }
      return difference
    } catch {
      return "\(error)"
    }
  }

  /// Compares the fields of a row of CSV with its values.
  private static func fieldDifference(_ row: borrowing ColumnRow, _ line: [UInt8], _ count: Int) -> String? {
    guard let fields = fields(line), fields.count == count else {
      return "a row of CSV has not \(count) fields: \(excerpt(line))"
    }
    for (column, field) in fields.enumerated() {
      var values: [[UInt8]] = []
      let isPresent = row.forEachValue(column) { value in
        values.append(value.indices.map { value[$0] })
      }
      guard isPresent else {
        // An empty line is no row for many readers.
        if !field.text.isEmpty || field.isQuoted != (count == 1) { return "a null is \(excerpt(line))" }
        continue
      }
      let list = Array("[".utf8) + values.joined(separator: [UInt8(ascii: ",")]) + Array("]".utf8)
      let single = values.count == 1 ? text(values[0]) : nil
      if field.text != list && field.text != single || field.text.isEmpty && !field.isQuoted {
        return "column \(column) of \(excerpt(line)) is not \(excerpt(list))"
      }
    }
    return nil
  }

  /// A value as it stands in a field: the text of a string, or its JSON text.
  private static func text(_ json: [UInt8]) -> [UInt8]? {
    guard json.first == UInt8(ascii: "\"") else { return json }
    return (try? JSONDecoder().decode(String.self, from: Data(json))).map { Array($0.utf8) }
  }

  private struct CSVField {
    var text: [UInt8] = []
    var isQuoted = false
  }

  /// The fields of a line of CSV, by RFC 4180. Nil for a malformed line.
  private static func fields(_ line: [UInt8]) -> [CSVField]? {
    var fields: [CSVField] = []
    var field = CSVField()
    var bytes = line.makeIterator()
    var isInQuotes = false
    var next = bytes.next()
    while let byte = next {
      next = bytes.next()
      switch byte {
      case UInt8(ascii: "\"") where isInQuotes && next == byte:
        field.text.append(byte)
        next = bytes.next()
      case UInt8(ascii: "\""):
        if !isInQuotes && (field.isQuoted || !field.text.isEmpty) { return nil }
        isInQuotes.toggle()
        field.isQuoted = true
      case _ where isInQuotes: field.text.append(byte)
      case UInt8(ascii: ","), UInt8(ascii: "\n"):
        fields.append(field)
        field = CSVField()
        if byte == UInt8(ascii: "\n") { return next == nil ? fields : nil }
      case UInt8(ascii: "\r"): return nil
      default: field.text.append(byte)
      }
    }
    return nil
  }

  static func typeDifference(_ input: Lines) -> String? {
    for mismatch in [Column.Mismatch.reject, .null] {
      guard let columns = try? ColumnMapping(input.head, mismatch: mismatch) else { return nil }
      do {
        var faults: [String] = []
        func stream(_ engine: Engine) throws -> (bytes: [UInt8], rows: [[ColumnValue]], errors: [String]) {
          var lines = JSONLines(.bytes(input.records), as: columns)
          lines.options.engine = engine
          let errors = Errors()
          lines.onError = .skip { error, _ in errors.texts.append("\(error)") }
          var (bytes, rows): ([UInt8], [[ColumnValue]]) = ([], [])
          func append(_ part: Span<UInt8>) { for index in part.indices { bytes.append(part[index]) } }
          let writer = ArrowStreamWriter(columns)
          writer.begin(append)
          try lines.forEachBatch(rows: 3) { batch in
            writer.write(batch, append)
            rows += ColumnValue.rows(of: batch) { faults.append($0) }
          }
          writer.end(rows: rows.count, append)
          return (bytes, rows, errors.texts)
        }
        let (index, yajl) = (try stream(.index), try stream(.yajl))
        if let difference = differ(index.errors, yajl.errors, "the errors") { return difference }
        if let fault = faults.first { return fault }
        if index.bytes != yajl.bytes { return "the engines give other streams" }
        let read = try ArrowStream(index.bytes)
        if read.batches.flatMap({ $0 }) != index.rows {
          return "the stream has the rows \(read.batches), not \(index.rows)"
        }
        if read.fields.map(\.name) != columns.columns.map(\.name) {
          return "the stream has the columns \(read.fields)"
        }
      } catch {
        return "\(error)"
      }
    }
    return nil
  }
}
