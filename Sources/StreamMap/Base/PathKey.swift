/// A coding key that no model declares: an index, the name of a dictionary entry, or `super`.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// Creates the key of a dictionary entry. Its integer value is the number in `name`, if it is one.
  init(name: String) {
    stringValue = name
    intValue = Int(name)
  }

  static let `super` = PathKey(stringValue: "super")
}
