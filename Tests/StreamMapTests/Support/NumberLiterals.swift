/// Random texts that are numbers or almost numbers, of the kinds that number parsers often get wrong.
struct NumberLiterals {
  var random: SeededRandom

  mutating func next() -> String {
    switch random.below(12) {
    case 0: shortest()
    case 1: plain()
    case 2: "\(word())e\(random.below(660) - 345)"
    case 3: "\(word())e\(random.below(90) - 45)"
    case 4: halfway()
    case 5: tie(bits: 53, powers: 5)
    case 6: tie(bits: 24, powers: 18)
    case 7: nearPowerOfTen()
    case 8: long()
    case 9: subnormal()
    case 10: decimal()
    default: mutated()
    }
  }

  mutating func digits(_ count: Int) -> String {
    String(decoding: (0..<count).map { _ in UInt8(0x30 + random.below(10)) }, as: UTF8.self)
  }

  private mutating func whole(_ count: Int) -> String {
    random.chance(1, outOf: 5) ? "0" : "\(1 + random.below(9))" + digits(count)
  }

  /// Returns as many leading zeros as the shift, in binary.
  private mutating func word() -> UInt64 { random.next() >> UInt64(random.below(64)) }

  /// The shortest text of a finite `Double`.
  private mutating func shortest() -> String {
    let value = Double(bitPattern: random.next())
    return value.isFinite ? "\(value)" : "0"
  }

  /// Typical values of records: counts, latencies, coordinates.
  private mutating func plain() -> String {
    let sign = random.chance(1, outOf: 3) ? "-" : ""
    let fraction = random.chance(2, outOf: 3) ? "." + digits(1 + random.below(18)) : ""
    return sign + whole(random.below(random.pick([2, 4, 9, 20]))) + fraction
  }

  private mutating func decimal() -> String {
    let exponent =
      random.pick(["e", "E"]) + random.pick(["", "+", "-"]) + "\(random.below(random.pick([9, 40, 400])))"
    return plain() + exponent
  }

  /// Halfway between two `Double`s, or with one digit different.
  private mutating func halfway() -> String {
    let odd = (UInt64(1) << 53 | random.next() >> 11) << 1 | 1
    return "\(odd)"
      + random.pick(["", ".0", "e1", "e3", "e-1", ".00000000000000000000000000001", "000000000000000000000"])
  }

  /// Digits over a power of ten that are halfway between two values with this many bits.
  private mutating func tie(bits: Int, powers: Int) -> String {
    var odd = UInt64(1) << UInt64(bits) | random.next() >> UInt64(64 - bits) | 1
    let power = random.below(powers)
    for _ in 0..<power {
      let (product, overflow) = odd.multipliedReportingOverflow(by: 5)
      if overflow { break }
      odd = product
    }
    return "\(odd)e-\(power)"
  }

  private mutating func nearPowerOfTen() -> String {
    let exponent = random.below(640) - 330
    let text = random.pick([
      "1", "9.999999999999999", "9.9999999999999999999", "1.0000000000000001", "1.00000000000000000001",
    ])
    return "\(text)e\(exponent)"
  }

  /// More digits than fit in a word.
  private mutating func long() -> String {
    let fraction = "." + digits(1 + random.below(400))
    let zeros = String(repeating: "0", count: random.below(30))
    let text =
      random.chance(1, outOf: 2)
      ? whole(random.below(400)) + fraction : "0.\(zeros)\(digits(1 + random.below(60)))"
    return random.chance(1, outOf: 2) ? text : "\(text)e\(random.below(700) - 500)"
  }

  private mutating func subnormal() -> String {
    let value = Double(bitPattern: random.next() >> UInt64(12 + random.below(52)))
    let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()) >> UInt32(9 + random.below(23)))
    return random.pick(["\(value)", "\(float)", "\(word())e-\(random.pick([320, 330, 340, 343, 50, 60]))"])
  }

  /// One byte inserted, removed or changed.
  private mutating func mutated() -> String {
    var bytes = Array(plain().utf8)
    let alphabet = Array("0123456789.-+eE \t/:\u{7F}\u{0}".utf8)
    let place = random.below(bytes.count)
    switch random.below(4) {
    case 0: bytes.remove(at: place)
    case 1: bytes.insert(random.pick(alphabet), at: place)
    case 2: bytes.append(random.pick(alphabet))
    default: bytes[place] = random.pick(alphabet)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether the bytes are a number by RFC 8259's grammar. Reads one byte at a time.
  static func isNumber(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    func take(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func takeDigits() -> Int {
      var count = 0
      while take("0123456789") { count += 1 }
      return count
    }
    _ = take("-")
    if !take("0"), takeDigits() == 0 { return false }
    if take("."), takeDigits() == 0 { return false }
    if take("eE") {
      _ = take("+-")
      if takeDigits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
