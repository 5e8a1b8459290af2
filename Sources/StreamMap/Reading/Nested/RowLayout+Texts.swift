// Columns in the JSON text of a string. A separate machine reads them into a row that copies its values, because the
// decoded text lives only until the string has been read.
extension RowLayout {
  /// Returns what reads the columns from a text.
  ///
  /// - Parameters:
  ///   - notes: what the rows note besides their values.
  ///   - firstScope: the number of models whose fields come before those of the text in errors.
  func textReader(noting notes: RowNotes, firstScope: Int) throws(PathError) -> TextReading {
    var description = try mapping(noting: notes).declaration
    // Without types, the values are absent in a text of another kind.
    description.demandsKind = form == .typed
    let instance = description.instance
    let program = Program(try ProgramDraft(description))
    let isRequired = columns.contains { $0.presence == .required }
    return { literal, callContext, rejection throws(_LiteralFailure) in
      guard literal.kind == .string else { throw .typeMismatch }
      return try PartSources.borrow(for: program, callContext, isChecked: false) {
        program
      } _: { source throws(_LiteralFailure) -> RowCells? in
        let outcome = literal.withText { source.read($0, allowsByteOrderMark: false) }
        guard case .failed(var failure) = outcome else {
          let model = RecordModel<ColumnRow>(source)
          model.attach(instance)
          return model.show { $0.cells }
        }
        guard failure.kind.category == .mapping else {
          rejection = Rejection(noJSON: failure)
          throw _LiteralFailure(kind: .invalidValue)
        }
        if failure.path == "$", failure.found == "null", !isRequired { return nil }
        failure.texts += 1
        failure.offset = 0
        if let field = failure.field {
          failure.field = MappingError.FieldNumber(scope: firstScope + field.scope, field: field.field)
        }
        rejection = Rejection(within: failure)
        throw _LiteralFailure(kind: failure.kind)
      }
    }
  }
}

extension Rejection {
  /// Creates the details of a string that is not JSON text, or whose text is over a limit.
  fileprivate init(noJSON failure: RecordFailure) {
    let (expected, found) = (failure.expected, failure.found)
    let flaw = failure.kind.category == .limit ? "its text is over a limit" : "it is no JSON text"
    self.init(
      "\(flaw): byte \(failure.offset) of it: expected \(expected), found \(found)"
        .replacing("the end of the record", with: "the end"))
  }
}
