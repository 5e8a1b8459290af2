extension Contender {
  /// One pass that reads every byte and does nothing else: the limit of the memory for one thread.
  static var memory: Contender {
    Contender(name: "memory", validation: "nothing", mapsValues: false) { corpus, _ in
      let bytes = corpus.bytes
      // No byte of UTF-8 is greater. The check also keeps the compiler from removing the pass.
      guard greatest(of: bytes.span) <= 0xF4 else { throw WrongByte() }
      return Outcome(records: corpus.count, checksum: nil)
    }
  }

  /// Returns the greatest byte. The compiler makes a loop over the processor's longest registers of it.
  private static func greatest(of bytes: Span<UInt8>) -> UInt8 {
    var greatest: UInt8 = 0
    for index in bytes.indices { greatest = max(greatest, bytes[index]) }
    return greatest
  }

  private struct WrongByte: Error, CustomStringConvertible {
    let description = "the records are not UTF-8"
  }
}
