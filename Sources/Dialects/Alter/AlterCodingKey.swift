/// A coding key with any name.
public struct AlterCodingKey: CodingKey {
  /// The name.
  public var stringValue: String

  /// The index of an array element.
  public var intValue: Int?

  /// Creates a key from a name.
  public init(stringValue: String) {
    self.stringValue = stringValue
  }

  /// Creates a key for an array element.
  public init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
