import Foundation
import Testing

/// The public test data. It is at `STREAMMAP_CORPORA`, or at `../shared/corpora` beside the checkout, never in it.
/// Without the data a test that needs it is skipped, and prints how many cases did not run. With
/// `STREAMMAP_REQUIRE_CORPORA=1` it runs, and fails.
enum Corpora {
  struct Absent: Error, CustomStringConvertible {
    var folder: String
    var description: String { "\(folder) is required and absent; set STREAMMAP_CORPORA" }
  }

  /// A file of a corpus.
  struct File: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  private static let environment = ProcessInfo.processInfo.environment

  static let isRequired = environment["STREAMMAP_REQUIRE_CORPORA"] == "1"

  private static let root: URL = {
    if let path = environment["STREAMMAP_CORPORA"] { return URL(fileURLWithPath: path, isDirectory: true) }
    // Tests/StreamMapTests/Support/Corpora.swift: four levels below the checkout.
    var checkout = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { checkout.deleteLastPathComponent() }
    return checkout.deletingLastPathComponent().appendingPathComponent("shared/corpora", isDirectory: true)
  }()

  /// Returns the expected path of a folder or file of the corpora.
  static func location(_ name: String) -> URL { root.appendingPathComponent(name) }

  static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: location(name).path) }

  /// Returns the files of a folder that satisfy `isIncluded`, sorted by name.
  static func files(_ folder: String, where isIncluded: (String) -> Bool = { _ in true }) throws -> [File] {
    guard has(folder) else { throw Absent(folder: folder) }
    let names = try FileManager.default.contentsOfDirectory(atPath: location(folder).path)
    return try names.filter(isIncluded).sorted().map { name in
      File(name: name, bytes: try bytes("\(folder)/\(name)"))
    }
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    guard has(name) else { throw Absent(folder: name) }
    return [UInt8](try Data(contentsOf: location(name)))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test without the corpus, and prints the number of cases that did not run.
  static func corpus(_ folder: String, cases: Int) -> Self {
    .enabled(
      if: Corpora.isRequired || Corpora.has(folder),
      "corpus \(folder) is absent: \(cases) cases not run"
    )
  }
}
