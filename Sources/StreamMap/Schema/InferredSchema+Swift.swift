extension InferredSchema {
  /// A Swift file with a struct for the records, and the mapping that fills it.
  ///
  ///     print(schema.swift(named: "Tweet"))
  ///     let lines = JSONLines(path: "tweets.jsonl", as: try Tweet.mapping())
  ///
  /// An object is a nested struct, or a dictionary where it is used as one. What can be null or absent is an
  /// optional; what cannot is `.required`. Numbers are `Int` while all of them are integers that fit, or
  /// else `Double`, and ``JSONNumber`` where one fits neither. Where values of several types stand, or
  /// nothing but null, there is a ``JSONValue``. Records that are no objects have one property, `value`.
  ///
  /// - Parameter name: the struct's name; made a Swift type's name if it is none.
  public func swift(named name: String = "Record") -> String {
    let model = SwiftDraft(SchemaView(trie), named: name).record()
    var code = SwiftCode()
    code.line("import StreamMap")
    code.line()
    if !isComplete { code.line("// There were too many paths: some are left out.") }
    code.append(model)
    return code.text
  }
}

/// Swift code while it is being written.
private struct SwiftCode {
  private(set) var text = ""
  private var indentation = ""

  mutating func line(_ line: String = "") {
    text += line.isEmpty ? "\n" : "\(indentation)\(line)\n"
  }

  private mutating func block(_ head: String, _ body: (inout SwiftCode) -> Void) {
    line("\(head) {")
    indentation += "  "
    body(&self)
    indentation.removeLast(2)
    line("}")
  }

  mutating func append(_ model: SwiftModel) {
    block("struct \(model.name)") { code in
      for property in model.properties {
        code.line("var \(SwiftNames.escaped(property.name))\(property.type.declaration)")
      }
      code.line()
      code.block("static func mapping() throws(PathError) -> Mapping<\(model.name)>") { code in
        let nested = model.properties.compactMap { property in
          property.type.model.map { (property.name, $0.name) }
        }
        // A closure cannot throw an error of one type without saying so.
        for (name, type) in nested { code.line("let \(SwiftNames.escaped(name)) = try \(type).mapping()") }
        code.block("\(nested.isEmpty ? "" : "return ")try Mapping(\(model.name)())") { code in
          for property in model.properties { code.line(property.field) }
        }
      }
      for property in model.properties {
        guard let nested = property.type.model else { continue }
        code.line()
        code.append(nested)
      }
    }
  }
}

extension SwiftModel.Property {
  /// The field of the mapping.
  fileprivate var field: String {
    var code = "Field(\\.\(SwiftNames.escaped(name)), \(path.swiftLiteral)"
    if type.model != nil { code += ", mapping: \(SwiftNames.escaped(name))" }
    if isRequired { code += ", .required" }
    return code + ")"
  }
}

extension String {
  /// The text as Swift's source has it.
  fileprivate var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\", "\"": literal += "\\\(scalar)"
      // Characters that change the order in which a line is read would hide what it says.
      case _
      where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
