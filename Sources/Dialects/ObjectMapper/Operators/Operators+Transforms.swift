// A transform beside the map. What it makes nothing of leaves a property as it is, makes an optional nil, and is dropped
// from a collection.

/// Binds a property by a transform.
@inlinable
public func <- <Transform: TransformType>(left: inout Transform.Object, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.read($0) }, { conversion.write($0) })
}

/// The same, of an optional.
@inlinable
public func <- <Transform: TransformType>(left: inout Transform.Object?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.read($0) }, { conversion.write($0) })
}

/// Binds an array by a transform of its elements.
@inlinable
public func <- <Transform: TransformType>(left: inout [Transform.Object], right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArray($0) }, { conversion.writeArray($0) })
}

/// The same, of an optional.
@inlinable
public func <- <Transform: TransformType>(left: inout [Transform.Object]?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArray($0) }, { conversion.writeArray($0) })
}

/// Binds an array of arrays by a transform of their elements.
@inlinable
public func <- <Transform: TransformType>(left: inout [[Transform.Object]], right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArrays($0) }, { conversion.writeArrays($0) })
}

/// The same, of an optional.
@inlinable
public func <- <Transform: TransformType>(left: inout [[Transform.Object]]?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArrays($0) }, { conversion.writeArrays($0) })
}

/// Binds a dictionary by a transform of its values.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: Transform.Object], right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readDictionary($0) }, { conversion.writeDictionary($0) })
}

/// The same, of an optional.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: Transform.Object]?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readDictionary($0) }, { conversion.writeDictionary($0) })
}

/// Binds a dictionary of arrays by a transform of their elements.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: [Transform.Object]], right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readDictionaryOfArrays($0) }, { conversion.writeDictionaryOfArrays($0) })
}

/// The same, of an optional.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: [Transform.Object]]?, right: (Map, Transform))
{
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readDictionaryOfArrays($0) }, { conversion.writeDictionaryOfArrays($0) })
}

/// Binds a set by a transform of its elements.
@inlinable
public func <- <Transform: TransformType>(left: inout Set<Transform.Object>, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArray($0).map { Set($0) } }, { conversion.writeArray($0) })
}

/// The same, of an optional.
@inlinable
public func <- <Transform: TransformType>(left: inout Set<Transform.Object>?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArray($0).map { Set($0) } }, { conversion.writeArray($0) })
}
