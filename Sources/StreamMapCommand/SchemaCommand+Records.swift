// Names the arrays and objects that hold the records of a long JSON text, and the commands that read them.

import StreamMap
import StreamMapTables

extension SchemaCommand {
  /// The maximum number of arrays and objects that are named.
  private static var most: Int { 10 }

  /// Reads a text over the limit of a record once more, in bounded memory, and reports what holds its records.
  ///
  /// - Returns: whether the text could be read again, and holds records.
  func outline(_ input: InputFile) throws -> Bool {
    guard input.status.isRegular, !input.isStandardInput else { return false }
    var limits = session.limits
    limits.record = .max
    let parser = EventParser(into: TextOutline(), framing: .document, limits: limits)
    do {
      try Signals.interrupting { interruption in
        try input.forEachBlock(until: interruption) { block in
          try Signals.check()
          try parser.feed(block)
          return true
        }
      }
      try parser.finish()
    } catch let error as MappingError {
      try Signals.check()
      session.diagnostics.note("\(Diagnostics.line(for: error, in: input.name)): its arrays are not listed")
      return false
    }
    let found = parser.sink.found
    guard !found.isEmpty else { return false }
    let size = ByteSize.describe(parser.sink.bytes)
    session.diagnostics.note("\(input.name) is one JSON text of \(size). Its records are probably in:")
    for candidate in found.prefix(Self.most) {
      let members = candidate.isArray ? "elements of an array" : "members of an object"
      session.diagnostics.note(
        "  \(candidate.count) \(members), \(ByteSize.describe(candidate.place.count)): streammap schema --records "
          + "\(ShellWord.quoted(candidate.path)) \(ShellWord.quoted(input.name))")
    }
    if found.count > Self.most {
      session.diagnostics.note("  \(found.count - Self.most) smaller arrays and objects")
    }
    return true
  }

  /// Notes the objects of a single record whose members are probably the records.
  func noteDictionaries(of schema: InferredSchema) {
    guard session.options.records == nil, !session.options.isQuiet, schema.records <= session.inputs.count
    else {
      return
    }
    schema.forEachEntry { entry in
      guard entry.hasRecords else { return }
      let path = (entry.path.segments.isEmpty ? "" : "\(entry.path.text).") + "*"
      let name = entry.path.segments.isEmpty ? "a record" : "'\(entry.path.text)'"
      session.diagnostics.note(
        "\(name) is an object of \(entry.members?.upperBound ?? 0) members with alike values: to read these as "
          + "records, add --records \(ShellWord.quoted(path))")
    }
  }
}

extension SchemaEntry {
  /// Whether it is a dictionary of records that --records can name.
  fileprivate var hasRecords: Bool {
    isDictionary && (members?.upperBound ?? 0) >= 100
      && path.segments.allSatisfy { if case .name = $0 { true } else { false } }
  }
}
