// Reads the text around an array or object of records: the path to it, and the rest of the input.
//
// The scanner reads this text. The framer reads between the elements, and the parser reads the records.
extension ValueFramer {
  private var steps: [RecordPath.Segment] {
    if case .array(let path, _) = framing { path.segments } else { [] }
  }

  /// Reads the beginning of a value on the path, which may be the array. Returns false if more bytes are needed.
  func takeStep() throws(MappingError) -> Bool {
    let steps = steps
    while position < window.end {
      let byte = window[position]
      let last: Literal.Kind = isOfMembers ? .object : .array
      let wanted = stepsTaken == steps.count ? last : steps[stepsTaken].container(byte)
      if let kind = Literal.Kind(beginningWith: byte), kind != wanted {
        throw broken(
          .typeMismatch, path: path(of: stepsTaken), expected: wanted.found, found: kind.found)
      }
      let level = envelope.containers.count
      try scan(position..<(position + 1), pausingIn: nil)
      if envelope.containers.count > level {
        if stepsTaken == steps.count {
          beginIndex(at: position)
          phase = isOfMembers ? .member : .firstElement
        } else if isAtStep(steps[stepsTaken]) {
          stepsTaken += 1
        } else {
          phase = .wayInside
        }
        return true
      }
      // The array has no elements.
      if envelope.containers.count < level { throw missing() }
    }
    if isComplete { try finish() }
    return false
  }

  /// Reads up to the path's next value in the open container. Returns false if more bytes are needed.
  func findStep() throws(MappingError) -> Bool {
    let step = steps[stepsTaken]
    let level = stepsTaken + 1
    while position < window.end {
      try readAround(within: level)
      if envelope.containers.count < level { throw missing() }
      if envelope.containers.count == level, envelope.state == .value, isAtStep(step) {
        stepsTaken += 1
        phase = .way
        return true
      }
    }
    if isComplete { try finish() }
    return false
  }

  /// Reads up to the value of the next member, or past the end of the object. Returns false if more bytes are needed.
  func findMember() throws(MappingError) -> Bool {
    let level = steps.count + 1
    while position < window.end {
      try scan(position..<window.end, pausingIn: level)
      if envelope.containers.count < level {
        phase = .rest
        return true
      }
      if envelope.state == .value, let member = envelope.containers.last {
        name.removeAll(keepingCapacity: true)
        name += envelope.names[member.nameStart...]
        phase = .value
        return true
      }
    }
    if isComplete { try finish() }
    return false
  }

  /// The record key: the raw member name, with its escapes. Nil if the records are not members of an object.
  var key: [UInt8]? { isOfMembers ? name : nil }

  /// Whether the value that is about to begin is that of a step.
  private func isAtStep(_ step: RecordPath.Segment) -> Bool {
    guard let container = envelope.containers.last,
      envelope.state == .value || envelope.state == .firstElement
    else { return false }
    switch step {
    case .index(let index): return container.isArray && container.index == index
    case .name(let name): return !container.isArray && isName(name, from: container.nameStart)
    case .indexOrName(let index):
      return container.isArray ? container.index == index : isName(String(index), from: container.nameStart)
    case .everyElement, .everyMember: return false
    }
  }

  private func isName(_ name: String, from start: Int) -> Bool {
    let raw = envelope.names[start...]
    return raw.contains(ASCII.backslash)
      ? Unescaping.text(raw.span).utf8.elementsEqual(name.utf8) : raw.elementsEqual(name.utf8)
  }

  /// Leaves the array at its bracket.
  func endArray() throws(MappingError) {
    envelope.offset = position
    try scan(position..<(position + 1), pausingIn: nil)
    phase = .rest
  }

  /// Reads the text after the array.
  func readRest() throws(MappingError) {
    while position < window.end { try readAround(within: 0) }
    if isComplete { try finish() }
  }

  /// Skips a value that the index finds valid, or lets the scanner read up to the next value.
  private func readAround(within level: Int) throws(MappingError) {
    if envelope.isBeforeValue, let byte = passWhitespace() {
      envelope.offset = position
      if let end = soundEnd(ofValueWith: byte) {
        envelope.passValue(to: end)
        position = end
        return
      }
    }
    if position < window.end { try scan(position..<window.end, pausingIn: level) }
  }

  /// Lets the scanner read a range of bytes, up to where it pauses.
  private func scan(_ offsets: Range<Int>, pausingIn level: Int?) throws(MappingError) {
    do throws(Scanner.Failure) {
      position += try window.withBytes(offsets) { bytes throws(Scanner.Failure) in
        try envelope.scan(bytes, pausingIn: level)
      }
    } catch {
      position = envelope.offset
      let expected = envelope.state == .end ? "the end of the input" : error.expected
      throw broken(error.kind, path: envelope.path, expected: expected)
    }
  }

  // MARK: Errors

  /// Returns the error at the position and ends the reading.
  func broken(
    _ kind: MappingError.Kind, path: String? = nil, expected: String? = nil, found: String? = nil
  ) -> MappingError {
    let expected = expected ?? expectation
    phase = .ended
    count(to: position)
    let isAtEnd = position == window.end
    // The bytes after the position may not be available yet.
    let shown = window.start..<min(position + 1, window.end)
    let (failure, hint) = window.withBytes(shown) { bytes in
      (
        RecordFailure(
          kind, at: position, path: path ?? envelope.path(ofContainer: !isOfMembers).description,
          expected: expected,
          found: found ?? (isAtEnd ? "the end of the input" : nil), text: bytes, textOffset: shown.lowerBound),
        kind.category == .syntax && shown.lowerBound == 0
          ? InputFormat(encodingOf: bytes, wrongAt: position).map { InputHint.format($0) } : nil
      )
    }
    return failure.error(
      record: nil, line: lines.line, recordOffset: 0, lineStart: lines.lineStart, inputHint: hint)
  }

  /// What is expected between values.
  private var expectation: String {
    switch phase {
    case .firstElement: "a value or ]"
    case .separator: ", or ]"
    default: "a value"
    }
  }

  /// Handles the end of the input.
  private func finish() throws(MappingError) {
    phase = .ended
    do throws(Scanner.Failure) {
      try envelope.finish()
    } catch {
      throw broken(error.kind, path: envelope.path, expected: error.expected)
    }
  }

  /// Returns the error of a container that ended without the path's next value.
  private func missing() -> MappingError {
    position -= 1
    return broken(
      .missingField, path: path(of: steps.count),
      expected: isOfMembers ? "an object of records" : "an array of records")
  }

  private func path(of count: Int) -> String {
    RecordPath(writing: steps.prefix(count)).text
  }
}

extension RecordPath.Segment {
  /// The kind of container that the step needs, if its value begins with this byte.
  fileprivate func container(_ byte: UInt8) -> Literal.Kind {
    switch self {
    case .name, .everyMember: .object
    case .index, .everyElement: .array
    case .indexOrName: byte == ASCII.openBracket ? .array : .object
    }
  }
}
