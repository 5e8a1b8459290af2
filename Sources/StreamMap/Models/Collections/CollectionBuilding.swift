/// Builds a collection whose elements are decoded outside of it. Each element is stored in a cell, as a field is
/// stored in its instance. The element then moves to the collection, together with its member name.
///
/// So an element can have any type that a field can have, including a collection. An array whose elements are not
/// collections needs no cell: the machine appends to it.
///
/// SAFETY, for all conformances: a collection's address is that of a value of the collection's type, or of an optional of
/// it, which has the same bits. The collection of rows is a `RowList`.
protocol CollectionBuilding: Sendable {
  typealias Address = UnsafeMutableRawPointer

  /// Whether the elements are the members of an object. Otherwise they are the elements of an array.
  var isKeyed: Bool { get }
  /// Whether it is an array, whose last element can be removed.
  var isArray: Bool { get }
  /// Whether some names are not valid keys.
  var rejectsNames: Bool { get }
  /// How an element is stored in its cell.
  var element: _FieldStorage { get }
  /// The cell of an element.
  var cell: FieldCell { get }

  func key(_ name: Span<UInt8>) -> AnyHashable?

  /// Calls the closure with the member of this name, if there is one.
  func show(
    member name: Span<UInt8>, of collection: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void)

  /// Adds the members of `other` whose names are missing here. Does nothing for arrays and sets.
  func complete(_ collection: Address, from other: UnsafeRawPointer)

  /// Writes a collection. Returns false for nil.
  func write(
    _ collection: UnsafeRawPointer, _ model: ValueWriting.Model?, to json: inout JSONWriter
  ) -> Bool
  /// Calls the closure for each element, with its name and a function that writes it. That function returns false for
  /// nil.
  ///
  /// - Parameters:
  ///   - naming: returns the name for an element's key, or nil to skip the element.
  ///   - isSorted: whether the elements are sorted by these names.
  func forEach(
    _ collection: UnsafeRawPointer, _ model: ValueWriting.Model?, isSorted: Bool,
    _ naming: (String) -> String?, _ body: (String, (inout JSONWriter) -> Bool) -> Void)
  /// Returns the number of elements, or nil for a nil collection.
  func count(_ collection: UnsafeRawPointer) -> Int?
  /// Writes one element. Returns false for nil.
  func write(
    element index: Int, of collection: UnsafeRawPointer, _ model: ValueWriting.Model?,
    to json: inout JSONWriter
  ) -> Bool
}

// A collection that is neither updated nor written needs only to be built.
extension CollectionBuilding {
  var isArray: Bool { false }

  func key(_: Span<UInt8>) -> AnyHashable? { nil }

  func show(member _: Span<UInt8>, of _: UnsafeRawPointer, _: (UnsafeRawPointer) -> Void) {}

  func complete(_: Address, from _: UnsafeRawPointer) {}

  func write(_: UnsafeRawPointer, _: ValueWriting.Model?, to _: inout JSONWriter) -> Bool { false }

  func forEach(
    _: UnsafeRawPointer, _: ValueWriting.Model?, isSorted _: Bool, _: (String) -> String?,
    _: (String, (inout JSONWriter) -> Bool) -> Void
  ) {}

  func count(_: UnsafeRawPointer) -> Int? { nil }

  func write(
    element _: Int, of _: UnsafeRawPointer, _: ValueWriting.Model?, to _: inout JSONWriter
  ) -> Bool { false }
}

/// A collection that can be built one element at a time.
@usableFromInline
protocol BuildableCollection: _FieldWrapper {
  /// What is needed to make keys from names.
  associatedtype Naming: Sendable

  static var isKeyed: Bool { get }
  init()
  var isEmpty: Bool { get }
  var capacity: Int { get }
  mutating func removeAll(keepingCapacity: Bool)
  /// Whether ``dropLast()`` removes the last element. Otherwise it does nothing.
  static var isArray: Bool { get }
  mutating func dropLast()

  /// Adds an element. Returns the error if the collection rejects it.
  mutating func gather(
    _ element: consuming _Item, _ naming: Naming, name: Span<UInt8>, _ duplicate: FieldPolicy.Duplicate
  ) -> MappingError.Kind?

  /// Returns the key for a name, or nil if the name is not a valid key.
  static func key(_ naming: Naming, name: Span<UInt8>) -> AnyHashable?

  /// Returns the member of a name, or nil if there is none.
  func member(_ naming: Naming, name: Span<UInt8>) -> _Item?

  /// Adds the members of `other` whose names are missing here.
  mutating func complete(from other: Self)

  var count: Int { get }
  /// Calls the closure for each element and its name, sorted by name if `isSorted`. The name is nil for an array
  /// element and for a key that cannot be written.
  func forEach(_ naming: Naming, isSorted: Bool, _ body: (String?, _Item) -> Void)
}

extension BuildableCollection {
  /// Removes all elements. Keeps the memory for the next record, but not that of one long collection for many short
  /// ones: a copy of the collection makes each of them as large.
  @inlinable @inline(__always)
  mutating func empty() {
    if !isEmpty { removeAll(keepingCapacity: capacity <= 256 || count &* 4 >= capacity) }
  }

  @usableFromInline static var isArray: Bool { false }

  @inlinable
  mutating func dropLast() {}

  @usableFromInline
  static func key(_: Naming, name: Span<UInt8>) -> AnyHashable? { nil }

  @usableFromInline
  func member(_: Naming, name: Span<UInt8>) -> _Item? { nil }

  @usableFromInline
  mutating func complete(from other: Self) {}
}

extension _FieldStorage {
  /// Creates the storage of a collection that is built from cells.
  @inlinable
  init<Values>(gathering: CollectionBuilder<Values>) {
    self.init(gathering, FieldWitness(gathering: gathering))
  }

  @usableFromInline
  init<Values>(_ gathering: CollectionBuilder<Values>, _ witness: FieldWitness) {
    self.init(.custom, gathering.element.shape == nil ? nil : .array, witness, gathering: gathering)
  }

  /// The storage of the values in the innermost collection.
  var leaf: _FieldStorage { gathering?.element.leaf ?? self }

  /// Returns what the JSON must hold at this collection depth, for messages.
  func expectation(level: Int) -> String {
    if let gathering {
      guard level == 0 else { return gathering.element.expectation(level: level - 1) }
      return gathering.isKeyed ? "an object" : "an array"
    }
    if level == 0, shape?.isArray == true { return "an array" }
    return witness.expectation ?? type.expectation
  }
}
