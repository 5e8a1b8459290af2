// The names are the original's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Where a value stands in an object: at a path of names, or at one name.
///
/// A string literal is a path.
public enum KeyType: Sendable, Hashable {
  /// Names with dots between them: `user.name` is the member `name` of the member `user`. Empty names are
  /// passed over.
  case KeyPath(String)
  /// One name as it is, dots and all.
  case Key(String)
  /// Names and indexes, as in version 3: see ``Map/subscript(_:_:_:)``.
  case Path([PathStep])
}

extension KeyType: ExpressibleByStringLiteral {
  /// A path.
  public init(stringLiteral value: String) {
    self = .KeyPath(value)
  }
}

extension KeyType: CustomStringConvertible {
  /// What stands in errors.
  public var description: String {
    switch self {
    case .Key(let name): ".Key(\(name))"
    case .KeyPath(let path): ".KeyPath(\(path))"
    case .Path(let steps): ".Path(\(steps.map(\.description).joined(separator: ", ")))"
    }
  }
}

extension KeyType {
  /// The name of the value, if it is but one, as it is.
  var name: String? {
    switch self {
    case .Key(let name): name
    case .KeyPath(let path): path.isEmpty || path.utf8.contains(UInt8(ascii: ".")) ? nil : path
    case .Path: nil
    }
  }

  /// The steps on the way to the value.
  var steps: [PathStep] {
    if case .Path(let steps) = self { steps } else { names.map(PathStep.name) }
  }

  /// The names on the way to the value.
  var names: [String] {
    switch self {
    case .Key(let name): [name]
    case .KeyPath(let path): path.split(separator: ".").map(String.init)
    case .Path(let steps): steps.map(\.description)
    }
  }
}
