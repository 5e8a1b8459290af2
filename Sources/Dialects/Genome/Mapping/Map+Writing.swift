import StreamMap

extension Map {
  /// Writes a value at the last key, unless it is nil.
  ///
  /// - Throws: what the value throws that cannot be written.
  func writeIfPresent(_ value: (some JsonConvertibleType)?) throws {
    if let value { try write(value) }
  }

  /// Writes a value at the last key.
  ///
  /// - Throws: what the value throws that cannot be written.
  func write(_ value: some JsonConvertibleType) throws {
    let tree = try value.jsonRepresentation().tree
    written.put(tree, at: lastKey.names[...])
  }
}

extension JSONValue {
  /// Puts a value at a path of names; objects on the way are made, and what is no object stays as it is.
  fileprivate mutating func put(_ value: JSONValue, at names: ArraySlice<String>) {
    guard let name = names.first, case .object(var object) = self else { return }
    // Taken out, so that what is changed within is not copied.
    self = .null
    let index = object.members.lastIndex { $0.name.utf8.elementsEqual(name.utf8) }
    if names.count == 1 {
      if let index {
        object.members[index].value = value
      } else {
        object.members.append(JSONObject.Member(name: name, value: value))
      }
    } else if let index {
      object.members[index].value.put(value, at: names.dropFirst())
    } else {
      var below = JSONValue.object(JSONObject(members: []))
      below.put(value, at: names.dropFirst())
      object.members.append(JSONObject.Member(name: name, value: below))
    }
    self = .object(object)
  }
}
