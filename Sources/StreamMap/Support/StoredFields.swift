@_spi(Reflection) import Swift

/// What the standard library's reflection knows of a class.
enum StoredFields {
  /// Where an object's stored properties lie, inherited ones too, in bytes from its
  /// beginning.
  static func ranges(of type: Any.Type) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    // SAFETY: names, offsets and types are read, and nothing of an instance.
    // `.classType`, whose declaration is mutable and so cannot be named in Swift 6.
    let classType = _EachFieldOptions(rawValue: 1)
    _ = unsafe _forEachField(of: type, options: classType) { _, offset, fieldType, _ in
      func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
      ranges.append(offset..<(offset + _openExistential(fieldType, do: size)))
      return true
    }
    return ranges
  }
}
