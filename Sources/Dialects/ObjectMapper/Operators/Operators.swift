infix operator <-
infix operator >>>

// MARK: Types with mapping rules

/// Binds a property to the selected value of the map: reads it or writes it.
///
/// An absent value leaves the property unchanged. For a null or mismatched value, an optional becomes nil and an
/// integer becomes 0. Other properties are unchanged.
@inlinable
public func <- <Value: MappableValue>(left: inout Value, right: Map) {
  if right.mappingType == .fromJSON { left._read(from: right) } else { right._write(left) }
}

/// Writes a value as the selected one. Does nothing while models are read.
@inlinable
public func >>> <Value: MappableValue>(left: Value, right: Map) {
  if right.mappingType == .toJSON { right._write(left) }
}

// MARK: Untyped values

/// Binds a property of a type without mapping rules, such as `Any`, to the selected value, which is cast to that type.
public func <- <Value>(left: inout Value, right: Map) {
  switch right.mappingType {
  case .fromJSON: if right.isPresent, let value: Value = right.value() { left = value }
  case .toJSON: right.write(untyped: left)
  }
}

/// Binds an optional of a type without mapping rules. It becomes nil if the cast fails.
public func <- <Value>(left: inout Value?, right: Map) {
  switch right.mappingType {
  case .fromJSON: if right.isPresent { left = right.value() }
  case .toJSON: right.write(untyped: left)
  }
}

/// Writes a value of a type without mapping rules, if it has a JSON representation.
public func >>> <Value>(left: Value, right: Map) {
  if right.mappingType == .toJSON { right.write(untyped: left) }
}

/// Writes an optional of a type without mapping rules.
public func >>> <Value>(left: Value?, right: Map) {
  if right.mappingType == .toJSON { right.write(untyped: left) }
}
