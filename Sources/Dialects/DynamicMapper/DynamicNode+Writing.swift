import StreamMap

extension DynamicNode {
  /// `null`, where it was set.
  struct Null: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  typealias Encode = (any Encodable) throws -> ArraySlice<UInt8>

  /// The JSON text.
  ///
  /// - Parameters:
  ///   - reader: reads the texts of values below which something was set.
  ///   - encode: makes the text of a value that was set.
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

  /// Without what was set below a value: that is put where it belongs.
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
  /// Adds what the model has no property for to the object that the model was encoded as.
  ///
  /// What stood in the JSON under a key of the model's own is the model's, even if the model has written nothing
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
    // A closure that converts keys leaves it unknown which were asked for.
    return ownKeys.contains(key) || object.has(key)
  }

  /// The members of the object.
  ///
  /// - Throws: if its text cannot be read.
  func members() throws -> [DynamicNode.Member] {
    let node: DynamicNode
    switch content {
    case .record(let object): node = try reader.expanded(object.again { $0.text }[...])
    case .own(.text(let text)): node = try reader.expanded(text)
    case .own(let own): node = own
    }
    if case .object(let members) = node { return members }
    return []
  }
}
