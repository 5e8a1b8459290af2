import StreamMap

/// Reads models from JSON, and makes JSON of them.
///
///     let user = Mapper<User>().map(JSONString: text)
///     let text = Mapper().toJSONString(user, prettyPrint: true)
///
/// What is no JSON, or of another shape than is asked for, gives nil; for ``ImmutableMappable`` models, a ``MapError``.
/// Text is read where it stands. Dictionaries and arrays as `JSONSerialization` makes them are read alike.
public final class Mapper<N: BaseMappable> {
  /// What all maps get.
  public var context: (any MapContext)?

  /// Whether a property that is nil is written as null.
  public var shouldIncludeNilValues: Bool

  /// A mapper.
  public init(context: (any MapContext)? = nil, shouldIncludeNilValues: Bool = false) {
    self.context = context
    self.shouldIncludeNilValues = shouldIncludeNilValues
  }

  /// What is above the models.
  var root: Map {
    Map(mappingType: .fromJSON, JSON: [:], context: context, shouldIncludeNilValues: shouldIncludeNilValues)
  }

  /// A value by the rules of `<-`; nil if it is of another shape.
  func read<Value: MappableValue>(_ source: JSONSource) -> Value? {
    let map = root
    var value: Value?
    map.withSource(source) { value = Value._current(of: map) }
    return value
  }

  /// The same, of an untyped value.
  func read<Value: MappableValue>(tree: Any?) -> Value? {
    tree.flatMap { read(JSONSource(tree: $0)) }
  }

  /// The same, of a text.
  func read<Value: MappableValue>(text: String) -> Value? {
    withDocument(text) { source in read(source) } ?? nil
  }

  /// Lends the value of a text; nil if it is no JSON.
  func withDocument<Value>(_ text: String, _ body: (JSONSource) -> Value) -> Value? {
    try? documents.read(Array(text.utf8).span, for: N.self) { value in body(JSONSource(tape: value)) }
  }
}

/// Reads all texts, of any length, and keeps what it learned of the names of each type.
let documents: StreamDecoder = {
  var decoder = StreamDecoder()
  decoder.limits = Limits(string: .max, name: .max, number: .max, record: .max)
  return decoder
}()
