// A temporary directory for a test, and runs of the program in it.

import CompressedInputs
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import StreamMapCommand

/// The result of a run.
struct Outcome {
  let status: Int32
  let output: String
  let error: String

  var outputLines: [String] { Self.lines(of: output) }
  var errorLines: [String] { Self.lines(of: error) }
  /// Standard error without hints about the input's format.
  var errorWithoutHints: String {
    errorLines.filter { !$0.contains(": this looks like ") }.map { $0 + "\n" }.joined()
  }

  static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}

/// Removes its directory after the test.
final class Sandbox {
  let directory: URL

  init() throws {
    System.ignoreBrokenPipes()
    directory = FileManager.default.temporaryDirectory
      .appending(path: "streammap-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// Its directory, without a trailing slash.
  var folder: String {
    directory.deletingLastPathComponent().path(percentEncoded: false) + directory.lastPathComponent
  }

  func path(_ name: String) -> String {
    directory.appending(path: name, directoryHint: .notDirectory).path(percentEncoded: false)
  }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// Writes the compressed form of a text, and returns its path.
  func compressed(_ name: String, _ text: String, by format: Format = .gzip) throws -> String {
    try file(name, format.compress(Array(text.utf8)))
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: path(name)), encoding: .utf8)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: path(name))))
  }

  /// Runs the program with files as its three streams.
  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments, input: Array(input.utf8))
  }

  func run(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
    let run = UUID().uuidString
    let inputPath = try file("\(run).in", input)
    let outputPath = try file("\(run).out", "")
    let errorPath = try file("\(run).err", "")
    let streams = StandardStreams(
      input: try System.openForReading(inputPath), output: try System.openForWriting(outputPath),
      error: try System.openForWriting(errorPath)
    )
    let status = Program.run(arguments: arguments, streams: streams)
    for descriptor in [streams.input, streams.output, streams.error] { try System.close(descriptor) }
    return Outcome(status: status, output: try text("\(run).out"), error: try text("\(run).err"))
  }
}

/// A pipe whose ends are closed with it.
final class TestPipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws {
    let pipe = Pipe()
    reading = dup(pipe.fileHandleForReading.fileDescriptor)
    writing = dup(pipe.fileHandleForWriting.fileDescriptor)
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { try? System.close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { try? System.close(writing) }
    writing = -1
  }

  /// Forgets the writing end, which the caller has closed.
  func forgetWriting() {
    writing = -1
  }

  func makeNonBlocking() {
    _ = fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK)
  }
}

/// Work on a separate thread. A wait for a pipe must not occupy one of the few threads that tests and tasks share.
final class Background<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Value) {
    Thread.detachNewThread { [self] in
      let value = body()
      result.withLock { $0 = value }
      isDone.signal()
    }
  }

  /// Waits once for the end.
  func value() throws -> Value {
    try #require(isDone.wait(timeout: .now() + 60) == .success)
    return try #require(result.withLock { $0 })
  }
}
