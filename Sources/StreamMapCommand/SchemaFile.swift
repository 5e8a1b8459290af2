// Reads a schema that `streammap schema` wrote, as JSON or as a list of types, and makes columns of it.

import StreamMap
import StreamMapTables

enum SchemaFile {
  /// The members of a line that matter here.
  private struct Line: Decodable {
    var path: String
    /// The number of values by type.
    var types: [String: Int]
    var dictionary: Bool?
    /// The number of strings that are dates or times of a type.
    var formats: [String: Int]?
    /// The number of numbers outside the range of their type.
    var outOfRange: Int?
  }

  /// Returns the columns.
  ///
  /// Throws `FileFailure` if the file cannot be read or is not a schema.
  static func columns(of file: InputFile, _ options: Options) throws -> ColumnMapping {
    let mismatch = options.mismatch ?? .reject
    var bytes: [UInt8] = []
    try file.forEachBlock { block in
      bytes += block
      return true
    }
    do {
      let start = bytes.drop { $0 <= UInt8(ascii: " ") }
      let isJSON = start.isEmpty || start.starts(with: "{\"".utf8)
      if isJSON, options.each != nil {
        throw UsageError(
          "--each needs columns of the elements, and this schema has lists of them: give --types, as in "
            + "--types 'items[*].sku:string'")
      }
      let columns =
        isJSON
        ? try columns(json: bytes, mismatch: mismatch)
        : try ColumnMapping(
          String(decoding: bytes, as: UTF8.self), mismatch: mismatch, constants: Columns.constants,
          each: options.each, keepsEmpty: options.keepsEmpty)
      guard !columns.columns.isEmpty else {
        throw FileFailure(name: file.name, reason: "there are no columns in this schema")
      }
      return columns
    } catch let error as MappingError {
      throw FileFailure(
        name: Diagnostics.line(for: error, in: file.name),
        reason: "this file was not written by streammap schema --format json")
    } catch let error as PathError {
      let place =
        error.list == nil ? error.description : "byte \(error.start + error.position): \(error.reason)"
      throw FileFailure(name: file.name, reason: place)
    } catch let error as UnknownType {
      throw FileFailure(name: file.name, reason: error.description)
    }
  }

  private static func columns(json: [UInt8], mismatch: Column.Mismatch) throws -> ColumnMapping {
    var entries: [(path: RecordPath, values: SchemaValues)] = []
    try JSONLines(.bytes(json), decoding: Line.self).forEach { line, _ in
      var types: Set<SchemaEntry.ValueType> = []
      for (name, count) in line.types where count > 0 {
        guard let type = SchemaEntry.ValueType(rawValue: name) else {
          throw UnknownType(name: name, path: line.path)
        }
        types.insert(type)
      }
      let formats = (line.formats ?? [:]).filter { $0.value == line.types["string"] }
      let times =
        try formats.keys.sorted().first.map { format in
          switch ColumnType(format) {
          case .date?, .timestamp?, .datetime?: return ColumnType(format)
          default: throw UnknownType(name: format, path: line.path)
          }
        } ?? nil
      let values = SchemaValues(
        types, isDictionary: line.dictionary ?? false, isInRange: line.outOfRange ?? 0 == 0, times: times)
      entries.append((try RecordPath(line.path), values))
    }
    return try ColumnMapping(entries: entries, mismatch: mismatch)
  }

  private struct UnknownType: Error, CustomStringConvertible {
    var name: String
    var path: String
    var description: String { "unknown type '\(name)' of the path '\(path)'" }
  }
}
