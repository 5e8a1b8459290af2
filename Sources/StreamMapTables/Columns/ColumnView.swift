import StreamMap

/// The values of one column of a ``ColumnBatch``, or the elements or members in them, in the buffers that Arrow
/// prescribes.
///
/// | type | ``bytes`` | ``offsets`` |
/// |---|---|---|
/// | `bool` | a bit for each value | – |
/// | `int64`, `uint64`, `double`, `timestamp`, `datetime`, `unix` | 8 bytes for each value | – |
/// | `date` | 4 bytes for each value | – |
/// | `string`, `text`, `json` | the texts, end to end | the offset of each text, and the end of the last one |
/// | `list`, `map` | – | the index in ``items`` of each list's first element, and the end of the last list |
/// | `struct` | – | – |
///
/// The values of a struct's members are in the views that ``member(_:)`` returns. The value of a member of a null is null.
/// The elements of a map are structs of a `key` and a `value`.
///
/// SAFETY: the addresses are those of buffers of the batch, which the view's lifetime depends on.
@safe public struct ColumnView: ~Escapable {
  /// The type of the values.
  public let type: ColumnType

  /// The number of values.
  public let count: Int

  /// The number of values that are null.
  public let nullCount: Int

  private let validityStart: UnsafeRawPointer?
  private let bytesStart: UnsafeRawPointer
  private let byteCount: Int
  private let offsetsStart: UnsafeRawPointer?
  private let storage: ColumnStorage
  private let bitmaps: ColumnBitmaps.Bitmaps
  /// The memory of the bitmaps.
  private let memory: AlignedBytes

  @_lifetime(borrow builder)
  init(_ builder: borrowing BatchBuilder, _ column: Int) {
    self.init(
      builder.layout.rows.columns[column].type, builder.storage(column), builder.bitmaps.columns[column],
      builder.bitmaps.memory, count: builder.rows)
    unsafe self = _overrideLifetime(self, borrowing: builder)
  }

  @_lifetime(immortal)
  private init(
    _ type: ColumnType, _ storage: ColumnStorage, _ bitmaps: ColumnBitmaps.Bitmaps, _ memory: AlignedBytes,
    count: Int
  ) {
    self.storage = storage
    self.bitmaps = bitmaps
    self.memory = memory
    self.type = type
    self.count = count
    nullCount = bitmaps.nullCount
    unsafe validityStart = bitmaps.validity.map { unsafe UnsafeRawPointer(memory.start + $0) }
    switch storage.kind {
    case .table:
      unsafe bytesStart = unsafe UnsafeRawPointer(storage.ends.start)
      byteCount = 0
      unsafe offsetsStart = unsafe bytesStart
    case .text, .name:
      unsafe bytesStart = unsafe UnsafeRawPointer(storage.values.bytes.start)
      byteCount = storage.values.bytes.count
      unsafe offsetsStart = unsafe UnsafeRawPointer(storage.values.fixed.start)
    case .flag, .half, .int, .unsigned, .double, .object:
      let flags = bitmaps.flags
      unsafe bytesStart = unsafe UnsafeRawPointer(
        flags.map { unsafe memory.start + $0 } ?? storage.values.fixed.start)
      byteCount = flags == nil ? storage.values.fixed.count : (count + 7) / 8
      unsafe offsetsStart = nil
    }
  }

  /// The validity bitmap: a bit for each value, from the lowest bit of the first byte. It is 0 for a null. Empty if no
  /// value is null.
  public var validity: Span<UInt8> {
    @_lifetime(copy self)
    get { unsafe span(validityStart, validityStart == nil ? 0 : (count + 7) / 8) }
  }

  /// The bytes of the values.
  public var bytes: Span<UInt8> {
    @_lifetime(copy self)
    get { unsafe span(bytesStart, byteCount) }
  }

  /// The offsets of texts and lists. Empty for other types.
  public var offsets: Span<Int32> {
    @_lifetime(copy self)
    get { unsafe span(offsetsStart, offsetsStart == nil ? 0 : count + 1) }
  }

  /// The bytes of ``offsets``.
  package var offsetBytes: Span<UInt8> {
    @_lifetime(copy self)
    get { unsafe span(offsetsStart, offsetsStart == nil ? 0 : (count + 1) * CellKind.offsetSize) }
  }

  /// The elements of all lists, one list after the other.
  ///
  /// - Precondition: the type is a list or a map.
  public var items: ColumnView {
    @_lifetime(copy self)
    get {
      switch type {
      case .list(let item): part(0, item)
      case .map(let value): part(0, .entry(value))
      default: preconditionFailure("a column of \(type) has no elements")
      }
    }
  }

  /// Returns the values of a struct's member, one for each struct. That of a null is null.
  ///
  /// - Precondition: the type is a struct with this member.
  @_lifetime(copy self)
  public func member(_ name: String) -> ColumnView {
    guard case .struct(let members) = type,
      let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { preconditionFailure("a column of \(type) has no member '\(name)'") }
    return part(index, members[index].type)
  }

  /// Returns the values of a struct's member.
  @_lifetime(copy self)
  func member(_ index: Int) -> ColumnView {
    guard case .struct(let members) = type else { preconditionFailure("a column of \(type) has no members") }
    return part(index, members[index].type)
  }

  @_lifetime(copy self)
  private func part(_ index: Int, _ type: ColumnType) -> ColumnView {
    let child = storage.children[index]
    let view = ColumnView(type, child, bitmaps.children[index], memory, count: child.count)
    return unsafe _overrideLifetime(view, copying: self)
  }

  @_lifetime(copy self)
  private func span<Value: BitwiseCopyable>(_ start: UnsafeRawPointer?, _ count: Int) -> Span<Value> {
    let buffer = unsafe UnsafeBufferPointer(start: start?.assumingMemoryBound(to: Value.self), count: count)
    return unsafe _overrideLifetime(Span(_unsafeElements: buffer), copying: self)
  }

  /// Returns the values of a type with 4 or 8 bytes.
  ///
  /// - Precondition: the column's values are of this type: `Int64` for `int64` and times, `UInt64` for `uint64`, `Double`
  ///   for `double`, and `Int32` for `date`.
  @_lifetime(copy self)
  public func values<Value: BitwiseCopyable>(as: Value.Type) -> Span<Value> {
    precondition(holds(Value.self), "a column of \(type) has no values of \(Value.self)")
    return unsafe span(bytesStart, count)
  }

  private func holds<Value>(_: Value.Type) -> Bool {
    switch type {
    case .int64, .timestamp, .datetime, .unix: Value.self == Int64.self
    case .uint64: Value.self == UInt64.self
    case .double: Value.self == Double.self
    case .date: Value.self == Int32.self
    case .bool, .string, .text, .json, .list, .struct, .map: false
    }
  }
}

extension ColumnView {
  /// Returns whether a value is null.
  public func isNull(_ index: Int) -> Bool {
    precondition(index >= 0 && index < count, "there is no value \(index)")
    return nullCount > 0 && validity[index / 8] >> UInt8(index % 8) & 1 == 0
  }

  /// Returns a value of a column of the type `bool`. Returns nil for a null.
  public func bool(at index: Int) -> Bool? {
    precondition(type == .bool, "a column of \(type) has no booleans")
    return isNull(index) ? nil : bytes[index / 8] >> UInt8(index % 8) & 1 == 1
  }

  /// Returns a copy of a text. Returns nil for a null.
  public func string(at index: Int) -> String? {
    precondition([.string, .text, .json].contains(type), "a column of \(type) has no texts")
    if isNull(index) { return nil }
    let range = range(at: index)
    // SAFETY: the machine stores only well-formed UTF-8.
    return unsafe String(
      validated: bytesStart.assumingMemoryBound(to: UInt8.self) + range.lowerBound, range.count)
  }

  /// Returns the range of a text in ``bytes``, or of the elements of a list or a map in ``items``. It is empty for a null.
  public func range(at index: Int) -> Range<Int> {
    let offsets = offsets
    return Int(offsets[index])..<Int(offsets[index + 1])
  }
}
