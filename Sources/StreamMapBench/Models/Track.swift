import StreamMap

/// The model of workload `points`: a short name and pairs of numbers.
typealias Track = TrackValues<String>

struct TrackValues<Text: MappedText>: Mapped {
  var id = 0
  var name = Text()
  var points: [TrackPoint] = []

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(name)
    checksum.add(points.count)
    for point in points {
      checksum.add(point.x)
      checksum.add(point.y)
    }
  }
}

extension TrackValues: Model, Codable where Text == String {
  typealias Object = TrackObject

  init(_ tree: YajlTree) throws {
    id = try tree.int("id")
    name = try tree.string("name")
    let pairs = try tree.array("points")
    points.reserveCapacity(pairs.count)
    for index in 0..<pairs.count {
      let pair = try pairs.elements(at: index)
      points.append(TrackPoint(x: try pair.double(at: 0), y: try pair.double(at: 1)))
    }
  }

  init(_ object: [String: Any]) throws {
    id = try object.wanted("id")
    name = try object.wanted("name")
    points = try object.wanted("points", as: [Any].self).map { pair in
      guard let pair = pair as? [Any], pair.count > 1, let x = pair[0] as? Double, let y = pair[1] as? Double
      else { throw MissingValue(name: "points") }
      return TrackPoint(x: x, y: y)
    }
  }
}

struct TrackPoint: Codable {
  var x = 0.0
  var y = 0.0

  static func makeMapping() throws(PathError) -> Mapping<Self> {
    try Mapping(Self()) {
      Field(\.x, "[0]", .required)
      Field(\.y, "[1]", .required)
    }
  }
}

extension TrackPoint {
  init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    x = try pair.decode(Double.self)
    y = try pair.decode(Double.self)
  }

  func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(x)
    try pair.encode(y)
  }
}
