package import Foundation
internal import StreamMap

// The text of a tree, as `JSONSerialization` writes it.
extension FoundationValue {
  /// Whether the value can be part of JSON text.
  package var isJSON: Bool {
    switch self {
    case .null, .string, .bool, .integer: true
    case .double(let double): double.isFinite
    case .number(let number): number.doubleValue.isFinite
    case .array(let elements): elements.allSatisfy { FoundationValue($0).isJSON }
    case .object(let members): members.values.allSatisfy { FoundationValue($0).isJSON }
    case .other(let value): JSONSerialization.isValidJSONObject([value])
    }
  }

  /// Returns a dictionary or an array as compact text. Returns nil for other values and if it contains a value that is
  /// not JSON.
  package var text: String? {
    compactText().map { String(decoding: $0, as: UTF8.self) }
      ?? slowData(options: []).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the text as UTF-8, in the format that the options select.
  package func data(options: JSONSerialization.WritingOptions) -> Data? {
    if options.isEmpty, let text = compactText() { return Data(text) }
    return slowData(options: options)
  }

  /// Returns nil if only `JSONSerialization` knows the text, or that there is none.
  private func compactText() -> [UInt8]? {
    guard elements != nil || members != nil else { return nil }
    var text = FoundationText()
    return text.write(self) ? text.finish() : nil
  }

  private func slowData(options: JSONSerialization.WritingOptions) -> Data? {
    let value = any
    guard JSONSerialization.isValidJSONObject(value) else { return nil }
    return try? JSONSerialization.data(withJSONObject: value, options: options)
  }
}

/// Writes trees as compact text, with the escapes and the numbers of `JSONSerialization`.
private struct FoundationText: ~Copyable {
  private var writer = JSONWriter(JSONStyle(escapesSlashes: true))

  /// Writes a value. Returns false for a value whose text only `JSONSerialization` knows.
  mutating func write(_ value: FoundationValue) -> Bool {
    switch value {
    case .null: writer.null()
    case .string(let text): writer.string(text)
    case .bool(let bool): writer.bool(bool)
    case .integer(let integer): writer.integer(integer)
    case .double(let double):
      guard double.isFinite else { return false }
      writer.shortDouble(double)
    case .number(let number): return write(number)
    case .array(let elements):
      writer.beginArray()
      for element in elements {
        writer.element()
        guard write(FoundationValue(element)) else { return false }
      }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for (name, member) in members {
        writer.name(name)
        guard write(FoundationValue(member)) else { return false }
      }
      writer.endObject()
    case .other(let value): return write(other: value)
    }
    return true
  }

  private mutating func write(other value: Any) -> Bool {
    if let integer = value as? any FixedWidthInteger {
      write(integer)
    } else if type(of: value) == Float.self, let float = value as? Float, float.isFinite {
      writer.shortFloat(float)
    } else if let elements = value as? [Any] {
      return write(.array(elements))
    } else if let members = value as? [String: Any] {
      return write(.object(members))
    } else {
      return false
    }
    return true
  }

  private mutating func write(_ integer: some FixedWidthInteger) { writer.integer(integer) }

  private mutating func write(_ number: NSNumber) -> Bool {
    if FoundationValue.isBoolean(number) {
      writer.bool(number.boolValue)
      return true
    }
    let integer = number.int64Value
    // Zero may have a sign. A `Float` and a number above 2^53 have a text of their own.
    if integer != 0, integer.magnitude < 1 << 53, number.doubleValue == Double(integer) {
      writer.integer(integer)
      return true
    }
    guard number.doubleValue.isFinite,
      let text = try? JSONSerialization.data(withJSONObject: [number])
    else { return false }
    // Without the brackets.
    writer.raw(Array(text.dropFirst().dropLast()).span)
    return true
  }

  mutating func finish() -> [UInt8] { writer.take() }
}
