/// The error of a record, without the location of the record in the input.
struct RecordFailure: Error {
  var kind: MappingError.Kind
  /// The offset in the record.
  var offset: Int
  var path: String
  var expected: String
  var found: String
  var excerpt: String
  /// The error that a model threw.
  var underlying: (any Error)?
  /// The record's other errors, if they were looked for.
  var others: [RecordFailure] = []
  /// The field that the value does not fit.
  var field: MappingError.FieldNumber?
  /// The number of strings around the value whose text was read: the path begins with as many `json(`.
  var texts = 0

  /// Creates a failure with an excerpt.
  ///
  /// - Parameters:
  ///   - text: the bytes of the record around the offset.
  ///   - textOffset: the offset of `text` in the record.
  init(
    _ kind: MappingError.Kind, at offset: Int, path: String, expected: String, found: String? = nil,
    text: borrowing Span<UInt8>, textOffset: Int = 0
  ) {
    self.kind = kind
    self.offset = offset
    self.path = path
    self.expected = expected
    let place = offset - textOffset
    self.found = found ?? Self.describe(place < text.count ? text[place] : nil)
    self.excerpt = Self.excerpt(text, around: place)
  }

  /// Creates a failure that has only a kind and an offset.
  init(_ kind: MappingError.Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
    (path, expected, found, excerpt) = ("", "", "", "")
  }

  private static func describe(_ byte: UInt8?) -> String {
    guard let byte else { return "the end of the record" }
    if byte > ASCII.space && byte < 0x7F { return "'\(UnicodeScalar(byte))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte 0x\(digits.count < 2 ? "0" : "")\(digits)"
  }

  /// Returns up to 20 bytes before and after the place, as text on one line.
  private static func excerpt(_ text: borrowing Span<UInt8>, around place: Int) -> String {
    let start = max(0, min(place, text.count) - 20)
    let end = max(start, min(text.count, place + 20))
    var shown = Array(copying: text.extracting(start..<end))
    for index in shown.indices where shown[index] < ASCII.space || shown[index] == 0x7F {
      shown[index] = ASCII.space
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Returns the error with the record's location in the input.
  ///
  /// - Parameters:
  ///   - line: the line of the offset, if known.
  ///   - lineStart: the absolute offset from which the column counts.
  func error(
    record: Int?, line: Int?, recordOffset: Int, lineStart: Int, inputHint: InputHint? = nil
  ) -> MappingError {
    error(
      record: record, line: line, recordOffset: recordOffset, lineStart: lineStart,
      others: others.map {
        $0.error(record: record, line: line, recordOffset: recordOffset, lineStart: lineStart)
      }, inputHint: inputHint)
  }

  private func error(
    record: Int?, line: Int?, recordOffset: Int, lineStart: Int, others: [MappingError],
    inputHint: InputHint?
  ) -> MappingError {
    let absolute = recordOffset + offset
    let place = MappingError.Location(
      record: record, line: line, column: absolute - lineStart + 1, byteOffset: absolute)
    return MappingError(
      kind, at: place, path: path, expected: expected, found: found, excerpt: excerpt, underlying: underlying,
      others: others, inputHint: inputHint, field: field)
  }

  /// Returns the hint of the first record of an input.
  private func firstHint(in bytes: Span<UInt8>) -> InputHint? {
    switch kind.category {
    case .syntax: return InputFormat(of: bytes).map { .format($0) }
    case .limit where kind == .recordLimit:
      let mark = ASCII.byteOrderMark
      let start = bytes.endOfWhitespace(from: bytes.starts(with: mark) ? mark.count : 0)
      return start < bytes.count ? InputHint(firstRecordOver: offset, openedBy: bytes[start]) : nil
    default: return nil
    }
  }

  /// Returns the error in a record that may span lines. By default the record is the whole input.
  ///
  /// - Parameters:
  ///   - line: the line in which the record begins.
  ///   - lineStart: the absolute offset of that line.
  func error(
    in bytes: Span<UInt8>, record: Int? = 1, line: Int = 1, recordOffset: Int = 0, lineStart: Int = 0
  ) -> MappingError {
    var line = line
    var lineStart = lineStart
    var passed = 0
    // Failures are passed in order of offset, so that lines are counted once.
    func error(
      _ failure: RecordFailure, _ others: [MappingError], _ inputHint: InputHint? = nil
    ) -> MappingError {
      failure.error(
        record: record, line: line, recordOffset: recordOffset, lineStart: lineStart, others: others,
        inputHint: inputHint)
    }
    func pass(to offset: Int) {
      for index in passed..<max(passed, min(offset, bytes.count)) where bytes[index] == ASCII.lineFeed {
        line += 1
        lineStart = recordOffset + index + 1
      }
      passed = max(passed, offset)
    }
    pass(to: offset)
    let (firstLine, firstStart) = (line, lineStart)
    let others = others.map { failure in
      pass(to: failure.offset)
      return error(failure, [])
    }
    (line, lineStart) = (firstLine, firstStart)
    return error(self, others, recordOffset == 0 ? firstHint(in: bytes) : nil)
  }
}

extension Scanner {
  /// Returns the error of the record for a failure at the scanner's offset.
  ///
  /// - Parameter textOffset: the offset of the text's first byte in the record.
  func recordFailure(_ failure: Failure, text: Span<UInt8>, textOffset: Int = 0)
    -> RecordFailure
  {
    RecordFailure(
      failure.kind, at: offset, path: path(ofContainer: false, in: text).description,
      expected: failure.expected, text: text, textOffset: textOffset)
  }
}

/// The result of reading one record.
enum RecordOutcome {
  case complete
  /// The sink asked to stop.
  case stopped
  case failed(RecordFailure)
}
