import StreamMap

/// The values of one kind: values of one size, or texts end to end. A list or a struct has none of its own.
///
/// Invariant: the offsets of texts begin with 0, so there is one more than texts. Values are appended one by one only after
/// room was made for them, so that appending one checks nothing.
struct ValueStorage {
  let kind: CellKind
  /// The values, or the offsets of the texts in `bytes`.
  private(set) var fixed = AlignedBytes()
  /// The texts.
  private(set) var bytes = AlignedBytes()

  init(_ kind: CellKind) {
    self.kind = kind
    removeAll()
  }

  func deallocate() {
    fixed.deallocate()
    bytes.deallocate()
  }

  mutating func removeAll() {
    fixed.removeAll()
    bytes.removeAll()
    if kind.isText { fixed.append(0 as Int32) }
  }

  /// Makes room for more values, without that for their texts.
  @inline(__always)
  mutating func reserve(_ count: Int) { fixed.reserve(count * kind.width) }

  /// Appends the value of an absent or null value, for which there is room.
  @inline(__always)
  mutating func appendNull() {
    switch kind {
    case .flag: fixed.append(reserved: 0 as UInt8)
    case .half: fixed.append(reserved: 0 as UInt32)
    case .int, .unsigned, .double: fixed.append(reserved: 0 as UInt64)
    case .text, .name: fixed.append(reserved: Int32(truncatingIfNeeded: bytes.count))
    case .object, .table: break
    }
  }

  /// Appends a value of the kind's size, for which there is room.
  @inline(__always)
  mutating func append<Value: BitwiseCopyable>(_ value: Value) { fixed.append(reserved: value) }

  /// Appends a text. There is room for its offset.
  @inline(__always)
  mutating func append(text: Span<UInt8>) {
    bytes.append(text)
    fixed.append(reserved: Int32(truncatingIfNeeded: bytes.count))
  }

  /// Appends some values of another storage of the same kind.
  mutating func append(_ other: ValueStorage, _ range: Range<Int>) {
    guard kind.isText else {
      return fixed.append(other.fixed, (range.lowerBound * kind.width)..<(range.upperBound * kind.width))
    }
    let texts = other.fixed.offsets(range)
    let shift = bytes.count - texts.lowerBound
    bytes.append(other.bytes, texts)
    fixed.append(offsets: other.fixed, range, shift: shift)
  }

  /// The number of bytes that some values hold.
  @inline(__always)
  func held(_ range: Range<Int>) -> Int {
    range.count * kind.width + (kind.isText ? fixed.offsets(range).count : 0)
  }
}

// Offsets: the beginnings of texts or lists, and the end of the last one.
extension AlignedBytes {
  /// Returns the range that some texts or lists cover.
  @inline(__always)
  func offsets(_ range: Range<Int>) -> Range<Int> {
    Int(self[range.lowerBound, as: Int32.self])..<Int(self[range.upperBound, as: Int32.self])
  }

  /// Appends the ends of some texts or lists of another buffer.
  ///
  /// - Parameter shift: the distance that they have moved.
  mutating func append(offsets other: AlignedBytes, _ range: Range<Int>, shift: Int) {
    let shift = Int32(truncatingIfNeeded: shift)
    for index in range { append(other[index + 1, as: Int32.self] &+ shift) }
  }
}
