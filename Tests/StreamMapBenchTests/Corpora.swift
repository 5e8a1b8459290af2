import Foundation

/// The real files that generated ones are compared with. They are not part of the checkout.
enum Corpora {
  static let tweets = lines("real/tweets.jsonl")
  static let events = lines("real/github_events.jsonl")

  /// Reads a file in the folder that STREAMMAP_CORPORA names, or in `../shared/corpora` beside the checkout.
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

/// Returns the non-empty lines of a file without their line feeds.
func lines(_ bytes: [UInt8]) -> [[UInt8]] {
  bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
}
