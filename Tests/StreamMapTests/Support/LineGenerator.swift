/// Generates random lines fast: records over the names that the subjects map, in every JSON spelling. The lines of
/// one sample share a style and a few record types. Members are left out, added, shuffled and duplicated, so that a
/// learned order holds for a while and then fails. Holds the random numbers, the bytes of the current line and the
/// style of the sample.
struct LineGenerator {
  var random: SeededRandom
  var line: [UInt8] = []
  var style = Style()
  private var types: [[Vocabulary.Member]] = []
  private var wild: DocumentGenerator

  /// The common properties of a sample's lines.
  struct Style {
    var spacing = Spacing.compact
    /// How many members in a thousand are left out, duplicated, of another type, or null; how many names have
    /// escapes; how many records are shuffled.
    var absent = 0
    var twice = 0
    var wrong = 0
    var null = 0
    var escaped = 0
    var shuffled = 0
    /// The factor by which arrays are longer. The loops over members and elements stop before the last bytes of a text, so
    /// that they read nothing of a short record.
    var length = 1
    /// Line feeds may be between tokens, so that a record has many lines.
    var isMultiline = false
  }

  enum Spacing: CaseIterable {
    case compact
    /// As Python's `json.dumps` writes it.
    case python
    /// One member per line, with a substitute where a line feed is not allowed.
    case pretty
    /// In any position, a few.
    case random
    /// In any position, many.
    case wide
  }

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    var options = DocumentGenerator.Options()
    options.allowsLineBreaks = false
    wild = DocumentGenerator(seed: seed ^ 0x5EED, options: options)
  }

  // MARK: Samples

  /// Returns valid and malformed lines, with their line ends.
  ///
  /// - Parameter vocabulary: The members of one of the record types, which are random otherwise.
  mutating func sample(over vocabulary: [Vocabulary.Member]? = nil) -> Sample {
    chooseStyle()
    if let vocabulary { types[0] = vocabulary }
    let endings = random.below(8)
    let mutated = random.pick([0, 0, 20, 250, 500])
    var pieces: [[UInt8]] = []
    if random.chance(1, outOf: 20) { pieces.append(filler()) }
    for _ in 0..<random.pick([1, 2, 3, 20, 40, 60, 80, 100, 150]) {
      appendRecord()
      if random.below(1_000) < mutated { mutate() }
      if random.chance(1, outOf: 60) { line.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0) }
      appendEnding(endings)
      pieces.append(line)
    }
    if random.chance(1, outOf: 12) { pieces[0].insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0) }
    let last = pieces.count - 1
    if random.chance(1, outOf: 3) {
      while let byte = pieces[last].last, byte == 0x0A || byte == 0x0D { pieces[last].removeLast() }
    } else if random.chance(1, outOf: 30) {
      pieces[last].removeLast(random.below(pieces[last].count + 1))
    }
    return Sample(pieces: pieces)
  }

  /// Returns a single record.
  mutating func record() -> [UInt8] {
    chooseStyle()
    appendRecord()
    return line
  }

  private mutating func chooseStyle() {
    style = Style()
    style.spacing = random.pick(Spacing.allCases)
    style.absent = random.pick([0, 0, 0, 30, 400])
    style.twice = random.pick([0, 0, 10, 100])
    style.wrong = random.pick([0, 0, 10, 100])
    style.null = random.pick([0, 0, 10, 100])
    style.escaped = random.pick([0, 0, 10, 200])
    style.shuffled = random.pick([0, 0, 0, 50, 1_000])
    style.length = random.pick([1, 1, 1, 1, 1, 8])
    style.isMultiline = random.chance(1, outOf: 25)
    types.removeAll(keepingCapacity: true)
    for _ in 0..<random.pick([1, 1, 2, 3]) { types.append(type()) }
  }

  /// Returns some of the members, in some order.
  private mutating func type() -> [Vocabulary.Member] {
    let pool = Vocabulary.pools[random.below(Vocabulary.pools.count)]
    guard random.chance(3, outOf: 4) else { return pool }
    let members = pool.filter { _ in random.chance(3, outOf: 5) }
    return random.chance(1, outOf: 2) ? members : members.shuffled(using: &random)
  }

  private mutating func appendEnding(_ endings: Int) {
    switch endings {
    case 0: line += [0x0D, 0x0A]
    case 1:
      switch random.below(10) {
      case 0: line += [0x0A, 0x0A]
      case 1: line += [0x0D, 0x0A, 0x20, 0x0D, 0x0A]
      case 2: line += [0x0D]
      case 3: line += [0x0D, 0x0D, 0x0A]
      case 4: line += [0x20, 0x09, 0x0A, 0x09, 0x0A]
      default: line.append(0x0A)
      }
    default: line.append(0x0A)
    }
  }

  /// Returns bytes that move what follows to about the end of a reader's window.
  private mutating func filler() -> [UInt8] {
    let window = random.pick([65_536, 65_536, 65_536, 131_072, 262_144])
    let count = max(4, window - random.below(600))
    switch random.below(4) {
    case 0: return Array(repeating: 0x0A, count: count)
    case 1: return Array(repeating: 0x20, count: count - 1) + [0x0A]
    case 2:
      let line = Array("{\"id\":1,\"text\":\"x\"}\n".utf8)
      var lines = Array(repeatElement(line, count: count / line.count).joined())
      lines += Array(repeating: 0x20, count: count - lines.count)
      return lines
    default:
      line.removeAll(keepingCapacity: true)
      line += Array("{\"text\":".utf8)
      appendLongString(max(0, count - 12))
      line += Array("}\n".utf8)
      return line
    }
  }

  private mutating func appendRecord() {
    line.removeAll(keepingCapacity: true)
    appendSpace()
    switch random.below(100) {
    case 0..<82: appendObject(types[random.below(types.count)], depth: 0)
    case 82..<85: appendValue(.any, depth: 0)
    case 85: appendTower()
    case 86: appendArray(of: .object, depth: 0, atMost: 3)
    case 87: break
    case 88..<91: appendValue(random.pick([.int, .real, .text, .flag]), depth: 0)
    default: line += wild.document()
    }
    appendSpace()
  }

  // MARK: Containers

  mutating func appendObject(_ members: [Vocabulary.Member], depth: Int) {
    line.append(UInt8(ascii: "{"))
    var isFirst = true
    if random.below(1_000) < style.shuffled {
      for member in members.shuffled(using: &random) { appendMember(member, &isFirst, depth: depth + 1) }
    } else {
      for member in members { appendMember(member, &isFirst, depth: depth + 1) }
    }
    if isFirst { appendSpace() } else { appendBreak(depth) }
    line.append(UInt8(ascii: "}"))
  }

  private mutating func appendMember(_ member: Vocabulary.Member, _ isFirst: inout Bool, depth: Int) {
    if style.absent > 0, random.below(1_000) < style.absent { return }
    appendMember(named: member.name, member.kind, &isFirst, depth: depth)
    if style.twice > 0, random.below(1_000) < style.twice {
      appendMember(named: member.name, member.kind, &isFirst, depth: depth)
    }
    if random.chance(1, outOf: 200) {
      appendMember(named: random.pick(Vocabulary.others), .any, &isFirst, depth: depth)
    }
  }

  mutating func appendMember(
    named name: [UInt8], _ kind: Vocabulary.Kind, _ isFirst: inout Bool, depth: Int
  ) {
    if isFirst { appendBreak(depth) } else { appendComma(depth) }
    isFirst = false
    appendName(name)
    appendColon()
    if style.null > 0, random.below(1_000) < style.null {
      line += Array("null".utf8)
    } else if style.wrong > 0, random.below(1_000) < style.wrong {
      appendValue(.any, depth: depth)
    } else {
      appendValue(kind, depth: depth)
    }
  }

  mutating func appendArray(of kind: Vocabulary.Kind, depth: Int, atMost limit: Int) {
    line.append(UInt8(ascii: "["))
    // Without this limit, arrays in arrays would be too long.
    let length = line.count < 4_000 ? style.length : 1
    let count = random.below(limit * length + 1)
    for index in 0..<count {
      if index == 0 { appendBreak(depth + 1) } else { appendComma(depth + 1) }
      if style.wrong > 0, random.below(1_000) < style.wrong {
        appendValue(.any, depth: depth + 1)
      } else {
        appendValue(kind, depth: depth + 1)
      }
    }
    if count == 0 { appendSpace() } else { appendBreak(depth) }
    line.append(UInt8(ascii: "]"))
  }

  /// Many levels of one element each: about the default limit, about the bits of a word, or a few.
  mutating func appendTower() {
    let levels = random.pick([1, 3, 30, 62, 66, 126, 508]) + random.below(7)
    var closers: [UInt8] = []
    let form = random.below(3)
    for _ in 0..<levels {
      if form == 0 || form == 2 && random.chance(1, outOf: 2) {
        line.append(UInt8(ascii: "["))
        closers.append(UInt8(ascii: "]"))
      } else {
        line += Array("{\"a\":".utf8)
        closers.append(UInt8(ascii: "}"))
      }
    }
    if random.chance(2, outOf: 3) { appendValue(.int, depth: 0) } else { appendText() }
    line += closers.reversed()
  }

  // MARK: Space

  mutating func appendComma(_ depth: Int) {
    if style.spacing == .random || style.spacing == .wide { appendSpace() }
    line.append(UInt8(ascii: ","))
    if style.spacing == .python { line.append(0x20) } else { appendBreak(depth) }
  }

  mutating func appendColon() {
    if style.spacing == .random || style.spacing == .wide { appendSpace() }
    line.append(UInt8(ascii: ":"))
    switch style.spacing {
    case .compact: break
    case .python, .pretty: line.append(0x20)
    case .random, .wide: appendSpace()
    }
  }

  mutating func appendBreak(_ depth: Int) {
    switch style.spacing {
    case .compact, .python: break
    case .pretty:
      line.append(style.isMultiline ? 0x0A : 0x0D)
      for _ in 0..<(2 * depth) { line.append(0x20) }
    case .random, .wide: appendSpace()
    }
  }

  mutating func appendSpace() {
    guard style.spacing == .random || style.spacing == .wide, random.chance(1, outOf: 3) else { return }
    let isWide = style.spacing == .wide && random.chance(1, outOf: 12)
    let count = isWide ? random.pick([1, 50, 60]) + random.below(16) : 1 + random.below(3)
    for _ in 0..<count {
      switch random.below(style.isMultiline ? 8 : 6) {
      case 0: line.append(0x09)
      case 1: line.append(0x0D)
      case 6, 7: line.append(0x0A)
      default: line.append(0x20)
      }
    }
  }
}
