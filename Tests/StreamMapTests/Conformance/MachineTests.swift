import StreamMap
import Testing

@testable import TestSupport

/// The compiled machine against the path interpreter: random paths, random documents.
@Suite("Machine compared with interpreter")
struct MachineTests {
  /// Properties for six paths, of one value or of many. Half are stored in place, half through closures.
  struct Slots: Sendable {
    static let absent = RawJSON(bytes: [])

    var one = absent
    var two = absent
    var three = absent
    /// Not empty, so that an empty array differs from an absent one.
    var many = [absent]
    var more = [absent]
    var most = [absent]
    var single: [Int: RawJSON] = [:]
    var multiple: [Int: [RawJSON]] = [:]

    private static let singles: [any WritableKeyPath<Slots, RawJSON> & Sendable] = [\.one, \.two, \.three]
    private static let multiples: [any WritableKeyPath<Slots, [RawJSON]> & Sendable] = [
      \.many, \.more, \.most,
    ]

    static func field(_ path: PathInterpreter, at index: Int, isStrict: Bool) -> Field<Slots> {
      let duplicate = FieldPolicy.duplicate(path.lastWins ? .last : .first)
      let mismatch = FieldPolicy.mismatch(isStrict ? .error : .keep)
      let element = FieldPolicy.badElement(isStrict ? .error : .drop)
      return switch (path.hasWildcard, index % 2 == 0) {
      case (true, true): Field(multiples[index / 2], path.text, duplicate, mismatch, element)
      case (true, false):
        Field(path.text, duplicate, mismatch, element) { (slots, values: [RawJSON]) in
          slots.multiple[index] = values
        }
      case (false, true): Field(singles[index / 2], path.text, duplicate, mismatch)
      case (false, false):
        Field(path.text, duplicate, mismatch) { (slots, value: RawJSON) in slots.single[index] = value }
      }
    }

    /// The stored value of a path.
    func values(_ path: PathInterpreter, at index: Int) -> [RawJSON] {
      if path.hasWildcard {
        index % 2 == 0 ? self[keyPath: Self.multiples[index / 2]] : multiple[index] ?? [Self.absent]
      } else {
        [index % 2 == 0 ? self[keyPath: Self.singles[index / 2]] : single[index] ?? Self.absent]
      }
    }
  }

  private static let mappings = 5_000
  private static let documents = 4

  /// 20,000 documents, each with one to six paths.
  @Test("random paths over random documents")
  func random() throws {
    var options = DocumentGenerator.Options()
    options.allowsByteOrderMark = true
    var generator = DocumentGenerator(seed: SeededRandom.seed, options: options)
    var findings = Findings()
    var checked = 0
    var hits = 0
    var refused = 0
    for _ in 0..<Self.mappings {
      let documents = (0..<Self.documents).map { _ in generator.document() }
      let roots = try documents.map { try ReferenceParser.parse($0) }
      var paths = randomPaths(&generator, into: roots[0])
      let isContradictory = contradict(paths)
      // For one path in four, an intermediate value of the wrong kind is an error.
      let strict = paths.map { _ in generator.random.chance(1, outOf: 4) }
      let compiled = try? mapping(paths, strict)
      if (compiled == nil) != isContradictory {
        let texts = paths.map(\.text).joined(separator: ", ")
        findings.add([], "\(texts): \(isContradictory ? "should not" : "should") compile")
      }
      while contradict(paths) { paths.removeLast() }
      let mapping = try compiled ?? mapping(paths, strict)
      let decoder = mapping.makeDecoder()
      for (document, root) in zip(documents, roots) {
        let outcomes = paths.map { $0.run(on: root) }
        let expected = zip(paths, outcomes).map { path, outcome in
          let texts = outcome.matches.map { RawJSON(bytes: $0.compactText(in: document)) }
          return path.hasWildcard
            ? (outcome.hasContainer ? texts : [Slots.absent]) : [texts.first ?? Slots.absent]
        }
        if let expected = Self.failure(root, paths, outcomes, strict) {
          refused += 1
          // SAFETY: the decoder reads the bytes during the call only.
          let read = caught { try unsafe document.withUnsafeBytes { try unsafe decoder.read($0) { _ in } } }
          let pushed = caught { _ = try push(mapping, document, &generator.random) }
          let found = [read, pushed].map { $0.map(Failure.init) }
          if found != [expected, expected] {
            let texts = paths.map(\.text).joined(separator: ", ")
            findings.add(document, "\(texts)\nread, pushed: \(found)\nexpected: \(expected)")
          }
          continue
        }
        // SAFETY: the decoder reads the bytes during the call only.
        let read = try unsafe document.withUnsafeBytes { try unsafe decoder.read($0) { copy $0 } }
        let pushed = try push(mapping, document, &generator.random)
        for (index, path) in paths.enumerated() {
          let found = [read.values(path, at: index), pushed.values(path, at: index)]
          checked += 1
          if !outcomes[index].matches.isEmpty { hits += 1 }
          if found != [expected[index], expected[index]] {
            let texts = paths.map(\.text).joined(separator: ", ")
            findings.add(
              document, "\(path.text) of \(texts)\nread, pushed: \(found)\nexpected: \(expected[index])")
          }
        }
      }
    }
    findings.report()
    #expect(checked >= 20_000)
    #expect(hits >= checked / 5, "\(hits) of \(checked), \(SeededRandom.again)")
    #expect(refused >= 1_000, "\(refused), \(SeededRandom.again)")
  }

  /// Returns the first error for a value of the wrong kind: the document's own value or an intermediate value.
  private static func failure(
    _ root: ReferenceValue, _ paths: [PathInterpreter], _ outcomes: [PathInterpreter.Outcome],
    _ strict: [Bool]
  ) -> Failure? {
    if PathInterpreter.isWrongKind(root, for: paths) {
      return Failure(kind: "typeMismatch", offset: root.range.lowerBound, path: "$")
    }
    let wrong = zip(outcomes, strict).filter(\.1).flatMap(\.0.wrongKinds)
    return wrong.min { $0.value.range.lowerBound < $1.value.range.lowerBound }.map { first in
      Failure(
        kind: "typeMismatch", offset: first.value.range.lowerBound,
        path: PathInterpreter(segments: first.path).text)
    }
  }

  /// One to six paths. In a fourth of the lists the last of two members counts. These lists have no name below a
  /// wildcard, because a list's elements cannot be removed again.
  private func randomPaths(_ generator: inout DocumentGenerator, into root: ReferenceValue)
    -> [PathInterpreter]
  {
    let lastWins = generator.random.chance(1, outOf: 4)
    return (0...generator.random.below(6)).map { _ in
      var path =
        generator.random.chance(1, outOf: 2)
        ? generator.path(allowsWildcards: !lastWins) : generator.path(into: root, allowsWildcards: !lastWins)
      path.lastWins = lastWins
      if lastWins, generator.random.chance(1, outOf: 4) { path.segments.append(.everyElement) }
      return path
    }
  }

  private func mapping(_ paths: [PathInterpreter], _ strict: [Bool]) throws -> Mapping<Slots> {
    try Mapping(Slots()) {
      for (index, path) in paths.enumerated() { Slots.field(path, at: index, isStrict: strict[index]) }
    }
  }

  private func push(
    _ mapping: Mapping<Slots>, _ document: [UInt8], _ random: inout SeededRandom
  ) throws -> Slots {
    var parser = PushParser(mapping, framing: .document)
    var slots = Slots()
    var start = 0
    while start < document.count {
      let end = min(document.count, start + 1 + random.below(64))
      try parser.feed(Array(document[start..<end])) { model, _ in slots = copy model }
      start = end
    }
    try parser.finish { model, _ in slots = copy model }
    return slots
  }

  /// Whether one path needs an object where the other needs an array.
  private func contradict(_ paths: [PathInterpreter]) -> Bool {
    paths.indices.contains { index in
      paths[..<index].contains { contradict($0.segments, paths[index].segments) }
    }
  }

  private func contradict(_ left: [PathInterpreter.Segment], _ right: [PathInterpreter.Segment]) -> Bool {
    for (left, right) in zip(left, right) {
      switch (left, right) {
      case (.name, .index), (.name, .everyElement), (.everyMember, .index), (.everyMember, .everyElement),
        (.index, .name), (.everyElement, .name), (.index, .everyMember), (.everyElement, .everyMember):
        return true
      default:
        // From here on no value belongs to both.
        if left != right && !left.isWildcard && !right.isWildcard { return false }
      }
    }
    return false
  }
}
