import StreamMap

extension Map {
  /// Chooses a value by its name, or by a path with dots.
  ///
  /// The steps of a path are names, and indexes from 0 where there is an array. What is not there, and an index that
  /// is none or is beyond the end, is absent.
  @inlinable
  public subscript(key: String) -> Map {
    _choose(key)
    return self
  }

  /// The same, with another delimiter than a dot.
  public subscript(key: String, delimiter delimiter: String) -> Map {
    choose(key, nil, delimiter, ignoreNil: false)
  }

  /// The same; the key is a path or a literal name, whether it has dots or not.
  public subscript(key: String, nested nested: Bool) -> Map {
    choose(key, nested, ".", ignoreNil: false)
  }

  /// The same, of both.
  public subscript(key: String, nested nested: Bool, delimiter delimiter: String) -> Map {
    choose(key, nested, delimiter, ignoreNil: false)
  }

  /// The same; with `ignoreNil` a null is as if it were absent.
  public subscript(key: String, ignoreNil ignoreNil: Bool) -> Map {
    choose(key, nil, ".", ignoreNil: ignoreNil)
  }

  /// The same, of both.
  public subscript(key: String, delimiter delimiter: String, ignoreNil ignoreNil: Bool) -> Map {
    choose(key, nil, delimiter, ignoreNil: ignoreNil)
  }

  /// The same, of both.
  public subscript(key: String, nested nested: Bool, ignoreNil ignoreNil: Bool) -> Map {
    choose(key, nested, ".", ignoreNil: ignoreNil)
  }

  /// The same, of all; `nested: nil` means a path if the key has the delimiter.
  public subscript(
    key: String, nested nested: Bool?, delimiter delimiter: String, ignoreNil ignoreNil: Bool
  ) -> Map {
    choose(key, nested, delimiter, ignoreNil: ignoreNil)
  }

  /// The key of the chosen value.
  public var currentKey: String? { name ?? key?.name }

  /// Whether that key is a path.
  public var keyIsNested: Bool { key?.isNested ?? false }

  /// What stands between the steps of that path.
  public var nestedKeyDelimiter: String { key?.delimiter ?? "." }

  /// What was chosen, unless it is a plain name.
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
    var found: TapeValue?
    guard let object, object.takeNext(key, &found) else { return search(key, nil, ".") }
    tapeValue = found
    isPresent = found != nil
    name = key
  }

  /// Finds a key that is not the next name of the object.
  @inline(never)
  private func search(_ name: String, _ nested: Bool?, _ delimiter: String) {
    let keys = keys
    if cursor < keys.count, keys[cursor].isFor(name, nested, delimiter) { return take(cursor, keys[cursor]) }
    if let index = keys.firstIndex(where: { $0.isFor(name, nested, delimiter) }) {
      return take(index, keys[index])
    }
    let key = MapKey(name: name, nested: nested, delimiter: delimiter)
    if object != nil, key.isNested || key.hasDot, keys.count < Self.mostKeys { return learn(key) }
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

  /// More are not learned: they are likely made up as one goes, of what is in the records.
  private static var mostKeys: Int { 256 }

  private func take(_ index: Int, _ key: MapKey) {
    current = index
    cursor = index &+ 1
    take(key)
  }

  /// Chooses a key's value.
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

  /// The steps between the delimiters, empty ones, too; at least one.
  static func split(_ name: String, _ delimiter: String) -> [String] {
    guard !delimiter.isEmpty else { return [name] }
    return name.split(separator: delimiter, omittingEmptySubsequences: false).map { String($0) }
  }
}
