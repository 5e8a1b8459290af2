extension DocumentGenerator {
  // MARK: Paths

  /// Returns a random path of up to four segments, sometimes the root.
  mutating func path(allowsWildcards: Bool = true) -> PathInterpreter {
    var segments: [PathInterpreter.Segment] = []
    for _ in 0..<(random.chance(1, outOf: 30) ? 0 : 1 + random.below(4)) {
      switch random.below(allowsWildcards ? 10 : 7) {
      case 0...4: segments.append(.name(Array(random.pick(Self.names).utf8)))
      case 5, 6: segments.append(.index(random.below(3)))
      case 7, 8: segments.append(.everyElement)
      default: segments.append(.everyMember)
      }
    }
    return PathInterpreter(segments: segments)
  }

  /// Returns a path to a value of the document: a random walk down from its root, with some steps replaced by
  /// wildcards.
  mutating func path(into root: ReferenceValue, allowsWildcards: Bool = true) -> PathInterpreter {
    var segments: [PathInterpreter.Segment] = []
    var value = root
    while segments.isEmpty || random.chance(3, outOf: 4) {
      let isWildcard = allowsWildcards && random.chance(1, outOf: 4)
      switch value.node {
      case .object(let members) where !members.isEmpty:
        let member = random.pick(members)
        segments.append(isWildcard ? .everyMember : .name(member.name))
        value = member.value
      case .array(let elements) where !elements.isEmpty:
        let index = random.below(elements.count)
        segments.append(isWildcard ? .everyElement : .index(index))
        value = elements[index]
      default:
        return PathInterpreter(segments: segments)
      }
    }
    return PathInterpreter(segments: segments)
  }

  // MARK: Broken documents

  /// Returns the document with one to three faults. Most results are invalid, not all.
  mutating func mutated(_ document: [UInt8]) -> [UInt8] {
    var bytes = document
    for _ in 0...random.below(3) where !bytes.isEmpty {
      let position = random.below(bytes.count)
      switch random.below(8) {
      case 0: bytes[position] ^= 1 << UInt8(random.below(8))
      case 1: bytes[position] = UInt8(random.below(256))
      case 2: bytes[position] = random.pick(Self.suspects)
      case 3: bytes.insert(random.pick(Self.suspects), at: position)
      case 4: bytes.remove(at: position)
      case 5: bytes.removeSubrange(position..<min(bytes.count, position + 1 + random.below(8)))
      case 6: bytes.removeSubrange(position...)
      default: bytes.insert(contentsOf: random.pick(Self.fragments), at: position)
      }
    }
    return bytes
  }

  private static let suspects: [UInt8] =
    Array("{}[]:,\"\\/-+.eE0123456789truefalsn \t\n\rud".utf8)
    + [0x00, 0x0B, 0x0C, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFE, 0xFF]

  private static let fragments: [[UInt8]] =
    [
      "\\u", "\\uD83D", "\\uDE00", "\\uD83D\\uDE00", "\\ud83d\\n", "\\uD800\\uDBFF", "\\x", "\\u12",
      "\"", "\"\"", "{}", "[]", ",,", "1e", "01", "-", "1.", "tru", "nul", "NaN", "//", "'", "{\"a\":",
      "[[[[",
    ].map { Array($0.utf8) } + [
      [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE3, 0x81],
      [0xEF, 0xBB, 0xBF], [0xF0, 0x9F, 0x98, 0x80], [0xF0, 0x9F, 0x98],
    ]
}

extension DocumentGenerator {
  /// Limits that small documents exceed.
  mutating func limits() -> ReferenceLimits {
    ReferenceLimits(
      depth: random.below(7), string: random.below(16), name: random.below(10), number: random.below(8))
  }
}
