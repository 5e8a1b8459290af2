import StreamMap

struct Reading: Equatable, Sendable {
  var id = 0
  var celsius = 0.0
  var isValid = false
  var samples: [Double] = []
}

final class Station {
  var id = 0
  var name = ""
  var country: String?
}

func readings() throws -> Mapping<Reading> {
  try Mapping(Reading()) {
    Field(\.id, "id", .required)
    Field(\.celsius, "weather.celsius")
    Field(\.isValid, "ok")
    Field(\.samples, "samples")
  }
}

func checkMappings(_ checks: inout Checks) throws {
  let json = #"{"id": 9007199254740993, "weather": {"celsius": -1.5}, "ok": true, "samples": [1, 2.5]}"#
  let reading = Reading(id: 9_007_199_254_740_993, celsius: -1.5, isValid: true, samples: [1, 2.5])
  checks.expect("mapping: a struct", try readings().decode(json), is: reading)

  let stations = try Mapping(Station()) {
    Field("id") { $0.id = $1 }
    Field(\.name, "name")
    Field(\.country, "place.country")
  }
  let station = try stations.decode(#"{"name": "Brocken", "id": 722, "place": {"country": "DE"}}"#)
  checks.expect("mapping: a class, by closure and key path", station.id, is: 722)
  checks.expect("mapping: a class's string", station.name, is: "Brocken")
  checks.expect("mapping: a class's optional", station.country, is: "DE")

  do {
    _ = try readings().decode(#"{"ok": "yes", "id": 1}"#)
    checks.expect("mapping: a wrong type is an error", false, is: true)
  } catch let error as MappingError {
    checks.expect("mapping: an error has its kind", error.kind, is: .typeMismatch)
    checks.expect("mapping: an error has its path", error.path, is: "ok")
    checks.expect("mapping: an error has its place", error.byteOffset, is: 7)
  }
}

func checkPushing(_ checks: inout Checks) throws {
  let lines = "{\"id\": 1, \"samples\": [0.5]}\n\n{\"id\": 2, \"weather\": {\"celsius\": 3e1}}"
  var parser = PushParser(try readings())
  var got: [Reading] = []
  var offsets: [Int] = []
  for byte in lines.utf8 {
    try parser.feed([byte]) { reading, place in
      got.append(copy reading)
      offsets.append(place.byteOffset)
    }
  }
  try parser.finish { reading, place in
    got.append(copy reading)
    offsets.append(place.byteOffset)
  }
  let expected = [Reading(id: 1, samples: [0.5]), Reading(id: 2, celsius: 30)]
  checks.expect("push: one byte at a time", got, is: expected)
  checks.expect("push: each record's place", offsets, is: [0, 29])
}
