import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Statements of the pages outside their code, which `Scripts/check-docs` builds and runs.
@Suite("Documentation") struct DocumentationTests {
  private static let root = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }()

  private static let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Python/README.md"]

  private func text(_ page: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
  }

  /// The names by which links refer to a page's headings: `## Two words` is `two-words`.
  private func headings(_ page: String) throws -> Set<String> {
    let headings = try text(page).matches(of: /\n#+ (.+)/).map { $0.1.lowercased() }
    return Set(
      headings.map { heading in
        heading.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }.replacing(" ", with: "-")
      })
  }

  @Test("README.md states the library's limits") func limits() throws {
    let limits = Limits()
    let rows = [
      "depth of nesting \(limits.depth)", "string \(limits.string) bytes",
      "name of a member \(limits.name) bytes", "number \(limits.number) bytes",
      "record \(limits.record) bytes",
    ]
    let readme = try text("README.md").replacing("\n", with: " ")
    for row in rows { #expect(readme.contains(row), "\(row)") }
  }

  @Test("links point to existing files and headings", arguments: pages) func links(page: String) throws {
    // In code, an initialiser of a collection looks like a link.
    let prose = try text(page).replacing(/`[^`\n]*`/, with: "")
    let links = prose.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
    for link in links where !link.contains("://") {
      let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
      let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      let target = parts[0].isEmpty ? page : folder + parts[0]
      #expect(
        FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(target).path), "\(link)")
      if parts.count > 1 { #expect(try headings(target).contains(parts[1]), "\(link)") }
    }
    #expect(page == "CONTRIBUTING.md" || !links.isEmpty)
  }

  @Test("named scripts are executable", arguments: pages) func scripts(page: String) throws {
    let names = Set(try text(page).matches(of: /Scripts\/[a-z-]+|\.ci\/run/).map { String($0.0) })
    for name in names {
      let path = Self.root.appendingPathComponent(name).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(name)")
    }
    #expect(!["README.md", "CONTRIBUTING.md"].contains(page) || names.count >= 3)
  }
}
