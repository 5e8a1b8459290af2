// Reads a schema that `streammap schema --format json` wrote, and makes columns of it.

import StreamMap

enum SchemaFile {
  /// The members of a line that matter here.
  private struct Line: Decodable {
    var path: String
    /// The number of values by type.
    var types: [String: Int]
    var dictionary: Bool?
  }

  /// Returns the columns.
  ///
  /// Throws `FileFailure` if the file cannot be read or is not a schema.
  static func columns(of file: InputFile, mismatch: Column.Mismatch) throws -> ColumnMapping {
    var entries: [(path: RecordPath, types: Set<SchemaEntry.ValueType>, isDictionary: Bool)] = []
    do {
      try file.withDescriptor { descriptor in
        let lines = JSONLines(descriptor: descriptor, decoding: Line.self)
        try lines.forEach { line, _ in
          var types: Set<SchemaEntry.ValueType> = []
          for (name, count) in line.types where count > 0 {
            guard let type = SchemaEntry.ValueType(rawValue: name) else {
              throw FileFailure(name: file.name, reason: "unknown type '\(name)' of the path '\(line.path)'")
            }
            types.insert(type)
          }
          entries.append((try RecordPath(line.path), types, line.dictionary ?? false))
        }
      }
      return try ColumnMapping(entries: entries, mismatch: mismatch)
    } catch let error as MappingError where error.category != .io {
      throw FileFailure(
        name: Diagnostics.line(for: error, in: file.name),
        reason: "this file was not written by streammap schema --format json")
    } catch let error as MappingError {
      throw FileFailure(name: file.name, reason: error.found)
    } catch let error as PathError {
      throw FileFailure(name: file.name, reason: error.description)
    }
  }
}
