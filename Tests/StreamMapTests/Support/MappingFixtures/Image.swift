import StreamMap

/// A model as bytes, so that models of any type can be compared and shown. It is exact: doubles are compared by their
/// bits, strings by their bytes, and nil differs from every value.
struct Image {
  var bytes: [UInt8] = []

  /// Writes values in sequence.
  mutating func callAsFunction<each Value: Imaged>(_ values: repeat each Value) {
    repeat (each values).write(to: &self)
  }

  mutating func sorted<Element>(_ elements: some Sequence<Element>, _ write: (inout Image, Element) -> Void) {
    let images = elements.map { element in
      var image = Image()
      write(&image, element)
      return image.bytes
    }
    for image in images.sorted(by: { $0.lexicographicallyPrecedes($1) }) { bytes += image }
    text("} ")
  }

  mutating func text(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func integer<Value: BinaryInteger>(_ value: Value) {
    text(String(value))
    bytes.append(UInt8(ascii: " "))
  }

  /// Writes bytes with their count first.
  mutating func counted(_ content: some Collection<UInt8>) {
    integer(content.count)
    bytes.append(contentsOf: content)
    bytes.append(UInt8(ascii: " "))
  }
}

/// A value that can be written to an image.
protocol Imaged: SendableMetatype {
  func write(to image: inout Image)
}

extension Imaged where Self: BinaryInteger {
  func write(to image: inout Image) { image.integer(self) }
}

extension Int: Imaged {}
extension Int8: Imaged {}
extension Int16: Imaged {}
extension Int32: Imaged {}
extension Int64: Imaged {}
extension UInt: Imaged {}
extension UInt8: Imaged {}
extension UInt16: Imaged {}
extension UInt32: Imaged {}
extension UInt64: Imaged {}

extension Double: Imaged {
  func write(to image: inout Image) { image.integer(bitPattern) }
}

extension Float: Imaged {
  func write(to image: inout Image) { image.integer(bitPattern) }
}

extension Bool: Imaged {
  func write(to image: inout Image) { image.text(self ? "true " : "false ") }
}

extension String: Imaged {
  func write(to image: inout Image) { image.counted(utf8) }
}

extension RawJSON: Imaged {
  func write(to image: inout Image) { image.counted(bytes) }
}

extension JSONValue: Imaged {
  func write(to image: inout Image) {
    switch self {
    case .null: image.text("null ")
    case .bool(let value): image(value)
    case .number(let number): image.text("number \(number.literal) ")
    case .string(let text): image(text)
    case .array(let elements): image(elements)
    case .object(let object):
      image.text("{")
      for member in object.members { image(member.name, member.value) }
      image.text("} ")
    }
  }
}

extension Optional: Imaged where Wrapped: Imaged {
  func write(to image: inout Image) {
    if let self { self.write(to: &image) } else { image.text("nil ") }
  }
}

extension Array: Imaged where Element: Imaged {
  func write(to image: inout Image) {
    image.text("[")
    for element in self { element.write(to: &image) }
    image.text("] ")
  }
}

extension Set: Imaged where Element: Imaged {
  /// Sorted by image, because a set has no order.
  func write(to image: inout Image) {
    image.text("{")
    image.sorted(self) { $1.write(to: &$0) }
  }
}

extension Dictionary: Imaged where Key == String, Value: Imaged {
  func write(to image: inout Image) {
    image.text("{:")
    image.sorted(self) { $0($1.key, $1.value) }
  }
}

/// Bytes for a message: printable ASCII unchanged, other bytes as `<C3>`, shortened.
func excerpt(_ bytes: [UInt8], limit: Int = 400) -> String {
  var text = ""
  for byte in bytes.prefix(limit) {
    if byte >= 0x20 && byte < 0x7F {
      text.unicodeScalars.append(UnicodeScalar(byte))
    } else {
      text += "<\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))>"
    }
  }
  return bytes.count > limit ? text + "… (\(bytes.count) bytes)" : text
}
