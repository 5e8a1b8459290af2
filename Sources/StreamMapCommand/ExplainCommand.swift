// `streammap explain`: shows compiled paths as a tree.

import StreamMap
import StreamMapTables

struct ExplainCommand {
  private let all: [ProjectedColumn]
  /// The columns with their types. Nil for PATHS.
  private let typed: [Column]?
  /// The columns with a path in the record. Record keys have none.
  private let columns: [ProjectedColumn]
  private let outline: PathOutline
  private let filter: Filter?
  private let lenient: SyntaxExtensions
  private let elements: RowElements?
  private let isJSON: Bool

  /// Throws `UsageError` for paths that cannot be compiled, and `FileFailure` for a schema that cannot be read.
  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    let options = invocation.options
    filter = options.filter
    lenient = options.lenient
    elements = options.elements
    isJSON = options.schemaFormat == .json
    let compiled: Result<PathOutline, PathError>
    if options.hasTypes {
      let schema = try options.schema.map { try InputFile($0, standardInput: streams.input) }
      let mapping = try TypedSelectCommand.columns(invocation, schema)
      all = mapping.columns.indices.map { index in
        let (column, paths) = (mapping.columns[index], mapping.paths[index])
        return ProjectedColumn(
          name: column.name, paths: paths, mapping.constant(index),
          isMultiple: mapping.elements?.isList(paths[0]))
      }
      typed = mapping.columns
      compiled = Result { () throws(PathError) in try mapping.outline }
    } else {
      let projection = try Columns.projection(invocation.paths ?? "$", options)
      all = projection.columns
      try Columns.checkConstants(all.map { ($0.paths, $0.constant) }, invocation)
      typed = nil
      compiled = Result { () throws(PathError) in try projection.outline }
    }
    columns = all.filter { $0.constant == nil }
    do {
      outline = try compiled.get()
    } catch {
      throw UsageError(error.description)
    }
  }

  /// The columns, each as a JSON object on a line.
  private var json: String {
    var json = JSONWriter()
    return all.enumerated().map { index, column in
      json.beginObject()
      json.name("name")
      json.string(column.name)
      json.name("path")
      json.string(column.paths.text)
      if let column = typed?[index] {
        json.name("type")
        json.string("\(column.type)")
        if column.presence == .required {
          json.name("required")
          json.bool(true)
        }
      }
      json.endObject()
      return String(decoding: json.take(), as: UTF8.self) + "\n"
    }.joined()
  }

  func text() -> String {
    if isJSON { return json }
    var rows: [(tree: String, what: String)] = []
    draw(outline, branch: "", below: "", into: &rows)
    let width = min(rows.map(\.tree.count).max() ?? 0, 48)
    var text = rows.map { row in
      let gap = String(repeating: " ", count: max(0, width - row.tree.count))
      return Diagnostics.printable(row.what.isEmpty ? row.tree : "\(row.tree)\(gap)  \(row.what)") + "\n"
    }.joined()
    text += section("Filter", filtered)
    text += section("Values without a path", constants)
    text += section("Values in JSON text", texts)
    text += section("Skipped", [passedOver])
    text += section("Overlaps", overlaps)
    text += section("Lenient", accepted)
    text += section("Validate full", [full])
    text += section("Validate mapped", [lenient.contains(.comments) ? asFull : mapped])
    return text
  }

  // MARK: The tree

  private func draw(
    _ outline: PathOutline, branch: String, below: String, into rows: inout [(tree: String, what: String)]
  ) {
    rows.append((branch + outline.step, what(outline)))
    for (index, child) in outline.children.enumerated() {
      let isLast = index == outline.children.count - 1
      draw(
        child, branch: below + (isLast ? "└─ " : "├─ "), below: below + (isLast ? "   " : "│  "), into: &rows)
    }
  }

  private func what(_ outline: PathOutline) -> String {
    var parts: [String] = []
    if !outline.fields.isEmpty {
      // The last field of all is that of the elements that have rows.
      let found = outline.fields.sorted().filter(columns.indices.contains).map { columns[$0] }
      if found.count < outline.fields.count { parts.append("→ a row for each") }
      if !found.isEmpty {
        parts.append("→ " + found.map { $0.isMultiple ? "\($0.name) (a list)" : $0.name }.list)
      }
    }
    if let container = outline.container {
      let item = container == .array ? "element" : "member"
      switch outline.wanted {
      case nil: parts.append("\(container.rawValue), to its end")
      case 1?: parts.append("\(container.rawValue), until this \(item) is found")
      case let wanted?: parts.append("\(container.rawValue), until these \(wanted) \(item)s are found")
      }
    }
    return parts.joined(separator: "; ")
  }

  // MARK: The explanation

  private var filtered: [String] {
    guard let filter else { return [] }
    let paths = filter.paths.map(\.text)
    let read = "\(paths.list) \(paths.count == 1 ? "is" : "are") read first."
    if filter.paths.contains(where: \.isMultiple) {
      return [
        "\(read) Only a record with an element for which the condition is true is read as the tree shows, and only "
          + "such elements have rows."
      ]
    }
    return [
      """
      \(read) Reading a record stops as soon as the condition cannot be true any more. Only a record for which it \
      is true is read as the tree shows.
      """
    ]
  }

  private var constants: [String] {
    RowConstant.allCases.compactMap { constant in
      let names = all.filter { $0.constant == constant }.map(\.name)
      let meaning =
        switch constant {
        case .file: "the name of the input, as in messages"
        case .offset: "the offset of the record's first byte in the input"
        case .key where elements?.hasKeys == true: "the name of the member that has a row (--each)"
        case .key: "the name of the member whose value is the record (--records '*')"
        case .index: "the number of the element, from 0 (--each)"
        }
      return names.isEmpty ? nil : "\(names.list): \(meaning)."
    }
  }

  /// The columns that are read from the text of a string, which the tree ends at.
  private var texts: [String] {
    columns.filter { !$0.paths[0].texts.isEmpty }.map { column in
      "\(column.name): \(column.paths.text). The string is read as JSON text, once for all columns of it."
    }
  }

  private var passedOver: String {
    if outline.fields.isEmpty, outline.container == nil {
      return "The whole record is skipped: no value of it is read."
    }
    guard outline.container != nil else { return "Nothing is skipped: the whole record is read." }
    return """
      Members and elements that are not in the tree are skipped. So is a value of another kind than the tree \
      shows. Once all values of an object or array in the tree are found, the rest of it is skipped. A value \
      that is not found is absent.\(record)
      """
  }

  /// The kind that the record must have.
  private var record: String {
    guard outline.fields.isEmpty, let container = outline.container else { return "" }
    return " A record that is not an \(container.rawValue) is an error."
  }

  private var full: String {
    "Every byte is validated, also in skipped values. select always does this for paths without types, because it copies values unchanged."
  }

  /// What --lenient accepts, and what it is read as.
  private var accepted: [String] {
    let all: [(SyntaxExtensions, String)] = [
      (
        .nonFiniteNumbers,
        typed == nil
          ? "NaN, Infinity and -Infinity are read as null."
          : "NaN, Infinity and -Infinity are numbers of type double, and null in a column of type json."
      ), (.comments, "Comments are white space."), (.trailingCommas, "A comma may stand before ] and }."),
      (.illFormedUnicode, "Bytes that are not UTF-8, and escapes of half a surrogate pair, are U+FFFD."),
    ]
    return all.filter { lenient.contains($0.0) }.map(\.1)
  }

  private var asFull: String {
    "The same, because text in a comment could be read as a value otherwise."
  }

  private var mapped: String {
    guard let wanted = outline.wanted else {
      return "The record is read to its end: \(endless)."
    }
    let names = outline.children.prefix(wanted).map(\.step).list
    return """
      Reading a record stops once \(names) \(wanted == 1 ? "has" : "have") been found, in any order, and \
      read as far as the tree shows. A record without \(wanted == 1 ? "it" : "one of them") is \
      read to its end.
      """
  }

  private var endless: String {
    guard let container = outline.container else {
      return outline.fields.isEmpty ? "no value of it is read" : "one path is the whole record"
    }
    return "every \(container == .array ? "element" : "member") of it is needed"
  }

  private var overlaps: [String] {
    // A column with several paths is there once for each of them.
    let columns = all.filter { $0.constant == nil && $0.paths[0].texts.isEmpty }.flatMap { column in
      column.paths.map { ProjectedColumn(name: column.name, paths: [$0]) }
    }
    var notes: [String] = []
    var seen = PathOverlaps()
    for (number, second) in columns.enumerated() {
      for first in seen.numbers(of: second.paths[0]) {
        // A long list of paths can have very many pairs.
        guard notes.count < 20 else { return notes + ["…"] }
        notes.append(Self.overlap(columns[first], second))
      }
      seen.insert(second.paths[0], number)
    }
    return notes
  }

  /// Describes the values that two paths have in common.
  private static func overlap(_ first: ProjectedColumn, _ second: ProjectedColumn) -> String {
    let (left, right) = (first.paths[0], second.paths[0])
    let isExact = zip(left.segments, right.segments).allSatisfy { $0 == $1 }
    let texts = "\(left) and \(right)"
    if left.segments.count == right.segments.count {
      return isExact
        ? "\(left) is read twice, as \(first.name) and as \(second.name)."
        : "\(texts) have values in common: each of them is read for both."
    }
    let (outer, inner) = left.segments.count < right.segments.count ? (left, right) : (right, left)
    return """
      \(inner) is \(isExact ? "" : "in part ")within \(outer), which is read as a whole: their common \
      values are kept twice.
      """
  }

  private func section(_ title: String, _ paragraphs: [String]) -> String {
    guard !paragraphs.isEmpty else { return "" }
    let lines = paragraphs.flatMap { HelpText.wrap(Diagnostics.printable($0), width: HelpText.width - 2) }
    return "\n\(title):\n" + lines.map { "  \($0)\n" }.joined()
  }
}
