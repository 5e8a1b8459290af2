import Foundation
import Testing

/// The public test data that lives beside the checkout, never in it.
///
/// It is at `STREAMMAP_CORPORA`, else at `../shared/corpora` beside the checkout. Where it is absent a test that needs
/// it is skipped and says how many cases did not run; with `STREAMMAP_REQUIRE_CORPORA=1` it runs, and fails.
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

  /// Where a folder or file of the corpora is, or would be.
  static func location(_ name: String) -> URL { root.appendingPathComponent(name) }

  static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: location(name).path) }

  /// The files of a folder that satisfy `isIncluded`, by name.
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
  /// Skips a test where the corpus is absent, naming the number of cases that did not run.
  static func corpus(_ folder: String, cases: Int) -> Self {
    .enabled(
      if: Corpora.isRequired || Corpora.has(folder),
      "corpus \(folder) is absent: \(cases) cases not run"
    )
  }
}
