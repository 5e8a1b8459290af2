import StreamMap

extension DynamicNode {
  /// A value that encodes as `null`.
  struct Null: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  typealias Encode = (any Encodable) throws -> ArraySlice<UInt8>

  /// Returns the JSON text of the node.
  ///
  /// - Parameters:
  ///   - reader: the reader of the texts that have changes below them.
  ///   - encode: a closure that encodes a value that was set.
  func text(_ reader: DynamicReader, _ encode: Encode) throws -> ArraySlice<UInt8> {
    switch self {
    case .text(let text): return text
    case .value(let value, let changes) where changes.isEmpty: return try encode(value)
    default:
      var json = JSONWriter()
      try write(to: &json, reader, encode)
      return json.take()[...]
    }
  }

  /// Returns the node with the changes below a set value applied.
  func settled(_ reader: DynamicReader, _ encode: Encode) throws -> DynamicNode {
    guard case .value(let value, let changes) = self, !changes.isEmpty else { return self }
    var node = DynamicNode.text(try encode(value))
    for change in changes { try node.put(change.node, at: change.path, reader) }
    return node
  }

  private func write(to json: inout JSONWriter, _ reader: DynamicReader, _ encode: Encode) throws {
    switch try settled(reader, encode) {
    case .text(let text): json.raw(text.span)
    case .value(let value, _):
      let text = try encode(value)
      json.raw(text.span)
    case .object(let members):
      json.beginObject()
      for member in members {
        json.name(member.name)
        try member.node.write(to: &json, reader, encode)
      }
      json.endObject()
    case .array(let elements):
      json.beginArray()
      for element in elements {
        json.element()
        try element.write(to: &json, reader, encode)
      }
      json.endArray()
    }
  }
}

extension DynamicClass {
  /// Adds the members without a property to the object that the model was encoded as.
  ///
  /// A member of the original JSON under one of the model's own keys is not added, even if the model wrote nothing
  /// there, as for nil.
  func add(to object: EncodedObject) throws {
    for member in try members() where !object.has(member.name) {
      if case .text = member.node, isOwn(member.name, of: object) { continue }
      let text = try member.node.text(reader) { value in try object.text(of: value)[...] }
      object.add(member.name, text.span)
    }
  }

  private func isOwn(_ name: String, of object: EncodedObject) -> Bool {
    guard let ownKeys else { return false }
    let key = reader.key(of: name)
    // With a closure as key strategy, the requested keys are unknown.
    return ownKeys.contains(key) || object.has(key)
  }

  /// Returns the members of the object.
  ///
  /// - Throws: an error if the text cannot be read.
  func members() throws -> [DynamicNode.Member] {
    let node: DynamicNode
    switch content {
    case .record(let object): node = try reader.expanded(object.revisit { $0.text }[...])
    case .own(.text(let text)): node = try reader.expanded(text)
    case .own(let own): node = own
    }
    if case .object(let members) = node { return members }
    return []
  }
}
