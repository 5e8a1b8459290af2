import TestSupport
import Foundation
import GenomeDialect
import StreamMap
import Synchronization
import Testing

@Suite("Genome: lines")
struct LinesTests {
  private struct Owner: MappableObject, Equatable {
    let name: String
    let pets: [Person]
    let age: Int?
    init(map: Map) throws {
      name = try map.extract("owner.name")
      pets = try map.extract("pets") ?? []
      age = try map["age"].fromJson { (text: String?) in
        guard let text else { return nil }
        guard let age = Int(text) else { throw Odd() }
        return age
      }
    }
  }

  private struct Odd: Error {}

  @Test("decodes models in order from a file, descriptor or memory", .feature("38", "42"))
  func inputs() throws {
    let text = (0..<1000).map {
      #"{"owner":{"name":"n\#($0)"},"pets":[{"first_name":"a","last_name":"\#($0)"}]}"#
    }
    let bytes = Array(text.joined(separator: "\n").utf8)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("genome-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let handle = try #require(FileHandle(forReadingAtPath: path))
    let inputs = [
      JSONLines(path: path, mapping: Owner.self),
      JSONLines(.descriptor(handle.fileDescriptor), mapping: Owner.self),
      JSONLines(.bytes(bytes), mapping: Owner.self),
    ]
    for lines in inputs {
      var index = 0
      try lines.forEach { owner, place in
        #expect(
          owner.name == "n\(index)" && owner.pets == [Person("a", "\(index)")] && place.record == index + 1)
        index += 1
      }
      #expect(index == 1000)
    }
    try handle.close()
    let numbers = try JSONLines(.text("1\n[2,3]\n"), mapping: [Int].self).results.map {
      try $0.get()
    }
    #expect(numbers == [[1], [2, 3]])
  }

  @Test(
    "reports record, line, offset, path and error, then continues", .feature("37", "57", "G10"))
  func bad() throws {
    let lines = [
      #"{"owner":{"name":"ok"}}"#,
      #"{"owner":{"name":7}}"#,
      #"{"owner":{}}"#,
      #"{"owner":{"name":"x"},"pets":[{"first_name":"a","last_name":"b"},{"first_name":null,"last_name":"c"}]}"#,
      #"{"owner":{"name":"x"},"age":"old"}"#,
      #"{"owner":{"name":"x"},"age":5}"#,
      #"{"owner":{"name":"x"}"#,
      #"[1]"#,
      #"{"owner":{"name":"last"},"age":"9"}"#,
    ]
    let failures = Mutex<[StreamMap.MappingError]>([])
    var input = JSONLines(.text(lines.joined(separator: "\n")), mapping: Owner.self)
    input.onError = .skip { error, _ in failures.withLock { $0.append(error) } }
    var names: [String] = []
    try input.forEach { owner, _ in names.append(owner.name) }
    #expect(names == ["ok", "last"])
    let errors = failures.withLock { $0 }
    let starts = lines.indices.map { lines[..<$0].reduce(0) { $0 + $1.utf8.count + 1 } }
    #expect(errors.map(\.path) == ["owner.name", "owner.name", "pets[1].first_name", "age", "age", "$", "$"])
    #expect(errors.map(\.line) == [2, 3, 4, 5, 6, 7, 8])
    #expect(
      errors.map(\.kind) == [
        .typeMismatch, .missingField, .unexpectedNull, .decodingFailed, .typeMismatch, .truncated,
        .decodingFailed,
      ])
    #expect(
      errors.map(\.byteOffset) == [
        starts[1] + 17, starts[2] + 10, starts[3] + 79, starts[4] + 28, starts[5] + 28, starts[6] + 21,
        starts[7],
      ])
    #expect(errors[0].expected == "String" && errors[0].found == "a number")
    guard case Genome.MappingError.UnableToMap(let key, _)? = errors[0].underlying else {
      Issue.record("\(errors[0])")
      return
    }
    #expect(key == "owner.name" && errors[1].underlying is SequenceError && errors[3].underlying is Odd)
    #expect(errors[5].underlying == nil && errors[6].underlying is JsonConvertibleError)
    #expect(throws: StreamMap.MappingError.self) {
      try JSONLines(.text("{}"), mapping: Owner.self).forEach { _, _ in }
    }
  }

  @Test("caught errors leave no trace; thrown ones name their record", .feature("37"))
  func recovered() throws {
    struct Careful: MappableObject {
      let value: Int
      init(map: Map) throws {
        do { value = try map.extract("a.b") } catch { value = -1 }
        if map.json["stop"] != nil { throw Odd() }
      }
    }
    let text = Array(#"{"a":{"b":"x"}}"#.utf8) + [0x0A] + Array(#"{"a":{"b":"x"},"stop":1}"#.utf8)
    var values: [Int] = []
    do {
      try JSONLines(.bytes(text), mapping: Careful.self).forEach { careful, _ in values.append(careful.value)
      }
      Issue.record("nothing was thrown")
    } catch let error as StreamMap.MappingError {
      #expect(error.path == "$" && error.line == 2 && error.underlying is Odd)
    }
    #expect(values == [-1])
  }

  @Test(
    "reports a transform's error at the key it requested", .feature("31", "37", "G6"))
  func transformed() throws {
    struct Sum: MappableObject {
      let value: Int
      init(map: Map) throws {
        value = try map.extract("a") { (a: Int) in
          let b: Int = try map.extract("b.c")
          if a + b > 9 { throw Odd() }
          return a + b
        }
      }
    }
    let text = #"{"a":1,"b":{"c":2}}"# + "\n" + #"{"a":1,"b":{"c":9}}"# + "\n" + #"{"a":1,"b":{"c":"x"}}"#
    let paths = JSONLines(.text(text), mapping: Sum.self).pathsOfErrors
    #expect(paths == ["", "a", "b.c"])
  }

  @Test("supports threads, a context, classes and custom newInstance", .feature("29", "42", "G7"))
  func threads() throws {
    final class Prefix: Context, Sendable {}
    final class Line: CustomBase {
      var id = 0
      var hasContext = false
      override func sequence(map: Map) throws {
        try id <~> map["id"]
        hasContext = map.context is Prefix
      }
    }
    let text = (0..<5000).map { #"{"id":\#($0)}"# }.joined(separator: "\n")
    let lines = JSONLines(.text(text), mapping: Line.self, context: Prefix())
    let sum = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      var own = 0
      for case .success(let line) in lines.results where line.hasContext { own += line.id }
      sum.withLock { $0 += own }
    }
    #expect(sum.withLock { $0 } == 4 * 5000 * 4999 / 2)
  }

  @Test("a map stays usable on other threads at any time", .feature("42", "G12"))
  func handedOn() throws {
    final class Shared: Context, Sendable {
      let queue = DispatchQueue(label: "others", attributes: .concurrent)
      let sum = Mutex(0)
      let started = DispatchSemaphore(value: 0)
    }
    struct Handed: @unchecked Sendable { let map: Map }
    struct Model: MappableObject {
      init(map: Map) throws {
        guard let shared = map.context as? Shared else { return }
        let handed = Handed(map: map)
        shared.queue.async {
          do {
            // The record has ended, and the next one is being read.
            let ids = try (0..<20).map { turn in
              if turn == 5 { shared.started.signal() }
              let id = try handed.map.value("id", Int.self)
              return try handed.map.value("inner.x", [String].self) == ["\(id)"] ? id : -1
            }
            shared.sum.withLock { $0 += Set(ids).count == 1 ? ids[0] : -1 }
          } catch {
            Issue.record("\(error)")
          }
        }
        shared.started.wait()
      }
    }
    let text = (0..<1000).map {
      #"{"text":"\#(String(repeating: "y", count: $0 % 50))","id":\#($0),"inner":{"x":["\#($0)"]}}"#
    }
    let shared = Shared()
    try JSONLines(
      .text(text.joined(separator: "\n")), mapping: Model.self, context: shared
    ).forEach { _, _ in }
    shared.queue.sync(flags: .barrier) {}
    #expect(shared.sum.withLock { $0 } == 1000 * 999 / 2)
  }

  @Test("a kept map, transform or value uses its own copy", .feature("42", "G12"))
  func kept() throws {
    struct Keeper: MappableObject {
      let map: Map
      let json: Json
      let inner: Json
      let transformer: FromJsonTransformer<Int, String>
      init(map: Map) throws {
        self.map = map
        json = map.json
        inner = try map.extract("inner")
        transformer = map["id"].transformFromJson { (id: Int) in "<\(id)>" }
      }
    }
    struct Wrapped: JsonConvertibleType {
      let json: Json
      let elsewhere: Json?
      static func newInstance(json: Json, context: any Context) throws -> Wrapped {
        // Another thread reads a borrowed value.
        let found = Mutex<Json?>(nil)
        let thread = Thread { found.withLock { $0 = json["id"] ?? .NullValue } }
        thread.start()
        while !thread.isFinished { Thread.sleep(forTimeInterval: 0.0001) }
        return Wrapped(json: json, elsewhere: found.withLock { $0 })
      }
      func jsonRepresentation() throws -> Json { json }
    }
    let text = (0..<100).map {
      #"{"id":\#($0),"inner":{"x":[\#($0)]},"text":"\#(String(repeating: "y", count: $0))"}"#
    }
    let bytes = Array(text.joined(separator: "\n").utf8)
    let keepers = try JSONLines(.bytes(bytes), mapping: Keeper.self).results.map { try $0.get() }
    for (index, keeper) in keepers.enumerated() {
      let json: Json = try .deserialize(text[index])
      #expect(keeper.json == json && keeper.map.json == json && keeper.inner == ["x": [.from(index)]])
      #expect(try keeper.map.value("id", Int.self) == index)
      #expect(try keeper.map.value("inner.x", [Int].self) == [index])
      #expect(try <~keeper.transformer == "<\(index)>")
    }
    let wrapped = try JSONLines(.bytes(bytes), mapping: Wrapped.self).results.map { try $0.get() }
    for (index, value) in wrapped.enumerated() {
      let json: Json = try .deserialize(text[index])
      #expect(value.json == json && value.elsewhere == .from(index))
    }
    let nested = try JSONLines(.bytes(bytes), mapping: [String: Json].self).results.map { try $0.get() }
    #expect(nested.map { $0["inner"] } == (0..<100).map { ["x": [.from($0)]] })
  }
}

extension JSONLines {
  /// The path of each record's error. Empty without an error.
  fileprivate var pathsOfErrors: [String] {
    let paths = Mutex<[(line: Int, path: String)]>([])
    var lines = self
    lines.onError = .skip { error, _ in paths.withLock { $0.append((error.line ?? 0, error.path)) } }
    try? lines.forEach { _, place in paths.withLock { $0.append((place.line, "")) } }
    return paths.withLock { $0.sorted { $0.line < $1.line }.map(\.path) }
  }
}
