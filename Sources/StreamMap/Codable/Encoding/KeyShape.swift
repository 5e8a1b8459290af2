/// The keys of one type that objects were written with, in the order of their first use. Each has the text that
/// precedes its value.
///
/// A model writes the same keys in the same order for every record, so the next key is nearly always the next one here.
/// Comparing two words finds it, because the name of a synthesised key is a literal. Its text is stored converted and
/// escaped, and copied as it is. A bit mask records which keys an object has.
///
/// A shape is *open* if the keys are data, if there are too many of them, or if a closure converts them. An open shape
/// has no keys, and the object keeps its own names.
///
/// SAFETY: the table's memory is allocated here and freed in `deinit`. The session holds the shape as long as any
/// encoder points at the table. Sixteen bytes follow the text.
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

  /// The number of bits of a mask.
  static let maximumCount = 64

  let table: Pointer
  /// Creates containers for the type of the keys: a ``ContainerMaker``. Nil if the type is not known.
  private let maker: AnyObject?
  private(set) var isOpen: Bool
  /// The keys of their first use, for coding paths. They hold the names that the bits point at.
  private(set) var keys: [any CodingKey] = []
  private var names: [String] = []
  private var numbers: [String: Int] = [:]
  /// The names of the keys as they are written.
  private(set) var writtenNames: [String] = []
  private var written: Set<String> = []
  private var text: [UInt8] = []

  init(isOpen: Bool, _ maker: AnyObject? = nil) {
    self.isOpen = isOpen
    self.maker = maker
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(
      to: Table(text: .allocate(capacity: 16), shape: Unmanaged.passUnretained(self)))
  }

  deinit {
    unsafe table.pointee.entries.deallocate()
    unsafe table.pointee.text.deallocate()
    unsafe table.deallocate()
  }

  /// Creates a container.
  ///
  /// SAFETY: the session finds a shape by the type of the keys, and creates it with the maker of that type.
  @inline(__always)
  func container<Key: CodingKey>(of encoder: ValueEncoder) -> KeyedEncodingContainer<Key> {
    guard let maker else { return KeyedEncodingContainer(KeyedWriting<Key>(encoder)) }
    return unsafe unsafeDowncast(maker, to: ContainerMaker<Key, KeyedWriting<Key>>.self).container(
      of: encoder)
  }

  /// Returns the number of a key, or nil if the object must keep its own names.
  ///
  /// - Parameter convert: returns the name that is written.
  func number(
    of name: String, _ key: some CodingKey, _ style: JSONStyle, _ convert: (String) -> String
  ) -> Int? {
    if isOpen { return nil }
    if let number = numbers[name] {
      // Two equal names may have different bytes.
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
    writtenNames.append(converted)
    keys.append(key)
    numbers[name] = keys.count - 1
    unsafe (table.pointee.entries + (keys.count - 1)).initialize(
      to: Entry(bits: StringBits(name), base: base, count: text.count - base))
    unsafe table.pointee.count = keys.count
  }
}
