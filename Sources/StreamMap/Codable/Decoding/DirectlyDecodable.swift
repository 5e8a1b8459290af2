/// A standard generic type that the decoder decodes itself, without the containers that the type would request.
///
/// Its own decoding makes several calls through existentials and generic code for each element. The values and errors
/// are the same.
protocol DirectlyDecodable {
  /// The kind of the values in it.
  static var contentKind: ValueDecoder.Kind { get }

  /// Decodes a value.
  ///
  /// - Parameter address: uninitialised memory for a value of the type. Stays uninitialised if an error is thrown.
  static func decode(at place: ValueDecoder, to address: UnsafeMutableRawPointer) throws
}

// SAFETY, for all: `address` is memory for a value of the conforming type.

extension Dictionary: DirectlyDecodable where Key == String, Value: Decodable {
  static var contentKind: ValueDecoder.Kind { ValueDecoder.Kind(Value.self) }

  static func decode(at place: ValueDecoder, to address: UnsafeMutableRawPointer) throws {
    unsafe address.initializeMemory(as: Self.self, to: try Self(members: place))
  }

  private init(members place: ValueDecoder) throws {
    let record = place.record
    guard place.offset >= 0 && record.byte(place.offset) == ASCII.openBrace else {
      throw place.containerFailure([String: Any].self, "keyed")
    }
    self.init(minimumCapacity: record.count(ofMembersAt: place.offset))
    let isStandard = place.session.options.keyRule == .same
    let last = place.session.options.lastNameWins ? Self.lastMembers(of: place) : nil
    for (name, offset) in record.members(ofObjectAt: place.offset) {
      if let last, last[name] != offset { continue }
      let child = place.element(-1, offset)
      child.key = isStandard ? PathKey(name: name) : PathKey(stringValue: name)
      let value: Value
      do {
        value = try child.value(as: Value.self)
      } catch {
        // The first member of a name counts, unless `lastNameWins` is set. With a key strategy, `JSONDecoder` also
        // decodes the other members, and its coding path has no numbers.
        if isStandard && self[name] != nil { continue }
        throw error
      }
      if let first = updateValue(value, forKey: name) { self[name] = first }
    }
  }

  /// Returns the offset of the last value of each name.
  private static func lastMembers(of place: ValueDecoder) -> [String: Int] {
    Dictionary<String, Int>(place.record.members(ofObjectAt: place.offset).map { ($0.name, $0.value) }) { $1 }
  }
}

extension Array: DirectlyDecodable where Element: Decodable {
  static var contentKind: ValueDecoder.Kind { ValueDecoder.Kind(Element.self) }

  static func decode(at place: ValueDecoder, to address: UnsafeMutableRawPointer) throws {
    guard place.offset >= 0 && place.record.byte(place.offset) == ASCII.openBracket else {
      throw place.containerFailure([Any].self, "unkeyed")
    }
    func integers<Value: FixedWidthInteger & Decodable & BitwiseCopyable>(_: Value.Type) throws {
      try unsafe place.integers(Value.self, to: address)
    }
    switch place.contentKind {
    case .string: try unsafe place.strings(to: address)
    case .bool: try unsafe place.scalars(to: address) { $0.bool($1, end: &$2) }
    case .double: try unsafe place.scalars(to: address) { $0.double($1, end: &$2) }
    case .float: try unsafe place.scalars(to: address) { $0.float($1, end: &$2) }
    case .int: try integers(Int.self)
    case .int8: try integers(Int8.self)
    case .int16: try integers(Int16.self)
    case .int32: try integers(Int32.self)
    case .int64: try integers(Int64.self)
    case .int128: try integers(Int128.self)
    case .uint: try integers(UInt.self)
    case .uint8: try integers(UInt8.self)
    case .uint16: try integers(UInt16.self)
    case .uint32: try integers(UInt32.self)
    case .uint64: try integers(UInt64.self)
    case .uint128: try integers(UInt128.self)
    case .date: try unsafe place.values(to: address) { try $0.date() }
    case .data: try unsafe place.values(to: address) { try $0.data() }
    case .url: try unsafe place.values(to: address) { try $0.url() }
    case .decimal: try unsafe place.values(to: address) { try $0.decimal() }
    case .collection: try unsafe address.initializeMemory(as: Self.self, to: Self(collections: place))
    case .model, .followed:
      try unsafe address.initializeMemory(as: Self.self, to: Self(elements: place))
    }
  }

  private init(elements place: ValueDecoder) throws {
    self.init()
    let record = place.record
    var offset = record.firstElement(ofArrayAt: place.offset)
    while record.byte(offset) != ASCII.closeBracket {
      append(try place.element(count, offset).value(as: Element.self))
      offset = record.element(after: offset)
    }
  }

  /// Elements that are arrays or dictionaries.
  private init(collections place: ValueDecoder) throws {
    var count = 0
    do {
      try place.collections(Element.self, &count)
    } catch {
      unsafe place.record.pointee.values.free(for: Element.self).extracting(..<count).deinitialize()
      throw error
    }
    let elements = unsafe place.record.pointee.values.free(for: Element.self).extracting(..<count)
    unsafe self.init(unsafeUninitializedCapacity: count) { memory, initializedCount in
      initializedCount = unsafe memory.moveInitialize(fromContentsOf: elements)
    }
  }
}

// SAFETY, for all: `address` is uninitialised memory for an array of the elements.
extension ValueDecoder {
  @inline(never)
  fileprivate func integers<Value: FixedWidthInteger & Decodable & BitwiseCopyable>(
    _ type: Value.Type, to address: UnsafeMutableRawPointer
  ) throws {
    try unsafe scalars(to: address) { (record, offset, end) -> Value? in record.integer(offset, end: &end) }
  }

  /// Decodes the array here, whose elements are trivial values.
  ///
  /// - Parameter read: returns the value at an offset and the offset after it, or nil if the value needs a closer look.
  @inline(__always)
  fileprivate func scalars<Value: Decodable & BitwiseCopyable>(
    to address: UnsafeMutableRawPointer, _ read: (RecordText.Pointer, Int, inout Int) -> Value?
  ) throws {
    let record = record
    var offset = record.firstElement(ofArrayAt: offset)
    var count = 0
    var values = unsafe record.pointee.values.free(for: Value.self)
    while record.byte(offset) != ASCII.closeBracket {
      if count == values.count { unsafe values = record.pointee.values.grow(Value.self) }
      var end = 0
      if let value = read(record, offset, &end) {
        unsafe values[count] = value
      } else {
        unsafe values[count] = try element(count, offset).value(as: Value.self)
        end = record.end(ofValueAt: offset)
      }
      count &+= 1
      offset = record.element(from: end)
    }
    unsafe address.initializeMemory(as: [Value].self, to: Array(values.extracting(..<count)))
  }

  /// Decodes the elements of the array here, which are arrays or dictionaries, into the free memory of the stack.
  ///
  /// - Parameter count: the number of elements there, also if an error is thrown.
  fileprivate func collections(_ type: any Any.Type, _ count: inout Int) throws {
    let record = record
    var offset = record.firstElement(ofArrayAt: offset)
    while record.byte(offset) != ASCII.closeBracket {
      let element = element(count, offset)
      let type = element.known(type)
      // The value is one reference.
      var value: UInt = 0
      do {
        let pushed = record.pointee.values.push(count, UInt.self)
        defer { record.pointee.values.pop(pushed) }
        try unsafe withUnsafeMutablePointer(to: &value) { try unsafe type.decode(at: element, to: $0) }
      }
      var values = unsafe record.pointee.values.free(for: UInt.self)
      if count == values.count { unsafe values = record.pointee.values.grow(UInt.self) }
      unsafe values[count] = value
      count &+= 1
      offset = record.element(after: offset)
    }
  }

  /// Decodes the array here, whose elements decode no other values.
  ///
  /// - Parameter read: decodes the element at a place.
  @inline(__always)
  fileprivate func values<Value>(
    to address: UnsafeMutableRawPointer, _ read: (ValueDecoder) throws -> Value
  ) throws {
    var values: [Value] = []
    let record = record
    var offset = record.firstElement(ofArrayAt: offset)
    while record.byte(offset) != ASCII.closeBracket {
      values.append(try read(element(values.count, offset)))
      offset = record.element(after: offset)
    }
    unsafe address.initializeMemory(as: [Value].self, to: values)
  }

  fileprivate func strings(to address: UnsafeMutableRawPointer) throws {
    let record = record
    var offset = record.firstElement(ofArrayAt: offset)
    var count = 0
    var strings = unsafe record.pointee.values.free(for: String.self)
    while record.byte(offset) != ASCII.closeBracket {
      if count == strings.count { unsafe strings = record.pointee.values.grow(String.self) }
      var end = 0
      guard let string = record.string(offset, end: &end) else {
        unsafe strings.extracting(..<count).deinitialize()
        throw failure(String.self, offset, codingPath + [PathKey(index: count)])
      }
      unsafe strings.initializeElement(at: count, to: string)
      count &+= 1
      offset = record.element(from: end)
    }
    let all = strings.extracting(..<count)
    let array = unsafe [String](unsafeUninitializedCapacity: count) { memory, initializedCount in
      initializedCount = unsafe memory.moveInitialize(fromContentsOf: all)
    }
    unsafe address.initializeMemory(as: [String].self, to: array)
  }
}
