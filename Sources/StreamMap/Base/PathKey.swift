/// The keys of coding paths that no model has: indices, the names of a dictionary, and `super`.
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

  /// The key of a dictionary, which may be a number.
  init(name: String) {
    stringValue = name
    intValue = Int(name)
  }

  static let `super` = PathKey(stringValue: "super")
}
