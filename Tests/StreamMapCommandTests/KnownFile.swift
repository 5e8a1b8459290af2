// Known records in a file, and the expected reports for the malformed ones.

import Foundation

@testable import StreamMapCommand

/// A line of --rejects, read or expected. An expected line has no message.
struct KnownReject: Decodable, Equatable {
  var file: String
  var offset: Int
  var line, record: Int?
  var byte, column: Int
  var path, kind: String
  var message: String?
  var row: Int?
  var raw: String?
  var rawBase64: Data?
  var cut: Bool?

  static func all(in text: [UInt8]) throws -> [KnownReject] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try text.split(separator: UInt8(ascii: "\n")).map { try decoder.decode(Self.self, from: Data($0)) }
  }

  /// The expected message on standard error.
  var diagnostic: String {
    "\(file)\(line.map { ":\($0)" } ?? ""):\(column): byte \(byte): \(message ?? "")\n"
  }
}

struct KnownFile {
  /// The framings of the records.
  enum Framing: String, CaseIterable {
    case lines, seq, concatenated, array
  }

  private(set) var bytes: [UInt8] = []
  /// Each record with the offset of its first byte and its line.
  private(set) var records: [(record: KnownRecord, offset: Int, line: Int, lineStart: Int)] = []
  /// Whether it begins with a byte order mark.
  private var hasMark = false
  private var lines = 0
  private var lineStart = 0

  /// With ignored text between the records.
  init(_ records: [KnownRecord], _ framing: Framing, _ dice: inout SeededGenerator) {
    switch framing {
    case .lines:
      if let first = records.first, first.flaw == nil, dice.chance(20) {
        (bytes, hasMark) = ([0xEF, 0xBB, 0xBF], true)
      }
      for record in records {
        if dice.chance(8), !self.records.isEmpty { put(dice.one(of: ["\n", " \n", "\t\r\n", "\r\n"])) }
        put(record)
        put(dice.chance(15) ? "\r\n" : "\n")
      }
      // The last line may lack its line end. A carriage return alone is not a line end.
      if dice.chance(20), bytes.last == 10 { bytes.removeLast(bytes.suffix(2).first == 13 ? 2 : 1) }
    case .seq:
      for record in records {
        if dice.chance(5) { put("\u{1E}\n") }
        put(dice.chance(10) ? "\u{1E} " : "\u{1E}")
        put(record)
        put(dice.one(of: ["\n", "\n", "\r\n", " \n"]))
      }
    case .concatenated:
      for (index, record) in records.enumerated() {
        put(record)
        let next = records.indices.contains(index + 1) ? records[index + 1] : nil
        let touches = record.flaw == nil && record.isContainer && next?.isContainer == true
        put(dice.one(of: touches ? ["", "", " ", "\n"] : [" ", "\n", "\r\n", "\n \t"]))
      }
    case .array:
      put(dice.one(of: ["[", "[\n", " [ "]))
      for (index, record) in records.enumerated() {
        if index > 0 { put(dice.one(of: [",", ",\n", " ,\r\n", ", "])) }
        put(record)
      }
      put(dice.one(of: ["]", "\n]\n", " ]\n"]))
    }
  }

  /// The simplest form.
  init(plain records: [KnownRecord]) {
    for record in records {
      put(record)
      put("\n")
    }
  }

  private mutating func put(_ text: String) {
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == 10 { (lines, lineStart) = (lines + 1, bytes.count) }
    }
  }

  private mutating func put(_ record: KnownRecord) {
    // A byte order mark belongs to the first record.
    records.append((record, records.isEmpty && hasMark ? 0 : bytes.count, lines + 1, lineStart))
    bytes += record.bytes
  }

  var rows: [String] { records.map(\.record.row) }

  /// The expected reports for its malformed records.
  ///
  /// - Parameters:
  ///   - rows: The number of rows from earlier files.
  ///   - limit: The value of `--max-record`.
  func rejects(_ name: String, rowsBefore rows: Int, limit: Int) -> [KnownReject] {
    var row = rows
    var rejects: [KnownReject] = []
    for (index, entry) in records.enumerated() {
      guard let flaw = entry.record.flaw else {
        row += 1
        continue
      }
      let isCut = flaw.kind == "recordLimit"
      let raw = isCut ? Array(entry.record.bytes.prefix(min(limit + 1, 64 << 10))) : entry.record.bytes
      let text = String(validating: raw, as: UTF8.self)
      let byte = entry.offset + flaw.at
      rejects.append(
        KnownReject(
          file: name, offset: entry.offset, line: entry.line, record: index + 1, byte: byte,
          column: byte - entry.lineStart + 1, path: flaw.path, kind: flaw.kind, message: nil, row: row,
          raw: text,
          rawBase64: text == nil ? Data(raw) : nil, cut: isCut ? true : nil))
    }
    return rejects
  }
}
