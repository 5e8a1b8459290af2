// Types with raw values are mapped by their raw values. An unknown raw value leaves a property unchanged, sets an
// optional to nil, and is dropped from a collection.

/// Binds a property whose type has raw values.
@inlinable
public func <- <Value: RawRepresentable>(left: inout Value, right: Map) {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.read($0) }, { values.write($0) })
}

/// Binds an optional property in the same way.
@inlinable
public func <- <Value: RawRepresentable>(left: inout Value?, right: Map) {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.read($0) }, { values.write($0) })
}

/// Binds an array of raw values.
@inlinable
public func <- <Value: RawRepresentable>(left: inout [Value], right: Map) {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.readArray($0) }, { values.writeArray($0) })
}

/// Binds an optional property in the same way.
@inlinable
public func <- <Value: RawRepresentable>(left: inout [Value]?, right: Map) {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.readArray($0) }, { values.writeArray($0) })
}

/// Binds a dictionary of raw values.
@inlinable
public func <- <Value: RawRepresentable>(left: inout [String: Value], right: Map) {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.readDictionary($0) }, { values.writeDictionary($0) })
}

/// Binds an optional property in the same way.
@inlinable
public func <- <Value: RawRepresentable>(left: inout [String: Value]?, right: Map) {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.readDictionary($0) }, { values.writeDictionary($0) })
}

/// Writes a value as its raw value.
@inlinable
public func >>> <Value: RawRepresentable>(left: Value, right: Map) {
  right.put(RawValues<Value>(map: right).write(left))
}

/// Writes an optional value as its raw value.
@inlinable
public func >>> <Value: RawRepresentable>(left: Value?, right: Map) {
  right.put(RawValues<Value>(map: right).write(left))
}

/// Writes an array of raw values.
@inlinable
public func >>> <Value: RawRepresentable>(left: [Value], right: Map) {
  right.put(RawValues<Value>(map: right).writeArray(left))
}

/// Writes an optional array of raw values.
@inlinable
public func >>> <Value: RawRepresentable>(left: [Value]?, right: Map) {
  right.put(RawValues<Value>(map: right).writeArray(left))
}

/// Writes a dictionary of raw values.
@inlinable
public func >>> <Value: RawRepresentable>(left: [String: Value], right: Map) {
  right.put(RawValues<Value>(map: right).writeDictionary(left))
}

/// Writes an optional dictionary of raw values.
@inlinable
public func >>> <Value: RawRepresentable>(left: [String: Value]?, right: Map) {
  right.put(RawValues<Value>(map: right).writeDictionary(left))
}
