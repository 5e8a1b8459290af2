import Foundation
import Testing

/// What the compiler says of a field that is wrong, and at which line.
@Suite("Compiler messages", .enabled(if: Compiler.path != nil))
struct CompilerMessageTests {
  private static let package = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// The folder in which this test was built.
  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    return (bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
  }()

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
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).swift")
    try Data(program.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Compiler.path))
    process.arguments =
      ["-typecheck", "-swift-version", "6", "-I", products.appendingPathComponent("Modules").path]
      + [
        package.appendingPathComponent("Sources/CYajl/module.modulemap"),
        products.appendingPathComponent("CStructure.build/module.modulemap"),
        products.appendingPathComponent("CDecimal.build/module.modulemap"),
      ].flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] } + [file.path]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output.split(separator: "\n").compactMap { line in
      guard line.hasPrefix(file.path), let error = line.range(of: " error: ") else { return nil }
      let place = line[..<error.lowerBound].split(separator: ":").dropFirst().first ?? "?"
      return "\(place): \(line[error.upperBound...])"
    }
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

private enum Compiler {
  /// The compiler's path, or nil if there is none.
  static let path: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()
}
