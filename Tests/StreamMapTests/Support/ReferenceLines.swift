/// The oracle of JSON Lines: splits records at line feeds only, and reads each with the reference parser.
enum ReferenceLines {
  struct Record {
    /// From 1. Blank lines are not counted.
    var number: Int
    /// From 1. Every line is counted.
    var line: Int
    /// The absolute offset of the line's first byte.
    var offset: Int
    /// Without the line feed and a carriage return before it.
    var bytes: [UInt8]
    var events: [ParsedEvent]
    /// The root's text without white space, or the error, with its absolute offset.
    var result: Result<[UInt8], Failure>
  }

  static func read(_ input: [UInt8], limits: ReferenceLimits = ReferenceLimits()) -> [Record] {
    var records: [Record] = []
    var offset = 0
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      defer { offset += line.count + 1 }
      var bytes = Array(line)
      if index < lines.count - 1, bytes.last == 0x0D { bytes.removeLast() }
      if isBlank(bytes, at: offset) { continue }
      // A byte order mark is valid at byte 0 only. After a space it is a syntax error.
      let padding = offset == 0 ? 0 : 1
      let padded = Array(repeating: 0x20, count: padding) + bytes
      let outcome = ReferenceParser.read(padded, limits: limits)
      let result = outcome.result.map { $0.compactText(in: padded) }.mapError { error in
        Failure(kind: error.kind.rawValue, offset: error.offset - padding + offset, path: error.path)
      }
      records.append(
        Record(
          number: records.count + 1, line: index + 1, offset: offset, bytes: bytes, events: outcome.events,
          result: result))
    }
    return records
  }

  private static func isBlank(_ line: [UInt8], at offset: Int) -> Bool {
    let content = offset == 0 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line[...]
    return content.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}
