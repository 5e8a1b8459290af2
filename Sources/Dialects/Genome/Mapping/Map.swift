import StreamMap

/// What is between a model and its JSON: reads the values of keys, or writes them.
///
///     name = try map.extract("name")          // a constant
///     try nickname <~> map["nickname"]        // both ways
///     try owner <~ map["owner.name"]          // from JSON only
///
/// `map["key"]` is the map itself, which remembers the key for the operator that comes next.
///
/// A map that reads a record does so where the record stands, and is used again for the next one, unless somebody
/// keeps it; one that is kept goes on with a copy.
public final class Map {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Which way values go.
  public enum OperationType: Sendable {
    /// From the model to JSON.
    case ToJson
    /// From JSON to the model.
    case FromJson
  }

  /// Which way values go.
  public let type: OperationType

  /// What is read.
  public var json: Json { object }

  /// What the mapping was given beside it.
  public var context: any Context { surroundings }

  /// What was written so far.
  public var toJson: Json { Json(written) }

  var object: Json
  /// The object's members, while they are lent to the map.
  var members: TapeObject?
  /// The thread on which they are.
  var lender: UInt = 0
  var surroundings: any Context
  /// The key that was asked for last.
  var lastKey = KeyType.KeyPath("")
  var written = JSONValue.object(JSONObject(members: []))
  /// The paths that were asked for, in the order in which they were first, and the one that is next if they are
  /// asked for in that order again.
  var knownPaths: [KnownPath] = []
  var nextPath = 0

  /// A map that reads.
  ///
  /// - Parameters:
  ///   - json: an object; of another value, every key is absent.
  ///   - context: what the model may need beside it.
  public init(json: Json, context: any Context = EmptyJson) {
    type = .FromJson
    object = json
    surroundings = context
  }

  /// A map that writes.
  public init() {
    type = .ToJson
    object = EmptyJson
    surroundings = EmptyJson
  }

  /// The map, at a key.
  public subscript(key: KeyType) -> Map {
    lastKey = key
    return self
  }
}

extension Map {
  /// Shows a closure a map of an object: one that was used before, if nobody kept it.
  ///
  /// - Parameter type: whose keys are asked for; what is learned of them is kept for it.
  @inline(__always)
  static func reading<Result>(
    _ json: Json, _ context: any Context, for type: Any.Type, _ body: (Map) throws -> Result
  ) throws -> Result {
    guard let lent = json.lent, let value = lent.value else {
      return try body(Map(json: json, context: context))
    }
    var map: Map
    if let used = lent.face as? Map {
      lent.face = nil
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
        lent.face = map
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
