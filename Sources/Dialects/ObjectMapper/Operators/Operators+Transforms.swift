// Mapping through a transform. A value that cannot be transformed leaves a property unchanged, sets an optional to nil,
// and is dropped from a collection.

/// Binds a property through a transform.
@inlinable
public func <- <Transform: TransformType>(left: inout Transform.Object, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.read($0) }, { conversion.write($0) })
}

/// Binds an optional property in the same way.
@inlinable
public func <- <Transform: TransformType>(left: inout Transform.Object?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.read($0) }, { conversion.write($0) })
}

/// Binds an array through a transform of its elements.
@inlinable
public func <- <Transform: TransformType>(left: inout [Transform.Object], right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArray($0) }, { conversion.writeArray($0) })
}

/// Binds an optional property in the same way.
@inlinable
public func <- <Transform: TransformType>(left: inout [Transform.Object]?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArray($0) }, { conversion.writeArray($0) })
}

/// Binds an array of arrays through a transform of their elements.
@inlinable
public func <- <Transform: TransformType>(left: inout [[Transform.Object]], right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArrays($0) }, { conversion.writeArrays($0) })
}

/// Binds an optional property in the same way.
@inlinable
public func <- <Transform: TransformType>(left: inout [[Transform.Object]]?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArrays($0) }, { conversion.writeArrays($0) })
}

/// Binds a dictionary through a transform of its values.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: Transform.Object], right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readDictionary($0) }, { conversion.writeDictionary($0) })
}

/// Binds an optional property in the same way.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: Transform.Object]?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readDictionary($0) }, { conversion.writeDictionary($0) })
}

/// Binds a dictionary of arrays through a transform of their elements.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: [Transform.Object]], right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readDictionaryOfArrays($0) }, { conversion.writeDictionaryOfArrays($0) })
}

/// Binds an optional property in the same way.
@inlinable
public func <- <Transform: TransformType>(left: inout [String: [Transform.Object]]?, right: (Map, Transform))
{
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readDictionaryOfArrays($0) }, { conversion.writeDictionaryOfArrays($0) })
}

/// Binds a set through a transform of its elements.
@inlinable
public func <- <Transform: TransformType>(left: inout Set<Transform.Object>, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArray($0).map { Set($0) } }, { conversion.writeArray($0) })
}

/// Binds an optional property in the same way.
@inlinable
public func <- <Transform: TransformType>(left: inout Set<Transform.Object>?, right: (Map, Transform)) {
  let conversion = Transforming(right.1)
  right.0.bind(&left, { conversion.readArray($0).map { Set($0) } }, { conversion.writeArray($0) })
}
