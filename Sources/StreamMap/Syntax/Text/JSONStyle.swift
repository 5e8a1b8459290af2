/// How JSON text is written.
public struct JSONStyle: Sendable, Hashable {
  /// A line for each member and element, indented by two spaces for each level; otherwise no white space
  /// at all.
  public var isPretty: Bool

  /// The members of objects by their names' bytes; otherwise in the order of the mapping's fields, and those
  /// of a dictionary in any order.
  public var sortsNames: Bool

  /// A field that is nil is written, as `null`; otherwise it is left out, and so is an object in which
  /// nothing is left.
  public var writesNil: Bool

  /// Each `/` in a string has a backslash before it, for text that stands within HTML.
  public var escapesSlashes: Bool

  /// A style; compact, in the order of the fields, nil left out, slashes as they are, unless said otherwise.
  public init(
    isPretty: Bool = false, sortsNames: Bool = false, writesNil: Bool = false, escapesSlashes: Bool = false
  ) {
    self.isPretty = isPretty
    self.sortsNames = sortsNames
    self.writesNil = writesNil
    self.escapesSlashes = escapesSlashes
  }

  /// Two spaces a level, names in order: for people to read.
  public static let pretty = JSONStyle(isPretty: true, sortsNames: true)
}
