/// What a closure that refuses a value says of it.
@usableFromInline
struct Refusal {
  /// Why, in words.
  let reason: String?
  /// What is wrong within the value, if it was read as a record of its own.
  let failure: RecordFailure?

  init(_ reason: String) {
    self.reason = reason
    failure = nil
  }

  init(within failure: RecordFailure) {
    reason = nil
    self.failure = failure
  }

  /// It is a part of the value that is wrong, of which the field's policies say nothing.
  var isWithin: Bool {
    guard let failure else { return false }
    return failure.path != "$" || (failure.kind != .typeMismatch && failure.kind != .invalidModel)
  }
}
