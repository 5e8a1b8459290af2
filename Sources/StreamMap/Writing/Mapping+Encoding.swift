extension Mapping {
  /// Returns a model as JSON text, each field at its path.
  ///
  ///     let json = try mapping.encode(tweet)
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
  /// - Parameters:
  ///   - model: the model.
  ///   - style: the style of the text.
  ///   - context: the context for transforms of the mapping that ask for it.
  /// - Throws:
  ///   - a ``PathError`` for a path that can be read but not written: a path with `.*`, because the names are not known,
  ///     or with two wildcards, because the list does not say which elements belong together. A dictionary, or an array
  ///     of arrays, can be both read and written.
  ///   - `EncodingError.invalidValue` for `NaN` or an infinity, which JSON cannot represent, for a dictionary key that has
  ///     no text, and for an error that a transform throws, which becomes the underlying error. Its value is the model,
  ///     and its coding path is the path of the value in the JSON.
  /// - Complexity: O(n) in the bytes of the text. The first call compiles the mapping for writing, in O(n) in the length
  ///   of all paths.
  public func encode(
    _ model: borrowing Root, style: JSONStyle = JSONStyle(), context: (any Sendable)? = nil
  ) throws -> [UInt8] {
    var json = JSONWriter(style)
    if let context { json.callContext = CallContext(context: context) }
    try encode(model, to: &json)
    return json.take()
  }

  /// Appends a model to the text of a writer, in the writer's style and without a context.
  ///
  /// - Throws: as ``encode(_:style:context:)``. The text of the model is then removed.
  /// - Complexity: as ``encode(_:style:context:)``. Nothing is allocated, unless the text outgrows the writer's memory or
  ///   the model allocates.
  public func encode(_ model: borrowing Root, to json: inout JSONWriter) throws {
    try plans.encode(model, to: &json)
  }
}

extension MappingPlans {
  /// Appends an instance of the mapping's model to the text of a writer.
  func encode<Root>(_ model: borrowing Root, to json: inout JSONWriter) throws {
    let mark = json.mark
    let count = json.nonFiniteCount
    let before = (offset: json.failureOffset.take(), failure: json.failure.take())
    defer { (json.failureOffset, json.failure) = before }
    try write(model, to: &json)
    guard let offset = json.failureOffset else { return }
    let failure = json.failure
    let path = json.path(at: offset, from: mark)
    json.nonFiniteCount = count
    json.rewind(to: mark)
    let reason =
      failure.map { "\($0)" } ?? "a number is infinite or NaN, which JSON cannot represent"
    throw EncodingError.invalidValue(
      copy model,
      EncodingError.Context(
        codingPath: path.codingPath, debugDescription: "\(path.text): \(reason)", underlyingError: failure))
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
