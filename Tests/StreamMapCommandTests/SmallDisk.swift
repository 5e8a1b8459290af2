// A small disk that can be enlarged.

import Foundation

/// A tmpfs that lives as long as the instance. Mounting needs special rights.
final class SmallDisk {
  private let path: String

  static let isAllowed: Bool = {
    guard let sandbox = try? Sandbox() else { return false }
    return (try? SmallDisk(sandbox.path("disk"), bytes: 1 << 16)) != nil
  }()

  struct Refused: Error {
    let status: Int32
  }

  init(_ path: String, bytes: Int) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", path])
  }

  deinit {
    try? Self.run("umount", ["-l", path])
  }

  func grow(to bytes: Int) throws {
    try Self.run("mount", ["-o", "remount,size=\(bytes)", path])
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    #if os(Linux)
      let process = try BinaryRun.start(URL(filePath: "/usr/bin/env"), [program] + arguments)
      process.waitUntilExit()
      if process.terminationStatus != 0 { throw Refused(status: process.terminationStatus) }
    #else
      throw Refused(status: -1)
    #endif
  }
}
