extension PushParser {
  /// Calls `body` with the partial model of the record that has begun and not ended.
  ///
  ///     try parser.feed(piece) { answer, _ in finished(answer) }
  ///     try parser.partial { answer, progress in
  ///       show(answer.text, isTyping: !progress.isComplete(\.text))
  ///     }
  ///
  /// An open string has its text so far, with escapes decoded, up to the last complete character. An open model has its
  /// values so far, and an open array its elements so far. This holds for nested strings, models and arrays, optional
  /// or not. Some values appear only when they are complete: numbers and values of other types, coerced strings, nested
  /// models with a hook, and the elements of sets, of dictionaries and of arrays in arrays. Some appear only when the
  /// record is complete: values that can be stored but not read, values created by a closure, and values found by an
  /// alias. All other fields have the template's value.
  ///
  /// A later call, or the complete record, does not take back what an earlier call showed. There are four exceptions: a
  /// field for which the last of two members counts, a collection that a mismatched element empties, changes by a hook
  /// of the record's root model, and a record that turns out to be bad. Required values may still be missing.
  ///
  /// With ``Framing/lines`` the partial record is the line that has no line feed yet. With framings of several values
  /// it is the value that has not ended. It is read for this call, and again when it has ended.
  ///
  /// - Parameter body: receives the reused instance, and how far it is filled. An instance of a class continues to be
  ///   filled afterwards.
  /// - Returns: the result of the closure. Nil if no record has begun, if its bytes so far have an error, which `feed`
  ///   reports later, if its model is created by a closure, or if lines have other text around their records. Nil for a
  ///   parser of a `Decodable` type: see ``partial()``.
  /// - Throws: any error of the closure, or the error of an earlier call.
  /// - Complexity: O(n) in the bytes fed, for all calls together, plus O(f) for each call in the
  ///   fields of the models that are open.
  @discardableResult
  public mutating func partial<Result>(
    _ body: (borrowing Root, PartialProgress<Root>) throws -> Result
  ) throws -> Result? {
    guard let decoder else { return nil }
    return try pieces.withOpenRecord { reader in
      let hasText = reader.readOpenText()
      let isWhole = reader.scanner.state == .end
      return try decoder.show(
        openText: &reader.openText.text, for: hasText ? reader.driver.openTarget : 0, isWhole: isWhole, body)
    }
  }
}

extension RecordDecoder {
  /// Calls `body` with the instance in the middle of a record.
  fileprivate func show<Result>(
    openText: inout String, for target: Int32, isWhole: Bool,
    _ body: (borrowing Root, PartialProgress<Root>) throws -> Result
  ) throws -> Result? {
    let operations = mapping.declaration.instance
    guard !operations.isBuilt, !operations.isAttached else { return nil }
    return try RecordModel<Root>(source).showPartial(text: &openText, for: target, isWhole: isWhole) {
      model, partial in
      try body(model, PartialProgress(mapping, complete: partial.complete, isWhole: isWhole))
    }
  }
}
