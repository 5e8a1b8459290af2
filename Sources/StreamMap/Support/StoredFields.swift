#if canImport(ObjectiveC)
  import ObjectiveC
#else
  @_spi(Reflection) import Swift
#endif

/// What the runtime knows of a class.
enum StoredFields {
  /// Where an object's stored properties lie, inherited ones too, in bytes from its
  /// beginning; the object as a whole where the runtime tells no more.
  ///
  /// SAFETY: names, offsets and types are read, and nothing of an instance.
  static func ranges(of type: any AnyObject.Type) -> [Range<Int>] {
    #if canImport(ObjectiveC)
      return [0..<class_getInstanceSize(type)]
    #else
      var ranges: [Range<Int>] = []
      // `.classType`, whose declaration is mutable and so cannot be named in Swift 6.
      let classType = _EachFieldOptions(rawValue: 1)
      _ = unsafe _forEachField(of: type, options: classType) { _, offset, fieldType, _ in
        func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
        ranges.append(offset..<(offset + _openExistential(fieldType, do: size)))
        return true
      }
      return ranges
    #endif
  }
}
