/// The bytes so far of a record that has begun and not ended, and how to complete them to valid JSON.
///
/// The scanner reads each byte once, in however many pieces they arrive.
struct OpenRecord {
  private var scanner: Scanner
  /// Whether the bytes so far have an error, which is reported when the record ends.
  private var isMalformed = false

  init(limits: Limits, allowsByteOrderMark: Bool) {
    scanner = Scanner(limits: limits, allowsByteOrderMark: allowsByteOrderMark, keepsNames: false)
  }

  /// Whether a string value, not a name, is open.
  var isInText: Bool { scanner.isInText }

  /// Reads the bytes of the record that are new.
  mutating func read(_ record: Span<UInt8>) {
    guard !isMalformed, scanner.offset < record.count else { return }
    do throws(Scanner.Failure) {
      try scanner.scanPiece(record.extracting(scanner.offset...))
    } catch {
      isMalformed = true
    }
  }

  /// What becomes of a string that is open.
  enum TextEnd {
    /// It ends after its last whole character.
    case ended
    /// It ends after another character, as the beginning of a longer string.
    case continued
    /// It is left out.
    case omitted
  }

  /// Returns the bytes so far with the open arrays and objects closed. Nil if no value has begun.
  ///
  /// An unfinished number, literal or name is left out, with the member or element that it belongs to.
  ///
  /// - Parameters:
  ///   - record: the bytes that were read.
  ///   - text: what becomes of an open string.
  func closed(_ record: Span<UInt8>, _ text: TextEnd) -> [UInt8]? {
    guard !isMalformed else { return nil }
    var end = scanner.offset
    var closing: [UInt8] = []
    switch scanner.state {
    case .afterValue, .firstElement, .firstName, .end: break
    case _ where text != .omitted && isInText:
      end = endOfText(record)
      if text == .continued { closing += Array(#"\u0001"#.utf8) }
      closing.append(ASCII.quote)
    default:
      guard let innermost = scanner.containers.last else { return nil }
      let isBetween = innermost.isArray || scanner.state == .name
      end = isBetween ? scanner.completeThrough(atEnd: false) : innermost.nameOffset
      while ASCII.isWhitespace(record[end - 1]) { end -= 1 }
      if record[end - 1] == ASCII.comma { end -= 1 }
    }
    for container in scanner.containers.reversed() {
      closing.append(container.isArray ? ASCII.closeBracket : ASCII.closeBrace)
    }
    return Array(copying: record.extracting(first: end)) + closing
  }

  /// Returns the offset after the last whole character of the open string. An escape, and both halves of a surrogate
  /// pair, are one character.
  private func endOfText(_ record: Span<UInt8>) -> Int {
    var end = scanner.offset
    switch scanner.state {
    case .string: break
    case .continuation:
      repeat { end -= 1 } while record[end] & 0xC0 == 0x80
    default:
      // The states of an escape follow each other, one for each byte.
      end -= Int(scanner.state.rawValue - Scanner.State.escape.rawValue) + 1
    }
    return end
  }
}
