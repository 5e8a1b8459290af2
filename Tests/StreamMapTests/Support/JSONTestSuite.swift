/// The parsing files of JSONTestSuite, by expected result.
enum JSONTestSuite {
  static let folder = "JSONTestSuite/test_parsing"
  static let mustAccept = 95
  static let mustReject = 188
  static let open = 35
  static let all = mustAccept + mustReject + open

  /// The files whose names start with `prefix`: `y_`, `n_`, `i_`, or all.
  static func files(_ prefix: String = "") throws -> [Corpora.File] {
    try Corpora.files(folder) { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
  }
}
