@testable import StreamMap
@testable import TestSupport

/// Framing by its documentation, one byte at a time over the whole text. It shares only the scanner for the text
/// around an array with the library.
struct ReferenceFraming {
  let text: [UInt8]
  let framing: Framing
  let limits: Limits
  let mapping: Mapping<Row>
  private(set) var heard = Heard()
  private var index = 0
  private var records = 0
  private var scanner: Scanner

  private struct Broken: Error {}

  static func heard(_ text: [UInt8], _ framing: Framing, limits: Limits = Limits()) throws -> Heard {
    var reference = try ReferenceFraming(text, framing, limits)
    do {
      try reference.read()
    } catch is Broken {}
    return reference.heard
  }

  private init(_ text: [UInt8], _ framing: Framing, _ limits: Limits) throws {
    self.text = text
    self.framing = framing
    self.limits = limits
    mapping = try Row.mapping(limits)
    scanner = Scanner(limits: limits, allowsByteOrderMark: true)
  }

  private mutating func read() throws {
    switch framing.kind {
    case .array(let path, let isObject):
      try findArray(path.segments, path.segments)
      if isObject { try readMembers() } else { try readElements() }
      while index < text.count { try scan() }
      try finishScanning()
    case .concatenated:
      passMark()
      while passWhitespace() != nil {
        if isOneOf(",:]}") { throw broken(.syntax, "$") }
        _ = try readValue()
      }
    case .sequence:
      passMark()
      readSequence()
    case .document:
      // One record, with its byte order mark.
      records = 1
      heard.note(text[...], in: text, record: 1, by: mapping, limit: limits.record)
    case .markdown:
      passMark()
      readMarkdown()
    case .lines, .embeddedLines, .serverSentEvents: break
    }
  }

  // MARK: Values

  private mutating func passMark() {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private mutating func passWhitespace() -> UInt8? {
    while index < text.count {
      if !" \n\r\t".utf8.contains(text[index]) { return text[index] }
      index += 1
    }
    return nil
  }

  private func isOneOf(_ bytes: String) -> Bool { index < text.count && bytes.utf8.contains(text[index]) }

  private mutating func readElements() throws {
    let path = scanner.path(ofContainer: true).description
    var mayClose = true
    while true {
      guard passWhitespace() != nil else { throw broken(.truncated, path) }
      if isOneOf("]"), mayClose { break }
      if isOneOf(",:]}") { throw broken(.syntax, path) }
      guard try readValue() else { throw Broken() }
      guard passWhitespace() != nil else { throw broken(.truncated, path) }
      mayClose = true
      if isOneOf("]") { break }
      guard isOneOf(",") else { throw broken(.syntax, path) }
      index += 1
      mayClose = false
    }
    scanner.offset = index
    try scan()
  }

  private mutating func readMembers() throws {
    let level = scanner.containers.count
    while true {
      repeat {
        guard index < text.count else {
          try finishScanning()
          throw Broken()
        }
        try scan()
        if scanner.containers.count < level { return }
      } while scanner.state != .value
      let path = scanner.path
      guard passWhitespace() != nil else { throw broken(.truncated, path) }
      if isOneOf(",:]}") { throw broken(.syntax, path) }
      guard try readValue() else { throw Broken() }
      scanner.passValue(to: index)
    }
  }

  /// Reads one value. Returns false if the input ends in it.
  private mutating func readValue() throws -> Bool {
    let start = index
    let isWhole = passValue()
    records += 1
    let bytes = text[start..<index]
    if !isWhole, case .array = framing.kind, !"{[\"".utf8.contains(text[start]) {
      refuseTruncated(bytes)
    } else {
      heard.note(bytes, in: text, record: records, by: mapping, limit: limits.record)
    }
    return isWhole
  }

  private mutating func passValue() -> Bool {
    switch text[index] {
    case UInt8(ascii: "\""):
      index += 1
      return passString()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var depth = 0
      var isEscaped = false
      repeat {
        let byte = text[index]
        index += 1
        if byte == UInt8(ascii: "\""), !isEscaped { if !passString() { return false } }
        if "{[".utf8.contains(byte) { depth += 1 }
        if "}]".utf8.contains(byte) { depth -= 1 }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } while depth > 0 && index < text.count
      return depth == 0
    default:
      var isEscaped = false
      while index < text.count {
        if isOneOf(" \n\r\t{}[],:") || (isOneOf("\"") && !isEscaped) { return true }
        isEscaped = isOneOf("\\") && !isEscaped
        index += 1
      }
      return false
    }
  }

  /// After the opening quote.
  private mutating func passString() -> Bool {
    while index < text.count {
      let byte = text[index]
      index += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    index = min(index, text.count)
    return false
  }

  // MARK: Sequences

  private mutating func readSequence() {
    var isMarked = false
    while let byte = passWhitespace() {
      if byte == 0x1E {
        isMarked = true
        index += 1
        continue
      }
      let start = index
      index = text[start...].firstIndex(of: 0x1E) ?? text.count
      var bytes = text[start..<index]
      let raw = bytes.count
      if raw <= limits.record + 1 {
        while let last = bytes.last, " \n\r\t".utf8.contains(last) { bytes.removeLast() }
      }
      records += 1
      if !isMarked {
        heard.refuse(.syntax, start, "$", in: text, record: records, bytes.prefix(limits.record + 1))
      } else if raw == bytes.count, raw <= limits.record, !"{[\"".utf8.contains(text[start]) {
        refuseTruncated(bytes)
      } else {
        heard.note(bytes, in: text, record: records, by: mapping, limit: limits.record)
      }
    }
  }

  /// Reports a scalar that may be truncated: its own error, or the truncation.
  private mutating func refuseTruncated(_ bytes: ArraySlice<UInt8>) {
    let cut = bytes.prefix(limits.record + 1)
    do throws(Scanner.Failure) {
      var scanner = Scanner(limits: limits, allowsByteOrderMark: false)
      defer { self.scanner = scanner }
      try scanner.scanPiece(Array(cut).span)
      try scanner.finish()
    } catch {
      heard.refuse(error.kind, bytes.startIndex + scanner.offset, "$", in: text, record: records, cut)
      return
    }
    heard.refuse(.truncated, bytes.endIndex, "$", in: text, record: records, bytes)
  }

  // MARK: Markdown

  private mutating func readMarkdown() {
    // Empty, `json`, or the characters of the fence of a block that is skipped.
    var block: [UInt8] = []
    while index < text.count {
      let line = text[index...].prefix { $0 != 0x0A }
      guard let start = line.firstIndex(where: { !" \r\t".utf8.contains($0) }) else {
        index = line.endIndex + 1
        continue
      }
      index = start
      if let (marks, word) = Self.fence(text[start...]) {
        if block.isEmpty || block == Array("json".utf8) {
          block = word.isEmpty ? [] : word.lowercased().contains("json") ? Array("json".utf8) : marks
        } else if word.isEmpty, marks.starts(with: block) {
          block = []
        }
        index = line.endIndex + 1
      } else if block == Array("json".utf8) || block.isEmpty && isAtDocument() {
        readEntry()
      } else {
        index = line.endIndex + 1
      }
    }
  }

  /// The characters of a fence and the word after them.
  private static func fence(_ rest: ArraySlice<UInt8>) -> (marks: [UInt8], word: String)? {
    let line = rest.prefix(256).prefix { $0 != 0x0A }
    guard let mark = line.first, "`~".utf8.contains(mark) else { return nil }
    let marks = line.prefix { $0 == mark }
    let tail = line.dropFirst(marks.count)
    guard marks.count >= 3, mark == UInt8(ascii: "~") || !tail.contains(mark) else { return nil }
    let word = tail.drop { " \r\t".utf8.contains($0) }.prefix { !" \r\t".utf8.contains($0) }
    return (Array(marks), String(decoding: word, as: UTF8.self))
  }

  private func isAtDocument() -> Bool {
    let visible = text[index...].prefix(256).filter { !" \n\r\t".utf8.contains($0) }
    let object = visible.drop { $0 == UInt8(ascii: "[") }.prefix(2)
    return object.elementsEqual("{\"".utf8) || object.elementsEqual("{}".utf8)
  }

  private mutating func readEntry() {
    let start = index
    let isContainer = isOneOf("{[")
    let isString = isOneOf("\"")
    // The fence that ends it at the latest, or the end of its line.
    var last = text.count
    for place in start + 1...text.count where last == text.count && text[place - 1] == 0x0A {
      if !isContainer {
        last = place - 1
      } else if let content = text[place...].firstIndex(where: { !" \r\t".utf8.contains($0) }),
        Self.fence(text[content...]) != nil
      {
        last = content
      }
    }
    var (depth, isInString) = (0, false)
    var end: Int?
    var place = start
    while end == nil, isContainer || isString, place < last {
      let byte = text[place]
      if byte == 0x0A {
        isInString = false
      } else if isInString {
        if byte == UInt8(ascii: "\\"), place + 1 < last, text[place + 1] != 0x0A { place += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if "{[".utf8.contains(byte) {
        depth += 1
      } else if "}]".utf8.contains(byte) {
        depth -= 1
      }
      place += 1
      if depth == 0, !isInString { end = place }
    }
    var bytes = text[start..<(end ?? last)]
    if end == nil, last < text.count || !isContainer && !isString, bytes.count <= limits.record + 1 {
      while let byte = bytes.last, " \n\r\t".utf8.contains(byte) { bytes.removeLast() }
    }
    records += 1
    heard.note(bytes, in: text, record: records, by: mapping, limit: limits.record)
    index = end ?? last
  }

  // MARK: Around an array

  private mutating func findArray(_ steps: [RecordPath.Segment], _ all: [RecordPath.Segment]) throws {
    repeat {
      while index < text.count, " \n\r\t\u{FEFF}".utf8.contains(text[index]) { try scan() }
      guard index < text.count else { try finishScanning(); throw Broken() }
      let done = all.dropLast(steps.count)
      let found = text[index]
      var wanted = UInt8(ascii: "[")
      if case .name = steps.first { wanted = UInt8(ascii: "{") }
      if steps.isEmpty, case .array(_, isObject: true) = framing.kind { wanted = UInt8(ascii: "{") }
      guard found == wanted else {
        if "{[\"-0123456789tfn".utf8.contains(found) { throw broken(.typeMismatch, Self.path(done)) }
        try scan()
        throw Broken()
      }
      try scan()
      guard let step = steps.first else { return }
      let level = scanner.containers.count
      while index < text.count {
        let isBefore = scanner.state == .value || scanner.state == .firstElement
        if scanner.containers.count == level, isBefore, isAt(step) {
          if scanner.state == .firstElement, passedWhitespaceTo("]") { try passMissing(all) }
          return try findArray(Array(steps.dropFirst()), all)
        }
        try scan()
        if scanner.containers.count < level { throw missing(all) }
      }
    } while index < text.count
    try finishScanning()
  }

  /// Returns whether the scanner's innermost step is a step of the path.
  private func isAt(_ step: RecordPath.Segment) -> Bool {
    switch scanner.steps(ofContainer: false).last {
    case .name(let name): step == .name(name)
    case .index(let index): step == .index(index)
    case nil: false
    }
  }

  private func passedWhitespaceTo(_ bracket: String) -> Bool {
    text[index...].first { !" \n\r\t".utf8.contains($0) } == bracket.utf8.first
  }

  private mutating func passMissing(_ all: [RecordPath.Segment]) throws {
    let level = scanner.containers.count
    while scanner.containers.count == level { try scan() }
    throw missing(all)
  }

  private mutating func missing(_ all: [RecordPath.Segment]) -> Broken {
    index -= 1
    return broken(.missingField, Self.path(all[...]))
  }

  private static func path(_ segments: ArraySlice<RecordPath.Segment>) -> String {
    var text = PathText()
    for segment in segments { text.append(segment) }
    return text.description
  }

  /// One byte.
  private mutating func scan() throws {
    do throws(Scanner.Failure) {
      try scanner.scan([text[index]].span)
    } catch {
      throw broken(error.kind, scanner.path)
    }
    index += 1
  }

  private mutating func finishScanning() throws {
    do throws(Scanner.Failure) {
      try scanner.finish()
    } catch {
      throw broken(error.kind, scanner.path)
    }
  }

  private mutating func broken(_ kind: MappingError.Kind, _ path: String) -> Broken {
    heard.refuse(kind, index, path, in: text, record: nil)
    return Broken()
  }
}
