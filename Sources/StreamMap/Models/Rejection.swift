/// The details of a value that a closure rejected.
@usableFromInline
struct Rejection {
  /// The reason, as text.
  let reason: String?
  /// What had to be there instead, if the field does not determine that.
  var expected: String?
  /// The error in the value, if it was read as a record.
  let failure: RecordFailure?

  /// Whether the field keeps the template's value and no error is reported.
  var keepsTemplate = false

  init(_ reason: String) {
    self.reason = reason
    failure = nil
  }

  init(_ error: any Error) {
    let wrong = error as? WrongContext
    self.init(wrong?.found ?? "\(error)")
    expected = wrong.map { "a context of \($0.wanted)" }
  }

  /// The field keeps the template's value.
  static var keepingTemplate: Rejection {
    var rejection = Rejection("")
    rejection.keepsTemplate = true
    return rejection
  }

  init(within failure: RecordFailure) {
    reason = nil
    self.failure = failure
  }

  /// Whether the error is in a part of the value. The field's policies then do not apply.
  var isWithin: Bool {
    guard let failure else { return false }
    return failure.path != "$" || (failure.kind != .typeMismatch && failure.kind != .invalidModel)
  }
}
