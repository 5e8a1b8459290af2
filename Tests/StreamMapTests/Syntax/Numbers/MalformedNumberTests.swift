import Testing

@testable import StreamMap
@testable import TestSupport

/// A malformed number from an event source that has not checked it fails the record, whatever the field's policies.
@Suite("Malformed numbers")
struct MalformedNumberTests {
  struct Model {
    var int = 0
    var ratio: Double? = 1
    var flag = true
    var text: String? = "text"
    var list: [Int] = []
    var level: Level? = .low
    var nested = Nested()
    var nothing: Nothing = Nothing()
  }

  enum Level: Int, Sendable {
    case low, high
  }

  struct Nested {
    var value = 0
  }

  struct Nothing {}

  private static func mapping() throws -> Mapping<Model> {
    let nested = try Mapping(Nested()) { Field(\.value, "value") }
    let nothing = try Mapping(Nothing()) {}
    return try Mapping(Model()) {
      Field(\.int, "int", .mismatch(.keep))
      Field(\.ratio, "ratio", .mismatch(.setNil))
      Field(\.flag, "flag", .mismatch(.keep))
      Field(\.text, "text", .mismatch(.setNil))
      Field(\.list, "list", .mismatch(.keep), .badElement(.drop))
      Field(\.level, "level", .mismatch(.keep))
      Field(\.nested, "nested", mapping: nested, .mismatch(.keep))
      Field(\.nothing, "nothing", mapping: nothing, .mismatch(.keep))
    }
  }

  /// Passes `{"name": text}` or `{"name": [text]}` to a machine, and returns the kind of its error.
  private static func failure(
    _ name: String, _ text: String, isElement: Bool = false
  ) throws -> (hasFailed: Bool, kind: MappingError.Kind?) {
    let mapping = try mapping()
    var machine = Machine(mapping.program)
    defer { machine.deallocate() }
    machine.store.beginRecord()
    _ = machine.open(1, isArray: false, depth: 1, start: 0)
    // SAFETY: the buffers' bytes are read during the calls.
    var target = unsafe Array(name.utf8).withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe machine.key($0, buffer.count) } ?? 0
    }
    if isElement {
      _ = machine.open(target, isArray: true, depth: 2, start: 0)
      target = machine.matcher.element()
    }
    let succeeds = unsafe Array(text.utf8).withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { bytes in
        let literal = unsafe Literal(.number, bytes, buffer.count)
        return unsafe machine.store.set(target, literal)
          || machine.scalar(target, literal, ModelStore.RawText(bytes, buffer.count))
      } ?? false
    }
    return (!succeeds, machine.store.failure.kind)
  }

  @Test(
    "fail with every policy",
    arguments: ["int", "ratio", "flag", "text", "list", "level", "nested", "nothing"],
    ["01", "1.", "-", "1e", "tru", "1 "])
  func malformed(name: String, text: String) throws {
    let outcome = try Self.failure(name, text)
    #expect(outcome.hasFailed)
    #expect(outcome.kind == .syntax)
  }

  @Test("fail as elements", arguments: ["01", "1x"])
  func element(text: String) throws {
    let outcome = try Self.failure("list", text, isElement: true)
    #expect(outcome.hasFailed)
    #expect(outcome.kind == .syntax)
  }

  @Test(
    "valid numbers follow the policies",
    arguments: ["int", "ratio", "flag", "text", "list", "level", "nested", "nothing"], ["1.5", "-0", "1e999"])
  func numbers(name: String, text: String) throws {
    #expect(try !Self.failure(name, text).hasFailed)
  }
}
