/// An encoder that writes models as JSON by their mapping, each field at its path.
///
///     let encoder = try MappingEncoder(mapping)
///     let json = try encoder.encode(tweet)
///
/// Paths with common first steps are merged into one tree. `user.name` and `user.id` are members of one object. `x[0]`
/// and `x[1]` are elements of one array, with `null` at lower indexes that no path names. A path with `[*]`
/// distributes its field: `tags[*].text` of `["a", "b"]` is `[{"text":"a"},{"text":"b"}]`. Fields of several such
/// paths share the elements.
///
/// If two fields have the same path, the first is written. A field that takes a whole value takes precedence over the
/// fields within it, in any order: with a field at `user`, a field at `user.name` is not written.
///
/// A field that is nil is omitted, and so is an object that would be empty, unless the style says otherwise. A field
/// with only a setter cannot be read and is omitted. Policies have no effect, because they are about reading
/// unexpected JSON.
///
/// An encoder is created once, and many threads can use it.
public struct MappingEncoder<Root>: Sendable {
  /// The style of the text.
  public let style: JSONStyle

  private let plan: WritingPlan

  /// Compiles the mapping for writing.
  ///
  /// - Throws: a ``PathError`` for a path that can be read but not written: a path with `.*`, whose names are not
  ///   known, or with two wildcards, whose elements cannot be told apart. A dictionary, or an array of arrays, can be
  ///   both read and written.
  /// - Complexity: O(n) in the length of all paths.
  public init(_ mapping: Mapping<Root>, style: JSONStyle = JSONStyle()) throws(PathError) {
    self.style = style
    plan = try WritingPlan(mapping.description, style)
  }

  /// Returns a model as JSON text.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - context: the context for transforms of the mapping that ask for it.
  /// - Throws: `EncodingError.invalidValue` for `NaN` or an infinity, which JSON cannot represent, for a dictionary
  ///   key that has no text, and for an error that a transform throws, which becomes the underlying error. Its value
  ///   is the model, and its coding path is the path of the value in the JSON.
  /// - Complexity: O(n) in the bytes of the text.
  public func encode(
    _ model: borrowing Root, context: (any Sendable)? = nil
  ) throws(EncodingError) -> [UInt8] {
    var json = JSONWriter(style)
    if let context { json.callContext = CallContext(context: context) }
    try encode(model, to: &json)
    return json.take()
  }

  /// Appends a model to the text of a writer, without a context. The writer's style applies, except for the order of
  /// names.
  ///
  /// - Throws: as ``encode(_:context:)``. The text of the model is then removed.
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
      failure.map { "\($0)" } ?? "a number is infinite or NaN, which JSON cannot represent"
    throw EncodingError.invalidValue(
      copy model,
      EncodingError.Context(
        codingPath: path.codingPath, debugDescription: "\(path.text): \(reason)", underlyingError: failure))
  }
}

extension Mapping {
  /// Returns a model as JSON text.
  ///
  /// Each call compiles the mapping for writing. A ``MappingEncoder`` compiles it once.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - style: the style of the text.
  ///   - context: the context for transforms of the mapping that ask for it.
  /// - Throws: a ``PathError`` or an `EncodingError`, as ``MappingEncoder`` does.
  public func encode(
    _ model: borrowing Root, style: JSONStyle = JSONStyle(), context: (any Sendable)? = nil
  ) throws -> [UInt8] {
    try MappingEncoder(self, style: style).encode(model, context: context)
  }
}

extension JSONWriter {
  /// Returns the path of the value at an offset of the text. The value may not have been written yet.
  ///
  /// - Parameter mark: the start of the record's text.
  /// - Complexity: O(n) in the record's bytes up to the offset.
  func path(at offset: Int, from mark: Mark) -> (text: String, codingPath: [any CodingKey]) {
    var scanner = Scanner(limits: .unlimited, allowsByteOrderMark: false)
    withText { text in
      // The text so far is a valid prefix of JSON.
      try? scanner.scan(text.extracting(mark.count..<offset))
    }
    let codingPath = scanner.steps(ofContainer: false).map { step -> any CodingKey in
      switch step {
      case .index(let index): PathKey(index: index)
      case .name(let name): PathKey(stringValue: name)
      }
    }
    return (scanner.path, codingPath)
  }
}
