/// Memory of a session's own for the text of a record: one that is short is copied, so that bytes can be
/// read behind its end; one whose decoder is kept is copied, because it would not be there any more.
///
/// SAFETY: the memory is allocated here and freed by `deallocate`, which the owner calls once; `capacity`
/// bytes can be written.
@safe struct TextCopy {
  private(set) var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  /// The longest record that is copied.
  private static let short = 16 << 10

  init() {
    capacity = Self.short + RecordText.padding
    unsafe start = .allocate(capacity: capacity)
    unsafe start.initialize(repeating: 0, count: capacity)
  }

  func deallocate() {
    unsafe start.deallocate()
  }

  /// A copy of a short text, with padding behind it; nil for a long one.
  mutating func padded(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8>? {
    guard bytes.count <= Self.short, let source = bytes.baseAddress else { return nil }
    unsafe start.update(from: source, count: bytes.count)
    unsafe (start + bytes.count).update(repeating: 0, count: RecordText.padding)
    return unsafe UnsafePointer(start)
  }

  /// A copy of a record, at the same offsets, with spaces before it.
  mutating func take(_ record: RecordText) {
    if unsafe record.text == UnsafePointer(start) { return }
    let needed = record.end + RecordText.padding
    if needed > capacity {
      unsafe start.deallocate()
      capacity = needed
      unsafe start = .allocate(capacity: capacity)
    }
    unsafe start.update(repeating: ASCII.space, count: record.start)
    unsafe (start + record.start).update(from: record.text + record.start, count: record.end - record.start)
    unsafe (start + record.end).update(repeating: 0, count: RecordText.padding)
  }
}
