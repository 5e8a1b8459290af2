// The location of the public test data, which is not part of the package.

import Foundation

enum Corpora {
  /// The folder STREAMMAP_CORPORA names, or the one beside the checkout.
  static let root: URL? = {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let beside = checkout.appending(path: "../shared/corpora", directoryHint: .isDirectory)
    let named = ProcessInfo.processInfo.environment["STREAMMAP_CORPORA"].map { URL(filePath: $0) }
    let root = (named ?? beside).standardizedFileURL
    return FileManager.default.fileExists(atPath: root.path(percentEncoded: false)) ? root : nil
  }()

  static var isPresent: Bool { root != nil }

  static func path(_ name: String) -> String {
    root?.appending(path: name).path(percentEncoded: false) ?? name
  }

  /// The paths in a folder whose names begin with `prefix`, in order.
  static func files(in folder: String, prefix: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).filter { $0.hasPrefix(prefix) }
      .sorted().map { "\(path(folder))/\($0)" }
  }
}
