/// An input of which the lines are wanted that begin in a range of its bytes.
package struct SlicedInput: Sendable {
  package var input: ByteInput
  package var inputRange: InputRange
  /// What becomes of it if it is compressed.
  package var decompression: Decompression?
  /// Its records are lines, between which it can be cut.
  package var isLines = true
  /// Where to go on: who read before has read the lines that begin before it.
  package var start: Int
  /// How many records and lines there are before that; nil if it is not known.
  package var numbered: (records: Int, lines: Int)?

  package init(
    _ input: ByteInput, _ inputRange: InputRange = .all, _ decompression: Decompression? = nil,
    from start: Int = 0, numbered: (records: Int, lines: Int) = (0, 0)
  ) {
    self.input = input
    self.inputRange = inputRange
    self.decompression = decompression
    self.start = start
    self.numbered = inputRange == .all ? numbered : nil
  }

  /// Opens it at its beginning.
  ///
  /// - Parameter interruption: ends the wait for somebody who writes it, and reads that wait.
  func open(until interruption: Interruption? = nil) throws(MappingError) -> ByteSource {
    let source = try ByteSource(input, until: interruption)
    return if let decompression { ByteSource(source, decompressing: decompression) } else { source }
  }

  /// Whether it can be read from any place: a file that is not compressed, by what it begins with.
  package func isPlainFile() throws(MappingError) -> Bool {
    guard let file = try ByteFile(input) else { return false }
    return try decompression?.recognizes(file) != true
  }

  /// Opens it to be read from any place; nil if it cannot be, as a pipe, or what is compressed.
  func openFile() throws(MappingError) -> ByteFile? {
    guard let file = try ByteFile(input) else { return nil }
    // Some files have more than they say: those that the system makes up.
    if file.count == 0, inputRange == .all, start == 0 { return nil }
    return try decompression?.recognizes(file) == true ? nil : file
  }
}
