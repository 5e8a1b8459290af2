// The program as a separate process that tests can kill.

import Foundation

/// The program that `STREAMMAP_PROGRAM` names, or the one beside the tests' bundle.
enum BinaryRun {
  static let program: URL? = {
    if let named = ProcessInfo.processInfo.environment["STREAMMAP_PROGRAM"] { return URL(filePath: named) }
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return ["streammap", "StreamMapCommand"].map { folder.appending(path: $0, directoryHint: .notDirectory) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }
  }()

  /// Stops ignoring SIGINT in the tests' process. A shell ignores it for a background job, and the program inherits that.
  private static let receivesInterrupts: Void = { _ = signal(SIGINT, SIG_DFL) }()

  /// Starts the program. Its streams are connected only to the given files.
  ///
  /// - Parameters:
  ///   - environment: Added to the tests' environment.
  ///   - input: The file for standard input.
  ///   - errors: The existing file for standard error.
  static func start(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
    errors: String? = nil
  ) throws -> Process {
    _ = receivesInterrupts
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
