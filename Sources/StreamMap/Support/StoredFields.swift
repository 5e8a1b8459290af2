@_spi(Reflection) import Swift

/// What the standard library's reflection knows of a class.
enum StoredFields {
  /// Where an object's stored properties lie, inherited ones too, in bytes from its
  /// beginning.
  static func ranges(of type: Any.Type) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    // `.classType`, whose declaration is mutable and so cannot be named in Swift 6.
    let classType = _EachFieldOptions(rawValue: 1)
    _ = unsafe _forEachField(of: type, options: classType) { _, offset, fieldType, _ in
      func size<Field>(_: Field.Type) -> Int { MemoryLayout<Field>.size }
      ranges.append(offset..<(offset + _openExistential(fieldType, do: size)))
      return true
    }
    return ranges
  }
}
