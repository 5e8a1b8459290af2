extension Framing {
  /// How records stand in an input, as its first bytes tell, decompressed if they have to be.
  ///
  /// Of what can be read once, no more bytes are waited for than two lines, where they are lines; of what is compressed,
  /// or has no line feed, for all of its end or of the first 64 KiB.
  ///
  /// - Parameter interruption: ends the wait.
  /// - Returns: lines, if there is nothing but white space, or nothing that can be decompressed; and what is to be read
  ///   instead of the input, which has been begun.
  package static func detect(
    in input: ByteInput, _ decompression: Decompression, until interruption: Interruption?
  ) throws(MappingError) -> (framing: Framing, input: ByteInput) {
    if let file = try ByteFile(input) {
      let beginning = try file.prefix(Self.prefixSize)
      let (text, isComplete) = plain(beginning, beginning.count == file.count, decompression)
      return (detect(in: text.span, isComplete: isComplete) ?? .lines, input)
    }
    var begun = try PeekedInput(input, waits: interruption == nil)
    var looked = 0
    while !begun.isComplete, begun.bytes.count < Self.prefixSize {
      // What is compressed has seldom such a byte where it says something.
      let isTold = begun.bytes[looked...].contains { $0 == ASCII.lineFeed || $0 == ASCII.recordSeparator }
      if isTold, case .plain = decompression.recognize(begun.bytes.span), isSettled(by: begun.bytes.span) {
        break
      }
      looked = begun.bytes.count
      try begun.look(until: interruption)
    }
    let (text, isComplete) = plain(begun.bytes, begun.isComplete, decompression)
    return (detect(in: text.span, isComplete: isComplete) ?? .lines, .begun(begun))
  }

  /// How much of an input is looked at.
  static var prefixSize: Int { 64 << 10 }

  /// The plain text of the first bytes of an input, and whether it is all there is.
  private static func plain(
    _ beginning: [UInt8], _ isComplete: Bool, _ decompression: Decompression
  ) -> (text: [UInt8], isComplete: Bool) {
    guard case .compressed = decompression.recognize(beginning.span) else { return (beginning, isComplete) }
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: prefixSize)
    do throws(MappingError) {
      let reader = try DecompressingReader(.bytes(beginning), decompression)
      while text.count < prefixSize {
        let count = try reader.read(into: &block)
        if count == 0 { return (text, isComplete) }
        text += block[..<count]
      }
    } catch {
      // It was cut; if it is damaged, whoever reads it will tell.
    }
    return (text, false)
  }
}
