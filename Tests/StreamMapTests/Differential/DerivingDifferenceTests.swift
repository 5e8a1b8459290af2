import StreamMap
import Testing

@testable import TestSupport

/// Random lines through derived mappings and through explicit ones. Both engines must give the same models and
/// errors.
@Suite("Derived and explicit mappings compared")
struct DerivingDifferenceTests {
  struct Place: Imaged, Derivable, Sendable {
    var city: String? = "nowhere"
    var zip: Int32 = -1

    func write(to image: inout Image) { image(city, zip) }
  }

  struct Owner: Imaged, Derivable, Sendable {
    var id = -1
    var name: String?
    var address = Place()

    func write(to image: inout Image) { image(id, name, address) }
  }

  struct Label: Imaged, Derivable, Sendable {
    var text = "template"
    var indices: [Int] = [3]

    func write(to image: inout Image) { image(text, indices) }
  }

  struct Post: Imaged, Sendable {
    var id = 1
    var text = "a template of more than fifteen bytes"
    var flag: Bool?
    var ratio: Double? = 0.5
    var small: UInt8 = 7
    var user: Owner?
    var tags: [Label] = [Label()]
    var names: Set<String> = []
    var grid: [[Double]]?

    func write(to image: inout Image) { image(id, text, flag, ratio, small, user, tags, names, grid) }
  }

  class Base {
    var id = 1
    var text: String? = "template"
  }

  final class Derived: Base, Imaged {
    var ratio = 0.5
    var user = Owner()
    var tags: [Label]?

    func write(to image: inout Image) { image(id, text, ratio, user, tags) }
  }

  private static func owner(_ policies: [FieldPolicy]) throws -> Mapping<Owner> {
    let place = try Mapping(Place()) {
      Field(\.city, "city", all: policies)
      Field(\.zip, "zip", all: policies)
    }
    return try Mapping(Owner()) {
      Field(\.id, "id", all: policies)
      Field(\.name, "name", all: policies)
      Field(\.address, "address", mapping: place, policies.first ?? .null(.setNil))
    }
  }

  private static func label(_ policies: [FieldPolicy]) throws -> Mapping<Label> {
    try Mapping(Label()) {
      Field(\.text, "text", all: policies)
      Field(\.indices, "indices", all: policies)
    }
  }

  /// A derived subject and its explicit equivalent.
  private static func pairs() throws -> [(any MappingFixture, any MappingFixture)] {
    try [[], [FieldPolicy.mismatch(.keep)], [.null(.keep)], [.badElement(.drop)]].flatMap { policies in
      let owner = try owner(policies)
      let label = try label(policies)
      let policy = policies.first ?? .null(.setNil)
      let post = try Mapping(Post()) {
        Field(\.id, "id", all: policies)
        Field(\.text, "text", all: policies)
        Field(\.flag, "flag", all: policies)
        Field(\.ratio, "ratio", all: policies)
        Field(\.small, "small", all: policies)
        Field(\.user, "user", mapping: owner, policy)
        Field(\.tags, "tags", mapping: label, policy)
        Field(\.names, "names", all: policies)
        Field(\.grid, "grid", all: policies)
      }
      let object = try Mapping(Derived()) {
        Field(\.id, "id", all: policies)
        Field(\.text, "text", all: policies)
        Field(\.ratio, "ratio", all: policies)
        Field(\.user, "user", mapping: owner, policy)
        Field(\.tags, "tags", mapping: label, policy)
      }
      let pairs: [(any MappingFixture, any MappingFixture)] = [
        (
          TypedMappingFixture("derived struct", try Mapping(deriving: Post(), .policies(policy))),
          TypedMappingFixture("given struct", post)
        ),
        (
          TypedMappingFixture("derived class", try Mapping(deriving: Derived(), .policies(policy))),
          TypedMappingFixture("given class", object)
        ),
      ]
      return pairs
    }
  }

  @Test("the same models and errors", .feature("14", "24", "25", "T1"))
  func random() throws {
    let pairs = try Self.pairs()
    let memory = GuardedMemory()
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var models = 0
    var errors = 0
    for round in 0..<Effort.pick(80, 2_000, 100_000) {
      var generator = LineGenerator(seed: random.next())
      let sample = generator.sample()
      let (derived, given) = pairs[round % pairs.count]
      for engine in [Engine.index, .yajl] {
        for route in [Route.lines, .records, .pushed] {
          let way = RouteOptions(route: route, engine: engine, seed: UInt64(round))
          let found = derived.trace(sample, way, memory)
          let wanted = given.trace(sample, way, memory)
          models += wanted.entries.count { $0.kind == nil }
          errors += wanted.entries.count { $0.kind != nil }
          if found.bytes != wanted.bytes { findings.add(sample.text, "\(derived.name), \(way)") }
        }
      }
    }
    findings.report()
    #expect(models > 500)
    #expect(errors > 500)
    print("derived mappings: \(models) models, \(errors) errors, \(SeededRandom.again)")
  }
}
