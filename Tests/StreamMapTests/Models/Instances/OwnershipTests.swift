import Testing

@testable import StreamMap
@testable import TestSupport

/// Delivered models belong to the caller. No later record changes them.
@Suite("Ownership")
struct OwnershipTests {
  final class Leaf {
    var x = 1
    var names: [String] = []
  }

  final class Branch {
    var id = 0
    var leaf = Leaf()
    var leaves: [Leaf] = []
    var names: [String] = []
  }

  struct Tree {
    var leaf = Leaf()
    var leaves: [Leaf]?
  }

  static func branch() throws -> Mapping<Branch> {
    let leaf = try leaf()
    return try Mapping(Branch()) {
      Field(\.id, "id")
      Field(\.leaf, "leaf", mapping: leaf)
      Field(\.leaves, "leaves", mapping: leaf)
      Field(\.names, "names")
    }
  }

  static func leaf() throws -> Mapping<Leaf> {
    try Mapping(Leaf()) {
      Field(\.x, "x")
      Field(\.names, "names")
    }
  }

  static let lines = [
    #"{"id":1,"leaf":{"x":10,"names":["a"]},"leaves":[{"x":11},{"x":12}],"names":["p"]}"#,
    #"{"id":"bad","#,
    #"{"id":2,"leaf":{"x":20,"names":[]},"leaves":[{"x":21}],"names":["q","r"]}"#,
    #"{"id":3,"leaf":{"x":"bad"}}"#,
    #"{"id":3}"#,
    #"{"leaves":[{"x":1},{"x":null}]}"#,
    #"{"id":4,"leaf":{},"leaves":[]}"#,
  ]

  static func check(_ all: [Branch]) {
    #expect(all.map(\.id) == [1, 2, 3, 4])
    #expect(all.map(\.leaf.x) == [10, 20, 1, 1])
    #expect(all.map(\.leaf.names) == [["a"], [], [], []])
    #expect(all.map { $0.leaves.map(\.x) } == [[11, 12], [21], [], []])
    #expect(all.map(\.names) == [["p"], ["q", "r"], [], []])
    #expect(Set(all.map(ObjectIdentifier.init)).count == all.count)
    #expect(Set(all.map { ObjectIdentifier($0.leaf) }).count == all.count)
  }

  @Test("class instances of results, with malformed records between")
  func results() throws {
    var lines = JSONLines(.text(Self.lines.joined(separator: "\n")), as: try Self.branch())
    lines.onError = .skip { _, _ in }
    Self.check(try lines.results.map { try $0.get() })
  }

  @Test("class instances of a decoder, with malformed records between")
  func decoder() throws {
    let decoder = try Self.branch().makeDecoder()
    Self.check(Self.lines.compactMap { try? decoder.decode($0) })
  }

  @Test("class instances kept outside the closure")
  func kept() throws {
    var lines = JSONLines(.text(Self.lines.joined(separator: "\n")), as: try Self.branch())
    lines.onError = .skip { _, _ in }
    var all: [Branch] = []
    try lines.forEach { branch, _ in all.append(copy branch) }
    Self.check(all)
  }

  @Test("reuses a class instance without other references")
  func reused() throws {
    let made = Tally()
    let mapping = try Mapping(
      {
        made.add(1)
        return Branch()
      }()
    ) {
      Field(\.id, "id")
      Field(\.names, "names")
    }
    let decoder = mapping.makeDecoder()
    let before = made.count
    for id in 0..<100 {
      try decoder.look(#"{"id":\#(id),"names":["a"]}"#) { #expect($0.id == id) }
      #expect(throws: MappingError.self) { try decoder.look(#"{"id":"#) { _ in } }
    }
    #expect(made.count == before)
  }

  @Test("objects in structs")
  func structs() throws {
    let leaf = try Self.leaf()
    let mapping = try Mapping(Tree()) {
      Field(\.leaf, "leaf", mapping: leaf)
      Field(\.leaves, "leaves", mapping: leaf)
    }
    let decoder = mapping.makeDecoder()
    let all = Self.lines.compactMap { try? decoder.decode($0) }
    #expect(all.map(\.leaf.x) == [10, 20, 1, 1])
    #expect(all.map { $0.leaves?.map(\.x) } == [[11, 12], [21], nil, []])
    #expect(Set(all.map { ObjectIdentifier($0.leaf) }).count == all.count)
  }

  /// A caller's change of a delivered object does not affect later records.
  @Test("objects of the template")
  func template() throws {
    let decoder = try Self.branch().makeDecoder()
    for json in Self.lines + Self.lines {
      guard let branch = try? decoder.decode(json) else { continue }
      if !json.contains("\"leaf\":{\"x\"") { #expect(branch.leaf.x == 1) }
      branch.leaf.x = 1_000
    }
  }

  @Test("frees a model's decoder with the model")
  func lifetimes() throws {
    final class Counted: Sendable {
      let onEnd: @Sendable () -> Void
      init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    struct Model: Sendable {
      var id = 0
      var counted: Counted
    }
    let ends = Tally()
    let starts = Tally()
    do {
      let mapping = try Mapping(
        {
          starts.add(1)
          return Model(counted: Counted { ends.add(1) })
        }()
      ) { Field(\.id, "id") }
      for _ in 0..<5 { _ = try? mapping.decode(#"{"id":1}"#) }
      let decoder = mapping.makeDecoder()
      for json in [#"{"id":1}"#, #"{"id":}"#, "{}"] { _ = try? decoder.decode(json) }
    }
    #expect(starts.count > 0)
    #expect(ends.count == starts.count)
  }

  /// Values that a mapping captures are freed with it and its decoders.
  @Test("leaks no instance", arguments: [#"{"id":1}"#, #"{"id":"bad"}"#, #"{"id":1,"leaf":{"x":1}"#])
  func leaks(json: String) throws {
    final class Token: Sendable {}
    weak var weakToken: Token?
    do {
      let token = Token()
      weakToken = token
      let leaf = try Self.leaf()
      let mapping = try Mapping(
        {
          _ = token
          return Branch()
        }()
      ) {
        Field(\.id, "id")
        Field(\.leaf, "leaf", mapping: leaf)
        Field("closure") { (branch: inout Branch, names: [String]) in
          _ = token
          branch.names = names
        }
      }
      _ = try? mapping.decode(json)
      var parser = PushParser(mapping, framing: .document)
      try? parser.feed(Array(json.utf8)) { _, _ in }
      for _ in JSONLines(.text("\(json)\n\(json)"), as: mapping).results { break }
      #expect(weakToken != nil)
    }
    #expect(weakToken == nil)
  }
}
