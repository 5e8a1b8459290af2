import FoundationValues
import StreamMap

extension Map {
  /// Selects a value by its name, or by a path with dots.
  ///
  /// The steps of a path are names and, for an array, indexes starting at 0. A missing member, an invalid index and an
  /// index past the end are absent.
  @inlinable
  public subscript(key: String) -> Map {
    _choose(key)
    return self
  }

  /// Selects a value by a name or a path with the given delimiter.
  public subscript(key: String, delimiter delimiter: String) -> Map {
    choose(key, nil, delimiter, ignoreNil: false)
  }

  /// Selects a value by a path or by a literal name, whether or not the key has dots.
  public subscript(key: String, nested nested: Bool) -> Map {
    choose(key, nested, ".", ignoreNil: false)
  }

  /// Selects a value by a path with the given delimiter or by a literal name.
  public subscript(key: String, nested nested: Bool, delimiter delimiter: String) -> Map {
    choose(key, nested, delimiter, ignoreNil: false)
  }

  /// Selects a value by a name or path. With `ignoreNil`, null counts as absent.
  public subscript(key: String, ignoreNil ignoreNil: Bool) -> Map {
    choose(key, nil, ".", ignoreNil: ignoreNil)
  }

  /// Selects a value by a name or a path with the given delimiter. With `ignoreNil`, null counts as absent.
  public subscript(key: String, delimiter delimiter: String, ignoreNil ignoreNil: Bool) -> Map {
    choose(key, nil, delimiter, ignoreNil: ignoreNil)
  }

  /// Selects a value by a path or by a literal name. With `ignoreNil`, null counts as absent.
  public subscript(key: String, nested nested: Bool, ignoreNil ignoreNil: Bool) -> Map {
    choose(key, nested, ".", ignoreNil: ignoreNil)
  }

  /// Selects a value. With `nested: nil`, the key is a path if it has the delimiter. With `ignoreNil`, null counts as
  /// absent.
  public subscript(
    key: String, nested nested: Bool?, delimiter delimiter: String, ignoreNil ignoreNil: Bool
  ) -> Map {
    choose(key, nested, delimiter, ignoreNil: ignoreNil)
  }

  /// The key of the selected value.
  public var currentKey: String? { name ?? key?.name }

  /// Whether the key is a path.
  public var keyIsNested: Bool { key?.isNested ?? false }

  /// The delimiter between the steps of the path.
  public var nestedKeyDelimiter: String { key?.delimiter ?? "." }

  /// The selected key, or nil if it is a plain name.
  var key: MapKey? {
    guard name == nil else { return nil }
    return current < 0 ? unlearnedKey : keys[current]
  }

  func choose(_ key: String, _ nested: Bool?, _ delimiter: String, ignoreNil: Bool) -> Map {
    if nested == nil, delimiter == "." { _choose(key) } else { search(key, nested, delimiter) }
    if ignoreNil, !hasValue { isPresent = false }
    return self
  }

  @usableFromInline
  func _choose(_ key: String) {
    guard let object else { return chooseOfTree(key) }
    var found: TapeValue?
    guard object.takeNext(key, &found) else { return search(key, nil, ".") }
    tapeValue = found
    isPresent = found != nil
    name = key
  }

  /// Selects a key of a tree, or one to write.
  private func chooseOfTree(_ key: String) {
    if key.utf8.contains(UInt8(ascii: ".")) { return search(key, nil, ".") }
    name = key
    if mappingType == .fromJSON { take(name: key) }
  }

  /// Selects a member of the tree.
  func take(name: String) {
    guard let value = tree?[name] else {
      treeValue = nil
      isPresent = false
      return
    }
    treeValue = FoundationValue(value)
    isPresent = true
  }

  /// Selects a key that is not the next name of the object.
  @inline(never)
  private func search(_ name: String, _ nested: Bool?, _ delimiter: String) {
    let keys = keys
    if cursor < keys.count, keys[cursor].isFor(name, nested, delimiter) { return take(cursor, keys[cursor]) }
    if let index = keys.firstIndex(where: { $0.isFor(name, nested, delimiter) }) {
      return take(index, keys[index])
    }
    let key = MapKey(name: name, nested: nested, delimiter: delimiter)
    if mappingType == .fromJSON, key.isNested || key.hasDot, keys.count < Self.mostKeys { return learn(key) }
    current = -1
    unlearnedKey = key
    take(key)
  }

  private func learn(_ key: MapKey) {
    var key = key
    let passage = key.steps.dropLast()
    if !passage.isEmpty {
      let known = keys.first { $0.steps.dropLast() == passage }
      key.passageNumber = known?.passageNumber ?? keys.count + 1
    }
    keys += [key]
    take(keys.count - 1, key)
  }

  /// The maximum number of cached keys. Further keys are probably generated from the data.
  private static var mostKeys: Int { 256 }

  private func take(_ index: Int, _ key: MapKey) {
    current = index
    cursor = index &+ 1
    take(key)
  }

  /// Selects the value of a key.
  private func take(_ key: MapKey) {
    name = nil
    if let object {
      if key.isNested { return takePath(key, of: object) }
      tapeValue = key.hasDot ? object.value.member(key.name) : object.value(key.name)
      isPresent = tapeValue != nil
    } else if mappingType == .fromJSON {
      takeTree(key)
    }
  }
}

extension Map.MapKey {
  func isFor(_ name: String, _ nested: Bool?, _ delimiter: String) -> Bool {
    self.name == name && self.nested == nested && self.delimiter == delimiter
  }

  static func contains(_ name: String, _ delimiter: String) -> Bool {
    guard let byte = delimiter.utf8.first else { return false }
    guard name.utf8.contains(byte) else { return false }
    return delimiter.utf8.count == 1 || name.firstRange(of: delimiter) != nil
  }

  /// Splits a name into steps. Empty steps are kept, and there is at least one.
  static func split(_ name: String, _ delimiter: String) -> [String] {
    guard !delimiter.isEmpty else { return [name] }
    return name.split(separator: delimiter, omittingEmptySubsequences: false).map { String($0) }
  }
}
