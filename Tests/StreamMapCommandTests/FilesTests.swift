import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

@Suite struct FilesTests {
  private func output(
    _ path: String?, standard: Int32 = 1, inputs: [InputFile] = [], isReplaced: Bool = false
  ) throws -> Output {
    try Output(
      path: path.map { FilePath($0) }, standard: standard, streams: StandardStreams(output: standard),
      inputs: inputs, isReplaced: isReplaced, endsWell: true)
  }

  @Test func anOutputIsShortened() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.file("out", "something long")
    let output = try output(path)
    #expect(try sandbox.text("out") == "something long")
    try output.begin()
    try output.writer.append("new")
    try output.writer.flush()
    try output.close()
    #expect(try sandbox.text("out") == "new")
  }

  @Test(arguments: ["same", "link", "hard"], [false, true])
  func anInputIsNeverWrittenTo(_ name: String, isReplaced: Bool) throws {
    let sandbox = try Sandbox()
    let path = try sandbox.file("same", "{}\n")
    let other = sandbox.path(name)
    if name == "link" {
      try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: path)
    } else if name == "hard" {
      try FileManager.default.linkItem(atPath: path, toPath: other)
    }
    let input = try InputFile(path, standardInput: 0)
    #expect(throws: UsageError.self) { try output(other, inputs: [input], isReplaced: isReplaced) }
    #expect(try sandbox.text("same") == "{}\n")
  }

  @Test func aRedirectedOutputIsLookedAtToo() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.file("same", "{}\n")
    let descriptor = try System.openForWriting(path)
    defer { try? System.close(descriptor) }
    let input = try InputFile(path, standardInput: 0)
    let error = #expect(throws: UsageError.self) { try output(nil, standard: descriptor, inputs: [input]) }
    #expect(error?.message == "the output <stdout> is also an input (\(path)): write to another file")
  }

  @Test func aDeviceMayBeBoth() throws {
    let null = try InputFile("/dev/null", standardInput: 0)
    try output("/dev/null", inputs: [null]).close()
  }

  @Test func anOutputThatCannotBeOpenedSaysWhy() throws {
    let sandbox = try Sandbox()
    let path = sandbox.path("missing/out")
    for isReplaced in [false, true] {
      let failure = #expect(throws: FileFailure.self) { try output(path, isReplaced: isReplaced) }
      #expect(failure?.message == "\(path): No such file or directory")
    }
  }

  @Test func inputsAreLookedUpFirst() throws {
    let sandbox = try Sandbox()
    let missing = #expect(throws: FileFailure.self) {
      try InputFile(sandbox.path("missing"), standardInput: 0)
    }
    #expect(missing?.message == "\(sandbox.path("missing")): No such file or directory")
    let folder = #expect(throws: FileFailure.self) {
      try InputFile(sandbox.directory.path(percentEncoded: false), standardInput: 0)
    }
    #expect(folder?.message.hasSuffix(": Is a directory") == true)
  }

  @Test func blocksComeInOrderAndCanBeStopped() throws {
    let sandbox = try Sandbox()
    let input = try InputFile(try sandbox.file("in", "abcdefgh"), standardInput: 0)
    var seen: [String] = []
    try input.forEachBlock(size: 3) { bytes in
      seen.append(String(decoding: bytes, as: UTF8.self))
      return true
    }
    #expect(seen == ["abc", "def", "gh"])
    seen = []
    try input.forEachBlock(size: 3) { bytes in
      seen.append(String(decoding: bytes, as: UTF8.self))
      return false
    }
    #expect(seen == ["abc"])
    #expect(input.size == 8)
  }
}
