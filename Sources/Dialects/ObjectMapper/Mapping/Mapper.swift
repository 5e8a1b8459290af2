import StreamMap

/// Reads models from JSON and writes models to JSON.
///
///     let user = Mapper<User>().map(JSONString: text)
///     let text = Mapper().toJSONString(user, prettyPrint: true)
///
/// Malformed or mismatched input gives nil, or a ``MapError`` for ``ImmutableMappable`` models. Text is read in place.
/// Dictionaries and arrays as returned by `JSONSerialization` give the same results.
public final class Mapper<N: BaseMappable> {
  /// The context passed to all maps.
  public var context: (any MapContext)?

  /// Whether nil properties are written as null.
  public var shouldIncludeNilValues: Bool

  /// Creates a mapper.
  public init(context: (any MapContext)? = nil, shouldIncludeNilValues: Bool = false) {
    self.context = context
    self.shouldIncludeNilValues = shouldIncludeNilValues
  }

  /// The parent map of the models.
  var root: Map {
    Map(mappingType: .fromJSON, JSON: [:], context: context, shouldIncludeNilValues: shouldIncludeNilValues)
  }

  /// Reads a value by the rules of `<-`. Returns nil for a mismatched value.
  func read<Value: MappableValue>(_ source: JSONSource) -> Value? {
    let map = root
    var value: Value?
    map.withSource(source) { value = Value._current(of: map) }
    return value
  }

  /// Reads an untyped value.
  func read<Value: MappableValue>(tree: Any?) -> Value? {
    tree.flatMap { read(JSONSource(tree: $0)) }
  }

  /// Reads text.
  func read<Value: MappableValue>(text: String) -> Value? {
    withDocument(text) { source in read(source) } ?? nil
  }

  /// Passes the value of a text to `body`. Returns nil if the text is not JSON.
  func withDocument<Value>(_ text: String, _ body: (JSONSource) -> Value) -> Value? {
    try? documents.read(Array(text.utf8).span, for: N.self) { value in body(JSONSource(tape: value)) }
  }
}

/// The decoder of texts of any length. It caches name lookups for each type.
let documents = StreamDecoder(limits: .document)
