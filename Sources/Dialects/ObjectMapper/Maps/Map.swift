import StreamMap

/// One object of the JSON, while a model is read from it or written to it: what `map` is in
/// ``BaseMappable/mapping(map:)``.
///
/// `map["name"]` chooses a value, and is the map itself again, which `<-` then asks for that value. The object is
/// either part of a *record*, whose text was checked and is read where it stands, or of a *tree* of dictionaries
/// that somebody handed in. Both read alike. A tree of a record is only made when it is asked for, by ``JSON`` or
/// by an untyped ``currentValue``.
///
/// A map is used again for the next object at its place, with what it learned of the names, unless somebody
/// holds it: then it is left to them, with a tree of its own.
///
/// Invariants: `object`, `tapeValue` and `passage` are of the record that is being read. At most one of `tapeValue` and
/// `treeValue` is set. A name that is in the object's tape is a literal one without a dot: others are asked for by way
/// of other tapes.
public final class Map {
  /// The direction.
  public let mappingType: MappingType

  // What is public is computed: so the compiler sees all uses of what is stored, and need not watch for conflicts.
  var surroundings: CallContext

  var object: TapeObject?
  var tree: [String: Any]?

  /// The name that was chosen, as it stands; nil if it is `key` that was.
  var name: String?
  /// Which one of the keys that was.
  var current = -1
  /// The paths, and what else is no plain name, that records were asked for.
  var keys: [MapKey] = []
  /// The one of them that comes next, if all is as it was in the record before.
  var cursor = 0
  /// One that is not among them.
  var unlearnedKey: MapKey?
  var isPresent = false
  var tapeValue: TapeValue?
  var treeValue: Any?
  /// The object on the way to the value of the path before, and which it was.
  var passage: TapeValue?
  var passageNumber = 0

  /// The key that was asked for last when a model below threw.
  var failedKey: String?
  /// The type of the models that are made with this map, if somebody else makes them; nil until one is.
  var staticType: (any StaticMappable.Type)??

  /// A map of a dictionary.
  ///
  /// - Parameters:
  ///   - mappingType: the direction.
  ///   - JSON: what is read, or added to.
  ///   - toObject: whether objects that exist are filled.
  ///   - context: what the user wants to know while mapping.
  ///   - shouldIncludeNilValues: whether nil is written as null.
  public init(
    mappingType: MappingType, JSON: [String: Any], toObject: Bool = false,
    context: (any MapContext)? = nil, shouldIncludeNilValues: Bool = false
  ) {
    self.mappingType = mappingType
    surroundings = CallContext(
      context: context, shouldIncludeNilValues: shouldIncludeNilValues, toObject: toObject)
    tree = JSON
  }

  /// A map to be used for the objects of records.
  init() {
    mappingType = .fromJSON
    surroundings = CallContext()
  }

  /// A name or path that was asked for.
  struct MapKey {
    let name: String
    let delimiter: String
    let nested: Bool?
    /// The steps of a path; empty for a literal name.
    let steps: [String]
    /// Another key of this name may be a path.
    let hasDot: Bool
    /// What the path has in common with those of the same number: all its steps but the last.
    var passageNumber = 0

    init(name: String, nested: Bool?, delimiter: String) {
      self.name = name
      self.nested = nested
      self.delimiter = delimiter
      hasDot = MapKey.contains(name, ".")
      let isNested = nested ?? MapKey.contains(name, delimiter)
      steps = isNested ? MapKey.split(name, delimiter) : []
    }

    var isNested: Bool { !steps.isEmpty }
  }
}
