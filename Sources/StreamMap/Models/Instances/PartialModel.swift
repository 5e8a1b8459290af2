/// What it takes to show a model whose record is not complete: the values that are open are lent to the fields
/// they are for, and taken back.
///
/// So nothing is stored that the machine does not know of, and an array that grows has one owner while it does.
struct PartialModel {
  /// The values that are lent, the innermost first.
  let loans: [FieldWitness.Borrow]
  /// For each model that is open, by its scope, the fields whose values are complete.
  let complete: [Int32: [UInt64]]

  /// Calls a closure while everything is lent.
  func show(_ body: () -> Void) {
    show(loans[...], body)
  }

  private func show(_ loans: ArraySlice<FieldWitness.Borrow>, _ body: () -> Void) {
    guard let loan = loans.first else { return body() }
    loan.show { show(loans.dropFirst(), body) }
  }
}
