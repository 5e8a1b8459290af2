/// What a closure that refuses a value says of it.
@usableFromInline
struct Refusal {
  /// Why, in words.
  let reason: String?
  /// What is wrong within the value, if it was read as a record of its own.
  let failure: RecordFailure?

  /// The field is to have the template's value, and nothing is wrong with that.
  var keepsTemplate = false

  init(_ reason: String) {
    self.reason = reason
    failure = nil
  }

  /// The field is to have the template's value.
  static var keepingTemplate: Refusal {
    var refusal = Refusal("")
    refusal.keepsTemplate = true
    return refusal
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
