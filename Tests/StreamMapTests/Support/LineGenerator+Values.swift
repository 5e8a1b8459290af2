extension LineGenerator {
  mutating func appendValue(_ kind: Vocabulary.Kind, depth: Int) {
    switch kind {
    case .int: appendInteger()
    case .small: appendDigits(of: UInt64(random.below(random.chance(1, outOf: 8) ? 400 : 256)))
    case .real: appendReal()
    case .flag: line += random.chance(1, outOf: 2) ? Self.true : Self.false
    case .text: appendText()
    case .color: line += random.pick(Vocabulary.colors)
    case .colors: appendArray(of: .color, depth: depth, atMost: 4)
    case .integers: appendArray(of: .int, depth: depth, atMost: 5)
    case .holes: appendArray(of: .hole, depth: depth, atMost: 5)
    case .hole: if random.chance(1, outOf: 3) { line += Self.null } else { appendReal() }
    case .texts: appendArray(of: .text, depth: depth, atMost: 4)
    case .user: appendObject(Vocabulary.user, depth: depth)
    case .address: appendObject(Vocabulary.address, depth: depth)
    case .tag: appendObject(Vocabulary.tag, depth: depth)
    case .tags: appendArray(of: .tag, depth: depth, atMost: 4)
    case .point: appendObject(Vocabulary.point, depth: depth)
    case .points: appendArray(of: .point, depth: depth, atMost: 3)
    case .row: appendArray(of: .real, depth: depth, atMost: 4)
    case .grid: appendArray(of: .row, depth: depth, atMost: 4)
    case .table: appendTable(depth: depth)
    case .entry: appendObject(Vocabulary.entry, depth: depth)
    case .nest: appendNest(depth: depth)
    case .object: appendObject(Vocabulary.pools[0], depth: depth)
    case .any: appendAnything(depth: depth)
    }
  }

  private static let `true` = Array("true".utf8)
  private static let `false` = Array("false".utf8)
  private static let null = Array("null".utf8)

  private mutating func appendAnything(depth: Int) {
    switch random.below(depth < 4 ? 16 : 8) {
    case 0: line += Self.null
    case 1: line += random.chance(1, outOf: 2) ? Self.true : Self.false
    case 2: appendInteger()
    case 3, 4: line += random.pick(Vocabulary.numbers)
    case 5, 6: appendText()
    case 7: line += random.chance(1, outOf: 2) ? Array("[]".utf8) : Array("{}".utf8)
    case 8, 9: appendArray(of: .any, depth: depth, atMost: 3)
    case 10: appendValue(.user, depth: depth)
    case 11: appendValue(.tags, depth: depth)
    case 12: appendValue(.grid, depth: depth)
    case 13: appendTable(depth: depth)
    default: appendNest(depth: depth)
    }
  }

  /// An object with any names.
  private mutating func appendTable(depth: Int) {
    line.append(UInt8(ascii: "{"))
    var isFirst = true
    for _ in 0..<random.below(5) {
      appendMember(named: random.pick(Vocabulary.others), .entry, &isFirst, depth: depth + 1)
    }
    if isFirst { appendSpace() } else { appendBreak(depth) }
    line.append(UInt8(ascii: "}"))
  }

  /// Nested arrays and members `a`.
  private mutating func appendNest(depth: Int) {
    if depth > 6 || random.chance(1, outOf: 3) {
      appendValue(random.chance(1, outOf: 2) ? .int : .text, depth: depth)
    } else if random.chance(1, outOf: 2) {
      appendArray(of: .nest, depth: depth, atMost: 3)
    } else {
      line.append(UInt8(ascii: "{"))
      var isFirst = true
      appendMember(named: [UInt8(ascii: "a")], .nest, &isFirst, depth: depth + 1)
      line.append(UInt8(ascii: "}"))
    }
  }

  // MARK: Numbers

  private mutating func appendInteger() {
    if random.chance(1, outOf: 12) {
      line += random.pick(Vocabulary.numbers)
      return
    }
    if random.chance(1, outOf: 6) { line.append(UInt8(ascii: "-")) }
    appendDigits(of: random.next() >> UInt64(random.below(64)))
  }

  private mutating func appendReal() {
    appendInteger()
    guard line.last.map({ $0 >= 0x30 && $0 <= 0x39 }) == true, random.chance(2, outOf: 3) else { return }
    line.append(UInt8(ascii: "."))
    appendDigits(of: random.next() >> UInt64(random.below(64)))
    guard random.chance(1, outOf: 8) else { return }
    line += random.pick(Vocabulary.exponents)
  }

  private mutating func appendDigits(of value: UInt64) {
    let start = line.count
    var rest = value
    repeat {
      line.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    line[start...].reverse()
  }

  // MARK: Strings

  mutating func appendName(_ name: [UInt8]) {
    line.append(UInt8(ascii: "\""))
    let isEscaped = style.escaped > 0 && random.below(1_000) < style.escaped
    var index = 0
    while index < name.count {
      let byte = name[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        appendEscape(of: byte)
      } else if isEscaped, byte < 0x80, random.chance(1, outOf: 3) {
        appendUnicodeEscape(UInt16(byte))
      } else {
        line.append(byte)
      }
      index += 1
    }
    line.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
    case 0x0A where random.chance(1, outOf: 2): line += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
    default: appendUnicodeEscape(UInt16(byte))
    }
  }

  mutating func appendUnicodeEscape(_ unit: UInt16) {
    let isLower = random.chance(1, outOf: 2)
    line += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift: UInt16 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
      line.append(digit < 10 ? 0x30 + digit : (isLower ? 0x57 : 0x37) + digit)
    }
  }

  mutating func appendText() {
    switch random.below(400) {
    case 0:
      let lengths = [1_000, 4_000, 65_400, 65_520, 262_000, 262_130]
      appendLongString(random.chance(1, outOf: 60) ? random.pick(lengths) + random.below(40) : 63)
    case 1..<12: appendLongString(random.pick([40, 50, 60, 110, 120, 185, 250, 500]) + random.below(20))
    case 12..<300:
      line.append(UInt8(ascii: "\""))
      let start = random.below(Vocabulary.prose.count - 40)
      line += Vocabulary.prose[start..<(start + random.below(40))]
      line.append(UInt8(ascii: "\""))
    default:
      line.append(UInt8(ascii: "\""))
      for _ in 0..<random.below(6) { appendPiece() }
      line.append(UInt8(ascii: "\""))
    }
  }

  /// A string with about this number of bytes between its quotes, most of it plain.
  mutating func appendLongString(_ count: Int) {
    line.append(UInt8(ascii: "\""))
    let end = line.count + count
    let isPlain = random.chance(1, outOf: 3)
    while line.count < end {
      if !isPlain, random.chance(1, outOf: 4) { appendPiece() }
      let run = min(end - line.count, random.below(count > 1_000 ? 2_000 : 60))
      if run > 0 { line.append(contentsOf: repeatElement(random.pick(Vocabulary.fillings), count: run)) }
    }
    line.append(UInt8(ascii: "\""))
  }

  private mutating func appendPiece() {
    switch random.below(12) {
    case 0:
      // Runs of backslashes and escaped quotes, also across the ends of blocks.
      let count = random.chance(1, outOf: 6) ? 30 + random.below(40) : 1 + random.below(4)
      for _ in 0..<count { line += [UInt8(ascii: "\\"), UInt8(ascii: "\\")] }
      if random.chance(1, outOf: 2) { line += [UInt8(ascii: "\\"), UInt8(ascii: "\"")] }
    case 1: appendUnicodeEscape(UInt16(random.below(0xD800)))
    case 2:
      appendUnicodeEscape(0xD800 + UInt16(random.below(0x400)))
      appendUnicodeEscape(0xDC00 + UInt16(random.below(0x400)))
    default: line += random.pick(Vocabulary.pieces)
    }
  }
}
