import StreamMap

/// A rule that reads values of one type from either source.
protocol ReadingRule<Value>: Sendable {
  associatedtype Value

  func read<Source: SourceValue>(_ value: Source) throws -> Value
}

/// A type-erased rule, specialised for both sources. It is composed once, from the rules of the nested types.
struct ValueReader<Value>: ReadingRule {
  let tape: @Sendable (TapeValue) throws -> Value
  let tree: @Sendable (TreeValue) throws -> Value

  @inline(__always)
  init(_ rule: some ReadingRule<Value>) {
    tape = { value in try rule.read(value) }
    tree = { value in try rule.read(value) }
  }

  /// Creates the reader of a type.
  ///
  /// - Parameter models: the maker of the nested models, if a rule of the model names their class.
  init(_ models: ModelMaker?) {
    if let known = (Value.self as? any KnownValue.Type)?.makeReader(models) as? ValueReader {
      self = known
    } else {
      self.init(OtherRule(models: models))
    }
  }

  @inline(__always)
  func read<Source: SourceValue>(_ value: Source) throws -> Value { try value.read(by: self) }
}

/// Sets a property from a value of either source.
struct PropertySetter: Sendable {
  let tape: @Sendable (TapeValue, TinyMappingModel) throws -> Void
  let tree: @Sendable (TreeValue, TinyMappingModel) throws -> Void

  @inline(__always)
  init<Rule: ReadingRule>(_ cell: _PropertyCell<Rule.Value>, _ rule: Rule) {
    tape = { value, model in cell.set(try rule.read(value), of: model) }
    tree = { value, model in cell.set(try rule.read(value), of: model) }
  }

  /// Creates a setter that rejects every value, for a rule without a matching property.
  init(refusing reason: String) {
    tape = { value, _ in throw value.refusal(reason) }
    tree = { value, _ in throw value.refusal(reason) }
  }

  /// Creates the setter of a property. Returns nil if the property has another type or is not writable.
  init?<Value>(_ property: StoredProperty, _: Value.Type, _ models: ModelMaker?) {
    if let known = (Value.self as? any KnownValue.Type)?.makeSetter(property, models) {
      self = known
    } else if let cell = _PropertyCell<Value>(property) {
      self.init(cell, ValueReader<Value>(models))
    } else {
      return nil
    }
  }
}
