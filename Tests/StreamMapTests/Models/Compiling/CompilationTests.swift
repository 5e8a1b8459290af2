import Testing

@testable import StreamMap
@testable import TestSupport

/// Mappings that are rejected at compilation, with the path and the position in it.
@Suite("Compilation")
struct CompilationTests {
  struct Model {
    var number = 0
    var other = 0
    var text = ""
    var optional: Int?
    var numbers: [Int] = []
    var raw = RawJSON()
    var child = Child()
    var children: [Child] = []
    var twice: Int??
    var matrix: [[Int]] = []
    var twiceEach: [Int??] = []
  }

  struct Child {
    var id = 0
    var name = ""
  }

  static func error(@FieldBuilder<Model> _ fields: () -> [Field<Model>]) throws -> PathError {
    try #require(throws: PathError.self) { _ = try Mapping(Model(), fields: fields) }
  }

  @Test("an element that is wanted as an object and as an array", .feature("2"))
  func kindOfElement() throws {
    let array = try Self.error {
      Field(\.text, "rows[0].text")
      Field(\.matrix, "rows")
    }
    #expect(array.path == "rows" && array.position == 4)
    #expect(array.reason == #"needs an array here, but the path "rows[0].text" needs an object"#)
    let object = try Self.error {
      Field(\.matrix, "rows")
      Field(\.text, "rows[0].text")
    }
    #expect(object.path == "rows[0].text" && object.position == 8)
    #expect(object.reason == #"needs an object here, but the path "rows" needs an array"#)
  }

  @Test("malformed path", .feature("2"))
  func malformed() throws {
    let error = try Self.error {
      Field(\.number, "a")
      Field(\.other, "b[-1]")
    }
    #expect(error.path == "b[-1]")
    #expect(error.position == 2)
  }

  @Test(
    "scalar field with a wildcard",
    arguments: [("a[*]", 1), ("a.*", 2), ("a.b[*].c", 3), ("a[*].b[*]", 1), ("*", 0), ("$[*]", 1)])
  func scalarWithWildcard(path: String, position: Int) throws {
    let error = try Self.error { Field(\.number, path) }
    #expect(error.path == path)
    #expect(error.position == position)
    #expect(error.reason.contains("Int"))
    #expect(throws: Never.self) { try Mapping(Model()) { Field(\.numbers, path) } }
  }

  @Test("non-array nested model with a wildcard")
  func modelWithWildcard() throws {
    let child = try Mapping(Child()) { Field(\.id, "id") }
    let error = try Self.error { Field(\.child, "a[*]", mapping: child) }
    #expect(error.path == "a[*]")
    #expect(error.position == 1)
  }

  @Test("two fields with one key path")
  func oneKeyPath() throws {
    let two = try Self.error {
      Field(\.number, "a.b")
      Field(\.other, "c")
      Field(\.number, ["d", "e"])
    }
    #expect((two.path, two.position) == ("d", 0))
    #expect(
      two.reason == """
        stores the same property as the path "a.b": write one field with both paths, ["a.b", "d"], \
        of which the first that is present counts
        """)
    let same = try Self.error {
      Field(\.child.id, "a")
      Field(\.child.id, "a")
    }
    #expect(same.reason == "stores the same property as another field of this path: remove one of them")
    #expect(throws: PathError.self) {
      try Mapping(deriving: Child()) {
        Field(\.id, "a")
        Field(\.id, "b")
      }
    }
    // A property and one within it, and closures, can share a property.
    let child = try Mapping(deriving: Child())
    let shared = try Mapping(Model()) {
      Field(\.child, "child", mapping: child)
      Field(\.child.id, "id")
      Field("c") { $0.child.id = $1 }
    }
    #expect(try shared.decode(#"{"c":3,"child":{"id":1,"name":"x"},"id":2}"#).child.id == 3)
  }

  @Test("object path conflicting with an array path")
  func objectAgainstArray() throws {
    let error = try Self.error {
      Field(\.number, "user.id")
      Field(\.other, "user[0]")
    }
    #expect(error.path == "user[0]")
    #expect(error.position == 4)
    #expect(error.reason.contains("\"user.id\""))
  }

  @Test("array path conflicting with an object path")
  func arrayAgainstObject() throws {
    let error = try Self.error {
      Field(\.number, "a.b[0]")
      Field(\.other, "a.b.c")
    }
    #expect(error.path == "a.b.c")
    #expect(error.position == 4)
  }

  @Test("array of scalars conflicting with a nested name")
  func wholeArrayAgainstName() throws {
    let error = try Self.error {
      Field(\.numbers, "a")
      Field(\.other, "a.b")
    }
    #expect(error.path == "a.b")
    #expect(error.position == 2)
    let turned = try Self.error {
      Field(\.other, "a.b")
      Field(\.numbers, "a")
    }
    #expect(turned.path == "a")
    #expect(turned.position == 1)
  }

  @Test("nested mapping conflicting with an index")
  func nestedAgainstIndex() throws {
    let child = try Mapping(Child()) { Field(\.id, "id") }
    let error = try Self.error {
      Field(\.number, "child[0]")
      Field(\.child, "child", mapping: child)
    }
    #expect(error.path == "id")
    #expect(error.position == 0)
  }

  @Test("unsupported types")
  func unsupportedTypes() throws {
    let twice = try Self.error { Field(\.twice, "a.b") }
    #expect(twice.path == "a.b")
    #expect(twice.position == 0)
    #expect(twice.reason.contains("Optional<Optional<Int>>"))
    let list = try Self.error { Field(\.twiceEach, "m[*]") }
    #expect(list.path == "m[*]")
    #expect(list.reason.contains("Array<Optional<Optional<Int>>>"))
    #expect(list.reason.contains("not supported"))
    #expect(throws: Never.self) { try Mapping(Model()) { Field(\.matrix, "m") } }
  }

  @Test("mismatch(.setNil) without an optional")
  func noneWithoutOptional() throws {
    let error = try Self.error { Field(\.number, "n", .mismatch(.setNil)) }
    #expect(error.path == "n")
    #expect(error.position == 0)
    let array = try Self.error { Field(\.numbers, "n", .mismatch(.setNil)) }
    #expect(array.reason.contains("Array<Int>"))
    #expect(throws: Never.self) { try Mapping(Model()) { Field(\.optional, "n", .mismatch(.setNil)) } }
  }

  @Test("conflicting duplicate policies")
  func disagreement() throws {
    let error = try Self.error {
      Field(\.number, "a.b", .duplicate(.last))
      Field(\.other, "a.c")
    }
    #expect(error.path == "a.c")
    #expect(error.position == 0)
    #expect(error.reason.contains("\"a.b\""))
    let deeper = try Self.error {
      Field(\.number, "a['b']", .duplicate(.error))
      Field(\.other, "a['b']", .duplicate(.last))
    }
    #expect(deeper.path == "a['b']")
    #expect(deeper.position == 1)
    #expect(throws: Never.self) {
      try Mapping(Model()) {
        Field(\.number, "a.b", .duplicate(.last))
        Field(\.other, "c")
      }
    }
  }

  /// The nested mapping declares a policy for its own names, the field for its path.
  @Test("duplicate policy of a nested model's field")
  func nestedDuplicatePolicy() throws {
    let child = try Mapping(Child()) {
      Field(\.id, "id")
      Field(\.name, "name")
    }
    let mapping = try Mapping(Model()) { Field(\.child, "child", mapping: child, .duplicate(.last)) }
    let model = try mapping.decode(#"{"child":{"id":1,"name":"a"},"child":{"id":2,"id":3}}"#)
    #expect(model.child.id == 2)
    #expect(model.child.name == "")
  }

  /// Seventeen wildcards that each diverge one step later need 2^17 sets.
  @Test("too many overlapping wildcards")
  func overlap() throws {
    let count = 17
    let paths = (0..<count).map { place in
      (0..<count).map { $0 == place ? "x" : "*" }.joined(separator: ".")
    }
    let error = try Self.error {
      for path in paths { Field(path, get: \.numbers) { $0.numbers = $1 } }
    }
    #expect(paths.contains(error.path))
    #expect(error.position == 0)
    #expect(error.reason.contains("too many"))
  }

  /// Rejected or compiled, without a crash. This needs a separate process.
  @Test("path with very many steps")
  func manySteps() async {
    await #expect(processExitsWith: .success) {
      let path = Array(repeating: "a", count: 60_000).joined(separator: ".")
      _ = try? Mapping(Model()) { Field(\.number, path) }
    }
  }

  @Test("builder")
  func builder() throws {
    let wanted = true
    let more: [Field<Model>] = [Field(\.text, "t")]
    let mapping = try Mapping(Model()) {
      if wanted { Field(\.number, "n") }
      if !wanted { Field(\.number, "x") } else { Field(\.optional, "o") }
      for (path, keyPath) in [("p", \Model.other as WritableKeyPath<Model, Int> & Sendable)] {
        Field(keyPath, path)
      }
      more
    }
    let model = try mapping.decode(#"{"n":1,"o":2,"p":3,"t":"x","x":9}"#)
    #expect((model.number, model.optional, model.other) == (1, 2, 3))
    #expect(model.text == "x")
  }
}
