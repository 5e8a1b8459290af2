// The files that random command lines read, and a run in a folder with copies of them.

import Foundation

@testable import StreamMapCommand

/// Runs the program in a folder with small files of each kind.
struct Scene {
  /// The result of a run.
  struct Run {
    var status: Int32 = 0
    var signal: Int32?
    var isTooLong = false
    var output: [UInt8] = []
    var error = ""
    /// The files that are new, or have other bytes than before. None are bytes of a file that is gone.
    var changed: [String: [UInt8]] = [:]
  }

  /// The names that operands have.
  let files = [
    "a.jsonl", "a.jsonl", "a.jsonl", "bad.jsonl", "bad.jsonl", "dir", "array.json", "text.seq", "events.sse",
    "answer.md",
    "a.jsonl.gz", "empty", "rejects", "raw", "schema.json", "types.txt", "missing", "-",
  ]

  private let program: URL
  private let sandbox: Sandbox
  private let contents: [String: [UInt8]]
  private static let longest = 30.0

  init(_ program: URL) throws {
    self.program = program
    sandbox = try Sandbox()
    let good = (0..<12).map { id in
      #"{"id":\#(id),"name":"\#(["a", "b\\n", "é", ""][id % 4])","items":[{"sku":"s\#(id)","price":\#(id).5},{"sku":null}],"log":"{\"level\":\#(id % 3)}","scores":{"a":\#(id),"b":null},"at":"2024-05-19T10:00:0\#(id % 10)Z","a b":[[1],{"x":[2,3]}]}"#
    }
    let bad =
      good.enumerated().map { $0 % 3 == 1 ? String($1.dropLast($0 * 3 + 1)) : $1 } + [
        #"{"id":"x"}"#, "7", "NaN",
      ]
    let lines = good.joined(separator: "\n") + "\n"
    _ = try sandbox.file("a.jsonl", lines)
    _ = try sandbox.file("bad.jsonl", bad.joined(separator: "\n") + "\n{\"id\":\"")
    _ = try sandbox.run(
      "select", "--on-error", "skip", "--quiet", "--rejects", sandbox.path("rejects"), "id,name",
      sandbox.path("bad.jsonl"))
    _ = try sandbox.run(
      "select", "--on-error", "skip", "--quiet", "--rejects-format", "raw", "--rejects", sandbox.path("raw"),
      "id,name",
      sandbox.path("bad.jsonl"))
    let schema = try sandbox.run("schema", "--format", "json", sandbox.path("a.jsonl")).output
    let types = try sandbox.run("schema", "--format", "types", sandbox.path("a.jsonl")).output
    let zipped = try sandbox.compressed("a.jsonl.gz", lines)
    contents = [
      "a.jsonl": Array(lines.utf8), "bad.jsonl": try sandbox.bytes("bad.jsonl"),
      "dir/b.jsonl": Array(lines.utf8), "dir/sub/c.jsonl": Array(lines.utf8),
      "array.json": Array("{\"data\":{\"items\":[\(good.joined(separator: ",\n"))]}}".utf8),
      "text.seq": Array(good.map { "\u{1E}\($0)\n" }.joined().utf8),
      "events.sse": Array((good.map { "data: \($0)\n\n" } + ["data: [DONE]\n\n"]).joined().utf8),
      "answer.md": Array("Some text\n```json\n\(lines)```\n".utf8),
      "a.jsonl.gz": Array(try Data(contentsOf: URL(filePath: zipped))), "empty": [],
      "rejects": try sandbox.bytes("rejects"), "raw": try sandbox.bytes("raw"),
      "raw.errors": try sandbox.bytes("raw.errors"), "schema.json": Array(schema.utf8),
      "types.txt": Array(types.utf8),
    ]
  }

  /// Runs the program in a new folder. Standard input is a file of records, or empty.
  func run(_ words: [String], hasInput: Bool) throws -> Run {
    let name = UUID().uuidString
    let folder = sandbox.directory.appending(path: name, directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "dir/sub"), withIntermediateDirectories: true)
    for (name, bytes) in contents { try Data(bytes).write(to: folder.appending(path: name)) }
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    process.standardInput =
      hasInput ? try FileHandle(forReadingFrom: folder.appending(path: "a.jsonl")) : FileHandle.nullDevice
    let streams = ["out", "err"].map { sandbox.path("\(name).\($0)") }
    for path in streams { try Data().write(to: URL(filePath: path)) }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: streams[0]))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: streams[1]))
    var run = Run()
    try process.run()
    let end = Date(timeIntervalSinceNow: Self.longest)
    while process.isRunning, !run.isTooLong {
      usleep(300)
      if Date() > end {
        run.isTooLong = true
        kill(process.processIdentifier, SIGKILL)
      }
    }
    process.waitUntilExit()
    run.status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal { run.signal = process.terminationStatus }
    run.output = try sandbox.bytes("\(name).out")
    run.error = String(decoding: try sandbox.bytes("\(name).err"), as: UTF8.self)
    for path in streams { try FileManager.default.removeItem(atPath: path) }
    run.changed = try changes(in: folder)
    return run
  }

  private func changes(in folder: URL) throws -> [String: [UInt8]] {
    var changed: [String: [UInt8]] = [:]
    var seen: Set<String> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false)) {
      guard let data = try? Data(contentsOf: folder.appending(path: name)) else { continue }
      seen.insert(name)
      if contents[name] != Array(data) { changed[name] = Array(data) }
    }
    for name in contents.keys where !seen.contains(name) { changed[name] = [] }
    return changed
  }
}
