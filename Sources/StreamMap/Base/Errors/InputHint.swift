/// Why an input could not be read as asked: its probable framing or encoding, or the type of a column.
package enum InputHint: Hashable, Sendable {
  case array
  case document
  case concatenated
  case sequence
  /// Lines with other text around the JSON.
  case embeddedLines
  case serverSentEvents
  case markdown
  /// A format that is not JSON in UTF-8, and the compression in which it was found.
  case format(InputFormat, compressedBy: String? = nil)
  /// A byte order mark that is not at the beginning.
  case byteOrderMark
  case carriageReturns
  /// One object over the limit of a record. Its records may be in an array in it.
  case longText
  /// Strings that are numbers, for a column of numbers with this path.
  case numbersInStrings(path: String)

  /// The problem and its remedy for users of the library.
  var text: String {
    switch self {
    case .array: "\(problem): read it with the framing .array()"
    case .document: "\(problem): read it with the framing .document, or .concatenated if other texts follow"
    case .concatenated: "\(problem): read it with the framing .concatenated"
    case .sequence: "\(problem): read it with the framing .sequence"
    case .embeddedLines: "\(problem): read it with the framing .embeddedLines"
    case .serverSentEvents: "\(problem): read it with the framing .serverSentEvents"
    case .markdown: "\(problem): read it with the framing .markdown"
    case .longText: "\(problem): read an array in it with the framing .array(at:)"
    case .format, .byteOrderMark, .carriageReturns, .numbersInStrings: "\(problem): \(remedy)"
    }
  }

  /// The problem.
  package var problem: String {
    switch self {
    case .array: "this looks like one JSON array"
    case .document: "this looks like one JSON text over many lines"
    case .concatenated: "this looks like several JSON texts that are not one per line"
    case .sequence: "this looks like a JSON text sequence (RFC 7464)"
    case .embeddedLines: "this looks like lines with other text around the JSON"
    case .serverSentEvents: "this looks like server-sent events"
    case .markdown: "this looks like Markdown with a block of JSON"
    case .format(let format, compressedBy: let outer):
      "this looks like \(format.name)\(outer.map { " compressed with \($0)" } ?? "")"
    case .longText: "this looks like one JSON text that is too long for a record"
    case .byteOrderMark: "a byte order mark is allowed only at the beginning of the input"
    case .carriageReturns: "lines seem to end in a lone carriage return (CR)"
    case .numbersInStrings(let path): "the numbers in '\(path)' are strings"
    }
  }

  /// The remedy for the text itself. Empty if only the framing is wrong.
  package var remedy: String {
    switch self {
    case .array, .document, .concatenated, .sequence, .embeddedLines, .serverSentEvents, .markdown, .longText:
      ""
    case .format(let format, compressedBy: _): format.remedy
    case .byteOrderMark: "remove it"
    case .carriageReturns: #"convert them to line feeds (LF), e.g. with tr '\r' '\n'"#
    case .numbersInStrings: "declare the column as string, or as text if some are not"
    }
  }
}

extension InputHint {
  /// The size from which a first record over the limit may be one text that holds the records, in bytes.
  private static let longTextSize = 1 << 20

  /// The hint for a first record over the limit, from the bracket that opens it. Nil if the limit is small.
  init?(firstRecordOver limit: Int, openedBy bracket: UInt8) {
    guard limit >= Self.longTextSize else { return nil }
    switch bracket {
    case ASCII.openBracket: self = .array
    case ASCII.openBrace: self = .longText
    default: return nil
    }
  }
}
