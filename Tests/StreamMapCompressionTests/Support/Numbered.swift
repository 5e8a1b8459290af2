import StreamMap

@testable import TestSupport

/// A record of the tests, with members that `DocumentGenerator` often writes.
struct Numbered: Equatable {
  var id: Int?
  var name: String?
  var tags: [String] = []

  static func mapping() throws -> Mapping<Numbered> {
    try Mapping(Numbered()) {
      Field(\.id, "id")
      Field(\.name, "name")
      Field(\.tags, "tags[*]")
    }
  }
}

/// All results of reading lines.
struct Told: Equatable {
  var models: [Numbered] = []
  var places: [RecordLocation] = []
  /// The errors of the rejected records, and then the error that ended reading.
  var errors: [String] = []

  init(_ lines: JSONLines<Numbered>) {
    var lines = lines
    let noted = Noted()
    lines.onError = .skip { error, bytes in noted.note(error, bytes) }
    var end: String?
    do {
      try lines.forEach { model, place in
        models.append(copy model)
        places.append(place)
      }
    } catch {
      end = "\(error)"
    }
    errors = noted.all.map { "\($0.error) in \($0.bytes)" } + (end.map { [$0] } ?? [])
  }
}
