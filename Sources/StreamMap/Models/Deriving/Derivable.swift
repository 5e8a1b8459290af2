/// A model whose mapping can be derived from its own properties, wherever another model has it: by itself, in
/// an optional, in a collection.
///
///     struct User: Derivable {
///       var name = ""
///       var friends: [User] = []
///     }
///
/// It says two things: that the type's stored properties are what stands in the JSON, which of most types
/// (a date, say) is not so; and with what values an instance begins, of which those remain that the JSON does
/// not have. The outermost model needs no conformance.
public protocol Derivable: SendableMetatype {
  /// An instance with the values that stand for what a record does not have.
  init()

  /// How the machine stores the type. Not to be implemented outside this library.
  static var _model: _FieldStorage { get }
}

extension Derivable {
  /// Made where the type is declared, for that type alone.
  @inlinable public static var _model: _FieldStorage { _FieldStorage(model: Self.self) }
}

/// A property wrapper whose property can be mapped by derivation: read and stored through its `wrappedValue`.
///
///     @propertyWrapper struct Percent: _DerivableWrapper {
///       private var value = 0
///       var wrappedValue: Int {
///         get { value }
///         set { value = min(max(newValue, 0), 100) }
///       }
///     }
public protocol _DerivableWrapper<Value>: SendableMetatype {
  /// The property's type, of which a field must be able to have values.
  associatedtype Value: SendableMetatype

  /// The property's value.
  var wrappedValue: Value { get set }
}
