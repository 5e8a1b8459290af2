// Manipulation of a run's system calls by the library built from Tests/Interposer.

import Foundation

/// The calls of a run, and their manipulation.
enum SystemCalls {
  /// How a process ends at a call.
  enum End: String, CaseIterable {
    /// It is killed before the call.
    case kill
    /// It is killed after half of the data is written.
    case half
    /// The machine stops, and data that no fsync has written to disk is lost.
    case power
    /// The same, but names were created and removed in time.
    case rename
  }

  /// A call that can modify a file.
  struct Change {
    let number: Int
    let call: String
    let path: String

    init?(_ line: Substring) {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let number = Int(words[0]) else { return nil }
      (self.number, call, path) = (number, String(words[1]), String(words[2]))
    }
  }

  /// The library, or nil without a compiler or a way to preload it.
  static let library: String? = {
    #if os(Linux)
      let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Interposer/calls.c").path(percentEncoded: false)
      // Kept during the tests, and rebuilt when the source changes.
      let library = FileManager.default.temporaryDirectory
        .appending(path: "streammap-calls-\(ProcessInfo.processInfo.processIdentifier).so")
        .path(percentEncoded: false)
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      for compiler in ["cc", "clang", "gcc"] {
        guard
          let path = folders.map({ "\($0)/\(compiler)" })
            .first(where: { FileManager.default.isExecutableFile(atPath: $0) }),
          let process = try? BinaryRun.start(
            URL(filePath: path), ["-std=c11", "-O1", "-shared", "-fPIC", "-o", library, source, "-pthread"])
        else { continue }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { continue }
        atexit {
          if let library = SystemCalls.library { try? FileManager.default.removeItem(atPath: library) }
        }
        return library
      }
    #endif
    return nil
  }()

  static var areOurs: Bool { library != nil }

  /// The environment of a run, with the folder whose file calls are manipulated.
  static func environment(_ sandbox: Sandbox, _ wishes: [String: String]) -> [String: String] {
    // The folder's own name also counts when it is synchronised.
    wishes.merging(["LD_PRELOAD": library ?? "", "CALLS_FOLDER": sandbox.folder]) { $1 }
  }
}
