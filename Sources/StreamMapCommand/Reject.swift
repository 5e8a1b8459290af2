// A skipped record as a line of --rejects: its location, its error, and its bytes, so that
// it can be retried.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import StreamMap

struct Reject: Codable, Sendable {
  /// The file name as given. Bytes that are not UTF-8 are escaped as `\xFF`.
  var file: String
  /// The bytes of that name, if they are not UTF-8.
  var fileBase64: Data?
  /// The absolute offset of the record's first byte.
  var offset: Int
  var line: Int?
  var record: Int?
  /// The location of the error: the absolute offset, and the byte within the line from 1.
  var byte: Int?
  var column: Int?
  var path: String
  var kind: String
  var message: String
  /// The number of rows before it in the output. Nil if the command writes no rows, or if the run did not begin at the
  /// first byte of the input.
  var row: Int?
  /// The framing of the file, as values of --input and --records. Only set for a line with other text around the record,
  /// and for a cut record that is not a line.
  var input: String?
  var records: String?
  /// The record key: the raw member name, with its escapes. Nil if the records are not members of an object.
  var key: String?
  /// The record as text or, if it is not UTF-8, as base64. Both are nil for a document, which is not kept, and for an
  /// error between records.
  var raw: String?
  var rawBase64: Data?
  /// Whether the end of a record over the limit, or a whole document, is missing here.
  var isCut: Bool?

  enum CodingKeys: String, CodingKey {
    case file
    case fileBase64 = "file_base64"
    case offset, line, record, byte, column, path, kind, message, row, input, records, key, raw
    case rawBase64 = "raw_base64"
    case isCut = "cut"
  }

  init(_ refused: RejectedRecord, in file: InputFile, row: Int?) {
    let error = refused.error
    self.file = file.name
    if let path = file.path, path.text == nil { fileBase64 = Data(path.bytes) }
    byte = error.byteOffset
    column = error.column
    offset = refused.offset
    line = error.line
    record = error.record
    path = error.path
    kind = "\(error.kind)"
    message = error.commandMessage
    self.row = row
    isCut = refused.isCut ? true : nil
    key = refused.key.map { String(decoding: $0, as: UTF8.self) }
    if !refused.bytes.isEmpty { take(refused.bytes) }
  }

  /// Stores the framing of the file if it is needed to find this record again.
  mutating func note(_ framing: Framing, at records: String?) {
    switch framing.kind {
    case .lines, .document: break
    // The bytes are those of the line.
    case .embeddedLines: input = InputShape.embeddedLines.rawValue
    case .serverSentEvents: input = InputShape.sse.rawValue
    case _ where isCut != true: break
    case .concatenated: input = InputShape.concatenated.rawValue
    case .sequence: input = InputShape.seq.rawValue
    case .markdown: input = InputShape.markdown.rawValue
    case .array: (input, self.records) = (InputShape.array.rawValue, records)
    }
  }

  /// The framing of the file. Nil if no run writes such a reject.
  var framing: Framing? {
    switch input.map({ InputShape(rawValue: $0) }) {
    case .none: bytes == nil ? .document : .lines
    case .some(.embeddedLines): .embeddedLines
    case .some(.sse): .serverSentEvents
    case .some(.concatenated): .concatenated
    case .some(.seq): .sequence
    case .some(.markdown): .markdown
    case .some(.array): records.map { try? .array(at: RecordPath($0)) } ?? .array()
    default: nil
    }
  }

  /// Stores the record's bytes.
  mutating func take(_ bytes: some Collection<UInt8>) {
    raw = String(validating: bytes, as: UTF8.self)
    rawBase64 = raw == nil ? Data(bytes) : nil
  }

  /// Whether a run can have written its numbers. They are small enough that sums do not overflow.
  var isPossible: Bool {
    [offset, line ?? 0, record ?? 0, byte ?? 0, column ?? 0, row ?? 0].allSatisfy { 0...Int.max / 8 ~= $0 }
  }

  /// The path for opening the file.
  var source: FilePath { fileBase64.map { FilePath(bytes: Array($0)) } ?? FilePath(file) }

  /// Appends the reject as a line.
  func write(into output: inout [UInt8]) {
    let encoder = StreamEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // Only strings and numbers are encoded, which cannot fail.
    try? encoder.encode(self, into: &output)
    output.append(UInt8(ascii: "\n"))
  }

  /// The record's bytes. Nil if they are missing.
  var bytes: [UInt8]? {
    raw.map { Array($0.utf8) } ?? rawBase64.map { Array($0) }
  }
}
