// SAFETY: `@unchecked Sendable` because an error must be sendable and `Any` is not. The library stores only strings,
// numbers, raw values, and arrays and dictionaries of these. Nothing changes them afterwards.

/// An error in a value of an ``ImmutableMappable`` model.
public struct MapError: Error, @unchecked Sendable {
  /// The requested name or path.
  public var key: String?
  /// The value, as `JSONSerialization` returns it.
  public var currentValue: Any?
  /// The reason for the error.
  public var reason: String? {
    get { why.text }
    set { why = .text(newValue) }
  }
  /// The calling file.
  public var file: StaticString?
  /// The calling function.
  public var function: StaticString?
  /// The calling line.
  public var line: UInt?
  /// The reason, converted to text on access. Most errors are caught without reading it.
  var why: Reason
  /// The number of the error in `Refusals`, which knows its location. 0 for other errors.
  var token = 0
  /// Whether the caller must still fill in the key and the calling code.
  var isBare = false

  /// Creates an error.
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
  /// The reason before its conversion to text.
  @usableFromInline
  enum Reason {
    case text(String?)
    case noValue
    case cannotCast(to: any Any.Type)
    case noModel(any Any.Type)
    case cannotTransform(to: any Any.Type, by: any Any.Type)

    var text: String? {
      switch self {
      case .text(let text): text
      case .noValue: "Found unexpected nil value"
      case .cannotCast(let type): "Cannot cast to '\(type)'"
      case .noModel(let type): "Cannot map to '\(type)'"
      case .cannotTransform(let type, let transform):
        "Cannot transform to '\(type)' using \(String(reflecting: transform))"
      }
    }
  }
}

extension MapError: CustomStringConvertible {
  /// The reason, the calling code, the key and the value, each in a line of its own, in ObjectMapper's words.
  public var description: String {
    let value = currentValue.map { "\($0)" }
    return """
      Got an error while mapping.
      - reason: \(reason ?? "nil")
      - location: \(location ?? "nil")
      - key: \(key ?? "nil")
      - currentValue: \(value ?? "nil")
      """
  }

  /// The name of the file without its extension, the function and the line.
  private var location: String? {
    guard let file, let function, let line else { return nil }
    let name = "\(file)".split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false)
      .first
    return "\(name ?? "").\(function):\(line)"
  }
}
