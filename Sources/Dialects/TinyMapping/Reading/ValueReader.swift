import FoundationValues
import StreamMap

/// A rule that reads values of one type.
protocol ReadingRule<Value>: Sendable {
  associatedtype Value

  func read(_ value: SourceValue) throws -> Value
}

/// A type-erased rule. It is composed once, from the rules of the nested types.
struct ValueReader<Value>: ReadingRule {
  private let rule: @Sendable (SourceValue) throws -> Value

  @inline(__always)
  init(_ rule: some ReadingRule<Value>) {
    self.rule = { value in try rule.read(value) }
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
  func read(_ value: SourceValue) throws -> Value { try rule(value) }
}

/// Sets a property from a value.
struct PropertySetter: Sendable {
  let set: @Sendable (SourceValue, TinyMappingModel) throws -> Void

  @inline(__always)
  init<Rule: ReadingRule>(_ cell: _PropertyCell<Rule.Value>, _ rule: Rule) {
    set = { value, model in cell.set(try rule.read(value), of: model) }
  }

  /// Creates a setter that rejects every value, for a rule without a matching property.
  init(refusing reason: String) {
    set = { value, _ in throw value.rejection(reason) }
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
