/// A key of any name.
public struct AlterCodingKey: CodingKey {
  /// The name.
  public var stringValue: String

  /// The index of an array's element.
  public var intValue: Int?

  /// The key of a name.
  public init(stringValue: String) {
    self.stringValue = stringValue
  }

  /// The key of an element.
  public init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
