// State: the bytes written so far. Text is appended as UTF-8 without escaping; callers write text that needs no
// escapes, or escapes.

/// A buffer to which JSON text is appended.
struct LineWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  var count: Int { bytes.count }

  mutating func raw(_ text: StaticString) {
    // SAFETY: the bytes of a string literal live as long as the process, and no literal here is a single scalar.
    let utf8 = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe bytes.append(contentsOf: utf8)
  }

  mutating func raw(_ text: [UInt8]) {
    bytes.append(contentsOf: text)
  }

  mutating func raw(_ text: ArraySlice<UInt8>) {
    bytes.append(contentsOf: text)
  }

  mutating func byte(_ value: UInt8) {
    bytes.append(value)
  }

  mutating func integer(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    var rest = value.magnitude
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest != 0
    bytes[first...].reverse()
  }

  /// Appends `value` with exactly `width` digits, with leading zeros.
  mutating func digits(_ value: Int, width: Int) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor != 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }

  mutating func bool(_ value: Bool) {
    if value { raw("true") } else { raw("false") }
  }

  mutating func hex(_ count: Int, _ random: inout SplitMix64) {
    characters(count, of: Self.hexDigits, bits: 4, &random)
  }

  /// Appends letters, digits, `-` and `_`, as in a shortened URL.
  mutating func token(_ count: Int, _ random: inout SplitMix64) {
    characters(count, of: Self.tokenCharacters, bits: 6, &random)
  }

  private mutating func characters(
    _ count: Int, of alphabet: [UInt8], bits: Int, _ random: inout SplitMix64
  ) {
    var left = 0
    var pool: UInt64 = 0
    let mask = UInt64(alphabet.count - 1)
    for _ in 0..<count {
      if left < bits {
        pool = random.next()
        left = UInt64.bitWidth
      }
      bytes.append(alphabet[Int(truncatingIfNeeded: pool & mask)])
      pool >>= UInt64(bits)
      left -= bits
    }
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
  private static let tokenCharacters = Array(
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_".utf8)
}
