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
  static func start(_ program: URL, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
