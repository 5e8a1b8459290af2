// SAFETY: `@unchecked Sendable` as an error has to be sendable, and `Any` is not: the library puts nothing there but
// strings, numbers, raw values, and arrays and dictionaries of these, which nobody changes.

/// What a value of an ``ImmutableMappable`` model was refused for.
public struct MapError: Error, @unchecked Sendable {
  /// The name or path that was asked for.
  public var key: String?
  /// What stood there, as `JSONSerialization` reads it.
  public var currentValue: Any?
  /// What is wrong with it.
  public var reason: String? {
    get { why.text }
    set { why = .text(newValue) }
  }
  /// The file that asked.
  public var file: StaticString?
  /// The function that asked.
  public var function: StaticString?
  /// The line that asked.
  public var line: UInt?
  /// The reason; nobody reads that of most errors, which are caught where they come up.
  var why: Reason
  /// Tells ``Refusals`` the error whose place it knows; 0 for others.
  var token = 0
  /// The key and the code that asked are still to be filled in.
  var isBare = false

  /// An error.
  public init(
    key: String?, currentValue: Any?, reason: String?, file: StaticString? = nil,
    function: StaticString? = nil, line: UInt? = nil
  ) {
    self.key = key
    self.currentValue = currentValue
    why = .text(reason)
    self.file = file
    self.function = function
    self.line = line
  }
}

extension MapError {
  /// What is wrong, before it is a text.
  @usableFromInline
  enum Reason {
    case text(String?)
    case noValue
    case cannotCast(to: any Any.Type)
    case noModel(any Any.Type)
    case noCase(of: any Any.Type, Any)
    case cannotTransform(to: any Any.Type, by: any Any.Type)

    var text: String? {
      switch self {
      case .text(let text): text
      case .noValue: "Found unexpected nil value"
      case .cannotCast(let type): "Cannot cast to '\(type)'"
      case .noModel(let type): "Cannot map to '\(type)'"
      case .noCase(let type, let value): "'\(value)' is no raw value of '\(type)'"
      case .cannotTransform(let type, let transform): "Cannot transform to '\(type)' using \(transform)"
      }
    }
  }
}

extension MapError: CustomStringConvertible {
  /// The reason, the key, the value and the code that asked, as far as they are known.
  public var description: String {
    var parts = ["MapError"]
    if let reason { parts.append("reason: \(reason)") }
    if let key { parts.append("key: \(key)") }
    if let currentValue { parts.append("found: \(currentValue)") }
    if let file, let function, let line { parts.append("in \(function), \(file):\(line)") }
    return parts.joined(separator: "; ")
  }
}
