/// How a collection takes elements that are not made in it: each is stored in a cell, as a field is
/// in its instance, and then moves to the collection, with the name of its member at hand.
///
/// So an element can be whatever a field can, a collection too. Arrays of anything but
/// collections need no cell: the machine appends to them.
///
/// SAFETY, for all conformances: a cell is `size` bytes, aligned, that `initialize` made a value
/// of; a collection's address is that of one of the type, in the shape `array`, or of an
/// optional one, in the shape `optionalArray`.
protocol CollectionBuilding: Sendable {
  typealias Address = UnsafeMutableRawPointer

  /// The elements are the members of an object, not the elements of an array.
  var isKeyed: Bool { get }
  /// Not every name is a key.
  var refusesNames: Bool { get }
  /// How an element is stored in its cell.
  var element: _FieldStorage { get }
  /// The cell of an element without a blank value holds the optional.
  var isPromoted: Bool { get }
  var size: Int { get }
  var alignment: Int { get }
  func initialize(_ cell: Address)
  func deinitialize(_ cell: Address)

  /// Moves the element in the cell to the collection; the reason, if it is not taken.
  func insert(
    _ cell: Address, into collection: Address, _ shape: SlotShape, name: Span<UInt8>,
    _ duplicate: FieldPolicy.Duplicate
  ) -> MappingError.Kind?

  /// The key that a name stands for.
  func key(_ name: Span<UInt8>) -> AnyHashable?

  /// Shows the member of a name, if there is one.
  func show(
    member name: Span<UInt8>, of collection: UnsafeRawPointer, _ shape: SlotShape,
    _ body: (UnsafeRawPointer) -> Void)

  /// Takes what another has under other names; for arrays and sets, nothing.
  func complete(_ collection: Address, _ shape: SlotShape, from other: UnsafeRawPointer)

  /// Makes an optional collection nil.
  func putNil(_ shape: SlotShape, at collection: Address)
  /// Empties a collection, its capacity kept.
  func clear(_ shape: SlotShape, at collection: Address)
  /// Gives a collection the template's value; where that is empty, it keeps its capacity.
  func reset(_ shape: SlotShape, at collection: Address, from template: Address)

  /// Writes a collection; false for nil.
  func write(
    _ collection: UnsafeRawPointer, _ shape: SlotShape, _ model: ValueWriting.Model?,
    to json: inout JSONWriter
  ) -> Bool
  /// Shows each element's name, and what writes the element, false for nil.
  ///
  /// - Parameters:
  ///   - naming: the name of an element by its key; nil if it is not to be shown.
  ///   - isSorted: in order of these names.
  func forEach(
    _ collection: UnsafeRawPointer, _ shape: SlotShape, _ model: ValueWriting.Model?, isSorted: Bool,
    _ naming: (String) -> String?, _ body: (String, (inout JSONWriter) -> Bool) -> Void)
  /// How many elements it has; nil for nil.
  func count(_ collection: UnsafeRawPointer, _ shape: SlotShape) -> Int?
  /// Writes one element; false for nil.
  func write(
    element index: Int, of collection: UnsafeRawPointer, _ shape: SlotShape, _ model: ValueWriting.Model?,
    to json: inout JSONWriter
  ) -> Bool
}

/// A collection that takes one element after the other.
protocol BuildableCollection: _FieldWrapper {
  /// What it takes to make keys of names.
  associatedtype Naming: Sendable

  static var isKeyed: Bool { get }
  init()
  var isEmpty: Bool { get }
  mutating func removeAll(keepingCapacity: Bool)

  /// Takes an element; the reason, if it does not.
  mutating func gather(
    _ element: consuming _Item, _ naming: Naming, name: Span<UInt8>, _ duplicate: FieldPolicy.Duplicate
  ) -> MappingError.Kind?

  /// The key that a name stands for; nil if it is none.
  static func key(_ naming: Naming, name: Span<UInt8>) -> AnyHashable?

  /// The member of a name; nil if there is none.
  func member(_ naming: Naming, name: Span<UInt8>) -> _Item?

  /// Takes what another has under other names.
  mutating func complete(from other: Self)

  var count: Int { get }
  /// Shows each element, with its name, in order of the names if asked for. An element of an array has none,
  /// nor has one whose key cannot be written.
  func forEach(_ naming: Naming, isSorted: Bool, _ body: (String?, _Item) -> Void)
}

extension BuildableCollection {
  static func key(_: Naming, name: Span<UInt8>) -> AnyHashable? { nil }

  func member(_: Naming, name: Span<UInt8>) -> _Item? { nil }

  mutating func complete(from other: Self) {}
}

extension _FieldStorage {
  /// The storage of a collection that gathers its elements.
  init(gathering: any CollectionBuilding) {
    self.init(
      .custom, gathering.element.shape == nil ? nil : .array, FieldWitness(gathering: gathering),
      gathering: gathering)
  }

  /// The storage of the values in the innermost collection.
  var leaf: _FieldStorage { gathering?.element.leaf ?? self }

  /// What the JSON must hold so many collections down, for messages.
  func expectation(level: Int) -> String {
    if let gathering {
      guard level == 0 else { return gathering.element.expectation(level: level - 1) }
      return gathering.isKeyed ? "an object" : "an array"
    }
    if level == 0, shape?.isArray == true { return "an array" }
    return witness.expectation ?? type.expectation
  }
}
