import Testing

@testable import StreamMap
@testable import TestSupport

/// Models whose value has ended before their line or document. They equal the model of the record.
@Suite("Partial models of whole values")
struct PartialWholeTests {
  struct Point: Equatable {
    var x = 0
    var label = "none"
  }

  struct Model: Equatable {
    var id = -1
    var name = "nobody"
    var list = [7]
    var code = "template"
    var point: Point?
    var points: [Point] = []
    var limit = 0
  }

  struct Refused: Error {}

  /// The partial models after each chunk, and the final model.
  private func told<Root: Equatable, Told>(
    _ mapping: Mapping<Root>, _ pieces: [String], _ framing: Framing = .document,
    _ tell: (Root, PartialProgress<Root>) -> Told
  ) throws -> [Told?] {
    var parser = PushParser(mapping, framing: framing)
    var told: [Told?] = []
    for piece in pieces {
      try parser.feed(Array(piece.utf8)) { _, _ in }
      told.append(try parser.partial { model, progress in tell(copy model, progress) })
    }
    return told
  }

  @Test(
    "aliases, defaults and absent values match the record's", .feature("66"),
    arguments: [Framing.document, .lines])
  func whole(_ framing: Framing) throws {
    let mapping = try Mapping(Model()) {
      Field(\.id, ["id", "ID", "meta.id"])
      Field(\.name, ["name", "label"], default: "a default of more than fifteen bytes")
      Field(\.limit, "limit", default: 10)
    }
    var parser = PushParser(mapping, framing: framing)
    for record in [
      #"{"ID":3,"label":"by its second name"}"#, #"{"limit":1,"meta":{"id":4},"ID":null}"#, "{}",
      #"{"name":"n","id":1}"#, #"{"meta":{"id":5}}"#,
    ] {
      // A null of the first alias is its value, as in a whole record.
      let whole = try? mapping.decode(record)
      if framing == .lines, whole == nil { continue }
      do {
        try parser.feed(Array(record.dropLast().utf8)) { _, _ in }
        _ = try parser.partial { _, progress in #expect(!progress.isWhole) }
        try parser.feed(Array("}".utf8)) { _, _ in }
        for _ in 0..<2 {
          let shown = try parser.partial { model, progress in
            #expect(progress.isWhole && progress.isComplete("name") && progress.isComplete("label"))
            return copy model
          }
          #expect(shown == whole, "\(record)")
        }
        var read: Model?
        if framing == .lines { try parser.feed([0x0A]) { model, _ in read = copy model } }
        try parser.finish { model, _ in read = copy model }
        #expect(read == whole, "\(record)")
      } catch {
        #expect(whole == nil, "\(record): \(error)")
        parser = PushParser(mapping, framing: framing)
      }
    }
  }

  @Test("shows the template for a collection with a bad element", .feature("66"))
  func void() throws {
    let mapping = try Mapping(Model()) {
      Field(\.list, "list", .badElement(.keep))
      Field(\.id, "id")
    }
    let pieces = [#"{"list":[1,2"#, ",", #""x""#, ",3", "]", #","id":1"#, "}"]
    let lists = try told(mapping, pieces) { model, progress in
      progress.isComplete(\.list) && !progress.isWhole ? nil : model.list
    }
    #expect(lists == [[1], [1, 2], [7], [7], [7], [7], [7]])
  }

  @Test("shows coerced strings once complete", .feature("66"))
  func coerced() throws {
    let mapping = try Mapping(Model()) {
      Field(\.id, "id", .coercing)
      Field(\.name, "name", .coercing)
      Field(\.code, "code")
    }
    let pieces = [
      #"{"code":"ab"#, #"","name":"a na"#, #"me"#, #"","id":"1"#, "2", "\"", "}",
    ]
    let shown = try told(mapping, pieces) { model, _ in "\(model.code) \(model.name) \(model.id)" }
    #expect(
      shown == [
        "ab nobody -1", "ab nobody -1", "ab nobody -1", "ab a name -1", "ab a name -1", "ab a name 12",
        "ab a name 12",
      ])
  }

  @Test("shows values with hooks once complete", .feature("66"))
  func hooked() throws {
    let point = try Mapping(Point()) {
      Field(\.x, "x")
      Field(\.label, "label")
    }.didDecode { point in
      if point.x < 0 { throw Refused() }
      point.label += "!"
    }
    let mapping = try Mapping(Model()) {
      Field(\.id, "id")
      Field(\.point, "point", mapping: point, .mismatch(.setNil))
      Field(\.points, "points", mapping: point)
    }
    let pieces = [
      #"{"point":{"x":1,"label":"a"#, #"b""#, "}", #","points":[{"label":"c""#, "},{", "}]", "}",
    ]
    let shown = try told(mapping, pieces) { model, progress in
      "\(model.point?.label ?? "-") \(model.points.map(\.label)) \(progress.isComplete(\.point))"
    }
    #expect(
      shown == [
        "- [] false", "- [] false", "ab! [] true", "ab! [] true", #"ab! ["c!"] true"#,
        #"ab! ["c!", "none!"] true"#, #"ab! ["c!", "none!"] true"#,
      ])
    // The hook of the record's own model runs once, when its value has ended.
    let counted = try Mapping(Point()) { Field(\.x, "x") }.didDecode { $0.x += 1 }
    #expect(try told(counted, [#"{"x":1"#, ",\"y\":[]", "}", " "]) { model, _ in model.x } == [0, 1, 2, 2])
  }

  @Test("completeness of an alias is known at the end", .feature("66"))
  func aliases() throws {
    let mapping = try Mapping(Model()) {
      Field(\.id, "id")
      Field(\.name, ["name", "label", "user.name"])
    }
    let pieces = [#"{"user":{"name":"u"},"#, #""label":"l","#, #""id":1,"#, #""name":"n""#, "}"]
    let complete = try told(mapping, pieces) { _, progress in
      ["name", "label", "user.name", "user"].map { progress.isComplete($0) } + [progress.isComplete(\.name)]
    }
    let none = [Bool](repeating: false, count: 5)
    #expect(complete[..<3] == [none, none, none])
    #expect(complete[3] == [true, false, false, false, true])
    #expect(complete[4] == [Bool](repeating: true, count: 5))
  }

  // MARK: At random

  @Test("random records in random chunks through every mapping", .feature("66"))
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var looks = Looks()
    let subjects = try MappingFixtures.all()
    for round in 0..<Effort.pick(200, 1_500, 100_000) {
      var generator = LineGenerator(seed: random.next())
      guard let subject = subjects[round % subjects.count] as? any Looking else { continue }
      let sample = generator.sample(over: subject.vocabulary)
      for record in sample.pieces.prefix(4) {
        let line = record.prefix { $0 != 0x0A }
        let seed = random.next()
        for (framing, bytes) in [(Framing.document, record), (.lines, Array(line))] {
          if let wrong = subject.lookAt(bytes, framing, cut: seed, &looks) {
            findings.add(bytes, "\(subject.name), \(framing), cut by \(seed): \(wrong)")
          }
        }
      }
    }
    findings.report()
    #expect(looks.whole > 500 && looks.partial > 1_000 && looks.refused > 100)
    print("partial models of whole values: \(looks), \(SeededRandom.again)")
  }
}

/// The number of partial models.
struct Looks {
  var partial = 0
  var whole = 0
  var refused = 0
}

/// A subject that reads partial models during parsing.
protocol Looking: MappingFixture {
  /// An error in a partial model, or in its effect on the final model.
  func lookAt(_ record: [UInt8], _ framing: Framing, cut seed: UInt64, _ looks: inout Looks) -> String?
}

extension TypedMappingFixture: Looking {
  private func image(_ root: borrowing Root) -> [UInt8] {
    var image = Image()
    write(root, &image)
    return image.bytes
  }

  func lookAt(_ record: [UInt8], _ framing: Framing, cut seed: UInt64, _ looks: inout Looks) -> String? {
    func read(_ isLooking: Bool, _ looks: inout Looks) -> (
      result: Result<[UInt8]?, any Error>, shown: [UInt8]?
    ) {
      var parser = PushParser(mapping, framing: framing)
      var shown: [UInt8]?
      var model: [UInt8]?
      do {
        for piece in Cuts(record, seed: seed).pieces {
          try parser.feed(Array(piece)) { root, _ in model = image(root) }
          guard isLooking else { continue }
          shown = nil
          _ = try parser.partial { root, progress in
            looks.partial += 1
            let image = image(root)
            if progress.isWhole { shown = image }
          }
        }
        try parser.finish { root, _ in model = image(root) }
      } catch {
        looks.refused += 1
        return (.failure(error), nil)
      }
      if shown != nil { looks.whole += 1 }
      return (.success(model), shown)
    }
    let (plain, _) = read(false, &looks)
    let (looked, shown) = read(true, &looks)
    switch (plain, looked) {
    case (.success(let plain), .success(let looked)):
      if plain != looked { return "looking changed the model" }
      if let shown, shown != looked { return "what was shown last is another model" }
    case (.failure(let plain as MappingError), .failure(let looked as MappingError)):
      if ReportedError(plain) != ReportedError(looked) {
        return "looking changed the error: \(plain), \(looked)"
      }
    default: return "looking changed the outcome: \(plain), \(looked)"
    }
    return nil
  }
}
