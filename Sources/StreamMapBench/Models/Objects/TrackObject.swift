import StreamMap

/// `Track` as a class.
final class TrackObject: Mapped {
  var id = 0
  var name = ""
  var points: [TrackPoint] = []

  static func makeMapping() throws(PathError) -> Mapping<TrackObject> {
    let point = try TrackPoint.makeMapping()
    return try Mapping(TrackObject()) {
      Field(\.id, "id", .required)
      Field(\.name, "name", .required)
      Field(\.points, "points", mapping: point, .required)
    }
  }

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
