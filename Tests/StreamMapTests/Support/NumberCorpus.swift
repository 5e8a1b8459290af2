/// yyjson's number literals, one per line, by the expected result in the file's name.
enum NumberCorpus {
  static let folder = "yyjson/num"
  /// Lines that are neither blank nor comments.
  static let count = 30_289

  enum Verdict {
    case integer
    case real
    /// Valid JSON beyond the largest `Double`.
    case infinite
    /// A yyjson extension, or rejected by yyjson too.
    case rejected
  }

  struct Literal {
    var text: [UInt8]
    var verdict: Verdict
    var file: String
  }

  static func literals() throws -> [Literal] {
    try Corpora.files(folder) { $0.hasSuffix(".txt") }.flatMap { file in
      file.bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }.map { line in
        Literal(text: Array(line), verdict: verdict(file.name), file: file.name)
      }
    }
  }

  private static func verdict(_ name: String) -> Verdict {
    if name.contains("(ext)") || name.contains("(fail)") || name.hasPrefix("literal") { return .rejected }
    if name.contains("(inf)") { return .infinite }
    return name.hasPrefix("int") ? .integer : .real
  }
}
