/// A model whose mapping can be derived from its stored properties wherever another model contains it: as a value, in
/// an optional, or in a collection.
///
///     struct User: Derivable {
///       var name = ""
///       var friends: [User] = []
///     }
///
/// Conformance states two things. First, the JSON contains the type's stored properties, which is not so for most
/// types (a date, for example). Second, `init()` gives the initial values, which remain for members that the JSON does
/// not have. The outermost model needs no conformance.
public protocol Derivable: SendableMetatype {
  /// Creates an instance with the values that are used where the record has none.
  init()

  /// The storage of the type. Do not implement it outside this library.
  static var _model: _FieldStorage { get }
}

extension Derivable {
  /// The default implementation. It is inlinable so that it is specialised where the type is declared.
  @inlinable public static var _model: _FieldStorage { _FieldStorage(model: Self.self) }
}

/// A property wrapper whose property can be derived. The value is read and stored through `wrappedValue`.
///
///     @propertyWrapper struct Percent: DerivableWrapper {
///       private var value = 0
///       var wrappedValue: Int {
///         get { value }
///         set { value = min(max(newValue, 0), 100) }
///       }
///     }
public protocol DerivableWrapper<Value>: SendableMetatype {
  /// The property's type. It must be a type that a field can have.
  associatedtype Value: SendableMetatype

  /// The property's value.
  var wrappedValue: Value { get set }
}
