import Testing

@testable import StreamMap
@testable import TestSupport

/// Containers that are never omitted are written among the children around them. An oracle writes a random tree of paths
/// node by node.
@Suite("Plans of runs")
struct RunPlanTests {
  struct Point {
    var x = 0.0
    var y = 0.0
    static func mapping() throws(PathError) -> Mapping<Self> {
      try Mapping(Self()) {
        Field(\.x, "[0]")
        Field(\.y, "[1]")
      }
    }
  }

  struct Model {
    var count = 0
    var name = ""
    var ratio = 0.5
    var flag = false
    var maybeCount: Int?
    var maybeName: String?
    var maybeRatio: Double?
    var maybeFlag: Bool?
    var small: Int8 = 0
    var numbers: [Int]?
    var points: [Point] = []
    var maybePoints: [Point]?

    static let fieldCount = 12

    static func field(_ number: Int, _ path: String) throws(PathError) -> Field<Self> {
      switch number {
      case 0: Field(\.count, path)
      case 1: Field(\.name, path)
      case 2: Field(\.ratio, path)
      case 3: Field(\.flag, path)
      case 4: Field(\.maybeCount, path)
      case 5: Field(\.maybeName, path)
      case 6: Field(\.maybeRatio, path)
      case 7: Field(\.maybeFlag, path)
      case 8: Field(\.small, path)
      case 9: Field(\.numbers, path)
      case 10: try Field(\.points, path, mapping: Point.mapping())
      default: try Field(\.maybePoints, path, mapping: Point.mapping())
      }
    }

    /// The text of a field's value, or nil.
    func text(of number: Int) -> String? {
      func list(_ texts: [String]?) -> String? { texts.map { "[\($0.joined(separator: ","))]" } }
      func pairs(_ points: [Point]?) -> String? { list(points?.map { "[\($0.x),\($0.y)]" }) }
      return switch number {
      case 0: "\(count)"
      case 1: "\"\(name)\""
      case 2: "\(ratio)"
      case 3: "\(flag)"
      case 4: maybeCount?.description
      case 5: maybeName.map { "\"\($0)\"" }
      case 6: maybeRatio?.description
      case 7: maybeFlag?.description
      case 8: "\(small)"
      case 9: list(numbers?.map(\.description))
      case 10: pairs(points)
      default: pairs(maybePoints)
      }
    }

    init() {}

    init(random: inout SeededRandom) {
      func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
      func text() -> String { String(repeating: "äb", count: Int.random(in: 0...20, using: &random)) }
      func number() -> Int { Int.random(in: -1_000_000...1_000_000, using: &random) }
      func points() -> [Point] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          Point(x: Double(number()) / 8, y: Double(number()))
        }
      }
      (count, name, ratio, flag, small) = (
        number(), text(), Double(number()) / 3, number() > 0, Int8(number() % 100)
      )
      (maybeCount, maybeName, maybeRatio) = (maybe(number()), maybe(text()), maybe(Double(number()) / 1_000))
      (maybeFlag, numbers, self.points, maybePoints) = (
        maybe(true), maybe([number(), 1]), points(), maybe(points())
      )
    }
  }

  /// A tree of paths, with the numbers of the fields at its leaves.
  indirect enum Tree {
    case field(Int)
    case object([(name: String, tree: Tree)])
    case positions([(index: Int, tree: Tree)])

    /// Makes a tree of the next fields.
    init(_ fields: inout [Int], depth: Int, random: inout SeededRandom) {
      if depth > 0, Bool.random(using: &random) || fields.count == 1 {
        self = .field(fields.removeFirst())
        return
      }
      let isObject = depth == 0 || Bool.random(using: &random)
      var index = 0
      var children: [(Int, Tree)] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) where !fields.isEmpty {
        let tree =
          depth > 4 ? Tree.field(fields.removeFirst()) : Tree(&fields, depth: depth + 1, random: &random)
        children.append((index, tree))
        index += Int.random(in: 0...5, using: &random) == 0 ? 3 : 1
      }
      self =
        isObject
        ? .object(children.map { (String(repeating: "name", count: $0.0 % 6) + "n\($0.0)", $0.1) })
        : .positions(children)
    }

    func paths(_ prefix: String = "") -> [(field: Int, path: String)] {
      switch self {
      case .field(let number): [(number, prefix)]
      case .object(let members):
        members.flatMap { $0.tree.paths("\(prefix)\(prefix.isEmpty ? "" : ".")\($0.name)") }
      case .positions(let elements): elements.flatMap { $0.tree.paths("\(prefix)[\($0.index)]") }
      }
    }

    /// The text of a model, or nil if it is omitted.
    func text(_ model: Model, writesNil: Bool) -> String? {
      switch self {
      case .field(let number): return model.text(of: number)
      case .object(let members):
        let written = members.compactMap { member in
          let text = member.tree.text(model, writesNil: writesNil) ?? (writesNil ? "null" : nil)
          return text.map { "\"\(member.name)\":\($0)" }
        }
        return written.isEmpty ? nil : "{\(written.joined(separator: ","))}"
      case .positions(let elements):
        var written: [String?] = []
        for element in elements {
          while written.count < element.index { written.append(nil) }
          written.append(element.tree.text(model, writesNil: writesNil))
        }
        return written.contains { $0 != nil }
          ? "[\(written.map { $0 ?? "null" }.joined(separator: ","))]" : nil
      }
    }
  }

  /// Indents compact JSON text, in which no string contains a bracket, a comma, a colon or a space.
  static func pretty(_ compact: String) -> String {
    var text = ""
    var depth = 0
    func line() -> String { "\n" + String(repeating: "  ", count: depth) }
    var previous: Character = " "
    for character in compact {
      switch character {
      case "{", "[":
        if "{[".contains(previous) { text += line() }
        text.append(character)
        depth += 1
      case "}", "]":
        depth -= 1
        text += "{[".contains(previous) ? String(character) : line() + String(character)
      case ",": text += "," + line()
      case ":": text += ": "
      default:
        if "{[".contains(previous) { text += line() }
        text.append(character)
      }
      previous = character
    }
    return text
  }

  @Test("random paths and models")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<400 {
      var fields = Array(
        (0..<Model.fieldCount).shuffled(using: &random).prefix(Int.random(in: 1...12, using: &random)))
      let tree = Tree(&fields, depth: 0, random: &random)
      let paths = tree.paths()
      let described = try paths.map { try Model.field($0.field, $0.path) }
      let mapping = try Mapping(Model()) {
        for field in described { field }
      }
      var writer = JSONWriter()
      var all = ""
      for _ in 0..<4 {
        let model = Model(random: &random)
        for writesNil in [false, true] {
          let expected = tree.text(model, writesNil: writesNil) ?? "{}"
          var style = JSONStyle()
          style.writesNil = writesNil
          let compact = String(decoding: try mapping.encode(model, style: style), as: UTF8.self)
          try #require(compact == expected, "\(paths), \(SeededRandom.again)")
          style.isPretty = true
          let pretty = String(decoding: try mapping.encode(model, style: style), as: UTF8.self)
          try #require(pretty == Self.pretty(expected), "\(paths), \(SeededRandom.again)")
        }
        try mapping.encode(model, to: &writer)
        all += tree.text(model, writesNil: false) ?? "{}"
      }
      // One model after another in a writer that is used again.
      #expect(String(decoding: writer.take(), as: UTF8.self) == all)
    }
  }

  final class Node {
    var id: Int
    var children: [Node]
    init(id: Int = 0, children: [Node] = []) { (self.id, self.children) = (id, children) }
  }

  @Test("arrays of objects, of optionals, and of models that may be empty")
  func arrays() throws {
    struct Maybe {
      var value: Int?
    }
    struct Model {
      var nodes: [Node] = []
      var optionals: [Point?] = []
      var maybes: [Maybe] = []
    }
    let leaves = try Mapping(Node()) { Field(\.id, "id") }
    let nodes = try Mapping(Node()) {
      Field(\.id, "id")
      Field(\.children, "of.children", mapping: leaves)
    }
    let points = try Point.mapping()
    let maybes = try Mapping(Maybe()) { Field(\.value, "value") }
    let mapping = try Mapping(Model()) {
      Field(\.nodes, "nodes", mapping: nodes)
      Field(\.optionals, "optionals", mapping: points)
      Field(\.maybes, "maybes", mapping: maybes)
    }
    let model = Model(
      nodes: [Node(id: 1, children: [Node(id: 2), Node(id: 3)]), Node(id: 4)],
      optionals: [nil, Point(x: 1, y: 2), nil], maybes: [Maybe(), Maybe(value: 7), Maybe()])
    let expected =
      #"{"nodes":[{"id":1,"of":{"children":[{"id":2},{"id":3}]}},{"id":4,"of":{"children":[]}}],"#
      + #""optionals":[null,[1.0,2.0],null],"maybes":[{},{"value":7},{}]}"#
    #expect(String(decoding: try mapping.encode(model), as: UTF8.self) == expected)
    #expect(
      String(decoding: try mapping.encode(model, style: JSONStyle(isPretty: true)), as: UTF8.self)
        == Self.pretty(expected))
  }

  /// The mapping of a recursive model is made for the first value, and an empty array has none.
  @Test("an empty array of a recursive model whose mapping fails")
  func emptyRecursive() throws {
    let mapping = try Mapping(Node()) {
      Field(\.id, "id")
      Field(\.children, "children", recursive: { () throws -> Mapping<Node> in throw CancellationError() })
    }
    #expect(String(decoding: try mapping.encode(Node(id: 1)), as: UTF8.self) == #"{"id":1,"children":[]}"#)
    let error = #expect(throws: EncodingError.self) { try mapping.encode(Node(children: [Node(), Node()])) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["children", "Index 0"])
  }

  /// An object below a wildcard has as many instances as there are elements, and is not written among its neighbours.
  @Test("an object below a wildcard", arguments: [false, true], [false, true])
  func wildcard(writesNil: Bool, isPretty: Bool) throws {
    struct Model {
      var one = 1
      var many = [1, 2]
    }
    let mapping = try Mapping(Model()) {
      Field(\.one, "x[0].o.one")
      Field(\.many, "x[*].many")
    }
    let style = JSONStyle(isPretty: isPretty, writesNil: writesNil)
    let text = String(decoding: try mapping.encode(Model(), style: style), as: UTF8.self)
    let nothing = writesNil ? #""o":{"one":null},"# : ""
    let expected = #"{"x":[{\#(nothing)"many":1},{\#(nothing)"many":2}]}"#
    #expect(text == (isPretty ? Self.pretty(expected) : expected))
  }
}
