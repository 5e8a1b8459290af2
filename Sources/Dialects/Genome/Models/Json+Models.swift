import FoundationValues
import StreamMap

extension Json {
  /// Reads the value as a type.
  ///
  /// A value with text is read like a record. A borrowed value is read in place.
  func read<Model: JsonConvertibleType>(as type: Model.Type, _ context: any Context) throws -> Model {
    try withRecord(for: type) { json in try type._newInstance(json.source(context)) }
  }

  /// Calls `body` with the value located in a record if it has text, or with the value itself.
  private func withRecord<Result>(for type: Any.Type, _ body: (Json) throws -> Result) throws -> Result {
    guard case .borrowed(let borrowed) = storage, borrowed.value == nil else { return try body(self) }
    return try Json.rereader.read(borrowed.text.span, for: type) { value in
      var spare: BorrowedValue?
      return try BorrowedValue.withBorrow(value, with: &spare) { try body(Json($0)) }
    }
  }

  /// Returns the value as the source of a model.
  func source(_ context: any Context) -> _JsonSource {
    guard case .borrowed(let borrowed) = storage, let value = borrowed.value else {
      return _JsonSource(.json(tree), context)
    }
    return _JsonSource(.record(value), context, borrowed: borrowed)
  }
}
