// Folders as inputs, and what in them is not to be had.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Folders", .timeLimit(.minutes(1)))
struct FolderTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox.path("in/sub"), withIntermediateDirectories: true)
    _ = try sandbox.file("in/a", "{\"id\":1}\n")
    _ = try sandbox.file("in/sub/z", "{\"id\":2}\n")
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: sandbox.path(name), withDestinationPath: target)
  }

  @Test("a link that leads nowhere is one input that cannot be read")
  func dangling() throws {
    try link("in/b", to: "nowhere")
    try link("in/c", to: "c")
    try link("in/d", to: "a")
    let failures = [
      "streammap: \(sandbox.path("in/b")): No such file or directory",
      "streammap: \(sandbox.path("in/c")): Too many levels of symbolic links",
    ]
    let check = try sandbox.run("check", "--report", "-", sandbox.path("in"))
    #expect(check.status == 3 && check.errorLines == failures)
    #expect(check.output.contains("\"records\" : 3"))
    let select = try sandbox.run("select", "id", sandbox.path("in"))
    #expect(select.status == 3 && select.errorLines == [failures[0]] && select.output.isEmpty)
  }

  @Test("links from folders to folders around them end, and are told")
  func loops() throws {
    // Two of them: followed as far as the system lets, they would have 2^40 files.
    try link("in/up", to: "../in")
    try link("in/sub/up", to: "../../in")
    let check = try sandbox.run("check", "--report", "-", sandbox.path("in"))
    #expect(check.status == 3 && check.output.contains("\"records\" : 2"))
    #expect(
      check.errorLines
        == ["in/sub/up", "in/up"].map {
          "streammap: \(sandbox.path($0)): it leads back to a directory that it is in: remove the link"
        })
    // A folder twice is no loop.
    try FileManager.default.removeItem(atPath: sandbox.path("in/up"))
    try FileManager.default.removeItem(atPath: sandbox.path("in/sub/up"))
    try link("in/again", to: "sub")
    #expect(try sandbox.run("count", sandbox.path("in")).output == "3\n")
  }
}
