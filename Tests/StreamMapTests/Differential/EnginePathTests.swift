import StreamMap
import Testing

@testable import TestSupport

/// The engines against the path interpreter: random paths to strings, numbers and booleans in random documents.
/// `MachineTests` does the same with undecoded values, which examine every byte. Here the engine may skip the rest of
/// a document.
@Suite("Engines compared with the interpreter")
struct EnginePathTests {
  private enum Atom: Equatable {
    case text([UInt8])
    case number(Double)
    case flag(Bool)
  }

  /// The type that a path requests. Other types give no value.
  private enum Kind: Int, CaseIterable {
    case text, number, flag

    /// The value according to the oracle, or nil if it has another type.
    func atom(_ value: ReferenceValue) -> Atom? {
      switch (self, value.node) {
      case (.text, .string(let bytes)): .text(bytes)
      case (.number, .number(let literal)): .number(Double(literal) ?? .nan)
      case (.flag, .bool(let flag)): .flag(flag)
      default: nil
      }
    }
  }

  private struct Argument {
    var path: PathInterpreter
    var kind: Kind
    /// Stored by a closure instead of a property.
    var isSet: Bool
  }

  private struct Slots: Sendable {
    var text: String?
    var number: Double?
    var flag: Bool?
    var texts = ["absent"]
    var numbers = [-12345.678]
    var flags = [true, false, true, false, false]
    var set: [Int: [Atom]] = [:]

    /// The stored value of a path, or nil if a list is absent.
    func atoms(_ wanted: Argument, at index: Int) -> [Atom]? {
      let template = Slots()
      if wanted.isSet { return set[index] ?? (wanted.path.hasWildcard ? nil : []) }
      return switch (wanted.kind, wanted.path.hasWildcard) {
      case (.text, false): text.map { [.text(Array($0.utf8))] } ?? []
      case (.number, false): number.map { [.number($0)] } ?? []
      case (.flag, false): flag.map { [.flag($0)] } ?? []
      case (.text, true): texts == template.texts ? nil : texts.map { .text(Array($0.utf8)) }
      case (.number, true): numbers == template.numbers ? nil : numbers.map { .number($0) }
      case (.flag, true): flags == template.flags ? nil : flags.map { .flag($0) }
      }
    }
  }

  private static func field(_ wanted: Argument, at index: Int) -> Field<Slots> {
    let path = wanted.path.text
    let duplicate = FieldPolicy.duplicate(wanted.path.lastWins ? .last : .first)
    guard wanted.isSet else { return property(wanted, path, duplicate) }
    guard wanted.path.hasWildcard else {
      return switch wanted.kind {
      case .text:
        Field(path, duplicate, .mismatch(.setNil)) { (slots, value: String?) in
          slots.set[index] = value.map { [.text(Array($0.utf8))] } ?? []
        }
      case .number:
        Field(path, duplicate, .mismatch(.setNil), .overflowsToInfinity) { (slots, value: Double?) in
          slots.set[index] = value.map { [.number($0)] } ?? []
        }
      case .flag:
        Field(path, duplicate, .mismatch(.setNil)) { (slots, value: Bool?) in
          slots.set[index] = value.map { [.flag($0)] } ?? []
        }
      }
    }
    return switch wanted.kind {
    case .text:
      Field(path, duplicate, .badElement(.drop), .mismatch(.keep)) { (slots, values: [String]) in
        slots.set[index] = values.map { .text(Array($0.utf8)) }
      }
    case .number:
      Field(path, duplicate, .badElement(.drop), .mismatch(.keep), .overflowsToInfinity) {
        (slots, values: [Double]) in
        slots.set[index] = values.map { .number($0) }
      }
    case .flag:
      Field(path, duplicate, .badElement(.drop), .mismatch(.keep)) { (slots, values: [Bool]) in
        slots.set[index] = values.map { .flag($0) }
      }
    }
  }

  private static func property(_ wanted: Argument, _ path: String, _ duplicate: FieldPolicy) -> Field<Slots> {
    switch (wanted.kind, wanted.path.hasWildcard) {
    case (.text, false): Field(\.text, path, duplicate, .mismatch(.setNil))
    case (.number, false): Field(\.number, path, duplicate, .mismatch(.setNil), .overflowsToInfinity)
    case (.flag, false): Field(\.flag, path, duplicate, .mismatch(.setNil))
    case (.text, true): Field(\.texts, path, duplicate, .badElement(.drop), .mismatch(.keep))
    case (.number, true):
      Field(\.numbers, path, duplicate, .badElement(.drop), .mismatch(.keep), .overflowsToInfinity)
    case (.flag, true): Field(\.flags, path, duplicate, .badElement(.drop), .mismatch(.keep))
    }
  }

  /// Returns the failure for a document of a kind that no path can enter, or nil.
  private static func wrongRoot(_ wanted: [Argument], _ root: ReferenceValue) -> Failure? {
    guard PathInterpreter.isWrongKind(root, for: wanted.map(\.path)) else { return nil }
    return Failure(kind: "typeMismatch", offset: root.range.lowerBound, path: "$")
  }

  private static func expected(_ wanted: Argument, _ root: ReferenceValue) -> [Atom]? {
    let outcome = wanted.path.run(on: root)
    if wanted.path.hasWildcard && !outcome.hasContainer { return nil }
    return outcome.matches.compactMap(wanted.kind.atom)
  }

  // MARK: Random

  private struct Source {
    var wild: DocumentGenerator
    var lines: LineGenerator

    init(seed: UInt64) {
      wild = DocumentGenerator(seed: seed)
      lines = LineGenerator(seed: seed)
    }

    /// A valid document. Half of them have the shape of records.
    mutating func document() -> (bytes: [UInt8], root: ReferenceValue) {
      while true {
        let bytes = wild.random.chance(1, outOf: 2) ? wild.document() : lines.record()
        if case .success(let root) = ReferenceParser.read(bytes).result { return (bytes, root) }
      }
    }

    /// One to six paths. At most one path maps to each property.
    mutating func wanted(into root: ReferenceValue) -> [Argument] {
      let lastWins = wild.random.chance(1, outOf: 4)
      var wanted: [Argument] = []
      for _ in 0...wild.random.below(6) {
        var path =
          wild.random.chance(1, outOf: 4)
          ? wild.path(allowsWildcards: !lastWins) : wild.path(into: root, allowsWildcards: !lastWins)
        path.lastWins = lastWins
        let matches = path.run(on: root).matches
        let fitting = Kind.allCases.first { kind in matches.contains { kind.atom($0) != nil } }
        let any = wild.random.pick(Kind.allCases)
        let kind = wild.random.chance(1, outOf: 6) ? any : fitting ?? any
        let isTaken = wanted.contains {
          !$0.isSet && $0.kind == kind && $0.path.hasWildcard == path.hasWildcard
        }
        wanted.append(Argument(path: path, kind: kind, isSet: isTaken || wild.random.chance(1, outOf: 4)))
      }
      return wanted
    }

    /// The mapping. Paths that conflict with earlier ones are left out.
    mutating func mapping(_ wanted: inout [Argument]) throws -> Mapping<Slots> {
      while true {
        do {
          let fields = wanted.enumerated().map { EnginePathTests.field($1, at: $0) }
          return try Mapping(Slots()) { fields }
        } catch {
          guard wanted.count > 1 else { throw error }
          wanted.removeLast()
        }
      }
    }
  }

  @Test("random paths over random documents")
  func random() throws {
    var source = Source(seed: SeededRandom.seed)
    var findings = Findings()
    let memory = GuardedMemory()
    var checked = 0
    var hits = 0
    for _ in 0..<Effort.pick(300, 3_000, 60_000) {
      let documents = (0..<4).map { _ in source.document() }
      var wanted = source.wanted(into: documents[0].root)
      let mapping = try source.mapping(&wanted)
      for (engine, validation) in [(Engine.index, Validation.full), (.index, .mapped), (.yajl, .full)] {
        let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, validation: validation))
        for (bytes, root) in documents {
          var slots = Slots()
          let error = caught {
            try unsafe memory.withBytes(bytes[...]) { slots = try unsafe decoder.read($0) { copy $0 } }
          }
          let texts = wanted.map(\.path.text).joined(separator: ", ")
          let wrong = Self.wrongRoot(wanted, root)
          if error.map(Failure.init) != wrong {
            let told = error.map { "\($0)" } ?? "a model"
            findings.add(
              bytes,
              "\(engine) \(validation), \(texts): \(told)\nexpected: \(wrong?.description ?? "a model")")
          }
          for (index, wanted) in wanted.enumerated() where error == nil {
            let found = slots.atoms(wanted, at: index)
            let expected = Self.expected(wanted, root)
            checked += 1
            if expected?.isEmpty == false { hits += 1 }
            guard found != expected else { continue }
            let what = "\(engine) \(validation), \(wanted.kind) \(wanted.path.text) of \(texts)"
            findings.add(bytes, "\(what): \(found as Any)\nexpected: \(expected as Any)")
          }
        }
      }
    }
    findings.report()
    #expect(hits > checked / 8, "\(hits) of \(checked), \(SeededRandom.again)")
  }

  // MARK: Faults

  /// Mapped validation finds every fault in a stored value, and reports it as full validation does.
  @Test("a syntax error in a mapped value")
  func faults() throws {
    var source = Source(seed: SeededRandom.seed &+ 1)
    var findings = Findings()
    let memory = GuardedMemory()
    var checked = 0
    for _ in 0..<Effort.pick(1_000, 10_000, 200_000) {
      let (bytes, root) = source.document()
      var wanted = source.wanted(into: root)
      let mapping = try source.mapping(&wanted)
      let stored = wanted.flatMap { wanted in
        wanted.path.run(on: root).matches.filter { wanted.kind.atom($0) != nil }.map(\.range)
      }
      guard !stored.isEmpty else { continue }
      let full = mapping.makeDecoder(ReadingOptions(engine: .yajl, validation: .full))
      let mapped = mapping.makeDecoder(ReadingOptions(engine: .index, validation: .mapped))
      for _ in 0..<4 {
        let range = source.wild.random.pick(stored)
        source.lines.line = Array(bytes[range])
        source.lines.mutate()
        let broken = bytes[..<range.lowerBound] + source.lines.line + bytes[range.upperBound...]
        guard let expected = Self.error(full, broken, memory), let offset = expected.byteOffset,
          expected.category != .mapping, Self.isToken(broken, from: range.lowerBound, to: offset),
          !Self.isBehind(expected, broken)
        else { continue }
        checked += 1
        let found = Self.error(mapped, broken, memory)
        guard found?.description != expected.description else { continue }
        let texts = wanted.map(\.path.text).joined(separator: ", ")
        let told = found.map { "\($0)" } ?? "a model"
        findings.add(Array(broken), "\(texts), value at \(range): \(told)\nexpected: \(expected)")
      }
    }
    findings.report()
    #expect(checked > Effort.pick(500, 5_000, 100_000), "\(checked), \(SeededRandom.again)")
  }

  /// Returns whether the bytes up to the offset belong to one token that may be malformed there.
  private static func isToken(_ bytes: ArraySlice<UInt8>, from start: Int, to offset: Int) -> Bool {
    guard offset >= start, start < bytes.count else { return false }
    let isString = bytes[start] == UInt8(ascii: "\"")
    var isEscaped = false
    for index in start..<offset where isString && index > start {
      if bytes[index] == UInt8(ascii: "\""), !isEscaped { return false }
      isEscaped = bytes[index] == UInt8(ascii: "\\") && !isEscaped
    }
    // Text that begins with a delimiter is not a value.
    return isString || !bytes[start..<max(offset, start + 1)].contains { delimiters.contains($0) }
  }

  /// Returns whether the error follows a complete number or literal.
  private static func isBehind(_ error: MappingError, _ bytes: ArraySlice<UInt8>) -> Bool {
    guard let offset = error.byteOffset, offset < bytes.count, delimiters.contains(bytes[offset]) else {
      return false
    }
    return error.kind == .extraValue || error.expected.hasPrefix(", or")
  }

  private static let delimiters = Array(" \t\r\n,:\"{}[]".utf8)

  private static func error(
    _ decoder: RecordDecoder<Slots>, _ bytes: ArraySlice<UInt8>, _ memory: GuardedMemory
  ) -> MappingError? {
    caught { try unsafe memory.withBytes(bytes) { try unsafe decoder.read($0) { _ in } } }
  }
}
