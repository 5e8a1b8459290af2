import StreamMap

/// Reads or writes the values of a model's keys.
///
///     name = try map.extract("name")          // a constant
///     try nickname <~> map["nickname"]        // both ways
///     try owner <~ map["owner.name"]          // from JSON only
///
/// `map["key"]` returns the map itself, which remembers the key for the following operator.
///
/// A map of a record reads in place and is reused for the next record. If it is kept, it switches to a copy instead.
public final class Map {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The direction of the mapping.
  public enum OperationType: Sendable {
    /// From the model to JSON.
    case ToJson
    /// From JSON to the model.
    case FromJson
  }

  /// The direction of the mapping.
  public let type: OperationType

  /// The JSON to read.
  public var json: Json { object }

  /// The context passed to the mapping.
  public var context: any Context { surroundings }

  /// The JSON written so far.
  public var toJson: Json { Json(written) }

  var object: Json
  /// The object's members, while the map borrows them.
  var members: TapeObject?
  /// The thread that borrows the members.
  var lender: UInt = 0
  var surroundings: any Context
  /// The last requested key.
  var lastKey = KeyType.KeyPath("")
  var written = JSONValue.object(JSONObject(members: []))
  /// The requested paths in order of first use. `nextPath` is the index of the next one if the order repeats.
  var knownPaths: [KnownPath] = []
  var nextPath = 0

  /// Creates a map that reads.
  ///
  /// - Parameters:
  ///   - json: an object. For any other value, all keys are absent.
  ///   - context: data that the model needs besides the JSON.
  public init(json: Json, context: any Context = EmptyJson) {
    type = .FromJson
    object = json
    surroundings = context
  }

  /// Creates a map that writes.
  public init() {
    type = .ToJson
    object = EmptyJson
    surroundings = EmptyJson
  }

  /// Selects a key and returns the map.
  public subscript(key: KeyType) -> Map {
    lastKey = key
    return self
  }
}

extension Map {
  /// Calls `body` with a map of an object. The previous map is reused if nothing else holds it.
  ///
  /// - Parameter type: the type that requests the keys. Cached name lookups are stored for it.
  @inline(__always)
  static func reading<Result>(
    _ json: Json, _ context: any Context, for type: Any.Type, _ body: (Map) throws -> Result
  ) throws -> Result {
    guard let borrowed = json.borrowed, let value = borrowed.value else {
      return try body(Map(json: json, context: context))
    }
    var map: Map
    if let used = borrowed.face as? Map {
      borrowed.face = nil
      map = used
      map.object = json
      map.surroundings = context
    } else {
      map = Map(json: json, context: context)
    }
    defer {
      if isKnownUniquelyReferenced(&map) {
        map.object = .NullValue
        map.surroundings = Json.NullValue
        map.nextPath = 0
        borrowed.face = map
      }
    }
    let result = try value.withObject(for: type) { members in
      map.members = members
      map.lender = ThreadIdentity.current
      defer { map.members = nil }
      return try body(map)
    }
    if let result { return result }
    return try body(map)
  }
}
