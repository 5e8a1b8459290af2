import Foundation

/// The real files to which generated files are compared. They are not part of the checkout.
enum Corpora {
  static let tweets = lines("real/tweets.jsonl")
  static let events = lines("real/github_events.jsonl")

  /// In the folder that STREAMMAP_CORPORA names, or in `../shared/corpora` beside the checkout.
  private static func lines(_ name: String) -> [[UInt8]]? {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let folder =
      ProcessInfo.processInfo.environment["STREAMMAP_CORPORA"].map { URL(fileURLWithPath: $0) }
      ?? root.appendingPathComponent("shared/corpora")
    guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return nil }
    return StreamMapBenchTests.lines([UInt8](data))
  }
}

/// The lines of a file without line feeds and empty lines.
func lines(_ bytes: [UInt8]) -> [[UInt8]] {
  bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
}
