import Foundation
import Testing

/// Type-checks programs that import the library.
enum Compiler {
  /// The compiler's path, or nil if there is none.
  static let path: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private static let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// The folder in which this test was built.
  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    return (bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
  }()

  /// The errors of a program, each with its line.
  static func errors(of program: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).swift")
    try Data(program.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path))
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
}
