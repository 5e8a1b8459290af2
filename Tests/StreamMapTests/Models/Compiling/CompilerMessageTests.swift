import Testing

@testable import TestSupport

/// What the compiler says of a field that is wrong, and at which line.
@Suite("Compiler messages", .enabled(if: Compiler.path != nil))
struct CompilerMessageTests {
  /// The errors of a program with a field in the second of four lines, each with its line.
  private static func errors(_ field: String) throws -> [String] {
    let program = """
      import StreamMap

      struct Plain: Sendable { var a = 0 }
      struct Model: Sendable {
        var id = 0
        var name = ""
        let fixed = 0; private(set) var hidden = 0
        var computed: Int { 1 }
        var plain = Plain()
        var plains: [Plain] = []
      }
      func make() throws -> Mapping<Model> {
        try Mapping(Model()) {
          Field(\\.id, "id")
          \(field)
          Field(\\.name, "name", .required)
          Field(\\.id, "other")
        }
      }
      """
    return try Compiler.errors(of: program)
  }

  @Test("a program without an error compiles")
  func good() throws {
    #expect(try Self.errors(#"Field(\.name, "text")"#) == [])
  }

  @Test("a misspelt property is named at its line")
  func typo() throws {
    #expect(
      try Self.errors(#"Field(\.nmae, "text", .required)"#) == [
        "15: value of type 'Model' has no member 'nmae'"
      ])
  }

  @Test(
    "a property that cannot be written has a remedy",
    arguments: ["fixed", "hidden", "computed", "name.count"])
  func readOnly(property: String) throws {
    let errors = try Self.errors(#"Field(\.\#(property), "text")"#)
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("15: ") == true)
    #expect(errors.first?.contains("make it a 'var' whose setter is visible") == true)
  }

  @Test("a type that is no field value has a remedy", arguments: ["plain", "plains"])
  func noFieldValue(property: String) throws {
    let errors = try Self.errors(#"Field(\.\#(property), "text")"#)
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("15: ") == true)
    #expect(errors.first?.contains("pass its mapping with 'mapping:'") == true)
  }

  @Test("a misspelt policy is named at its line")
  func policy() throws {
    #expect(
      try Self.errors(#"Field(\.name, "text", .requierd)"#) == [
        "15: type 'FieldPolicy' has no member 'requierd'"
      ])
  }
}
