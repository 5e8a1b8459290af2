import TestSupport
import Foundation
import ObjectMapperDialect
import StreamMap
import Synchronization
import Testing

@Suite("ObjectMapper: JSON Lines")
struct LinesTests {
  private struct Place: ImmutableMappable {
    let name: String
    let points: [Point]
    let first: Double?

    struct Point: ImmutableMappable {
      let x: Double
      init(map: Map) throws { x = try map.value("at.x") }
    }

    init(map: Map) throws {
      name = try map.value("name")
      points = try map.value("points")
      first = try? map.value("first")
    }
  }

  private func read<Root: BaseMappable & SendableMetatype>(
    _ lines: [String], _ type: Root.Type
  ) throws -> (models: [Root], errors: [MappingError]) {
    var input = JSONLines(.text(lines.joined(separator: "\n")), mapping: type)
    let failures = Mutex<[MappingError]>([])
    input.onError = .skip { error, _ in failures.withLock { $0.append(error) } }
    var models: [Root] = []
    try input.forEach { model, _ in models.append(model) }
    return (models, failures.withLock { $0 })
  }

  @Test("decodes lines of files, descriptors and memory with one map", .feature("42"))
  func inputs() throws {
    let text = (0..<1000).map { "{\"id\":\($0)}\n" }.joined()
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let file = try #require(FileHandle(forReadingAtPath: path))
    for lines in [
      JSONLines(path: path, mapping: Item.self), JSONLines(.text(text), mapping: Item.self),
      JSONLines(.descriptor(file.fileDescriptor), mapping: Item.self),
    ] {
      var ids: [Int] = []
      try lines.forEach { item, place in
        #expect(place.record == ids.count + 1)
        ids.append(item.id)
      }
      #expect(ids == Array(0..<1000))
    }
  }

  @Test(
    "reports record, line, offset, path and error; can skip lines", .feature("37", "57", "O18")
  )
  func errors() throws {
    let good = #"{"name":"a","points":[{"at":{"x":1}}]}"#
    let lines = [
      good, #"{"points":[]}"#, #"{"name":5,"points":[]}"#, "",
      #"{"name":"a","points":[{"at":{"x":1}},{"at":{}}]}"#,
      #"{"name":"a","points":[{"at":{"x":"y"}}]}"#, #"{"name":"a","points":{}}"#, "[1]", "{", good,
    ]
    let (models, errors) = try read(lines, Place.self)
    #expect(models.map(\.name) == ["a", "a"])
    #expect(errors.map(\.path) == ["name", "name", "points[1].at.x", "points[0].at.x", "points", "$", "$"])
    #expect(errors.map(\.line) == [2, 3, 5, 6, 7, 8, 9])
    let kinds: [MappingError.Kind] = [
      .missingField, .typeMismatch, .missingField, .typeMismatch, .typeMismatch, .typeMismatch, .truncated,
    ]
    #expect(errors.map(\.kind) == kinds)
    let starts = lines.indices.map { lines[..<$0].reduce(0) { $0 + $1.utf8.count + 1 } }
    #expect(errors[1].byteOffset == starts[2] + 8 && errors[3].byteOffset == starts[5] + 33)
    let keys = errors.dropLast(2).map { ($0.underlying as? MapError)?.key }
    #expect(keys == ["name", "name", "at.x", "at.x", "points"])
  }

  @Test("reports the location of a mismatch in a dictionary", .feature("37", "57", "O18"))
  func dictionaryErrors() throws {
    struct Table: ImmutableMappable {
      let values: [String: Int]
      init(map: Map) throws { values = try map.value("d") }
    }
    let (_, errors) = try read([#"{"d":{"a":1,"b":"x","c":3}}"#, #"{"d":{"a":null,"b":2}}"#], Table.self)
    #expect(errors.map(\.path) == ["d.b", "d.a"] && errors.map(\.byteOffset) == [16, 38])
  }

  @Test("a rejected model or custom error is its line's error", .feature("4", "O1"))
  func refusals() throws {
    let (items, errors) = try read([#"{"id":1}"#, "{}", #"{"id":"x"}"#, #"{"id":4}"#], Item.self)
    #expect(
      items.map(\.id) == [1, 4] && errors.map(\.kind) == [.decodingFailed, .decodingFailed]
        && errors.map(\.line) == [2, 3])
    #expect((errors[0].underlying as? MapError)?.reason == "Cannot map to 'Item'")

    struct Own: ImmutableMappable {
      struct Reason: Error {}
      let inner: Int
      init(map: Map) throws {
        if map["bad"].isKeyPresent { throw Reason() }
        if map["old"].isKeyPresent { throw MapError(key: "old", currentValue: nil, reason: "mine") }
        inner = (try? map.value("a.b")) ?? 0
      }
    }
    let (own, ownErrors) = try read([#"{"a":{"b":7}}"#, #"{"bad":1}"#, #"{"old":1}"#, "{}"], Own.self)
    #expect(own.map(\.inner) == [7, 0] && ownErrors.first?.underlying is Own.Reason)
    #expect(
      (ownErrors.last?.underlying as? MapError)?.reason == "mine" && ownErrors.map(\.path) == ["$", "$"])
  }

  @Test("a kept map outlives its line; contexts reach all lines", .feature("29", "40", "O24"))
  func keptMaps() throws {
    struct Tag: MapContext, Sendable { let text: String }
    final class Keeper: Mappable {
      let map: Map
      var id: Int?
      required init?(map: Map) { self.map = map }
      func mapping(map: Map) { id <- map["id"] }
    }
    let lines = JSONLines(
      .text((0..<5).map { "{\"id\":\($0),\"x\":{\"y\":[\($0)]}}\n" }.joined()),
      mapping: Keeper.self,
      context: Tag(text: "tag"))
    var keepers: [Keeper] = []
    try lines.forEach { keeper, _ in keepers.append(keeper) }
    #expect(keepers.map(\.id) == [0, 1, 2, 3, 4] && Set(keepers.map { ObjectIdentifier($0.map) }).count == 5)
    #expect(keepers.map { $0.map["x.y.0"].currentValue as? Int } == [0, 1, 2, 3, 4])
    #expect(keepers.allSatisfy { ($0.map.context as? Tag)?.text == "tag" && $0.map.JSON.count == 2 })
  }

  @Test("decodes models nested to the depth limit", .feature("26", "O25"))
  func depth() throws {
    final class Chain: Mappable {
      var next: Chain?
      var list: [Chain]?
      required init?(map: Map) {}
      func mapping(map: Map) {
        next <- map["next"]
        list <- map["list"]
      }
    }
    let levels = 500
    let json = String(repeating: #"{"next":"#, count: levels) + "{}" + String(repeating: "}", count: levels)
    let depth = Mutex(-1)
    let thread = Thread {
      var chain = Mapper<Chain>().map(JSONString: json)
      var count = 0
      while let next = chain?.next { (chain, count) = (next, count + 1) }
      depth.withLock { $0 = count }
    }
    thread.stackSize = 4 << 20
    thread.start()
    while !thread.isFinished { usleep(1000) }
    #expect(depth.withLock { $0 } == levels)
  }
}
