// Types with raw values are mapped as these. One that is of no case leaves a property as it is, makes an optional
// nil, and is dropped from a collection.

/// Binds a property whose type has raw values.
@inlinable
public func <- <Value: RawRepresentable>(left: inout Value, right: Map)
where Value.RawValue: MappableValue {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.read($0) }, { values.write($0) })
}

/// The same, of an optional.
@inlinable
public func <- <Value: RawRepresentable>(left: inout Value?, right: Map)
where Value.RawValue: MappableValue {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.read($0) }, { values.write($0) })
}

/// Binds an array of raw values.
@inlinable
public func <- <Value: RawRepresentable>(left: inout [Value], right: Map)
where Value.RawValue: MappableValue {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.readArray($0) }, { values.writeArray($0) })
}

/// The same, of an optional.
@inlinable
public func <- <Value: RawRepresentable>(left: inout [Value]?, right: Map)
where Value.RawValue: MappableValue {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.readArray($0) }, { values.writeArray($0) })
}

/// Binds a dictionary of raw values.
@inlinable
public func <- <Value: RawRepresentable>(left: inout [String: Value], right: Map)
where Value.RawValue: MappableValue {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.readDictionary($0) }, { values.writeDictionary($0) })
}

/// The same, of an optional.
@inlinable
public func <- <Value: RawRepresentable>(left: inout [String: Value]?, right: Map)
where Value.RawValue: MappableValue {
  let values = RawValues<Value>(map: right)
  right.bind(&left, { values.readDictionary($0) }, { values.writeDictionary($0) })
}

/// Writes a raw value.
@inlinable
public func >>> <Value: RawRepresentable>(left: Value, right: Map)
where Value.RawValue: MappableValue {
  right.put(RawValues<Value>(map: right).write(left))
}

/// Writes a raw value that may be nil.
@inlinable
public func >>> <Value: RawRepresentable>(left: Value?, right: Map)
where Value.RawValue: MappableValue {
  right.put(RawValues<Value>(map: right).write(left))
}

/// Writes an array of raw values.
@inlinable
public func >>> <Value: RawRepresentable>(left: [Value], right: Map)
where Value.RawValue: MappableValue {
  right.put(RawValues<Value>(map: right).writeArray(left))
}

/// Writes an array of raw values that may be nil.
@inlinable
public func >>> <Value: RawRepresentable>(left: [Value]?, right: Map)
where Value.RawValue: MappableValue {
  right.put(RawValues<Value>(map: right).writeArray(left))
}

/// Writes a dictionary of raw values.
@inlinable
public func >>> <Value: RawRepresentable>(left: [String: Value], right: Map)
where Value.RawValue: MappableValue {
  right.put(RawValues<Value>(map: right).writeDictionary(left))
}

/// Writes a dictionary of raw values that may be nil.
@inlinable
public func >>> <Value: RawRepresentable>(left: [String: Value]?, right: Map)
where Value.RawValue: MappableValue {
  right.put(RawValues<Value>(map: right).writeDictionary(left))
}
