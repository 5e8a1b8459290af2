// Writing through a transform, for the constants of immutable models.

/// Writes a value through a transform.
@inlinable
public func >>> <Transform: TransformType>(left: Transform.Object, right: (Map, Transform)) {
  right.0.put(Transforming(right.1).write(left))
}

/// Writes an optional value through a transform.
@inlinable
public func >>> <Transform: TransformType>(left: Transform.Object?, right: (Map, Transform)) {
  right.0.put(Transforming(right.1).write(left))
}

/// Writes an array through a transform of its elements.
@inlinable
public func >>> <Transform: TransformType>(left: [Transform.Object]?, right: (Map, Transform)) {
  right.0.put(Transforming(right.1).writeArray(left))
}

/// Writes an array of arrays through a transform of their elements.
@inlinable
public func >>> <Transform: TransformType>(left: [[Transform.Object]]?, right: (Map, Transform)) {
  right.0.put(Transforming(right.1).writeArrays(left))
}

/// Writes a dictionary through a transform of its values.
@inlinable
public func >>> <Transform: TransformType>(left: [String: Transform.Object]?, right: (Map, Transform)) {
  right.0.put(Transforming(right.1).writeDictionary(left))
}

/// Writes a dictionary of arrays through a transform of their elements.
@inlinable
public func >>> <Transform: TransformType>(left: [String: [Transform.Object]]?, right: (Map, Transform)) {
  right.0.put(Transforming(right.1).writeDictionaryOfArrays(left))
}

/// Writes a set through a transform of its elements.
@inlinable
public func >>> <Transform: TransformType>(left: Set<Transform.Object>?, right: (Map, Transform)) {
  right.0.put(Transforming(right.1).writeArray(left))
}
