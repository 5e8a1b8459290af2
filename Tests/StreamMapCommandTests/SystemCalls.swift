// What a machine may do to the system calls of a run, by the library that Tests/Interposer is compiled to.

import Foundation

/// The calls of a run, and what is to happen to them.
enum SystemCalls {
  /// What becomes of a process that ends at a call.
  enum End: String, CaseIterable {
    /// It is killed before the call.
    case kill
    /// It is killed when half is written.
    case half
    /// The machine stops, and what no fsync has brought to the disk is lost.
    case power
    /// Likewise, but names were given and removed in time.
    case rename
  }

  /// A call that can change a file.
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

  /// The library; nil where there is no compiler, or no way to load it before others.
  static let library: String? = {
    #if os(Linux)
      let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Interposer/calls.c").path(percentEncoded: false)
      // As long as the tests run, and anew when the source changes.
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

  /// The environment of a run of which the calls on files in a folder are handled.
  static func environment(_ sandbox: Sandbox, _ wishes: [String: String]) -> [String: String] {
    // The folder's own name counts, too, when it is synchronised.
    wishes.merging(["LD_PRELOAD": library ?? "", "CALLS_FOLDER": sandbox.folder]) { $1 }
  }
}
