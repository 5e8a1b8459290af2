/// What it takes to show a model whose record is not complete: the values that are open are lent to the fields
/// they are for, and taken back.
///
/// So nothing is stored that the machine does not know of, and an array that grows has one owner while it does.
///
/// SAFETY: the addresses are those of fields and of values in instances of the machine, or of the open text;
/// they are used before the machine's next step.
@safe struct PartialModel {
  /// A value that is lent, the innermost first.
  @safe struct Borrow {
    let witness: FieldWitness
    let shape: SlotShape
    let field: UnsafeMutableRawPointer
    let value: UnsafeMutableRawPointer
  }

  let loans: [Borrow]
  /// For each model that is open, by its scope, the fields whose values are complete.
  let complete: [Int32: [UInt64]]

  /// Calls a closure while everything is lent.
  func show(_ body: () -> Void) {
    show(loans[...], body)
  }

  private func show(_ loans: ArraySlice<Borrow>, _ body: () -> Void) {
    guard let loan = loans.first else { return body() }
    unsafe loan.witness.lend(loan.value, loan.shape, loan.field) { show(loans.dropFirst(), body) }
  }
}
