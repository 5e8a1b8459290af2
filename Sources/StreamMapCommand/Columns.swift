// The PATHS argument: the columns of a row, and the form of the row.

import StreamMap
import StreamMapTables

struct Columns: Sendable {
  let projection: Projection
  let rows: RowWriter
  /// Whether a row is the value alone.
  let isRaw: Bool

  /// Throws `UsageError` for PATHS that cannot be compiled or written in the given format.
  init(_ invocation: Invocation, _ streams: StandardStreams) throws(UsageError) {
    let text = invocation.paths ?? "$"
    try Self.refuseFile(text, invocation, streams)
    let options = invocation.options
    projection = try Self.projection(text, options)
    let columns = projection.columns
    try Self.refuseTwins(columns.map(\.name))
    try Self.checkConstants(columns.map { ($0.paths, $0.constant) }, invocation)
    if options.isRaw {
      guard columns.count == 1 else {
        throw UsageError("--raw takes one path, and PATHS has \(columns.count): remove --raw")
      }
    }
    isRaw = options.isRaw || columns.count == 1 && columns[0].name == "$" && options.format == .jsonl
    guard let format = options.format.rows else {
      throw UsageError("--format arrow needs the types of the columns: use --types, as in --types id:int64")
    }
    rows = RowWriter(projection, format: format, isRaw: isRaw, null: options.null)
  }

  /// What columns can be that have no path.
  static let constants: Set<RowConstant> = [.file, .offset, .key]

  /// Throws `UsageError` for a column that is named like one without a path, but is none.
  static func checkConstants(
    _ columns: [(paths: [RecordPath], constant: RowConstant?)], _ invocation: Invocation
  ) throws(UsageError) {
    let options = invocation.options
    let names = Set(RowConstant.allCases.map(\.name))
    for (paths, constant) in columns {
      if paths.count > 1, let path = paths.first(where: { names.contains($0.text) }) {
        throw UsageError(
          "\(path) is not a path, and \(paths.text) takes paths: write ['\(path)'] for a member with that name"
        )
      }
      if constant == nil, paths[0].text == RowConstant.index.name {
        throw UsageError(
          "$index needs elements with rows: add --each 'PATH[*]', or write ['$index'] for a member with that name"
        )
      }
      let hasKeys =
        [.retry, .explain].contains(invocation.command) || options.recordsAreMembers
        || options.elements?.hasKeys == true
      if constant == .key, !hasKeys {
        throw UsageError(
          "$key needs records that are the members of an object: add --records '*', or --each 'PATH.*', or write "
            + "['$key'] for a member with that name")
      }
    }
  }

  /// Throws `UsageError` if two columns have the same name: readers of an object or header line disagree on duplicates.
  private static func refuseTwins(_ names: [String]) throws(UsageError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw UsageError("duplicate column name '\(name)': rename one of the columns, as in other=\(name)")
    }
  }

  /// Compiles PATHS.
  ///
  /// Throws `UsageError` with the text and the position of the error.
  static func projection(_ text: String, _ options: Options) throws(UsageError) -> Projection {
    do {
      return try Projection(
        text, constants: constants, each: options.each, keepsEmpty: options.keepsEmpty)
    } catch {
      let (list, position) = (error.list ?? error.path, error.start + error.position)
      throw UsageError(
        "PATHS, byte \(position): \(error.reason)", picture: PathPicture.lines(of: list, at: position))
    }
  }

  /// Rejects a file in the place of PATHS if no other FILE is given, or if it cannot be a path. A name without a dot or slash is taken for a file
  /// only at a terminal, so that the output of `… | streammap select id` does not depend on the current directory.
  private static func refuseFile(
    _ text: String, _ invocation: Invocation, _ streams: StandardStreams
  ) throws(UsageError) {
    guard let command = invocation.command, invocation.namesNoFile || text.hasPrefix("/"),
      text.contains(where: { $0 == "." || $0 == "/" }) || System.isTerminal(streams.input),
      (try? System.status(of: FilePath(text))) != nil
    else { return }
    let isPath = (try? Projection(text)) != nil
    throw UsageError(
      "\(command.rawValue) needs PATHS before \(command == .retry ? "REJECTS" : "FILE"): "
        + "streammap \(command.rawValue) id,user.name \(text)"
        + (isPath ? " (or add - to read standard input)" : ""))
  }
}
