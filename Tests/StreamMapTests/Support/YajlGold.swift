import Foundation

/// yajl's own test cases: documents with the event log of yajl's test program.
enum YajlGold {
  static let folder = "yajl/cases"
  static let count = 58

  struct Case: Sendable {
    var name: String
    var bytes: [UInt8]
    /// The log without the error and the leak count.
    var log: [UInt8]
    /// yajl's message, if it rejects the document.
    var error: String?
  }

  static func cases() throws -> [Case] {
    try Corpora.files(folder) { $0.hasSuffix(".json") }.map { file in
      var log = try Corpora.bytes("\(folder)/\(file.name).gold")
      let leaks = Array("memory leaks:\t0\n".utf8)
      guard log.suffix(leaks.count).elementsEqual(leaks) else { throw Malformed(name: file.name) }
      log.removeLast(leaks.count)
      let lastLine = log.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let last = String(decoding: log[lastLine...], as: UTF8.self)
      guard last.hasPrefix("parse error: ") || last.hasPrefix("lexical error: ") else {
        return Case(name: file.name, bytes: file.bytes, log: log, error: nil)
      }
      log.removeSubrange(lastLine...)
      return Case(name: file.name, bytes: file.bytes, log: log, error: last)
    }
  }

  struct Malformed: Error {
    var name: String
  }

  /// Prints events like yajl's test program, `yajl_test.c`, which formats numbers with `%lld` and `%g`.
  static func log(of events: [ParsedEvent]) -> [UInt8] {
    var log: [UInt8] = []
    for event in events {
      switch event {
      case .startObject: log += Array("map open '{'".utf8)
      case .endObject: log += Array("map close '}'".utf8)
      case .startArray: log += Array("array open '['".utf8)
      case .endArray: log += Array("array close ']'".utf8)
      case .null: log += Array("null".utf8)
      case .bool(let value): log += Array("bool: \(value)".utf8)
      case .key(let bytes): log += Array("key: '".utf8) + bytes + Array("'".utf8)
      case .string(let bytes): log += Array("string: '".utf8) + bytes + Array("'".utf8)
      case .number(let literal): log += Array(number(String(decoding: literal, as: UTF8.self)).utf8)
      }
      log.append(UInt8(ascii: "\n"))
    }
    return log
  }

  private static func number(_ literal: String) -> String {
    guard literal.utf8.contains(where: { [0x2E, 0x45, 0x65].contains($0) }) else {
      return "integer: \(literal)"
    }
    return "double: " + String(format: "%g", Double(literal) ?? .nan)
  }
}
