extension Map {
  /// Returns the transformed value of a name or path.
  ///
  /// - Throws: ``MapError`` if the transform returns nil.
  public func value<Transform: TransformType>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
    file: StaticString = #file, function: StaticString = #function, line: UInt = #line
  ) throws -> Transform.Object {
    try asking(key, nested, delimiter, file, function, line) { source in
      try transformed(source, source.flatMap { $0.isNull ? nil : $0.any }, transform)
    }
  }

  /// Returns the transformed elements of an array.
  ///
  /// - Throws: ``MapError`` if the transform returns nil for one of them, or if the value is not an array.
  public func value<Transform: TransformType>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
    file: StaticString = #file, function: StaticString = #function, line: UInt = #line
  ) throws -> [Transform.Object] {
    try asking(key, nested, delimiter, file, function, line) { source in
      try transformedArray(source, transform)
    }
  }

  /// Returns the transformed members of an object.
  ///
  /// - Throws: ``MapError`` if the transform returns nil for one of them, or if the value is not an object.
  public func value<Transform: TransformType>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
    file: StaticString = #file, function: StaticString = #function, line: UInt = #line
  ) throws -> [String: Transform.Object] {
    try asking(key, nested, delimiter, file, function, line) { source in
      guard let members = source?._members else {
        throw error(
          .text("Cannot cast to '[String: Any]'"), source, expected: [String: Transform.Object].self)
      }
      var objects: [String: Transform.Object] = [:]
      for (name, member) in members {
        objects[name] = try transformed(member, member.any, transform)
      }
      return objects
    }
  }

  /// Returns the transformed elements of an array of arrays.
  ///
  /// - Throws: ``MapError`` if the transform returns nil for one of them, or if the value is not an array of arrays.
  public func value<Transform: TransformType>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", using transform: Transform,
    file: StaticString = #file, function: StaticString = #function, line: UInt = #line
  ) throws -> [[Transform.Object]] {
    try asking(key, nested, delimiter, file, function, line) { source in
      guard let elements = source?._elements else {
        throw error(.text("Cannot cast to '[[Any]]'"), source, expected: [[Transform.Object]].self)
      }
      return try elements.map { try transformedArray($0, transform) }
    }
  }

  private func transformedArray<Transform: TransformType>(
    _ source: JSONSource?, _ transform: Transform
  ) throws -> [Transform.Object] {
    guard let elements = source?._elements else {
      throw error(.text("Cannot cast to '[Any]'"), source, expected: [Transform.Object].self)
    }
    return try elements.map { try transformed($0, $0.any, transform) }
  }

  private func transformed<Transform: TransformType>(
    _ source: JSONSource?, _ value: Any?, _ transform: Transform
  ) throws -> Transform.Object {
    if let object = transform.transformFromJSON(value) { return object }
    // An object is described by its type, unless it describes itself.
    let isPlain = Transform.self is AnyObject.Type && !(transform is any CustomStringConvertible)
    throw error(
      isPlain
        ? .cannotTransform(to: Transform.Object.self, by: type(of: transform))
        : .text("Cannot transform to '\(Transform.Object.self)' using \(transform)"),
      source, expected: Transform.Object.self)
  }
}
