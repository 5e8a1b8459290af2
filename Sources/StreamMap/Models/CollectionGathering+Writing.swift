// Collections as JSON.
//
// SAFETY: as ``Gathering`` says.
extension CollectionGathering {
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
      if isKeyed { json.name(name) } else { json.element() }
      let isWritten = unsafe withUnsafePointer(to: value) { unsafe element.write($0, model, to: &json) }
      if !isWritten { json.null() }
    }
    if isKeyed { json.endObject() } else { json.endArray() }
    return true
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
