extension RecordPath {
  /// Creates the path of the member with this name. No part of the name is read as a step, a wildcard or an index.
  ///
  ///     RecordPath(literal: "total.net")     // ['total.net']
  public init(literal name: String) {
    var text = PathText()
    text.append(name: name)
    self.init(segments: [.name(name)], text: text.description, positions: [0])
  }

  /// Creates a path from names between delimiters. The characters `.`, `*` and brackets have no special meaning,
  /// unless they are in the delimiter.
  ///
  ///     try RecordPath("distances->0->value", delimiter: "->")
  ///
  /// A name that is a whole number without leading zeros is an index in an array, and a name in an object.
  ///
  /// - Throws: ``PathError`` for an empty delimiter or too many steps.
  /// - Complexity: O(n) in the length of the text.
  public init(_ text: String, delimiter: String) throws(PathError) {
    let mark = Array(delimiter.utf8)
    guard !mark.isEmpty else { throw PathError(text, at: 0, "the delimiter is empty") }
    let bytes = Array(text.utf8)
    var segments: [Segment] = []
    var positions: [Int] = []
    var start = 0
    var index = 0
    while index <= bytes.count {
      let isAtEnd = index == bytes.count
      guard isAtEnd || bytes[index...].starts(with: mark) else {
        index += 1
        continue
      }
      guard segments.count < RecordPath.maximumSteps else {
        throw PathError(text, at: start, "a path has at most \(RecordPath.maximumSteps) steps")
      }
      segments.append(.named(String(decoding: bytes[start..<index], as: UTF8.self)))
      positions.append(start)
      index += isAtEnd ? 1 : mark.count
      start = index
    }
    self.init(segments: segments, text: text, positions: positions)
  }

  /// Creates a path from Swift names, which the style converts to JSON names.
  ///
  ///     try RecordPath("user.screenName", style: .snakeCase)     // user.screen_name
  ///
  /// - Throws: ``PathError``, as for any path.
  public init(_ text: String, style: KeyStyle) throws(PathError) {
    let path = try RecordPath(text)
    let segments = path.segments.map { segment in
      if case .name(let name) = segment { Segment.name(style.key(name)) } else { segment }
    }
    self.init(writing: segments)
  }
}

extension RecordPath.Segment {
  /// Returns the step for a name that may be a number.
  fileprivate static func named(_ name: String) -> RecordPath.Segment {
    guard let index = Int32(name), index >= 0, index < Int32.max, String(index).utf8.elementsEqual(name.utf8)
    else { return .name(name) }
    return .indexOrName(Int(index))
  }
}

extension PathText {
  package mutating func append(_ segment: RecordPath.Segment) {
    switch segment {
    case .name(let name): append(name: name)
    case .index(let index): append(index: index)
    case .indexOrName(let index): append(name: String(index))
    case .everyElement: appendEveryElement()
    case .everyMember: appendEveryMember()
    }
  }
}

extension RecordPath {
  /// Creates the path of these steps.
  package init(writing segments: some Sequence<Segment>) {
    let segments = Array(segments)
    var text = PathText()
    let positions = segments.map { segment in
      let position = text.count
      text.append(segment)
      return position
    }
    self.init(segments: segments, text: text.description, positions: positions)
  }
}
