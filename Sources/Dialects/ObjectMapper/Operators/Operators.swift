infix operator <-
infix operator >>>

// MARK: What has rules of its own

/// Binds a property to the map's chosen value: it is read from there or written there.
///
/// What is absent leaves the property as it is. A value of another type, or null, makes it nil if it is optional, 0 if
/// it is an integer, and leaves others as they are.
@inlinable
public func <- <Value: MappableValue>(left: inout Value, right: Map) {
  if right.mappingType == .fromJSON { left._read(from: right) } else { right._write(left) }
}

/// Writes a value as the map's chosen one; does nothing while models are read.
@inlinable
public func >>> <Value: MappableValue>(left: Value, right: Map) {
  if right.mappingType == .toJSON { right._write(left) }
}

// MARK: What is untyped

/// Binds a property of a type that has no rules of its own, as `Any`, to the map's chosen value, which is cast to it.
public func <- <Value>(left: inout Value, right: Map) {
  switch right.mappingType {
  case .fromJSON: if right.isPresent, let value: Value = right.value() { left = value }
  case .toJSON: right.write(untyped: left)
  }
}

/// The same, of an optional, which becomes nil where the cast fails.
public func <- <Value>(left: inout Value?, right: Map) {
  switch right.mappingType {
  case .fromJSON: if right.isPresent { left = right.value() }
  case .toJSON: right.write(untyped: left)
  }
}

/// Writes a value of a type that has no rules of its own, if JSON has its like.
public func >>> <Value>(left: Value, right: Map) {
  if right.mappingType == .toJSON { right.write(untyped: left) }
}

/// The same, of an optional.
public func >>> <Value>(left: Value?, right: Map) {
  if right.mappingType == .toJSON { right.write(untyped: left) }
}
