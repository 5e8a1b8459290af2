import TestSupport
import DynamicMapperDialect
import Foundation
import StreamMap
import Synchronization
import Testing

@Suite("JSON Lines of dynamic models")
struct LinesTests {
  @Test("reads lines from memory, a file and a descriptor", .feature("42", "D1"))
  func inputs() throws {
    let text = (0..<300).map { #"{"id":\#($0),"more":{"deep":"\#($0)"},"rest":[\#($0)]}"# }.joined(
      separator: "\n")
    let path = NSTemporaryDirectory() + "dynamicmapper-\(UUID().uuidString).jsonl"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try #require(FileHandle(forReadingAtPath: path))
    let views = [
      JSONLines(.text(text), mapping: Item.self), JSONLines(path: path, mapping: Item.self),
      JSONLines(.descriptor(file.fileDescriptor), mapping: Item.self),
    ]
    for lines in views {
      var models: [Item] = []
      for result in lines.results { models.append(try result.get()) }
      #expect(models == (0..<300).map { Item(id: $0, deep: "\($0)") })
      // Each keeps its text after all records were read.
      for model in models {
        var rest: [Int]?
        rest <-- model.ds.rest
        #expect(rest == [model.id])
      }
    }
  }

  @Test("writes kept members of records larger than document limits", .feature("D6"))
  func largeRecords() throws {
    let digits = String(repeating: "7", count: 1500)
    var lines = JSONLines(
      .text(#"{"id":1,"deep":null,"big":\#(digits),"x":[]}"#), mapping: Item.self)
    lines.options.limits = Limits(number: 2000)
    var items: [Item] = []
    for result in lines.results { items.append(try result.get()) }
    let item = try #require(items.first)
    item.ds.y.set(2)
    let text = try String(decoding: DynamicJSONEncoder().encode(item), as: UTF8.self)
    #expect(text.contains(#""big":\#(digits),"x":[],"y":2"#))
  }

  @Test("reports malformed records with their locations, and skips them", .feature("57", "D1"))
  func badRecords() throws {
    let text = #"{"id":1}"# + "\n" + #"{"id":"x"}"# + "\n" + #"{"id":2"# + "\n" + #"{}"# + "\n" + #"{"id":3}"#
    var lines = JSONLines(.text(text), mapping: Item.self)
    #expect(throws: MappingError.self) { try lines.forEach { _, _ in } }
    let failures = Mutex<[MappingError]>([])
    lines.onError = .skip { error, _ in failures.withLock { $0.append(error) } }
    var ids: [Int] = []
    try lines.forEach { item, _ in ids.append(item.id) }
    let errors = failures.withLock { $0 }
    #expect(ids == [1, 3])
    #expect(errors.map(\.kind) == [.typeMismatch, .truncated, .missingField])
    #expect(errors.map(\.line) == [2, 3, 4])
    #expect(errors.map(\.path).first == "id" && errors.map(\.byteOffset).first == 15)
    #expect(errors.first?.underlying is DecodingError)
  }

  @Test("reports a nested model's own error at that model", .feature("37", "57", "D1"))
  func ownErrors() throws {
    struct Refused: Error, Equatable { var id: Int }
    struct Inner: DynamicDecodable {
      var dynamicSelf: DynamicClass?
      private enum CodingKeys: CodingKey { case id, next }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let id = try container.decode(Int.self, forKey: .id)
        if id < 0 { throw Refused(id: id) }
        // A caught error is not the reported one.
        if let next = try? container.decode(Plain.self, forKey: .next), next.id > 5 {
          throw Refused(id: next.id)
        }
      }
      func dynamicMapping(mappingType: DynamicMappingType) {}
    }
    struct Plain: Decodable {
      var id: Int
      private enum CodingKeys: CodingKey { case id }
      init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        if id == 0 { throw Refused(id: 0) }
      }
    }
    struct Outer: DynamicDecodable {
      var dynamicSelf: DynamicClass?
      var inners: [Inner]?
      var plain: [String: Plain]?
      var own: Int
      func dynamicMapping(mappingType: DynamicMappingType) {}
    }
    let text = [
      #"{"own":1,"inners":[{"id":1},{"id":-2}]}"#,
      #"{"own":1,"plain":{"a":{"id":1},"b":{"id":0}}}"#,
      #"{"own":1,"inners":[{"id":1,"next":{"id":0}},{"id":2,"next":{"id":6}}]}"#,
      #"{"own":"x","inners":[{"id":1,"next":{"id":0}}]}"#,
      #"{"own":1,"inners":[{"id":1,"next":{"id":0}}]}"#,
    ].joined(separator: "\n")
    var lines = JSONLines(.text(text), mapping: Outer.self)
    let failures = Mutex<[MappingError]>([])
    lines.onError = .skip { error, _ in failures.withLock { $0.append(error) } }
    var count = 0
    try lines.forEach { _, _ in count += 1 }
    let errors = failures.withLock { $0 }
    #expect(count == 1 && errors.map(\.line) == [1, 2, 3, 4])
    #expect(errors.map(\.path) == ["inners[1]", "plain.b", "inners[1]", "own"])
    #expect(
      errors.map { $0.underlying as? Refused } == [Refused(id: -2), Refused(id: 0), Refused(id: 6), nil])
    #expect(errors.first?.byteOffset == 28)
    #expect(throws: Refused(id: -2)) {
      try DynamicJSONDecoder().decode(Outer.self, from: Data(text.utf8.prefix { $0 != 10 }))
    }
  }

  @Test("applies the decoder's strategies", .feature("32", "D7"))
  func strategies() throws {
    let decoder = DynamicJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Named: DynamicDecodable {
      var dynamicSelf: DynamicClass?
      var firstName: String
      var inner: Int?
      mutating func dynamicMapping(mappingType: DynamicMappingType) { inner <-- ds.someInfo.theCount }
    }
    let text = #"{"first_name":"a","some_info":{"the_count":1}}"# + "\n" + #"{"first_name":"b"}"#
    var seen: [String] = []
    try JSONLines(.text(text), mapping: Named.self, decoder: decoder).forEach { model, _ in
      seen.append("\(model.firstName) \(model.inner ?? 0)")
    }
    #expect(seen == ["a 1", "b 0"])
  }
}
