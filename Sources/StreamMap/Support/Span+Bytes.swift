extension Span<UInt8> {
  /// Whether the bytes begin with others.
  func starts(with prefix: [UInt8]) -> Bool {
    guard count >= prefix.count else { return false }
    for index in prefix.indices where self[index] != prefix[index] { return false }
    return true
  }
}

extension [UInt8] {
  /// Appends a copy of bytes.
  mutating func append(_ bytes: Span<UInt8>) {
    // SAFETY: the address is used during the call.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
