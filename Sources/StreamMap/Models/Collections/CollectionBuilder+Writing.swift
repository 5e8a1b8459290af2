// Collections as JSON.
//
// SAFETY: as ``CollectionBuilding`` says.
extension CollectionBuilder {
  func values(_ collection: UnsafeRawPointer, _ shape: SlotShape) -> Values? {
    unsafe shape == .array
      ? collection.assumingMemoryBound(to: Values.self).pointee
      : collection.assumingMemoryBound(to: Values?.self).pointee
  }

  func count(_ collection: UnsafeRawPointer, _ shape: SlotShape) -> Int? {
    unsafe values(collection, shape)?.count
  }

  func write(
    _ collection: UnsafeRawPointer, _ shape: SlotShape, _ model: ValueWriting.Model?,
    to json: inout JSONWriter
  ) -> Bool {
    guard let values = unsafe values(collection, shape) else { return false }
    if isKeyed { json.beginObject() } else { json.beginArray() }
    values.forEach(keys, isSorted: json.style.sortsNames) { name, value in
      if isKeyed {
        guard let name else { return json.fail(NamelessKey()) }
        json.name(name)
      } else {
        json.element()
      }
      let isWritten = unsafe withUnsafePointer(to: value) { unsafe element.write($0, model, to: &json) }
      if !isWritten { json.null() }
    }
    if isKeyed { json.endObject() } else { json.endArray() }
    return true
  }

  func forEach(
    _ collection: UnsafeRawPointer, _ shape: SlotShape, _ model: ValueWriting.Model?, isSorted: Bool,
    _ naming: (String) -> String?, _ body: (String, (inout JSONWriter) -> Bool) -> Void
  ) {
    var members: [(name: String, value: Values._Item)] = []
    unsafe values(collection, shape)?.forEach(keys, isSorted: false) { key, value in
      if let key, let name = naming(key) { members.append((name, value)) }
    }
    if isSorted { members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
    for member in members {
      body(member.name) { json in
        unsafe withUnsafePointer(to: member.value) { unsafe element.write($0, model, to: &json) }
      }
    }
  }

  func write(
    element index: Int, of collection: UnsafeRawPointer, _ shape: SlotShape, _ model: ValueWriting.Model?,
    to json: inout JSONWriter
  ) -> Bool {
    var place = 0
    var isWritten = false
    unsafe values(collection, shape)?.forEach(keys, isSorted: false) { _, value in
      if place == index {
        isWritten = unsafe withUnsafePointer(to: value) { unsafe element.write($0, model, to: &json) }
      }
      place += 1
    }
    return isWritten
  }
}

/// A key of a dictionary has no text that could be a name.
private struct NamelessKey: Error, CustomStringConvertible {
  let description = "a key of the dictionary has no text"
}
