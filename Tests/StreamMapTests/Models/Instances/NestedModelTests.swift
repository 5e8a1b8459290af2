import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Nested models")
struct NestedModelTests {
  struct Point: Equatable {
    var x = 0.0
    var y = 0.0
  }

  struct Place: Equatable {
    var name = ""
    var at = Point()
    var former: Point?
    var border: [Point] = []
  }

  struct Trip: Equatable {
    var start = Place(name: "home")
    var end: Place? = Place(name: "away")
    var stops: [Place] = [Place(name: "first")]
    var detours: [Place]?
  }

  static func point() throws -> Mapping<Point> {
    try Mapping(Point()) {
      Field(\.x, "[0]")
      Field(\.y, "[1]")
    }
  }

  static func place() throws -> Mapping<Place> {
    let point = try point()
    return try Mapping(Place()) {
      Field(\.name, "name")
      Field(\.at, "at", mapping: point)
      Field(\.former, "former", mapping: point)
      Field(\.border, "border", mapping: point)
    }
  }

  static func trip(_ policies: FieldPolicy...) throws -> Mapping<Trip> {
    let place = try place()
    let policy = policies.first ?? .badElement(.error)
    return try Mapping(Trip()) {
      Field(\.start, "start", mapping: place, policy)
      Field(\.end, "end", mapping: place, policy)
      Field(\.stops, "stops", mapping: place, policy)
      Field(\.detours, "detours", mapping: place, policy)
    }
  }

  @Test("one mapping on many threads")
  func threads() async throws {
    let mapping = try Self.trip()
    let json = #"{"start":{"name":"a name of more than fifteen"},"stops":[{"at":[1,2]},{"border":[[3]]}]}"#
    let expected = try mapping.decode(json)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let decoder = mapping.makeDecoder()
          return (0..<200).allSatisfy { _ in (try? decoder.decode(json)) == expected }
        }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  @Test("three levels")
  func levels() throws {
    let trip = try Self.trip().decode(
      #"""
      {"start":{"name":"a","at":[1,2],"former":[3],"border":[[1,1],[2,2,9],[]]},
       "end":{"former":[],"name":"b"},
       "stops":[{"border":[[5,6]]},{"name":"c","at":[7,8]},{}],
       "detours":[{"name":"d","border":[]}]}
      """#)
    #expect(
      trip
        == Trip(
          start: Place(
            name: "a", at: Point(x: 1, y: 2), former: Point(x: 3),
            border: [Point(x: 1, y: 1), Point(x: 2, y: 2), Point()]),
          end: Place(name: "b", former: Point()),
          stops: [Place(border: [Point(x: 5, y: 6)]), Place(name: "c", at: Point(x: 7, y: 8)), Place()],
          detours: [Place(name: "d")]))
  }

  @Test("absent, null and empty")
  func absence() throws {
    #expect(try Self.trip().decode("{}") == Trip())
    #expect(try Self.trip().decode(#"{"end":null,"detours":null}"#) == Trip(end: nil))
    #expect(try Self.trip().decode(#"{"stops":[],"detours":[]}"#) == Trip(stops: [], detours: []))
    #expect(try Self.trip().decode(#"{"start":{},"end":{}}"#) == Trip(start: Place(), end: Place()))
  }

  @Test(
    "errors",
    arguments: [
      (#"{"start":null}"#, Verdict(.unexpectedNull, 9, "start")),
      (#"{"start":[1]}"#, Verdict(.typeMismatch, 9, "start")),
      (#"{"start":7}"#, Verdict(.typeMismatch, 9, "start")),
      (#"{"end":"x"}"#, Verdict(.typeMismatch, 7, "end")),
      (#"{"stops":{}}"#, Verdict(.typeMismatch, 9, "stops")),
      (#"{"stops":[{},null]}"#, Verdict(.unexpectedNull, 13, "stops[1]")),
      (#"{"stops":[[]]}"#, Verdict(.typeMismatch, 10, "stops[0]")),
      (#"{"stops":[{},7]}"#, Verdict(.typeMismatch, 13, "stops[1]")),
      (#"{"stops":[{"border":[[1],[2,"x"]]}]}"#, Verdict(.typeMismatch, 28, "stops[0].border[1][1]")),
      (#"{"start":{"at":{"x":1}}}"#, Verdict(.typeMismatch, 15, "start.at")),
      (#"{"detours":[{"name":null}]}"#, Verdict(.unexpectedNull, 20, "detours[0].name")),
    ])
  func errors(json: String, verdict: Verdict) throws {
    #expect(try Self.trip().verdict(on: json) == verdict)
  }

  @Test("bad elements dropped")
  func drop() throws {
    let trip = try Self.trip(.badElement(.drop)).decode(
      #"{"stops":[1,{"name":"a"},null,[],"x",{"name":"b"}],"detours":[true]}"#)
    #expect(trip.stops.map(\.name) == ["a", "b"])
    #expect(trip.detours == [])
  }

  @Test("mismatch and null kept")
  func keep() throws {
    let place = try Self.place()
    let mapping = try Mapping(Trip()) {
      Field(\.start, "start", mapping: place, .mismatch(.keep), .null(.keep))
      Field(\.end, "end", mapping: place, .mismatch(.setNil))
      Field(\.stops, "stops", mapping: place, .mismatch(.keep), .null(.keep))
    }
    let decoder = mapping.makeDecoder()
    for json in [#"{"start":[],"end":[],"stops":{}}"#, #"{"start":null,"end":1,"stops":null}"#] {
      _ = try decoder.decode(#"{"start":{"name":"x"},"end":{"name":"y"},"stops":[]}"#)
      #expect(try decoder.look(json) { copy $0 } == Trip(end: nil))
    }
  }

  @Test("through wildcards and indexes")
  func paths() throws {
    let point = try Self.point()
    let all = try Mapping(Place()) {
      Field(\.border, "shapes[*].points[*]", mapping: point)
      Field(\.at, "shapes[1].points[0]", mapping: point)
    }
    #expect(
      try all.decode(#"{"shapes":[{"points":[[1,2]]},{"points":[[3,4],[5,6]]},{}]}"#)
        == Place(at: Point(x: 3, y: 4), border: [Point(x: 1, y: 2), Point(x: 3, y: 4), Point(x: 5, y: 6)]))
    let members = try Mapping(Place()) { Field(\.border, "*", mapping: point) }
    #expect(try members.decode(#"{"a":[1],"b":[2]}"#).border == [Point(x: 1), Point(x: 2)])
  }

  struct Wrapper: Equatable {
    var inner = 0
  }

  struct Holder: Equatable {
    var one: Wrapper? = Wrapper(inner: 9)
    var plain = Wrapper(inner: 8)
    var many: [Wrapper] = []
  }

  static func holder(_ policy: FieldPolicy = .badElement(.error)) throws -> Mapping<Holder> {
    let wrapper = try Mapping(Wrapper()) { Field(\.inner, "$") }
    return try Mapping(Holder()) {
      Field(\.one, "one", mapping: wrapper, policy)
      Field(\.plain, "plain", mapping: wrapper, policy)
      Field(\.many, "many", mapping: wrapper, policy)
    }
  }

  @Test("a scalar model")
  func scalarModel() throws {
    #expect(
      try Self.holder().decode(#"{"one":1,"plain":2,"many":[3,4]}"#)
        == Holder(
          one: Wrapper(inner: 1), plain: Wrapper(inner: 2), many: [Wrapper(inner: 3), Wrapper(inner: 4)]))
    #expect(try Self.holder().verdict(on: #"{"plain":"x"}"#) == Verdict(.typeMismatch, 9, "plain"))
    #expect(try Self.holder().verdict(on: #"{"plain":null}"#) == Verdict(.unexpectedNull, 9, "plain"))
    #expect(try Self.holder().verdict(on: #"{"many":[3,{}]}"#) == Verdict(.typeMismatch, 11, "many[1]"))
  }

  /// The null belongs to the optional, and never reaches the model inside.
  @Test("null for an optional scalar model")
  func nullScalarModel() throws {
    #expect(try Self.holder().decode(#"{"one":null}"#).one == nil)
    #expect(try Self.holder(.null(.keep)).decode(#"{"plain":null}"#).plain == Wrapper(inner: 8))
    #expect(try Self.holder(.badElement(.drop)).decode(#"{"many":[1,null,2]}"#).many.map(\.inner) == [1, 2])
  }

  @Test("one mapping for two fields")
  func shared() throws {
    struct Line: Equatable {
      var from = Point()
      var to = Point()
    }
    let point = try Self.point()
    let mapping = try Mapping(Line()) {
      Field(\.from, "a", mapping: point)
      Field(\.to, "b", mapping: point)
    }
    #expect(try mapping.decode(#"{"b":[3,4],"a":[1]}"#) == Line(from: Point(x: 1), to: Point(x: 3, y: 4)))
  }
}
