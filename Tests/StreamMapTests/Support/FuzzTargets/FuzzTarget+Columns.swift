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
        guard format == .csv else { continue }
        for row in index.rows where fields(row)?.count != projection.names.count {
          return "a row of CSV has not \(projection.names.count) fields: \(row)"
        }
      }
      var header: [UInt8] = []
      RowWriter(projection, format: .csv).header(into: &header)
      let names = fields(String(decoding: header, as: UTF8.self)) ?? []
      return names == projection.names ? nil : "the header of CSV has \(names), not \(projection.names)"
    } catch {
      return "\(error)"
    }
  }

  /// The fields of a line of CSV, by RFC 4180. Nil for a malformed line.
  private static func fields(_ line: String) -> [String]? {
    var fields: [String] = []
    var field: [UInt8] = []
    var bytes = line.utf8.makeIterator()
    var isQuoted = false
    var next = bytes.next()
    while let byte = next {
      next = bytes.next()
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && next == byte:
        field.append(byte)
        next = bytes.next()
      case UInt8(ascii: "\""):
        if !isQuoted && !field.isEmpty { return nil }
        isQuoted.toggle()
      case _ where isQuoted: field.append(byte)
      case UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if byte == UInt8(ascii: "\r"), next != UInt8(ascii: "\n") { return nil }
        if byte == UInt8(ascii: "\r") { continue }
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
        if byte == UInt8(ascii: "\n") { return next == nil ? fields : nil }
      default: field.append(byte)
      }
    }
    return nil
  }

  static func typeDifference(_ input: Lines) -> String? {
    for mismatch in [Column.Mismatch.reject, .null] {
      guard let columns = try? ColumnMapping(input.head, mismatch: mismatch) else { return nil }
      do {
        func stream(_ engine: Engine) throws -> (bytes: [UInt8], rows: Int, errors: [String]) {
          var lines = JSONLines(.bytes(input.records), as: columns)
          lines.options.engine = engine
          let errors = Errors()
          lines.onError = .skip { error, _ in errors.texts.append("\(error)") }
          var (bytes, rows): ([UInt8], Int) = ([], 0)
          func append(_ part: Span<UInt8>) { for index in part.indices { bytes.append(part[index]) } }
          let writer = ArrowStreamWriter(columns)
          writer.begin(append)
          try lines.forEachBatch(rows: 3) { batch in
            writer.write(batch, append)
            rows += batch.count
          }
          writer.end(rows: rows, append)
          return (bytes, rows, errors.texts)
        }
        let (index, yajl) = (try stream(.index), try stream(.yajl))
        if let difference = differ(index.errors, yajl.errors, "the errors") { return difference }
        if index.bytes != yajl.bytes { return "the engines give other streams" }
        let read = try ArrowStream(index.bytes)
        if read.batches.map(\.count).reduce(0, +) != index.rows {
          return "the stream has not \(index.rows) rows"
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
