extension InferredSchema {
  /// Returns a Swift file with a struct for the records and its mapping.
  ///
  ///     print(schema.swift(named: "Tweet"))
  ///     let lines = JSONLines(path: "tweets.jsonl", as: try Tweet.mapping())
  ///
  /// An object becomes a nested struct, or a dictionary if it is used as one. A value that can be null or absent is
  /// optional, and any other value is `.required`. Numbers are `Int` if all of them are integers that fit. Otherwise
  /// they are `Double`, or `JSONNumber` if one of them fits neither type. A `JSONValue` is used for a path with
  /// values of several types, or with only nulls. Records that are not objects have one property, `value`.
  ///
  /// - Parameter name: the struct's name. It is converted to a valid Swift type name.
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

/// Swift code that is being written.
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
        // A closure with a typed throw needs an explicit `throws(PathError)`.
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
  /// The property's field in the mapping.
  fileprivate var field: String {
    var code = "Field(\\.\(SwiftNames.escaped(name)), \(path.swiftLiteral)"
    if type.model != nil { code += ", mapping: \(SwiftNames.escaped(name))" }
    if isRequired { code += ", .required" }
    return code + ")"
  }
}

extension String {
  /// The text as a Swift string literal.
  fileprivate var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\", "\"": literal += "\\\(scalar)"
      // Characters that change the reading order of a line would hide its content.
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
