import StreamMap

extension MappingFixtures {
  struct Refused: Error {}

  /// Models with closures at their end, and variants.
  static func instances() throws -> [any MappingFixture] {
    let point = try Mapping(Point()) {
      Field(\.x, "x", .overflowsToInfinity)
      Field(\.names, "names", .badElement(.drop))
    }.didDecode { point in
      if point.names.isEmpty { throw Refused() }
      point.names.append("\(point.names.count)")
    }
    let tag = try Mapping(Tag()) {
      Field(\.text, "text")
      Field(\.indices, "indices", .badElement(.drop))
    }.validating { $0.indices.count < 3 }
    let leaf = try Mapping(Leaf()) {
      Field(\.id, "id", .truncating)
      Field(\.name, "name")
    }.didDecode { $0.id &+= 1 }
    let chosen = try Mapping<any Imaged>(
      discriminator: "color",
      among: [
        Variant("red", try Mapping(Identity()) { Field(\.id, "id", .mismatch(.setNil)) }),
        Variant("green", try Mapping(Flat()) { Field(\.text, "text", .mismatch(.keep), .null(.keep)) }),
      ], otherwise: Variant(otherwise: leaf))
    return [
      TypedMappingFixture(
        "hooks",
        try Mapping(Post()) {
          Field(\.id, "id", .mismatch(.keep), .null(.keep))
          Field(\.tags, "tags", mapping: tag, .badElement(.drop), .mismatch(.keep), .null(.keep))
          Field(\.point, "point", mapping: point, .mismatch(.setNil))
          Field(\.points, "points", mapping: point, .badElement(.drop), .mismatch(.setNil))
        }.didDecode { $0.id &+= $0.tags.count }),
      TypedMappingFixture(
        "hooks that refuse",
        try Mapping(Post()) {
          Field(\.tags, "tags", mapping: tag)
          Field(\.point, "point", mapping: point)
        }.validating { $0.point?.x != 0 }),
      TypedMappingFixture(
        "objects with hooks",
        try Mapping(Branch()) {
          Field(\.leaf, "user", mapping: leaf, .mismatch(.setNil))
          Field(\.text, "text", .mismatch(.keep), .null(.keep))
        }.didDecode { $0.tags = [$0.text] }),
      TypedMappingFixture("chosen", checksEverything: true, chosen) { $0.write(to: &$1) },
      TypedMappingFixture(
        "chosen, in a field", checksEverything: true,
        try Mapping(Several()) {
          Field(\.one, "user", mapping: chosen, .mismatch(.setNil))
          Field(\.many, "tags", mapping: chosen, .badElement(.drop), .mismatch(.keep), .null(.keep))
          Field(\.byName, "table", mapping: chosen, .badElement(.drop), .mismatch(.keep), .null(.keep))
        }),
      try UpdatedMappingFixture(),
    ]
  }

  struct Several: Imaged {
    var one: (any Imaged)?
    var many: [any Imaged] = []
    var byName: [String: any Imaged] = [:]

    func write(to image: inout Image) {
      image(one != nil)
      one?.write(to: &image)
      for model in many { model.write(to: &image) }
      image.sorted(byName) { image, member in
        image(member.key)
        member.value.write(to: &image)
      }
    }
  }

  final class Row: Imaged {
    var v: Double?
    var id = 0

    func write(to image: inout Image) { image(v, id) }
  }

  final class Tree: Imaged {
    var id = 0
    var text: String? = "template"
    var leaf: Leaf? = Leaf()
    var table: [String: Row] = [:]
    var point = Point()
    var tags: [Tag] = []
    var list: [Int]? = []

    func write(to image: inout Image) {
      image(id, text, leaf, point, tags, list)
      image(table)
    }
  }
}

/// One object into which all records of a sample are read in sequence. The values that a malformed record leaves in
/// it are written, too.
private struct UpdatedMappingFixture: MappingFixture {
  let name = "updated"
  /// A record accepted by only some validation would affect all later ones.
  let checksEverything = true
  private let mapping: Mapping<MappingFixtures.Tree>

  init() throws {
    let leaf = try Mapping(MappingFixtures.Leaf()) {
      Field(\.id, "id", .truncating)
      Field(\.name, "name")
    }.validating { $0.id % 7 != 3 }
    let entry = try Mapping(MappingFixtures.Row()) {
      Field(\.v, "v", .mismatch(.setNil), .overflowsToInfinity)
      Field(\.id, "id", .mismatch(.keep))
    }
    let point = try Mapping(MappingFixtures.Point()) {
      Field(\.x, "x", .overflowsToInfinity, .mismatch(.keep))
      Field(\.y, "y")
    }
    let tag = try Mapping(MappingFixtures.Tag()) { Field(\.text, "text") }
    mapping = try Mapping(MappingFixtures.Tree()) {
      Field(\.id, "id", .mismatch(.keep), .null(.keep))
      Field(\.text, "text", .duplicate(.last))
      Field(\.leaf, "user", mapping: leaf, .mismatch(.keep), .duplicate(.last))
      Field(\.table, "table", mapping: entry, .badElement(.drop), .null(.keep))
      Field(\.point, "point", mapping: point, .mismatch(.keep), .null(.keep))
      Field(\.tags, "tags", mapping: tag, .badElement(.drop), .null(.keep))
      Field(\.list, "list", .badElement(.drop))
    }
  }

  func trace(_ sample: Sample, _ way: RouteOptions, _ memory: any TestMemory) -> Trace {
    let tape = Tape()
    let decoder = mapping.makeDecoder(ReadingOptions(limits: way.limits, engine: way.engine))
    let tree = MappingFixtures.Tree()
    for piece in sample.pieces {
      var error: (any Error)?
      let before = image(tree)
      do {
        try unsafe memory.withBytes(piece[...]) { bytes in try unsafe decoder.decode(bytes, into: tree) }
      } catch let thrown {
        error = thrown
      }
      let after = image(tree)
      if let error {
        tape.note(thrown: error)
        guard after == before else {
          tape.note(nil) { $0.text("changed by an error") }
          break
        }
        if way.stops { break }
      } else {
        tape.note(nil) { $0.bytes.append(contentsOf: after) }
      }
    }
    return tape.trace
  }

  private func image(_ tree: MappingFixtures.Tree) -> [UInt8] {
    var image = Image()
    image(tree)
    return image.bytes
  }
}
