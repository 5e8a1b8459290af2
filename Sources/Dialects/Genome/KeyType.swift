// The names are the original's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The location of a value in an object: a path of names, or one name.
///
/// A string literal is a path.
public enum KeyType: Sendable, Hashable {
  /// Names separated by dots: `user.name` is the member `name` of the member `user`. Empty names are ignored.
  case KeyPath(String)
  /// One literal name, which may contain dots.
  case Key(String)
  /// Names and indexes, as in version 3. See ``Map/subscript(_:_:_:)``.
  case Path([PathStep])
}

extension KeyType: ExpressibleByStringLiteral {
  /// Creates a path from a string literal.
  public init(stringLiteral value: String) {
    self = .KeyPath(value)
  }
}

extension KeyType {
  /// The type that a key is created from.
  public typealias RawValue = String

  /// Creates a path from a string, as from a literal. Never returns nil.
  public init?(rawValue: String) {
    self = .KeyPath(rawValue)
  }
}

extension KeyType: CustomStringConvertible {
  /// The key as shown in errors.
  public var description: String {
    switch self {
    case .Key(let name): ".Key(\(name))"
    case .KeyPath(let path): ".KeyPath(\(path))"
    case .Path(let steps): ".Path(\(steps.map(\.description).joined(separator: ", ")))"
    }
  }
}

extension KeyType {
  /// The name if the key is a single name, or nil.
  var name: String? {
    switch self {
    case .Key(let name): name
    case .KeyPath(let path): path.isEmpty || path.utf8.contains(UInt8(ascii: ".")) ? nil : path
    case .Path: nil
    }
  }

  /// The steps of the path to the value.
  var steps: [PathStep] {
    if case .Path(let steps) = self { steps } else { names.map(PathStep.name) }
  }

  /// The names of the path to the value.
  var names: [String] {
    switch self {
    case .Key(let name): [name]
    case .KeyPath(let path): path.split(separator: ".").map(String.init)
    case .Path(let steps): steps.map(\.description)
    }
  }
}
