import CAllocationCounter
import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Writing JSON Lines")
struct JSONLinesWriterTests {
  struct Point: Codable, Equatable, Sendable {
    var name = ""
    var x = 0.0
  }

  static func mapping() throws -> Mapping<Point> {
    try Mapping(Point()) {
      Field(\.name, "name")
      Field(\.x, "place.x")
    }
  }

  /// A path in a temporary folder, which is removed after the test.
  private func withPath(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder + "/out.jsonl")
  }

  private func withPath(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("lines.jsonl").path)
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func put(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test(
    "writes one line per record in any style, and round-trips", .feature("68"),
    arguments: [0, 1, 50, 1 << 16])
  func roundTrip(bufferSize: Int) throws {
    let points = (0..<500).map { Point(name: "point\n\($0)/", x: Double($0) / 4) }
    try withPath { path in
      let mapping = try Self.mapping()
      let writer = try JSONLinesWriter(path: path, as: mapping, style: .pretty, bufferSize: bufferSize)
      for point in points { try writer.write(point) }
      try writer.close()
      try writer.close()
      #expect(writer.count == points.count)
      #expect(try text(path).split(separator: "\n").count == points.count)
      var read: [Point] = []
      try JSONLines(path: path, as: mapping).forEach { point, _ in read.append(copy point) }
      #expect(read == points)
    }
    try withPath { path in
      let encoder = StreamEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let writer = try JSONLinesWriter(
        path: path, encoding: Point.self, encoder: encoder, bufferSize: bufferSize)
      for point in points { try writer.write(point) }
      try writer.close()
      #expect(try text(path).hasPrefix(#"{"name":"point\n0\/","x":0}"# + "\n"))
      var read: [Point] = []
      try JSONLines(path: path, decoding: Point.self).forEach { point, _ in read.append(copy point) }
      #expect(read == points)
    }
  }

  @Test("appending adds a missing line feed first")
  func appending() throws {
    for (before, after) in [
      ("", ""), ("{}\n", "{}\n"), ("{}", "{}\n"), ("{}\n\n", "{}\n\n"), ("{}\r\n", "{}\r\n"),
    ] {
      try withPath { path in
        try put(before, path)
        let writer = try JSONLinesWriter(path: path, encoding: Point.self, mode: .appending)
        try writer.write(Point(name: "a", x: 1))
        try writer.close()
        #expect(try text(path) == after + #"{"name":"a","x":1}"# + "\n")
      }
    }
    // A missing file is created. An existing one is truncated, except when appending.
    try withPath { path in
      for mode in [WritingMode.appending, .replacing] {
        let writer = try JSONLinesWriter(path: path, encoding: Point.self, mode: mode)
        try writer.write(Point(name: "a", x: 1))
        try writer.close()
        #expect(try text(path) == #"{"name":"a","x":1}"# + "\n")
      }
    }
  }

  @Test("atomic replacement shows the old file until complete")
  func atomic() throws {
    try withPath { path in
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      try put("old", path)
      do {
        let writer = try JSONLinesWriter(path: path, as: Self.mapping(), mode: .replacingAtomically)
        try writer.write(Point())
        try writer.flush()
        #expect(try text(path) == "old")
        // It is never closed.
      }
      #expect(try text(path) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
      let writer = try JSONLinesWriter(path: path, as: Self.mapping(), mode: .replacingAtomically)
      try writer.write(Point())
      #expect(try text(path) == "old")
      try writer.close()
      #expect(try text(path) == #"{"name":"","place":{"x":0.0}}"# + "\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }
  }

  @Test("a writer that is dropped keeps the file and says so")
  func dropped() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
      func text() -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
      try Data("old\n".utf8).write(to: URL(fileURLWithPath: path))
      // More than the buffer holds.
      do {
        let writer = try JSONLinesWriter(path: path, encoding: Int.self, bufferSize: 10)
        for number in 0..<100 { try writer.write(number) }
      }
      precondition(text() == "old\n")
      do { try JSONLinesWriter(path: path, encoding: Int.self, mode: .appending).write(1) }
      precondition(text() == "old\n")
      do {
        let writer = try JSONLinesWriter(path: path, encoding: Int.self, mode: .appending)
        try writer.write(1)
        try writer.flush()
      }
      precondition(text() == "old\n1\n")
      try FileManager.default.removeItem(atPath: path)
      exit(0)
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("StreamMap: ") }
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasSuffix(
        "was not closed: its lines are lost, and the file is unchanged; call close(), or use JSONLinesWriter.write"
      )
        == true)
    #expect(lines.last?.contains("was not closed: its last 2 bytes are lost; ") == true)
  }

  @Test("the scoped form closes the file, or leaves it as it was")
  func scoped() async throws {
    struct Enough: Error {}
    try await withPath { path in
      try put("old", path)
      #expect(throws: Enough.self) {
        try JSONLinesWriter.write(to: path, as: Self.mapping()) { writer in
          try writer.write(Point())
          throw Enough()
        }
      }
      await #expect(throws: Enough.self) {
        try await JSONLinesWriter.write(to: path, encoding: Point.self) { writer in
          await Task.yield()
          try writer.write(Point())
          throw Enough()
        }
      }
      #expect(try text(path) == "old")
      let count = try JSONLinesWriter.write(to: path, as: Self.mapping()) { writer in
        try writer.write(Point())
        return writer.count
      }
      #expect(count == 1)
      #expect(try text(path) == #"{"name":"","place":{"x":0.0}}"# + "\n")
      try await JSONLinesWriter.write(to: path, as: Self.mapping(), mode: .appending) { writer in
        await Task.yield()
        try writer.write(Point())
      }
      try JSONLinesWriter.write(to: path, encoding: Point.self, mode: .appending) { try $0.write(Point()) }
      #expect(try text(path).split(separator: "\n").count == 3)
    }
  }

  @Test("a path that is no regular file is written directly")
  func device() throws {
    try JSONLinesWriter.write(to: "/dev/null", encoding: Int.self) { try $0.write(1) }
    var status = stat()
    #expect(unsafe stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test("output errors name file and reason; unwritten data is kept")
  func outputFails() throws {
    let full = "/dev/full"
    if FileManager.default.fileExists(atPath: full) {
      let writer = try JSONLinesWriter(path: full, encoding: Point.self)
      try writer.write(Point())
      let error = #expect(throws: MappingError.self) { try writer.close() }
      #expect(error?.category == .io)
      #expect(error?.message == "cannot write to /dev/full: No space left on device")
    }
    let missing = #expect(throws: MappingError.self) {
      try JSONLinesWriter(path: "/no/such/folder/x.jsonl", encoding: Point.self)
    }
    #expect(missing?.message == "cannot open /no/such/folder/x.jsonl: No such file or directory")

    struct Busy: Error {}
    var isBusy = true
    var out: [UInt8] = []
    let writer = JSONLinesWriter(encoding: Point.self, bufferSize: 20) { bytes in
      if isBusy { throw Busy() }
      out.append(bytes)
    }
    try writer.write(Point())
    for _ in 0..<2 {
      let error = #expect(throws: MappingError.self) { try writer.write(Point()) }
      #expect(error?.category == .io)
      #expect(error?.underlying is Busy)
    }
    isBusy = false
    try writer.flush()
    let line = #"{"name":"","x":0}"# + "\n"
    #expect(String(decoding: out, as: UTF8.self) == line + line + line)
  }

  @Test("a closed pipe is an error")
  func pipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    let writer = try JSONLinesWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor, as: Self.mapping())
    try writer.write(Point(name: "a"))
    try writer.flush()
    #expect(pipe.fileHandleForReading.availableData == Data((#"{"name":"a","place":{"x":0.0}}"# + "\n").utf8))
    try pipe.fileHandleForReading.close()
    try writer.write(Point(name: "a"))
    let error = #expect(throws: MappingError.self) { try writer.close() }
    #expect(error?.message.hasSuffix("Broken pipe") == true)
  }

  @Test("writes nothing of a model that fails")
  func modelFails() throws {
    var out: [UInt8] = []
    let byMapping = try JSONLinesWriter(as: Self.mapping()) { out.append($0) }
    let byCoding = JSONLinesWriter(encoding: Point.self) { out.append($0) }
    for writer in [byMapping, byCoding] {
      try writer.write(Point(name: "a", x: 1.5))
      #expect(throws: EncodingError.self) { try writer.write(Point(name: "b", x: .nan)) }
      try writer.write(Point(name: "c", x: 1.5))
      try writer.close()
      #expect(writer.count == 2)
    }
    let first = #"{"name":"a","place":{"x":1.5}}"# + "\n" + #"{"name":"c","place":{"x":1.5}}"# + "\n"
    let second = #"{"name":"a","x":1.5}"# + "\n" + #"{"name":"c","x":1.5}"# + "\n"
    #expect(String(decoding: out, as: UTF8.self) == first + second)
  }

  #if !DEBUG
    @Test("does not allocate for a record", .enabled(if: allocation_counter_is_available()))
    func allocations() throws {
      let point = Point(name: "a name of more than fifteen bytes", x: 1.5)
      let writer = try JSONLinesWriter(as: Self.mapping()) { _ in }
      for _ in 0..<5_000 { try writer.write(point) }
      let count = try Allocations.count { for _ in 0..<5_000 { try writer.write(point) } }
      #expect(count == 0)
    }
  #endif
}
