extension JSONWriter {
  /// The place of a value that was begun, or would be, at an offset of the text.
  ///
  /// - Parameter mark: where the text of the record begins.
  /// - Complexity: O(n) in the record's bytes up to there.
  func path(at offset: Int, from mark: Mark) -> (text: String, codingPath: [any CodingKey]) {
    var scanner = Scanner(limits: .unlimited, allowsByteOrderMark: false)
    withText { text in
      // What was written is JSON as far as it goes.
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
