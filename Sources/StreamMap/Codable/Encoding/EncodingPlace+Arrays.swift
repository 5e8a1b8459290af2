// Writes arrays of scalars, and arrays of such arrays, without a place and a call for each element.
//
// SAFETY: an array is read as the type that its kind names. An array is one reference, and an array of arrays has
// contiguous references. Pieces belong to the session.
extension EncodingPlace {
  /// Writes an array as the value of this place. Returns false if an element needs the general way. Then the array was
  /// begun.
  func writeArray<Value>(_ value: Value, _ scalars: ValueKind.Scalars) -> Bool {
    beginArray()
    if depth + scalars.depth > Self.maximumDepth { return false }
    let piece = unsafe state.pointee.piece
    let mark = unsafe piece.pointee.json.mark
    return unsafe withUnsafePointer(to: value) { address in
      let count = unsafe Self.write(address, scalars.depth, scalars.scalar, &piece.pointee.json)
      guard let count else {
        unsafe piece.pointee.json.rewind(to: mark)
        return false
      }
      unsafe state.pointee.count = count
      return true
    }
  }

  /// Writes an array at the end of a piece. Returns false, with nothing written, if an element needs the general way.
  func writeArray<Value>(
    _ value: Value, _ scalars: ValueKind.Scalars, _ piece: TextPiece.Pointer
  ) -> Bool {
    if depth + 1 + scalars.depth > Self.maximumDepth { return false }
    let mark = unsafe piece.pointee.json.mark
    unsafe piece.pointee.json.beginArray()
    return unsafe withUnsafePointer(to: value) { address in
      if unsafe Self.write(address, scalars.depth, scalars.scalar, &piece.pointee.json) == nil {
        unsafe piece.pointee.json.rewind(to: mark)
        return false
      }
      unsafe piece.pointee.json.endArray()
      return true
    }
  }

  /// Writes the elements of the array at `address`. Returns their number, or nil if a number is infinite or NaN.
  ///
  /// - Parameter depth: the number of nested arrays, the outermost included.
  private static func write(
    _ address: UnsafeRawPointer, _ depth: Int, _ scalar: ValueKind.Scalar, _ json: inout JSONWriter
  ) -> Int? {
    if depth == 1 { return unsafe write(address, scalar, &json) }
    return unsafe address.assumingMemoryBound(to: [UInt].self).pointee.withUnsafeBufferPointer { arrays in
      for index in arrays.indices {
        json.element()
        json.beginArray()
        guard let array = unsafe arrays.baseAddress.map({ unsafe UnsafeRawPointer($0 + index) }),
          unsafe write(array, depth - 1, scalar, &json) != nil
        else { return nil }
        json.endArray()
      }
      return arrays.count
    }
  }

  /// Writes the elements of the array at `address`. Returns their number, or nil if one is infinite or NaN.
  private static func write(
    _ address: UnsafeRawPointer, _ scalar: ValueKind.Scalar, _ json: inout JSONWriter
  ) -> Int? {
    switch scalar {
    case .string: return unsafe write(address, &json) { $0.string($1 as String) }
    case .bool: return unsafe write(address, &json) { $0.bool($1 as Bool) }
    case .double: return unsafe writeFinite(address, &json) { $0.shortDouble($1 as Double) }
    case .float: return unsafe writeFinite(address, &json) { $0.shortFloat($1 as Float) }
    case .int: return unsafe write(address, &json) { $0.integer($1 as Int) }
    case .int8: return unsafe write(address, &json) { $0.integer($1 as Int8) }
    case .int16: return unsafe write(address, &json) { $0.integer($1 as Int16) }
    case .int32: return unsafe write(address, &json) { $0.integer($1 as Int32) }
    case .int64: return unsafe write(address, &json) { $0.integer($1 as Int64) }
    case .int128: return unsafe write(address, &json) { $0.integer($1 as Int128) }
    case .uint: return unsafe write(address, &json) { $0.integer($1 as UInt) }
    case .uint8: return unsafe write(address, &json) { $0.integer($1 as UInt8) }
    case .uint16: return unsafe write(address, &json) { $0.integer($1 as UInt16) }
    case .uint32: return unsafe write(address, &json) { $0.integer($1 as UInt32) }
    case .uint64: return unsafe write(address, &json) { $0.integer($1 as UInt64) }
    case .uint128: return unsafe write(address, &json) { $0.integer($1 as UInt128) }
    case .date, .data, .url, .decimal: return nil
    }
  }

  @inline(__always)
  private static func write<Element>(
    _ address: UnsafeRawPointer, _ json: inout JSONWriter, _ write: (inout JSONWriter, Element) -> Void
  ) -> Int? {
    let elements = unsafe address.assumingMemoryBound(to: [Element].self).pointee
    for element in elements {
      json.element()
      write(&json, element)
    }
    return elements.count
  }

  @inline(__always)
  private static func writeFinite<Element: BinaryFloatingPoint>(
    _ address: UnsafeRawPointer, _ json: inout JSONWriter, _ write: (inout JSONWriter, Element) -> Void
  ) -> Int? {
    let elements = unsafe address.assumingMemoryBound(to: [Element].self).pointee
    for element in elements {
      guard element.isFinite else { return nil }
      json.element()
      write(&json, element)
    }
    return elements.count
  }
}
