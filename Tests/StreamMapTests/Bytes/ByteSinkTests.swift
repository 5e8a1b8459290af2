import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Effects of a sink on the file system.
@Suite("Byte sinks")
struct ByteSinkTests {
  /// A temporary folder, removed after the test.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func put(_ text: String, _ path: String, mode: Int = 0o644) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func write(_ text: String, _ path: String, _ mode: WritingMode) throws {
    let sink = try ByteSink(path: path, mode)
    var written = 0
    try sink.write(Array(text.utf8).span, &written)
    try sink.close()
  }

  // MARK: Replacement

  @Test("atomic replacement keeps the old file's mode", arguments: [0o600, 0o640, 0o644, 0o666, 0o755])
  func keepsMode(_ permissions: Int) throws {
    try withFolder { folder in
      let path = folder + "/file"
      try put("old", path, mode: permissions)
      try write("new", path, .replacingAtomically)
      #expect(try text(path) == "new")
      #expect(try mode(path) == permissions)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
    }
  }

  @Test("a new file has the default mode")
  func newMode() throws {
    try withFolder { folder in
      try write("a", folder + "/plain", .replacing)
      try write("a", folder + "/atomic", .replacingAtomically)
      #expect(try mode(folder + "/atomic") == mode(folder + "/plain"))
    }
  }

  @Test("atomic replacement follows a link, and keeps the link")
  func followsLink() throws {
    try withFolder { folder in
      let manager = FileManager.default
      try manager.createDirectory(atPath: folder + "/deep", withIntermediateDirectories: true)
      let file = folder + "/deep/file"
      try put("old", file, mode: 0o600)
      try manager.createSymbolicLink(atPath: folder + "/second", withDestinationPath: "deep/file")
      try manager.createSymbolicLink(atPath: folder + "/first", withDestinationPath: "second")
      try write("new", folder + "/first", .replacingAtomically)
      #expect(try text(file) == "new")
      #expect(try mode(file) == 0o600)
      #expect(try manager.destinationOfSymbolicLink(atPath: folder + "/first") == "second")
      #expect(try manager.destinationOfSymbolicLink(atPath: folder + "/second") == "deep/file")
      #expect(try manager.contentsOfDirectory(atPath: folder).sorted() == ["deep", "first", "second"])
      #expect(try manager.contentsOfDirectory(atPath: folder + "/deep") == ["file"])
      // An abandoned replacement leaves nothing beside the file, in any folder.
      do {
        let sink = try ByteSink(path: folder + "/first", .replacingAtomically)
        var written = 0
        try sink.write([65].span, &written)
        #expect(try manager.contentsOfDirectory(atPath: folder + "/deep").count == 2)
      }
      #expect(try manager.contentsOfDirectory(atPath: folder + "/deep") == ["file"])
      #expect(try text(file) == "new")
    }
  }

  // MARK: Appending

  /// Opening a pipe for reading as well would fill it without a reader.
  @Test("appending to a pipe opens no additional reader")
  func pipe() throws {
    signal(SIGPIPE, SIG_IGN)
    try withFolder { folder in
      let path = folder + "/pipe"
      try #require(unsafe mkfifo(path, 0o600) == 0)
      let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
      try #require(reader >= 0)
      let writer = try JSONLinesWriter(path: path, encoding: Int.self, mode: .appending)
      try writer.write(1)
      try writer.flush()
      var bytes = [UInt8](repeating: 0, count: 10)
      // SAFETY: the buffer has `count` bytes.
      #expect(unsafe bytes.withUnsafeMutableBytes { unsafe read(reader, $0.baseAddress, $0.count) } == 2)
      #expect(bytes[..<2] == [0x31, 0x0A])
      close(reader)
      try writer.write(2)
      let error = #expect(throws: MappingError.self) { try writer.close() }
      #expect(error?.message == "cannot write to \(path): Broken pipe")
    }
  }

  @Test("appends to a file that is writable but not readable")
  func writeOnly() throws {
    try withFolder { folder in
      let path = folder + "/file"
      try put("1", path, mode: 0o222)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
      try withoutPrivileges {
        #expect(unsafe open(path, O_RDONLY) < 0)
        let writer = try JSONLinesWriter(path: path, encoding: Int.self, mode: .appending)
        try writer.write(2)
        try writer.close()
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
      // The missing line feed is not detected.
      #expect(try text(path) == "12\n")
    }
  }

  /// Makes this thread's files another user's if the tests run as root, which may read everything.
  private func withoutPrivileges(_ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return try body() }
    #if os(Linux)
      typealias Call = @convention(c) (uid_t) -> Int32
      guard let address = unsafe dlsym(nil, "setfsuid") else { return }
      // SAFETY: that is the function's type.
      let setUser = unsafe unsafeBitCast(address, to: Call.self)
      _ = setUser(65_534)
      defer { _ = setUser(0) }
      try body()
    #endif
  }
}
