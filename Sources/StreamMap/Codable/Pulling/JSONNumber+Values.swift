// What a number of a tree stands for, by the rules of ``TapeValue``.
//
// SAFETY: the literal's bytes are valid during the calls, and what reads them takes any text.
extension JSONNumber {
  /// The integer that the literal stands for exactly, if it is one and fits.
  package func exactInteger<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
    unsafe withBytes { bytes, count in unsafe try? NumberText.exactInteger(bytes, count, .exact) }
  }

  /// The literal's value, rounded once, to 0 where nothing is left of it; nil beyond the range.
  package func rounded() -> Double? {
    unsafe withBytes { bytes, count in unsafe NumberText.nearestDouble(bytes, count) }
  }

  /// The same, as a `Float`.
  package func roundedFloat() -> Float? {
    unsafe withBytes { bytes, count in unsafe try? NumberText.float(bytes, count, .error) }
  }

  private func withBytes<Value>(_ read: (UnsafePointer<UInt8>, Int) -> Value?) -> Value? {
    var text = literal
    return text.withUTF8 { bytes in unsafe bytes.baseAddress.flatMap { unsafe read($0, bytes.count) } }
  }
}
