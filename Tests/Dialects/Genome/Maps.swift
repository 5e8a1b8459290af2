import GenomeDialect

/// Passes a closure a map of a text as a record, and a map of the same text as a tree. Both must give the same
/// results.
func withMaps(_ text: String, context: Context = EmptyJson, _ body: @escaping (Map) throws -> Void) throws {
  _ = try Seen.$body.withValue(Seen.Body(body)) {
    try Seen(js: try Json.deserialize(text), context: context)
  }
  try body(Map(json: try Json.deserialize(text), context: context))
}

/// A model that passes on its map.
private struct Seen: MappableObject {
  /// Called only by the test's thread.
  struct Body: @unchecked Sendable {
    let call: (Map) throws -> Void
    init(_ call: @escaping (Map) throws -> Void) { self.call = call }
  }

  @TaskLocal static var body = Body { _ in }

  init(map: Map) throws {
    try Self.body.call(map)
  }
}

struct Person: MappableObject, Hashable {
  let first: String
  let last: String

  init(_ first: String, _ last: String) {
    self.first = first
    self.last = last
  }

  init(map: Map) throws {
    try first = map.extract("first_name")
    try last = map.extract("last_name")
  }

  func sequence(map: Map) throws {
    try first ~> map["first_name"]
    try last ~> map["last_name"]
  }
}

extension Map {
  /// Returns the result of `extract` for a type.
  func value<Value: JsonConvertibleType>(_ key: KeyType, _ type: Value.Type) throws -> Value {
    try extract(key)
  }

  /// Returns the result of `extract` for an optional.
  func optional<Value: JsonConvertibleType>(_ key: KeyType, _ type: Value.Type) throws -> Value? {
    try extract(key)
  }
}
