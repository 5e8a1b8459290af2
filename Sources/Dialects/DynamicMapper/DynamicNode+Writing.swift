import StreamMap

extension DynamicNode {
  /// `null`, where it was set.
  struct Null: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  /// The JSON text.
  ///
  /// - Parameter encode: makes the text of a value that was set.
  func text(_ encode: (any Encodable) throws -> ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    if case .text(let text) = self { return text }
    var json = JSONWriter()
    try write(to: &json, encode)
    return json.take()[...]
  }

  private func write(to json: inout JSONWriter, _ encode: (any Encodable) throws -> ArraySlice<UInt8>) throws
  {
    switch self {
    case .text(let text): json.raw(text.span)
    case .value(let value):
      let text = try encode(value)
      json.raw(text.span)
    case .object(let members):
      json.beginObject()
      for member in members {
        json.name(member.name)
        try member.node.write(to: &json, encode)
      }
      json.endObject()
    case .array(let elements):
      json.beginArray()
      for element in elements {
        json.element()
        try element.write(to: &json, encode)
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
    for member in members where !object.has(member.name) {
      if case .text = member.node, isOwn(member.name, of: object) { continue }
      let text = try member.node.text { value in try object.text(of: value)[...] }
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
  var members: [DynamicNode.Member] {
    let node: DynamicNode
    switch content {
    case .record(let object): node = reader.expanded(object.again { $0.text }[...])
    case .own(.text(let text)): node = reader.expanded(text)
    case .own(let own): node = own
    }
    if case .object(let members) = node { return members }
    return []
  }
}
