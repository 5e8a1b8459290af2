/// The format of written JSON text.
///
///     var json = JSONWriter(JSONStyle(sortsNames: true, writesNil: true))
public struct JSONStyle: Sendable, Hashable {
  /// Whether each member and element is on a separate line, indented by two spaces for each level. Otherwise, no
  /// white space is written.
  public var isPretty: Bool

  /// Whether the members of objects are sorted by the bytes of their names. Otherwise they have the order of the
  /// mapping's fields, and those of a dictionary have any order.
  public var sortsNames: Bool

  /// Whether nil fields are written as `null`. Otherwise they are omitted, and so are objects without any members
  /// left.
  public var writesNil: Bool

  /// Whether each `/` in a string gets a backslash before it, for text inside HTML.
  public var escapesSlashes: Bool

  /// Creates a style. By default, the text is compact, has the order of the fields, omits nil, and does not escape
  /// slashes.
  public init(
    isPretty: Bool = false, sortsNames: Bool = false, writesNil: Bool = false, escapesSlashes: Bool = false
  ) {
    self.isPretty = isPretty
    self.sortsNames = sortsNames
    self.writesNil = writesNil
    self.escapesSlashes = escapesSlashes
  }

  /// Indented by two spaces for each level, with sorted names, for people to read.
  public static let pretty = JSONStyle(isPretty: true, sortsNames: true)
}
