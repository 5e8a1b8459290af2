/// The keys of one type that objects were written with, in the order in which they first came, each with the
/// text that stands before its value.
///
/// A model writes the same keys in the same order for every record, so that the next key is nearly always the
/// next one here: comparing two words finds it, for the name of a synthesised key is a literal, and its text is
/// copied as it is, converted and escaped. An object's bit mask says which of them it has.
///
/// Where the keys are data, there are too many of them, or a closure converts them, a shape is *open*: it knows
/// none, and the object keeps its own names.
///
/// SAFETY: the table's memory is allocated here and freed in `deinit`; the session holds the shape as long as
/// any place points at the table. Behind the text there are sixteen bytes.
@safe final class KeyShape {
  @safe struct Entry {
    let bits: StringBits
    let base: Int
    let count: Int
  }

  @safe struct Table {
    fileprivate(set) var count = 0
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: KeyShape.maximumCount)
    fileprivate(set) var text: UnsafeMutablePointer<UInt8>
    let shape: Unmanaged<KeyShape>
  }

  typealias Pointer = UnsafeMutablePointer<Table>

  /// As many as a mask has bits.
  static let maximumCount = 64

  let table: Pointer
  private(set) var isOpen: Bool
  /// The keys as they first came, for coding paths; they hold the names that the bits point at.
  private(set) var keys: [any CodingKey] = []
  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  private var written: Set<String> = []
  private var text: [UInt8] = []

  init(isOpen: Bool) {
    self.isOpen = isOpen
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(
      to: Table(text: .allocate(capacity: 16), shape: Unmanaged.passUnretained(self)))
  }

  deinit {
    unsafe table.pointee.entries.deallocate()
    unsafe table.pointee.text.deallocate()
    unsafe table.deallocate()
  }

  /// The number of a key; nil if the object has to keep its own names.
  ///
  /// - Parameter convert: makes the name that is written.
  func number(
    of name: String, _ key: some CodingKey, _ style: JSONStyle, _ convert: (String) -> String
  ) -> Int? {
    if isOpen { return nil }
    if let number = numbers[name] {
      // Two names may be equal and have other bytes.
      return names[number].utf8.elementsEqual(name.utf8) ? number : nil
    }
    let converted = convert(name)
    guard keys.count < Self.maximumCount, written.insert(converted).inserted else {
      isOpen = true
      unsafe table.pointee.count = 0
      return nil
    }
    append(name, key, converted, style)
    return keys.count - 1
  }

  private func append(_ name: String, _ key: some CodingKey, _ converted: String, _ style: JSONStyle) {
    var json = JSONWriter(style)
    json.put(ASCII.comma)
    json.quoted(converted)
    json.put(ASCII.colon)
    let base = text.count
    json.take(into: &text)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 16)
    unsafe text.withUnsafeBufferPointer { bytes in
      if let start = bytes.baseAddress { unsafe memory.update(from: start, count: bytes.count) }
    }
    unsafe (memory + text.count).update(repeating: 0, count: 16)
    unsafe table.pointee.text.deallocate()
    unsafe table.pointee.text = unsafe memory
    names.append(name)
    keys.append(key)
    numbers[name] = keys.count - 1
    unsafe (table.pointee.entries + (keys.count - 1)).initialize(
      to: Entry(bits: StringBits(name), base: base, count: text.count - base))
    unsafe table.pointee.count = keys.count
  }
}
