/// Builds one type of collection from its elements.
///
/// SAFETY: as ``CollectionBuilding`` says.
@usableFromInline
@safe struct CollectionBuilder<Values: BuildableCollection>: CollectionBuilding {
  @usableFromInline typealias Address = UnsafeMutableRawPointer

  @usableFromInline let element: _FieldStorage
  @usableFromInline let blank: @Sendable () -> Values._Item?
  @usableFromInline let keys: Values.Naming
  let rejectsNames: Bool
  let cell: FieldCell

  @usableFromInline
  init(
    of element: _FieldStorage, blank: @escaping @Sendable () -> Values._Item?, keys: Values.Naming,
    rejectsNames: Bool = false
  ) {
    self.element = element
    self.blank = blank
    self.keys = keys
    self.rejectsNames = rejectsNames
    cell = FieldCell(taken: blank)
  }

  var isKeyed: Bool { Values.isKeyed }
  var isArray: Bool { Values.isArray }

  /// Moves the element from the cell to the collection. Returns the error if the collection rejects it.
  @inlinable
  static func move(
    _ cell: Address, into collection: Address, _ keys: Values.Naming, _ blank: Values._Item?,
    name: Span<UInt8>, _ duplicate: FieldPolicy.Duplicate
  ) -> MappingError.Kind? {
    guard let element = unsafe FieldCell.take(cell, blank) else { return nil }
    let values = unsafe collection.assumingMemoryBound(to: Values?.self)
    return unsafe values.pointee?.gather(element, keys, name: name, duplicate) ?? nil
  }

  func key(_ name: Span<UInt8>) -> AnyHashable? { Values.key(keys, name: name) }

  func show(
    member name: Span<UInt8>, of collection: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void
  ) {
    guard let member = unsafe values(collection)?.member(keys, name: name) else { return }
    unsafe withUnsafePointer(to: member) { unsafe body($0) }
  }

  func complete(_ collection: Address, from other: UnsafeRawPointer) {
    guard let other = unsafe values(other) else { return }
    unsafe collection.assumingMemoryBound(to: Values?.self).pointee?.complete(from: other)
  }

  /// Sets an optional collection to nil.
  @inlinable @inline(__always)
  static func putNil(_ collection: Address) {
    unsafe collection.assumingMemoryBound(to: Values?.self).pointee = nil
  }

  /// Empties a collection. A nil collection becomes empty.
  @inlinable @inline(__always)
  static func clear(_ collection: Address) {
    let values = unsafe collection.assumingMemoryBound(to: Values?.self)
    if unsafe values.pointee == nil {
      unsafe values.pointee = Values()
    } else {
      unsafe values.pointee?.empty()
    }
  }

  @inlinable
  static func removeLast(_ collection: Address) {
    unsafe collection.assumingMemoryBound(to: Values?.self).pointee?.dropLast()
  }

  /// Copies the template's value to the collection. If the template's value is empty, the collection keeps its
  /// capacity.
  @inlinable @inline(__always)
  static func reset(_ collection: Address, from template: Address) {
    let template = unsafe template.assumingMemoryBound(to: Values?.self)
    if unsafe template.pointee?.isEmpty == true {
      unsafe clear(collection)
    } else {
      unsafe collection.assumingMemoryBound(to: Values?.self).pointee = unsafe template.pointee
    }
  }
}

// Writes collections as JSON.
//
// SAFETY: as ``CollectionBuilding`` says.
extension CollectionBuilder {
  func values(_ collection: UnsafeRawPointer) -> Values? {
    unsafe collection.assumingMemoryBound(to: Values?.self).pointee
  }

  func count(_ collection: UnsafeRawPointer) -> Int? {
    unsafe values(collection)?.count
  }

  func write(
    _ collection: UnsafeRawPointer, _ model: ValueWriting.Model?, to json: inout JSONWriter
  ) -> Bool {
    guard let values = unsafe values(collection) else { return false }
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
    _ collection: UnsafeRawPointer, _ model: ValueWriting.Model?, isSorted: Bool,
    _ naming: (String) -> String?, _ body: (String, (inout JSONWriter) -> Bool) -> Void
  ) {
    var members: [(name: String, value: Values._Item)] = []
    unsafe values(collection)?.forEach(keys, isSorted: false) { key, value in
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
    element index: Int, of collection: UnsafeRawPointer, _ model: ValueWriting.Model?,
    to json: inout JSONWriter
  ) -> Bool {
    var place = 0
    var isWritten = false
    unsafe values(collection)?.forEach(keys, isSorted: false) { _, value in
      if place == index {
        isWritten = unsafe withUnsafePointer(to: value) { unsafe element.write($0, model, to: &json) }
      }
      place += 1
    }
    return isWritten
  }
}

/// The error for a dictionary key that has no text.
private struct NamelessKey: Error, CustomStringConvertible {
  let description = "a key of the dictionary has no text"
}
