import FoundationValues
import StreamMap

/// One JSON object, while a model is read from it or written to it. It is the argument of
/// ``BaseMappable/mapping(map:)``.
///
/// `map["name"]` selects a value and returns the map, from which `<-` then reads the value. The object belongs either
/// to a *record*, whose text is validated and read in place, or to a *tree* of dictionaries passed by the caller. Both
/// give the same results. The tree of a record is built only on request, by ``JSON`` or by an untyped ``currentValue``.
///
/// A map is reused for the next object at its location, or below the same map, together with its cached names. If it is
/// held elsewhere, it is not reused and gets a tree of its own.
///
/// Invariants: `object`, `tapeValue` and `passage` belong to the record that is being read. At most one of `tapeValue`
/// and `treeValue` is set. The names in the object's tape are literal names without dots. Other names are looked up
/// through other tapes.
public final class Map {
  /// The direction of the mapping.
  public let mappingType: MappingType

  // Public properties are computed. The compiler then sees all uses of the stored ones and can omit exclusivity checks.
  var surroundings: CallContext

  var object: TapeObject?
  var tree: [String: Any]?

  /// The selected name, or nil if `key` is selected.
  var name: String?
  /// The index of the selected key in `keys`, or -1.
  var current = -1
  /// The cached paths and other keys that are not plain names.
  var keys: [MapKey] = []
  /// The index of the next key, if the keys repeat in the order of the previous record.
  var cursor = 0
  /// A selected key that is not cached.
  var unlearnedKey: MapKey?
  var isPresent = false
  var tapeValue: TapeValue?
  var treeValue: FoundationValue?
  /// The object before the last step of the previous path. `passageNumber` identifies it.
  var passage: TapeValue?
  var passageNumber = 0

  /// The last requested key when a nested model threw an error.
  var failedKey: String?
  /// The type of the last model of this map, and the `StaticMappable` type that creates it, if any.
  var staticType: (model: any BaseMappable.Type, factory: (any StaticMappable.Type)?)?
  /// A map to reuse for the next tree below this one.
  var spare: Map?

  /// Creates a map of a dictionary.
  ///
  /// - Parameters:
  ///   - mappingType: the direction of the mapping.
  ///   - JSON: the object to read, or to add members to.
  ///   - toObject: whether existing objects are updated.
  ///   - context: user data for the mapping.
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

  init() {
    mappingType = .fromJSON
    surroundings = CallContext()
  }

  /// A requested name or path.
  struct MapKey {
    let name: String
    let delimiter: String
    let nested: Bool?
    /// The steps of a path. Empty for a literal name.
    let steps: [String]
    /// Whether another key with this name may be a path.
    let hasDot: Bool
    /// The identifier of the path without its last step. Paths with the same one differ only in the last step.
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
