import Synchronization

/// A plan during compilation: first a trie of the paths, then its tables.
struct WritingDraft {
  private(set) var nodes: [WritingPlan.Node] = []
  private(set) var children: [WritingPlan.Child] = []
  private(set) var fields: [WritingPlan.Field] = []
  private(set) var names = [ASCII.comma]
  private(set) var closures: [WritingPlan.Closures] = []

  private(set) var unknown: WritingPlan.UnknownMembers?

  private var trie = [Node()]

  init(_ description: MappingDescription, sortsNames: Bool) throws(PathError) {
    for field in description.fields {
      let offset = field.offset(description.instance)
      if offset == nil, field.cell?.isReadable != true { continue }
      let model = try Self.model(field, sortsNames)
      if field.takesUnknown {
        let keys = UnknownKeys(try description.paths())
        unknown = WritingPlan.UnknownMembers(
          field: fields.count, keys: keys, known: Array(repeating: [], count: keys.objects.count))
      } else {
        let path = try field.paths.read()[0]
        try Self.check(path)
        insert(path, field: fields.count)
      }
      let storage = field.storage
      fields.append(
        WritingPlan.Field(
          type: storage.type, shape: storage.shape ?? .plain,
          isPlain: !storage.type.isCustom && storage.gathering == nil, offset: offset ?? -1))
      closures.append(WritingPlan.Closures(storage: storage, cell: field.cell, model: model))
    }
    if fields.isEmpty, let field = description.fields.first {
      throw PathError(
        field.pathText, at: 0, "no field can be read from the model, so that nothing can be written")
    }
    for (number, names) in (unknown?.keys.objects ?? []).enumerated() { mark(names, as: number) }
    _ = add(0, sortsNames, inElements: false)
  }

  /// Marks the object at the path of these names as one that can have members of unknown names.
  private mutating func mark(_ names: [String], as number: Int) {
    var at = 0
    for name in names where trie[at].field == nil { at = child(of: at, .name(name)) }
    if trie[at].field != nil { return }
    trie[at].kind = trie[at].kind ?? .object
    if trie[at].kind == .object { trie[at].unknown = number }
  }

  private static func check(_ path: RecordPath) throws(PathError) {
    var wildcards = 0
    for (index, segment) in path.segments.enumerated() {
      switch segment {
      case .everyMember:
        throw PathError(path.text, at: path.positions[index], "the names under .* are not known when writing")
      case .everyElement where wildcards > 0:
        throw PathError(
          path.text, at: path.positions[index], "a list of two wildcards cannot be split when writing")
      case .everyElement: wildcards += 1
      case .name, .index, .indexOrName: break
      }
    }
  }

  /// Returns the writing of a nested model. A plan that may contain itself is made when the first such model is
  /// written.
  private static func model(_ field: FieldDescription, _ sortsNames: Bool) throws(PathError) -> ValueWriting
    .Model?
  {
    if let nested = field.nested {
      return ValueWriting.Model(try WritingPlan(nested, sortsNames: sortsNames))
    }
    guard let recursive = field.recursive else { return nil }
    let later = DeferredPlan { try WritingPlan(recursive(), sortsNames: sortsNames) }
    return ValueWriting.Model { try later.plan() }
  }

  // MARK: Tables

  /// Adds a place of the trie and the places below it. Returns the number of its node.
  ///
  /// - Parameter inElements: whether the place is below a wildcard.
  private mutating func add(_ index: Int, _ sortsNames: Bool, inElements: Bool) -> Int {
    let place = trie[index]
    let number = nodes.count
    nodes.append(WritingPlan.Node(kind: .field))
    if let field = place.field {
      nodes[number].base = field
      return number
    }
    let kind = kind(of: index)
    let isRun = index == 0 && isNeverOmitted(0)
    let own =
      isRun
      ? childrenInBrackets(of: 0, after: [ASCII.comma], sortsNames)
      : children(of: index, sortsNames, inElements: inElements || kind == .elements)
    nodes[number] = WritingPlan.Node(kind: isRun ? .run : kind, base: children.count, count: own.count)
    nodes[number].fixedCount = own.reduce(0) { $0 + $1.name.count + TextCursor.number }
    nodes[number].isScalar = own.allSatisfy { $0.scalar != .none }
    if let object = place.unknown { nodes[number].unknown = object }
    children.append(contentsOf: own)
    return number
  }

  private func kind(of place: Int) -> WritingPlan.Kind { trie[place].kind ?? .object }

  /// Makes the children of a place. A container that is never omitted becomes a beginning, its own children, and an end.
  private mutating func children(of place: Int, _ sortsNames: Bool, inElements: Bool) -> [WritingPlan.Child] {
    let kind = kind(of: place)
    var steps = trie[place].steps
    if kind == .positions { steps.sort { $0.index < $1.index } }
    if kind == .object && sortsNames { steps.sort { $0.name.lexicographicallyPrecedes($1.name) } }
    if let object = trie[place].unknown { unknown?.known[object] = steps.map(\.name) }
    var own: [WritingPlan.Child] = []
    var next = 0
    for step in steps {
      let missing = kind == .positions ? max(step.index - next, 0) : 0
      next += missing + 1
      let prefix = kind == .object ? prefix(of: step.name) : [ASCII.comma]
      if trie[place].unknown == nil, !inElements, missing == 0, isNeverOmitted(step.place) {
        own += childrenInBrackets(of: step.place, after: prefix, sortsNames)
        continue
      }
      let field = trie[step.place].field.map { fields[$0] }
      own.append(
        WritingPlan.Child(
          name: add(prefix), missing: missing, node: add(step.place, sortsNames, inElements: inElements),
          scalar: missing == 0 ? field?.scalar ?? .none : .none, offset: field?.offset ?? 0))
    }
    return own
  }

  private mutating func childrenInBrackets(
    of place: Int, after prefix: [UInt8], _ sortsNames: Bool
  ) -> [WritingPlan.Child] {
    let isObject = kind(of: place) == .object
    let begin = add(prefix + [isObject ? ASCII.openBrace : ASCII.openBracket])
    let own = children(of: place, sortsNames, inElements: false)
    let end = add([isObject ? ASCII.closeBrace : ASCII.closeBracket])
    return [WritingPlan.Child(name: begin, scalar: .begin)] + own + [
      WritingPlan.Child(name: end, scalar: .end)
    ]
  }

  /// Whether a place is an object or an array of positions that contains a value which is never nil.
  private func isNeverOmitted(_ place: Int) -> Bool {
    let node = trie[place]
    guard node.field == nil, node.unknown == nil, kind(of: place) != .elements else { return false }
    return node.steps.contains { step in
      if let field = trie[step.place].field {
        fields[field].scalar.isNeverNil
      } else {
        isNeverOmitted(step.place)
      }
    }
  }

  /// Returns the text before the value of a member.
  private func prefix(of name: [UInt8]) -> [UInt8] {
    var json = JSONWriter()
    json.put(ASCII.comma)
    json.quoted(name.span)
    json.put(ASCII.colon)
    return json.take()
  }

  private mutating func add(_ text: [UInt8]) -> WritingPlan.Name {
    // Every element has the same text.
    if text == [ASCII.comma] { return WritingPlan.Name(base: 0, count: 1) }
    names += text
    return WritingPlan.Name(base: names.count - text.count, count: text.count)
  }

  // MARK: Paths

  /// A step from a place to one below it.
  private struct Step {
    var name: [UInt8] = []
    var index = 0
    var place: Int
  }

  private struct Node {
    var kind: WritingPlan.Kind?
    var field: Int?
    /// Its index among the objects that can have members of unknown names.
    var unknown: Int?
    var steps: [Step] = []
    /// The index is by the bytes of the names, because two equal strings can have different bytes.
    var names: [[UInt8]: Int] = [:]
  }

  private mutating func insert(_ path: RecordPath, field: Int) {
    var at = 0
    for segment in path.segments {
      if trie[at].field != nil { return }
      at = child(of: at, segment)
    }
    if trie[at].field == nil { trie[at].field = field }
  }

  private mutating func child(of parent: Int, _ segment: RecordPath.Segment) -> Int {
    var step = Step(place: trie.count)
    switch segment {
    case .name(let name):
      trie[parent].kind = .object
      step.name = Array(name.utf8)
      if let known = trie[parent].names[step.name] { return known }
      trie[parent].names[step.name] = step.place
    case .index(let index):
      trie[parent].kind = .positions
      step.index = index
      if let known = trie[parent].steps.first(where: { $0.index == index }) { return known.place }
    case .indexOrName(let index):
      // The number means a name, unless another path makes this an array.
      trie[parent].kind = trie[parent].kind ?? .object
      step.index = index
      step.name = Array(String(index).utf8)
      if let known = trie[parent].steps.first(where: { $0.index == index && $0.name == step.name }) {
        return known.place
      }
      if trie[parent].kind == .object, let known = trie[parent].names[step.name] { return known }
    case .everyElement, .everyMember:
      trie[parent].kind = .elements
      if let known = trie[parent].steps.first { return known.place }
    }
    trie[parent].steps.append(step)
    trie.append(Node())
    return step.place
  }
}

/// A plan that is made on first use.
private final class DeferredPlan: Sendable {
  private let make: @Sendable () throws -> WritingPlan
  private let made = Mutex<WritingPlan?>(nil)

  init(_ make: @escaping @Sendable () throws -> WritingPlan) {
    self.make = make
  }

  func plan() throws -> WritingPlan {
    if let plan = made.withLock({ $0 }) { return plan }
    let plan = try make()
    made.withLock { $0 = plan }
    return plan
  }
}
