extension JSONValue {
  /// Reads one value of validated text. Returns nil if it nests too deep.
  ///
  /// It keeps an explicit stack, so nesting costs no call frames.
  init?(validated json: Span<UInt8>) {
    var open: [Container] = []
    var cursor = RecordCursor()
    while let token = cursor.next(in: json) {
      let value: JSONValue
      switch token {
      case .beginObject, .beginArray:
        guard open.count < Self.maximumDepth else { return nil }
        open.append(Container(isObject: token == .beginObject))
        continue
      case .name(let name):
        open[open.count - 1].name = name.string(in: json)
        continue
      case .endObject, .endArray: value = open.removeLast().value
      case .string(let text): value = .string(text.string(in: json))
      case .bool(let bool): value = .bool(bool)
      case .null: value = .null
      case .number(let range):
        var literal: [UInt8] = []
        literal.append(json.extracting(range))
        value = .number(JSONNumber(literal: String(decoding: literal, as: UTF8.self)))
      }
      guard !open.isEmpty else {
        self = value
        return
      }
      open[open.count - 1].append(value)
    }
    return nil
  }

  private struct Container {
    let isObject: Bool
    var name = ""
    private var elements: [JSONValue] = []
    private var members: [(name: String, value: JSONValue)] = []

    init(isObject: Bool) {
      self.isObject = isObject
    }

    var value: JSONValue { isObject ? .object(JSONObject(members: members)) : .array(elements) }

    mutating func append(_ value: JSONValue) {
      if isObject {
        members.append((name, value))
      } else {
        elements.append(value)
      }
    }
  }
}

extension JSONValue: _TransformSource {
  /// True, because it can be any value.
  public static var _takesAny: Bool { true }

  /// Reads the tree.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> JSONValue {
    guard let value = literal.literal.withText({ JSONValue(validated: $0) }) else {
      throw _LiteralFailure(kind: .depthLimit)
    }
    return value
  }
}
