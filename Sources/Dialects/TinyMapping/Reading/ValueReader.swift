import StreamMap

/// How values of one type are read, from whatever source.
protocol ReadingRule<Value>: Sendable {
  associatedtype Value

  func read<Source: SourceValue>(_ value: Source) throws -> Value
}

/// A rule for a type, whatever rule it is, compiled for both sources. It is put together once, of the rules for the
/// types within that type.
struct ValueReader<Value>: ReadingRule {
  let tape: @Sendable (TapeValue) throws -> Value
  let tree: @Sendable (TreeValue) throws -> Value

  @inline(__always)
  init(_ rule: some ReadingRule<Value>) {
    tape = { value in try rule.read(value) }
    tree = { value in try rule.read(value) }
  }

  /// The reader of a type.
  ///
  /// - Parameter models: what makes the models in it, if a rule of the model says so.
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

/// How a property is set.
struct PropertySetter: Sendable {
  let tape: @Sendable (TapeValue, TinyMappingModel) throws -> Void
  let tree: @Sendable (TreeValue, TinyMappingModel) throws -> Void

  @inline(__always)
  init<Rule: ReadingRule>(_ cell: _PropertyCell<Rule.Value>, _ rule: Rule) {
    tape = { value, model in cell.set(try rule.read(value), of: model) }
    tree = { value, model in cell.set(try rule.read(value), of: model) }
  }

  /// For a value that cannot be stored anywhere.
  init(refusing reason: String) {
    tape = { value, _ in throw value.refusal(reason) }
    tree = { value, _ in throw value.refusal(reason) }
  }

  /// The setter of a property of a type; nil if it is of another, or cannot be written.
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
