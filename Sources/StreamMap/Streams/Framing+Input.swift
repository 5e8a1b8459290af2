extension Framing {
  /// Detects the framing of an input from its first bytes, decompressed if necessary.
  ///
  /// An input that can be read only once is peeked. The call waits for at most two lines. If the input is compressed
  /// or has no line feed, it waits for 64 KiB or the end.
  ///
  /// - Parameter interruption: ends the wait.
  /// - Returns: the framing, the input to read instead of `input`, which may have been peeked, and the name of its
  ///   compression. The framing is lines if there is only white space, or nothing that can be decompressed.
  package static func detect(
    in input: Input, _ decompression: Decompression, until interruption: Interruption?
  ) throws(MappingError) -> (framing: Framing, input: Input, compression: String?) {
    if let file = try ByteFile(input) {
      let beginning = try file.prefix(Self.prefixSize)
      let (text, isComplete, name) = plain(beginning, beginning.count == file.count, decompression)
      return (detect(in: text.span, isComplete: isComplete) ?? .lines, input, name)
    }
    var begun = try OpenFile(input, waits: interruption == nil)
    var looked = 0
    while !begun.isComplete, begun.bytes.count < Self.prefixSize {
      // The informative part of compressed data seldom has such a byte.
      let isTold = begun.bytes[looked...].contains { $0 == ASCII.lineFeed || $0 == ASCII.recordSeparator }
      let recognition = decompression.recognize(begun.bytes.span)
      if case .other = recognition { break }
      if isTold, case .plain = recognition, isSettled(by: begun.bytes.span) { break }
      looked = begun.bytes.count
      try begun.look(until: interruption)
    }
    let (text, isComplete, name) = plain(begun.bytes, begun.isComplete, decompression)
    return (detect(in: text.span, isComplete: isComplete) ?? .lines, Input(origin: .open(begun)), name)
  }

  /// The number of bytes that are examined.
  static var prefixSize: Int { 64 << 10 }

  /// Returns the plain text of the first bytes of an input, whether it is the whole input, and the name of its
  /// compression.
  private static func plain(
    _ beginning: [UInt8], _ isComplete: Bool, _ decompression: Decompression
  ) -> (text: [UInt8], isComplete: Bool, compression: String?) {
    guard case .compressed(let format) = decompression.recognize(beginning.span) else {
      return (beginning, isComplete, nil)
    }
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: prefixSize)
    do throws(MappingError) {
      let reader = try DecompressingReader(.bytes(beginning), decompression)
      while text.count < prefixSize {
        let count = try reader.read(into: &block)
        if count == 0 { return (text, isComplete, format.name) }
        text += block[..<count]
      }
    } catch {
      // The compressed data is truncated. If it is also damaged, reading reports that.
    }
    return (text, false, format.name)
  }
}
