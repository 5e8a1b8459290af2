/// Writes models as JSON, by their mapping: each field at its path.
///
///     let encoder = try MappingEncoder(mapping)
///     let json = try encoder.encode(tweet)
///
/// Paths that share their first steps are merged into one tree: `user.name` and `user.id` are members of one
/// object, `x[0]` and `x[1]` elements of one array, with `null` at the indexes between them that no path
/// names. A path with `[*]` takes its field apart again: `tags[*].text` of `["a", "b"]` is
/// `[{"text":"a"},{"text":"b"}]`, and fields of several such paths share the elements.
///
/// Of two fields at one path the first is written; and a field that takes a value whole wins over those within
/// it, wherever it stands: with a field at `user`, one at `user.name` is not written.
///
/// A field that is nil is left out, and so is an object in which nothing is left, unless the style says
/// otherwise. A field with only a setter cannot be read, and is left out. Policies do not matter here: they
/// say what to do with JSON that is not as expected.
///
/// It is made once, and can be used by many threads.
public struct MappingEncoder<Root>: Sendable {
  /// How the text is written.
  public let style: JSONStyle

  private let plan: WritingPlan

  /// Compiles what is written.
  ///
  /// - Throws: a ``PathError`` for a path that can be read and not written: one with `.*`, whose names are
  ///   not known, or with two wildcards, whose elements cannot be told apart. A dictionary, or an array of
  ///   arrays, can be written both ways.
  /// - Complexity: O(n) in the length of all paths.
  public init(_ mapping: Mapping<Root>, style: JSONStyle = JSONStyle()) throws(PathError) {
    self.style = style
    plan = try WritingPlan(mapping.description, style)
  }

  /// A model as JSON text.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - context: what transforms of the mapping get that ask for it.
  /// - Throws: `EncodingError.invalidValue` for a number that is infinite or none, for which JSON has no
  ///   text, for a dictionary's key that has no text either, and for what a transform throws, which is the
  ///   underlying error. Its value is the model, its coding path the value's place in the JSON.
  /// - Complexity: O(n) in the bytes of the text.
  public func encode(
    _ model: borrowing Root, context: (any Sendable)? = nil
  ) throws(EncodingError) -> [UInt8] {
    var json = JSONWriter(style)
    if let context { json.callContext = CallContext(context: context) }
    try encode(model, to: &json)
    return json.take()
  }

  /// Writes a model behind what a writer has written before, without a context. The writer's own style counts,
  /// but for the order of names.
  ///
  /// - Throws: as ``encode(_:context:)``; what was written of the model is taken back.
  public func encode(_ model: borrowing Root, to json: inout JSONWriter) throws(EncodingError) {
    let mark = json.mark
    let before = (count: json.nonFiniteCount, offset: json.failureOffset, error: json.failure)
    json.failureOffset = nil
    json.failure = nil
    plan.write(model: model, to: &json)
    let (offset, failure) = (json.failureOffset, json.failure)
    (json.failureOffset, json.failure) = (before.offset, before.error)
    guard let offset else { return }
    let path = json.path(at: offset, from: mark)
    json.nonFiniteCount = before.count
    json.rewind(to: mark)
    let reason =
      failure.map { "\($0)" } ?? "a number is infinite or none, for which JSON has no text"
    throw EncodingError.invalidValue(
      copy model,
      EncodingError.Context(
        codingPath: path.codingPath, debugDescription: "\(path.text): \(reason)", underlyingError: failure))
  }
}

extension Mapping {
  /// A model as JSON text.
  ///
  /// What is to be written is compiled for each call; a ``MappingEncoder`` does so once.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - style: how the text is written.
  ///   - context: what transforms of the mapping get that ask for it.
  /// - Throws: a ``PathError``, or an `EncodingError`, as ``MappingEncoder`` does.
  public func encode(
    _ model: borrowing Root, style: JSONStyle = JSONStyle(), context: (any Sendable)? = nil
  ) throws -> [UInt8] {
    try MappingEncoder(self, style: style).encode(model, context: context)
  }
}
