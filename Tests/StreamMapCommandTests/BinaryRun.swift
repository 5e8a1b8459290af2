// The program as a process of its own, to be killed.

import Foundation

/// Where the tests' bundle is, the program is, too.
enum BinaryRun {
  static let program: URL? = {
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return ["streammap", "StreamMapCommand"].map { folder.appending(path: $0, directoryHint: .notDirectory) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }()

  /// Starts it; its streams go nowhere but to the files that it is told to write.
  ///
  /// - Parameters:
  ///   - environment: is added to that of the tests.
  ///   - input: the file that is standard input.
  ///   - errors: the file, which has to be there, that gets standard error.
  static func start(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
    errors: String? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = input.flatMap { FileHandle(forReadingAtPath: $0) } ?? .nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors.flatMap { FileHandle(forWritingAtPath: $0) } ?? .nullDevice
    if !environment.isEmpty {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    try process.run()
    return process
  }
}
