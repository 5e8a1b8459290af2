/// An unkeyed container: a position in an array. Copies advance independently.
///
/// Invariant: `offset` is the offset of the element `currentIndex`, or of the array's end. At the end, `currentIndex`
/// may be greater than the number of elements.
struct Elements: UnkeyedDecodingContainer {
  let array: ValueDecoder
  private(set) var offset: Int
  private(set) var currentIndex = 0

  init(of array: ValueDecoder, at offset: Int) {
    self.array = array
    self.offset = offset
  }

  var codingPath: [any CodingKey] { array.codingPath }

  var isAtEnd: Bool { array.record.byte(offset) == ASCII.closeBracket }

  /// The number of elements. Skips over the remaining elements to count them, or at the end over all of them.
  var count: Int? {
    var rest =
      isAtEnd ? Elements(of: array, at: array.record.firstElement(ofArrayAt: array.offset)) : self
    while !rest.isAtEnd { rest.advance() }
    return rest.currentIndex
  }

  @inline(__always)
  private mutating func advance() {
    advance(array.record)
  }

  @inline(__always)
  private mutating func advance(_ record: RecordText.Pointer) {
    offset = record.element(after: offset)
    currentIndex &+= 1
  }

  mutating func decodeNil() throws -> Bool {
    if isAtEnd { throw end(Never.self) }
    guard array.record.isNull(offset) else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if isAtEnd { throw end(type) }
    let value = try array.element(currentIndex, offset).value(as: type)
    advance()
    return value
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    skipAbsent() ? nil : try decode(type)
  }

  /// Returns whether there is no element or a null, and moves on in that case, as in `JSONDecoder` also at the end.
  @inline(__always)
  mutating func skipAbsent() -> Bool {
    let record = array.record
    if record.isNull(offset) {
      advance(record)
      return true
    }
    if isAtEnd {
      currentIndex &+= 1
      return true
    }
    return false
  }

  @inline(__always)
  mutating func value<Value>(_ value: (RecordText.Pointer, Int) -> Value?) throws -> Value {
    let record = array.record
    if let value = value(record, offset) {
      advance(record)
      return value
    }
    throw isAtEnd ? end(Value.self) : array.failure(Value.self, offset, currentPath)
  }

  @inline(__always)
  mutating func floatingPoint<Value: BinaryFloatingPoint>(
    _ value: (RecordText.Pointer, Int) -> Value?
  ) throws -> Value {
    let record = array.record
    if let value = value(record, offset) {
      advance(record)
      return value
    }
    return try nonConforming()
  }

  /// Decodes a non-finite number that is written as a string.
  @inline(never)
  private mutating func nonConforming<Value: BinaryFloatingPoint>() throws -> Value {
    let array = array
    return try value { array.nonConforming($1) }
  }

  // MARK: Nested containers

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key>
  {
    if isAtEnd { throw end(KeyedDecodingContainer<Key>.self) }
    let container = try array.element(currentIndex, offset).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if isAtEnd { throw end((any UnkeyedDecodingContainer).self) }
    let container = try array.element(currentIndex, offset).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    if isAtEnd { throw end((any Decoder).self) }
    let decoder = ValueDecoder(below: array, nil, index: currentIndex, offset)
    advance()
    return decoder
  }

  // MARK: Failures

  private var currentPath: [any CodingKey] { codingPath + [PathKey(index: currentIndex)] }

  @inline(never)
  private func end(_ type: any Any.Type) -> DecodingError {
    let what = type == (any Decoder).self ? "Cannot get superDecoder() -- unkeyed" : "Unkeyed"
    return .valueNotFound(
      type, DecodingError.Context(codingPath: currentPath, debugDescription: "\(what) container is at end."))
  }
}
