/// Objects with the names of a model's members. Many values have the right type.
struct ObjectGenerator {
  private var state: UInt64
  /// Whether the last object had two members of one name.
  private(set) var hasDuplicates = false

  private static let names = [
    "id", "small", "word", "ratio", "name", "note", "isOn", "list", "table", "inner", "inners", "a", "b",
    "date",
    "dates", "other",
  ]

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  private mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (word ^ (word >> 31)) >> 33) % bound
  }

  private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

  private mutating func space() -> String { below(12) == 0 ? " " : "" }

  /// An object as text.
  mutating func object() -> String {
    hasDuplicates = false
    return object(depth: 0)
  }

  private mutating func object(depth: Int) -> String {
    var names = Set<String>()
    let members = (0..<below(depth == 0 ? 14 : 5)).map { _ in
      let name = pick(Self.names)
      if !names.insert(name).inserted { hasDuplicates = true }
      return "\(space())\"\(name)\"\(space()):\(space())\(value(of: name, depth: depth))\(space())"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func value(of name: String, depth: Int) -> String {
    if below(4) == 0 { return anything(depth: depth) }
    return switch name {
    case "id", "small", "word", "date": number()
    case "ratio": pick(["1", "2.5", "-0.125", "1e2"])
    case "name", "note": text()
    case "isOn": pick(["true", "false"])
    case "list", "dates": array { $0.below(5) == 0 ? "null" : $0.number() }
    case "table": "{\"x\":\(number()),\"y\":\(below(6) == 0 ? "null" : "0.5")}"
    case "inners": array { depth < 3 ? $0.object(depth: depth + 1) : "{}" }
    default: depth < 3 ? object(depth: depth + 1) : "null"
    }
  }

  private mutating func anything(depth: Int) -> String {
    switch below(depth < 3 ? 8 : 6) {
    case 0, 1: "null"
    case 2: pick(["true", "false"])
    case 3: number()
    case 4: text()
    case 5: "2.5"
    case 6: array { $0.anything(depth: depth + 1) }
    default: object(depth: depth + 1)
    }
  }

  private mutating func number() -> String {
    pick(["0", "1", "-1", "127", "128", "-129", "5.0", "1.5", "9007199254740993", "18446744073709551615"])
  }

  private mutating func text() -> String {
    pick(["\"\"", "\"x\"", "\"a\\n\\u00e9\"", "\"日本語\"", "\"😀 and more than fifteen bytes\"", "\"1\""])
  }

  private mutating func array(_ element: (inout ObjectGenerator) -> String) -> String {
    "[\((0..<below(4)).map { _ in element(&self) }.joined(separator: ","))]"
  }
}
