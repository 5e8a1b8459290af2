// The remedies for names of no file: URLs, and patterns that the shell has not expanded.

import StreamMap

extension InputFile {
  /// The command that writes the file of a URL, by the URL's scheme.
  private static let downloads: [(scheme: String, command: @Sendable (String) -> String)] = [
    ("http", { "curl -sSfL \($0)" }), ("https", { "curl -sSfL \($0)" }), ("ftp", { "curl -sSf \($0)" }),
    ("s3", { "aws s3 cp \($0) -" }), ("gs", { "gcloud storage cat \($0)" }),
    ("hdfs", { "hdfs dfs -cat \($0)" }),
  ]

  /// Returns the remedy for a name that no file has. Nil for an ordinary name.
  static func remedy(forMissing path: FilePath) -> String? {
    let name = path.description
    if let end = name.firstRange(of: "://") {
      let scheme = name[..<end.lowerBound].lowercased()
      if scheme == "file" { return "this is a URL: name the file \(name[end.upperBound...])" }
      if let download = downloads.first(where: { $0.scheme == scheme }) {
        return "this is a URL: try \(download.command(ShellWord.quoted(name))) | streammap … -"
      }
    }
    guard name.contains(where: { "*?[".contains($0) }) else { return nil }
    return System.hasMatches(path)
      ? "this is a pattern in quotes, which the shell does not expand: remove the quotes"
      : "no file matches this pattern"
  }
}
