import Foundation
import StreamMap
import Testing

/// Statements of the pages outside their code, which `Scripts/check-docs` builds and runs.
@Suite("Documentation") struct DocumentationTests {
  private static let root = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }()

  private static let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]

  private func text(_ page: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
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

  @Test("links point to existing files", arguments: pages) func links(page: String) throws {
    let links = try text(page).matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
    for link in links where !link.contains("://") {
      #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(link).path), "\(link)")
    }
    #expect(page == "CONTRIBUTING.md" || !links.isEmpty)
  }

  @Test("named scripts are executable", arguments: pages) func scripts(page: String) throws {
    let names = Set(try text(page).matches(of: /Scripts\/[a-z-]+|\.ci\/run/).map { String($0.0) })
    for name in names {
      let path = Self.root.appendingPathComponent(name).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(name)")
    }
    #expect(page == "CHANGELOG.md" || names.count >= 3)
  }
}
