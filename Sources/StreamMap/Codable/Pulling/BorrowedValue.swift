import Synchronization

/// A value of a record that code borrows and may keep. While it is borrowed it is read in place, and afterwards from a
/// copy of its text.
///
/// A value that was not kept is reused, together with what the code stored in `face`. So reading the next record
/// allocates none of this.
///
/// Invariant: `loan` is nil once the record is over. Only the lending thread reads the value in place, because that
/// thread owns what is learned of the record. Another thread that was given the value gets a copy of its text.
///
/// SAFETY: `@unchecked Sendable`: `loan` is set while nothing else has the value. It is removed under the lock, unless
/// nothing else has the value. Other threads read it under the lock. State that is not under the lock belongs to the
/// lending thread.
@safe package final class BorrowedValue: @unchecked Sendable {
  private var loan: TapeValue?
  private var lender: UInt = 0
  private let copy: Mutex<Copy>
  /// The object to reuse for the next value within this one.
  private var spare: BorrowedValue?
  /// The last error in the value or within it.
  package var rejection: RecordRejection?
  /// An object that the code keeps here from record to record.
  package var face: AnyObject?

  private struct Copy {
    var text: [UInt8]?
    var tree: JSONValue?
  }

  /// Creates an object without a value.
  package init() {
    copy = Mutex(Copy())
  }

  /// Creates a value with its own text.
  ///
  /// - Parameter text: one JSON value, which must be valid.
  package init(text: [UInt8]) {
    copy = Mutex(Copy(text: text))
  }

  /// The value in its record. Nil if the record is over, or on a thread other than the lending one.
  package var value: TapeValue? {
    lender == ThreadIdentity.current ? loan : nil
  }

  /// The text of the value.
  package var text: [UInt8] {
    copy.withLock { copy in text(&copy) }
  }

  /// The value as a tree, created at the first request. Null if the value nests deeper than a tree can.
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

  /// Calls a closure with a value that is borrowed until the closure returns.
  ///
  /// - Parameters:
  ///   - value: the value to borrow.
  ///   - spare: an object to reuse, or nil. Receives the object to reuse the next time.
  ///   - body: a closure that receives the borrowed value and may keep it.
  package static func withBorrow<Result>(
    _ value: TapeValue, with spare: inout BorrowedValue?, _ body: (BorrowedValue) throws -> Result
  ) rethrows -> Result {
    var borrowed = spare ?? BorrowedValue()
    // `body` may borrow recursively.
    spare = nil
    borrowed.loan = value
    borrowed.lender = ThreadIdentity.current
    defer {
      if isKnownUniquelyReferenced(&borrowed) {
        borrowed.clear()
        spare = borrowed
      } else {
        borrowed.end()
      }
    }
    return try body(borrowed)
  }

  /// Calls a closure with a borrowed value within this one. If an error is thrown, it becomes the ``rejection`` here, with
  /// the path that it has in this value.
  package func withBorrow<Result>(_ value: TapeValue, _ body: (BorrowedValue) throws -> Result) throws
    -> Result
  {
    // `body` may borrow another value within this one.
    var taken = spare
    spare = nil
    defer { spare = taken }
    return try Self.withBorrow(value, with: &taken) { borrowed in
      do {
        return try body(borrowed)
      } catch {
        rejection = borrowed.rejection(of: value, error)
        throw error
      }
    }
  }

  /// Returns the rejection for an error, with the place of the value that caused it.
  ///
  /// This is the stored rejection if `error` is the same instance that was thrown then. Code may have caught that error
  /// and thrown another that is equal. An error that was caught as a concrete type and thrown again is another
  /// instance.
  ///
  /// - Parameters:
  ///   - value: this value, in its record.
  ///   - error: the error thrown by the code that reads the value.
  package func rejection(of value: TapeValue, _ error: any Error) -> RecordRejection {
    if let rejection, rejection.isThrown(as: error) { return rejection }
    return RecordRejection(value, error)
  }

  /// Makes `wrapper`, which wraps `error`, the error of the stored rejection.
  package func attribute(_ error: any Error, to wrapper: any Error) {
    if lender == ThreadIdentity.current, let rejection, rejection.isThrown(as: error) {
      self.rejection = rejection.attributed(to: wrapper)
    }
  }

  private func clear() {
    loan = nil
    if rejection != nil { rejection = nil }
    copy.withLock { copy in
      if copy.text != nil || copy.tree != nil { copy = Copy() }
    }
  }

  private func end() {
    copy.withLock { copy in
      _ = text(&copy)
      loan = nil
    }
    rejection = nil
    spare = nil
    face = nil
  }
}
