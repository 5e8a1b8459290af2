import FoundationValues
import StreamMap

extension Map {
  /// Returns the value of the last key, or nil if it is absent or null.
  @inline(__always)
  private func found() -> _JsonSource? {
    if case .Path = lastKey { return foundInObject() }
    // A map passed to another thread must not read the record there.
    if let members, lender == ThreadIdentity.current {
      guard let value = value(in: members), !value.isNull else { return nil }
      return _JsonSource(.record(value), of: self)
    }
    return foundInObject()
  }

  @inline(never)
  private func foundInObject() -> _JsonSource? {
    guard let value = value(in: object.place), !value.isNull else { return nil }
    return _JsonSource(value, of: self)
  }

  @inline(__always)
  private func value(in members: TapeObject) -> TapeValue? {
    switch lastKey {
    case .Path: nil
    case .Key(let name): members.value(name)
    case .KeyPath(let path):
      if let names = knownNames(of: path) { value(of: names, in: members) } else { members.value(path) }
    }
  }

  private func value(of names: [String], in members: TapeObject) -> TapeValue? {
    guard let first = names.first, var value = members.value(first) else { return nil }
    for name in names.dropFirst() {
      guard let member = value.member(name) else { return nil }
      value = member
    }
    return value
  }

  /// Used when the map borrows no members.
  private func value(in object: SourceValue) -> SourceValue? {
    if case .Path(let steps) = lastKey { return object.value(at: steps[...]) }
    if let name = lastKey.name { return object.member(name) }
    let names = lastKey.names
    return names.isEmpty ? nil : object.member(at: names)
  }

  /// Reads the value of the last key. Returns nil if it is absent or null.
  ///
  /// - Throws: ``MappingError`` for a value of another type, or for a map that writes.
  @inline(__always)
  func readIfPresent<Value: JsonConvertibleType>(_: Value.Type = Value.self) throws -> Value? {
    guard type == .FromJson else { throw wrongDirection() }
    guard let source = found() else { return nil }
    return try read(source)
  }

  /// Reads the value of the last key.
  ///
  /// - Throws: ``SequenceError`` if it is absent or null. ``MappingError`` for a value of another type, or for a map
  ///   that writes.
  @inline(__always)
  func read<Value: JsonConvertibleType>(_: Value.Type = Value.self) throws -> Value {
    guard type == .FromJson else { throw wrongDirection() }
    guard let source = found() else { throw foundNil(Value.self) }
    return try read(source)
  }

  @inline(__always)
  private func read<Value: JsonConvertibleType>(_ source: _JsonSource) throws -> Value {
    do {
      return try Value._newInstance(source)
    } catch {
      throw Value._isCollection ? error : unableToMap(error)
    }
  }

  /// Reads the input of a transform.
  ///
  /// - Throws: the error of the value, without wrapping it.
  func readInput<Value: JsonConvertibleType>(_ type: Value.Type) throws -> Value? {
    guard self.type == .FromJson else { throw wrongDirection() }
    return try found().map(Value._newInstance)
  }

  /// Runs the closure of a transform. Its error is located at the value of the last key, unless it is about another
  /// value that the closure read.
  func transforming<Value>(_ body: () throws -> Value) throws -> Value {
    let key = lastKey
    do {
      return try body()
    } catch {
      lastKey = key
      if let source = found(), case .record(let value) = source.place, let borrowed = source.borrowed {
        borrowed.rejection = borrowed.rejection(of: value, error)
      }
      throw error
    }
  }

  // MARK: Errors

  @inline(never)
  private func unableToMap(_ error: any Error) -> any Error {
    let wrapped: any Error = MappingError.UnableToMap(key: lastKey, error: error)
    object.borrowed?.attribute(error, to: wrapped)
    return logError(wrapped)
  }

  @inline(never)
  private func foundNil(_ type: Any.Type) -> any Error {
    refused(SequenceError.FoundNil("Key: \(lastKey) TargetType: \(type)"))
  }

  /// Returns the error for a transform that does not accept nil.
  @inline(never)
  func unexpectedNil(_ type: Any.Type) -> any Error {
    refused(
      TransformationError.UnexpectedInputType("Found nil KeyPath: \(lastKey) Expected: \(type)"))
  }

  /// Records the location of an absent or null value of the last key.
  private func refused(_ error: any Error) -> any Error {
    if case .borrowed(let borrowed) = object.storage, let object = borrowed.value {
      // A value collected from several elements has no location in the record.
      borrowed.rejection =
        if case .record(let value)? = value(in: .record(object)) {
          RecordRejection(value, expected: "a value", error)
        } else {
          RecordRejection(object, missing: lastKey.names, error)
        }
    }
    return logError(error)
  }

  @inline(never)
  private func wrongDirection() -> any Error {
    logError(
      MappingError.UnexpectedOperationType(
        "Received mapping operation of type: \(type) expected: \(OperationType.FromJson)"))
  }
}
