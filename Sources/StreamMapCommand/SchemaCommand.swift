// `streammap schema`: infers a schema and writes it as a table, JSON, a list of columns or Swift.

import StreamMap
import StreamMapTables

struct SchemaCommand {
  let session: Session

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    let options = invocation.options
    if let name = options.name, !Self.isName(name) {
      throw UsageError("--name takes a name for a Swift type, not '\(name)'")
    }
    session = try Session(invocation, streams)
  }

  func run() throws -> ExitStatus {
    let run = try RecordRun.inferring(session)
    return try session.run {
      try run.run()
      let schema = run.schema
      session.progress.clear()
      if let input = run.longText.map({ session.inputs[$0] }) {
        let isListed = try outline(input)
        if !isListed { session.diagnostics.hint(.longText, of: input.name) }
        if schema.records == 0 { return }
      }
      try write(schema, run.inputKinds.line(of: session))
      if session.end == .stopped, schema.records > 0, session.options.onError != .skip {
        session.diagnostics.note(
          "the schema ends before this record: to skip bad records and read the rest, add --on-error skip")
      }
      if session.options.sample != nil {
        session.diagnostics.note("this is the schema of \(schema.records) records, from evenly spaced places")
      }
      noteDictionaries(of: schema)
      noteDuplicates(in: schema)
      if !schema.isComplete {
        session.diagnostics.failure("there are too many paths: some are omitted from the schema")
      }
    }
  }

  /// - Parameter line: says what the inputs are. It is not part of a format for programs.
  private func write(_ schema: InferredSchema, _ line: String) throws {
    let output = session.output.writer
    let isTable = !session.options.writesSwift && session.options.schemaFormat ?? .table == .table
    if isTable {
      try output.append(Diagnostics.printable(line) + "\n")
    } else {
      session.diagnostics.note(line)
    }
    if session.options.writesSwift {
      return try output.append(schema.swift(named: session.options.name ?? "Record"))
    }
    switch session.options.schemaFormat ?? .table {
    case .table: try output.append(SchemaTable(schema).text())
    case .json: try schema.forEachEntry { try output.append($0.json + "\n") }
    case .types:
      var text = ""
      schema.forEachColumn { name, path, type in
        text += (text.isEmpty ? "" : ",") + ColumnMapping.listItem(name, [path], type)
      }
      try output.append(text + "\n")
    }
  }

  /// The maximum number of repeated members that are named.
  private static let noteCount = 20

  private func noteDuplicates(in schema: InferredSchema) {
    var count = 0
    schema.forEachEntry { entry in
      guard entry.duplicates > 0 else { return }
      count += 1
      if count > Self.noteCount { return }
      let times = entry.duplicates == 1 ? "once" : "\(entry.duplicates) times"
      session.diagnostics.note(
        "'\(entry.path.text)' occurs again in the same object (\(times)): the first value counts")
    }
    if count > Self.noteCount {
      session.diagnostics.note("\(count - Self.noteCount) other paths are repeated, too")
    }
  }

  private static func isName(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first else { return false }
    return first.properties.isXIDStart && word.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }
}
