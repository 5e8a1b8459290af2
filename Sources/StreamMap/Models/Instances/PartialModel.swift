/// The values needed to show a model whose record is incomplete. The fields borrow the open values during a call.
///
/// So nothing is stored without the machine's knowledge, and the storage of a growing array stays uniquely referenced.
struct PartialModel {
  /// The borrowed values, innermost first.
  let loans: [FieldWitness.Borrow]
  /// For each open model, by scope, the fields whose values are complete.
  let complete: [Int32: [UInt64]]

  /// Calls a closure while the fields hold the borrowed values.
  func show(_ body: () -> Void) {
    show(loans[...], body)
  }

  private func show(_ loans: ArraySlice<FieldWitness.Borrow>, _ body: () -> Void) {
    guard let loan = loans.first else { return body() }
    loan.show { show(loans.dropFirst(), body) }
  }
}
