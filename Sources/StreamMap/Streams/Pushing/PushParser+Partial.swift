extension PushParser {
  /// Shows the model of the record that has begun and not ended, as far as it has been read.
  ///
  ///     try parser.feed(chunk) { answer, _ in finished(answer) }
  ///     try parser.partial { answer, progress in
  ///       show(answer.text, isTyping: !progress.isComplete(\.text))
  ///     }
  ///
  /// What has come of a string that is open is there, its escapes decoded, up to the last whole character; of
  /// models that are open, what they have; of arrays, the elements so far. This goes for strings, models and
  /// arrays of these in one another, optional or not. Numbers, and values of other types, are there when they
  /// are complete, and so are coerced strings, nested models with a hook, and the elements of sets, of
  /// dictionaries and of arrays in arrays; what can only be stored, what is made by a closure, and what came by
  /// an alias, when the record is. Everything else has the template's value.
  ///
  /// So a later call, or the whole record, never takes back what an earlier one showed, but for a field of
  /// which the last of two members counts, for a collection of which a bad element leaves nothing, for what a
  /// hook of the record's own model changes, and for a record that turns out to be wrong. What is required may
  /// be missing as yet.
  ///
  /// With ``Framing/lines`` it is the line that has no line feed yet, with the framings of many values the value that
  /// has not ended. It is read for this, and once more when it has ended.
  ///
  /// - Parameter body: gets the reused instance, and how far it is filled. The object of a class goes on being
  ///   filled afterwards.
  /// - Returns: what the closure returns; nil if no record has begun, if what is there of it is wrong, which
  ///   `feed` tells in its time, or if its model is made by a closure.
  /// - Throws: what the closure throws; the error of a call before.
  /// - Complexity: O(n) in all, however often it is called, in the bytes fed, plus O(f) for each call in the
  ///   fields of the models that are open.
  @discardableResult
  public mutating func partial<Result>(
    _ body: (borrowing Root, PartialProgress<Root>) throws -> Result
  ) throws -> Result? {
    guard case .mapped(let decoder, let pieces) = content else { return nil }
    return try pieces.withOpenRecord { reader in
      let hasText = reader.readOpenText()
      let isWhole = reader.scanner.state == .end
      return try decoder.show(
        openText: &reader.openText.text, for: hasText ? reader.driver.openTarget : 0, isWhole: isWhole, body)
    }
  }
}

extension RecordDecoder {
  /// Shows the instance in the middle of a record.
  ///
  /// SAFETY: scope 0's instance is a `Root`; what is lent to it is taken back before the machine goes on.
  fileprivate func show<Result>(
    openText: inout String, for target: Int32, isWhole: Bool,
    _ body: (borrowing Root, PartialProgress<Root>) throws -> Result
  ) throws -> Result? {
    let operations = mapping.description.instance
    guard !operations.isBuilt, unsafe operations.attach == nil else { return nil }
    let machine = unsafe source.machine
    return unsafe try withUnsafeMutablePointer(to: &openText) { text in
      let partial = unsafe machine.pointee.partial(text: text, for: target, isWhole: isWhole)
      let progress = PartialProgress(mapping, complete: partial.complete, isWhole: isWhole)
      let root = unsafe machine.pointee.store.scopes[0].instance.assumingMemoryBound(to: Root.self)
      var result: Swift.Result<Result, any Error>?
      partial.show {
        result = Swift.Result { unsafe try Memory.borrow(root) { model in try body(model, progress) } }
      }
      return try result?.get()
    }
  }
}
