import Foundation

@testable import TestSupport

/// Generates programs for models to encode. They avoid requests on which an encoder must trap: a container where a
/// value has another form.
struct ScriptGenerator {
  var random: SeededRandom
  /// How many values in a thousand cannot be encoded.
  var mischief = 0

  private static let names = [
    "a", "b", "id", "name", "\u{E9}", "e\u{301}", "created_at", "a_name_of_more_than_fifteen_bytes", "_x",
    "with space", "quote\"d", "", "fooBar", "fooBAR", "myURLProperty", "aB", "12", "tab\t", "日本語",
    "back\\slash",
    "sl/ash", "aÄb", "ABC1d", "ABC",
  ]

  mutating func script(_ depth: Int = 4) -> Script {
    if random.chance(mischief, outOf: 1000) {
      return random.pick([
        .failure, .scalar(.double(.nan)), .scalar(.float(-.infinity)), .matrix([[1], [0, .infinity]]),
      ])
    }
    if depth == 0 || random.chance(3, outOf: 10) { return .scalar(scalar()) }
    switch random.below(27) {
    case 24, 25, 26: return collection()
    case 20: return keyed(depth)
    case 21: return .optional(script(depth - 1))
    case 22: return .dates((0..<random.below(3)).map { Date(timeIntervalSince1970: Double($0)) })
    case 23:
      return random.chance(1, outOf: 2)
        ? .data((0..<random.below(3)).map { $0 == 1 ? nil : Data([UInt8($0)]) })
        : .matrix((0..<random.below(3)).map { (0..<$0).map { _ in double() } })
    case 0: return .null
    case 1, 2: return .array((0..<random.below(4)).map { _ in script(depth - 1) })
    case 3, 4:
      return .dictionary(
        Dictionary((0..<random.below(4)).map { _ in (name(), script(depth - 1)) }, uniquingKeysWith: { $1 }))
    case 5:
      return .numbered(
        Dictionary(
          (0..<random.below(3)).map { _ in (random.below(99), script(depth - 1)) }, uniquingKeysWith: { $1 }))
    case 6: return .pairs(random.chance(1, outOf: 2) ? [] : [scalar()])
    case 7: return .words((0..<random.below(4)).map { _ in text() })
    case 8: return .integers((0..<random.below(4)).map { _ in Int(truncatingIfNeeded: random.next()) })
    case 9: return .doubles((0..<random.below(4)).map { _ in double() })
    case 10: return .single(script(depth - 1))
    case 11: return random.chance(1, outOf: 3) ? .nothing : .single(.nothing)
    case 12, 13, 14: return .unkeyed(steps(depth, isKeyed: false))
    default: return .keyed(steps(depth, isKeyed: true))
    }
  }

  /// Returns a collection of standard types, with numbers that JSON does not have if there is mischief.
  private mutating func collection() -> Script {
    var generator = SchemaGenerator(random: SeededRandom(seed: random.next()))
    let collection = random.pick(StandardCollection.all)
    let decoder = JSONDecoder()
    if random.chance(mischief, outOf: 30) {
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    while true {
      let document = Data(generator.document(collection.sketch))
      if let value = try? decoder.decode(collection.type, from: document) { return .collection(value) }
    }
  }

  /// Returns a dictionary with keys that are not strings.
  private mutating func keyed(_ depth: Int) -> Script {
    switch random.below(3) {
    case 0:
      return .named(
        Dictionary(
          (0..<random.below(3)).map { _ in (Sketch.Name(rawValue: name()), script(depth - 1)) },
          uniquingKeysWith: { $1 }))
    case 1: return .cases([random.pick([.a, .fooBar, .accent]): script(depth - 1)])
    default:
      return .numberedCases([random.pick([.one, .two]): script(depth - 1), .three: script(depth - 1)])
    }
  }

  /// The members of a container, as far as a second container for a name depends on them.
  private enum Content { case object, array, other }

  private mutating func steps(_ depth: Int, isKeyed: Bool) -> [Script.Step] {
    var steps: [Script.Step] = []
    // For each handle, whether it is keyed, and its container.
    var handles = [(isKeyed: isKeyed, container: 0)]
    var contents: [[String: (content: Content, container: Int, key: String)]] = [[:]]
    let count = random.below(random.chance(1, outOf: 12) ? 90 : 9)
    for _ in 0..<count {
      let handle = random.chance(2, outOf: 3) ? handles.count - 1 : random.below(handles.count)
      let (isKeyed, container) = handles[handle]
      var key = random.chance(1, outOf: 25) ? "k\(random.below(90))" : name()
      // Names that a strategy converts to the same name count as one.
      let plain = key.lowercased().filter { $0 != "_" && $0 != "/" }
      let known = isKeyed ? contents[container][plain] : nil
      var action: Script.Action
      switch random.below(15) {
      // `JSONEncoder` may trap later if a model fails after it encoded something.
      case 14: action = .attempt(random.pick([.failure, .scalar(.double(.nan)), .scalar(scalar())]))
      case 0: action = .null
      case 1, 2: action = .value(script(depth - 1))
      case 3, 4: action = .object
      case 5, 6: action = .array
      case 7: action = .superEncoder(script(depth - 1), named: random.chance(1, outOf: 2))
      case 8: action = .again
      default: action = .scalar(random.chance(mischief, outOf: 1000) ? .double(.infinity) : scalar())
      }
      switch (action, known?.content) {
      case (.object, .array?), (.object, .other?), (.array, .object?), (.array, .other?):
        action = .scalar(scalar())
      default: break
      }
      var content = Content.other
      switch action {
      case .again: handles.append((isKeyed: handles[0].isKeyed, container: 0))
      case .object, .array:
        content = if case .object = action { .object } else { .array }
        let next = known?.container ?? contents.count
        if next == contents.count { contents.append([:]) }
        handles.append((isKeyed: content == .object, container: next))
        // The coding path of a container that is continued has the first key, in `JSONEncoder` the last one.
        if let known { key = known.key }
        if isKeyed { contents[container][plain] = (content, next, key) }
      case .superEncoder(_, named: false):
        if isKeyed { contents[container]["super"] = (.other, -1, key) }
      default:
        if isKeyed { contents[container][plain] = (.other, -1, key) }
      }
      steps.append(Script.Step(handle: handle, key: key, action: action))
    }
    return steps
  }

  private mutating func name() -> String { random.pick(Self.names) }

  private mutating func text() -> String {
    let pieces = [
      "a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{2028}", "日本", "😀", "longer text",
      "\r\t\u{8}\u{C}",
    ]
    return (0..<random.below(8)).map { _ in random.pick(pieces) }.joined()
  }

  private mutating func double() -> Double {
    let bits = Double(bitPattern: random.next())
    switch random.below(5) {
    case 0: return bits.isFinite ? bits : 0
    case 1: return Double(random.below(100_000)) / random.pick([1, 10, 100, 1e7])
    case 2: return -Double(random.next())
    default:
      return random.pick([
        0, -0.0, 1, -1, 0.1, 1e15, 1e16, 123456789012345, 0.001, 1e-5, .leastNonzeroMagnitude, 1e22, 100,
      ])
    }
  }

  private mutating func scalar() -> Script.Scalar {
    switch random.below(16) {
    case 0: return .bool(random.chance(1, outOf: 2))
    case 1, 2, 3, 4: return .string(text())
    case 5, 6: return .double(double())
    case 7:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      return .float(value.isFinite ? value : random.pick([1, 0.1, -0.0, 16777216, 1e10]))
    case 8:
      return .date(
        Date(
          timeIntervalSince1970: Double(random.below(2_000_000_000))
            / random.pick([1, 1000, -3, -1, 0.01, 1e9])))
    case 9: return .data(Data((0..<random.below(9)).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    case 10:
      let base = URL(fileURLWithPath: "/a/b c/\(random.below(100))")
      return .url(URL(string: random.pick(["", "../d", "?é=1"]), relativeTo: base) ?? base)
    case 11:
      return .decimal(
        Decimal(
          sign: random.pick([.plus, .minus]),
          exponent: random.below(random.pick([1, 8, 120])) - random.below(100),
          significand: Decimal(random.next())))
    default:
      return .integer(
        random.below(12), random.chance(1, outOf: 2) ? UInt64(random.below(100)) : random.next())
    }
  }
}
