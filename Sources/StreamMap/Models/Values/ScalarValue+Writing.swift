extension Bool {
  /// Writes `true` or `false`.
  public func _write(to json: inout JSONWriter) { json.bool(self) }
}

extension FixedWidthInteger {
  /// Writes an integer.
  public func _write(to json: inout JSONWriter) { json.integer(self) }
}

extension Double {
  /// Writes a number.
  public func _write(to json: inout JSONWriter) { json.double(self) }
}

extension Float {
  /// Writes a number.
  public func _write(to json: inout JSONWriter) { json.float(self) }
}

extension String {
  /// Writes a string.
  public func _write(to json: inout JSONWriter) { json.string(self) }
}

extension Substring {
  /// Writes a string.
  public func _write(to json: inout JSONWriter) { json.string(String(self)) }
}

extension Character {
  /// Writes a string of one character.
  public func _write(to json: inout JSONWriter) { json.string(String(self)) }
}

extension JSONNumber {
  /// Writes the number as it was written.
  public func _write(to json: inout JSONWriter) { json.put(plain: literal) }
}

extension RawJSON {
  /// Writes the text unchanged, except for line feeds between its tokens, which would end a line.
  public func _write(to json: inout JSONWriter) {
    if bytes.contains(ASCII.lineFeed) {
      json.raw(RawJSON(compacting: bytes.span).bytes.span)
    } else {
      json.raw(bytes.span)
    }
  }
}

extension JSONValue {
  /// Writes the tree.
  public func _write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .number(let number): number._write(to: &json)
    case .string(let text): json.string(text)
    case .array(let elements):
      json.beginArray()
      for element in elements {
        json.element()
        element._write(to: &json)
      }
      json.endArray()
    case .object(let object):
      json.beginObject()
      for member in object.members {
        json.name(member.name)
        member.value._write(to: &json)
      }
      json.endObject()
    }
  }
}
