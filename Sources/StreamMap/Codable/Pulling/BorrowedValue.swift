import Synchronization

/// A value of a record that code gets for a while, and may keep: it is read where it stands as long as it is
/// lent, and from a copy of its text from then on.
///
/// One that nobody kept is lent again, and so is what the code left with it (`face`): reading the next
/// record allocates nothing of this.
///
/// Invariant: `loan` is nil once the record is over. Only the thread that lends the value reads it in place,
/// for what is learned of the record is that thread's; another one, which was handed the value, gets a copy of
/// its text.
///
/// SAFETY: `@unchecked Sendable`: `loan` is set while nobody else has the value, and taken away under the lock
/// unless nobody else has it; other threads look at it under the lock. What is not under the lock is the
/// lending thread's.
@safe package final class BorrowedValue: @unchecked Sendable {
  private var loan: TapeValue?
  private var lender: UInt = 0
  private let copy: Mutex<Copy>
  /// One that is to be lent next, for a value within this one.
  private var spare: BorrowedValue?
  /// What was wrong with the value, or within it, last.
  package var refusal: RecordRefusal?
  /// What the code leaves here from record to record.
  package var face: AnyObject?

  private struct Copy {
    var text: [UInt8]?
    var tree: JSONValue?
  }

  /// A value that nothing was lent to.
  package init() {
    copy = Mutex(Copy())
  }

  /// A value of a text of its own.
  ///
  /// - Parameter text: one JSON value, known to be valid.
  package init(text: [UInt8]) {
    copy = Mutex(Copy(text: text))
  }

  /// The value in its record; nil if it is over, and for another thread than the one that lends.
  package var value: TapeValue? {
    lender == ThreadIdentity.current ? loan : nil
  }

  /// The value's text.
  package var text: [UInt8] {
    copy.withLock { copy in text(&copy) }
  }

  /// The value as a tree, made when it is asked for first; null if it nests deeper than a tree can.
  package var tree: JSONValue {
    copy.withLock { copy in
      if let tree = copy.tree { return tree }
      let tree = JSONValue(validated: text(&copy).span) ?? .null
      copy.tree = tree
      return tree
    }
  }

  private func text(_ copy: inout Copy) -> [UInt8] {
    if let text = copy.text { return text }
    let text = loan?.text ?? Array("null".utf8)
    copy.text = text
    return text
  }

  /// Lends a value for the time of a closure.
  ///
  /// - Parameters:
  ///   - value: what is lent.
  ///   - spare: what to lend it with, if nobody has it; becomes what can be taken the next time.
  ///   - body: gets the loan, which it may keep.
  package static func lend<Result>(
    _ value: TapeValue, with spare: inout BorrowedValue?, _ body: (BorrowedValue) throws -> Result
  ) rethrows -> Result {
    var lent = spare ?? BorrowedValue()
    // It may be asked for again within.
    spare = nil
    lent.loan = value
    lent.lender = ThreadIdentity.current
    defer {
      if isKnownUniquelyReferenced(&lent) {
        lent.clear()
        spare = lent
      } else {
        lent.end()
      }
    }
    return try body(lent)
  }

  /// Lends a value within this one. What is thrown becomes the ``refusal`` here, with the place that
  /// it has there.
  package func lend<Result>(_ value: TapeValue, _ body: (BorrowedValue) throws -> Result) throws -> Result {
    // Code may lend another value of this one meanwhile.
    var taken = spare
    spare = nil
    defer { spare = taken }
    return try Self.lend(value, with: &taken) { lent in
      do {
        return try body(lent)
      } catch {
        refusal = lent.refusal(of: value, error)
        throw error
      }
    }
  }

  /// The refusal that an error stands for, with the place of the value that it is about.
  ///
  /// That is the one that was remembered, if it is this very error that was thrown then: code may have caught it, and
  /// thrown another that looks the same. An error that was caught as one of its type, and thrown again, is another.
  ///
  /// - Parameters:
  ///   - value: this value, in its record.
  ///   - error: what left the code that reads it.
  package func refusal(of value: TapeValue, _ error: any Error) -> RecordRefusal {
    if let refusal, refusal.isTold(by: error) { return refusal }
    return RecordRefusal(value, error)
  }

  /// Says that one error tells from now on what another one told, which it wraps.
  package func retell(_ error: any Error, by wrapper: any Error) {
    if lender == ThreadIdentity.current, let refusal, refusal.isTold(by: error) {
      self.refusal = refusal.told(by: wrapper)
    }
  }

  private func clear() {
    loan = nil
    if refusal != nil { refusal = nil }
    copy.withLock { copy in
      if copy.text != nil || copy.tree != nil { copy = Copy() }
    }
  }

  private func end() {
    copy.withLock { copy in
      _ = text(&copy)
      loan = nil
    }
    refusal = nil
    spare = nil
    face = nil
  }
}
