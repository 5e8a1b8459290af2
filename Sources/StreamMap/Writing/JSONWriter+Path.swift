extension JSONWriter {
  /// Returns the path of the value at an offset of the text. The value may not have been written yet.
  ///
  /// - Parameter mark: the start of the record's text.
  /// - Complexity: O(n) in the record's bytes up to the offset.
  func path(at offset: Int, from mark: Mark) -> (text: String, codingPath: [any CodingKey]) {
    var scanner = Scanner(limits: .unlimited, allowsByteOrderMark: false)
    withText { text in
      // The text so far is a valid prefix of JSON.
      try? scanner.scan(text.extracting(mark.count..<offset))
    }
    let codingPath = scanner.steps(ofContainer: false).map { step -> any CodingKey in
      switch step {
      case .index(let index): PathKey(index: index)
      case .name(let name): PathKey(stringValue: name)
      }
    }
    return (scanner.path, codingPath)
  }
}
