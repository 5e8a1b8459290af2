/// Counts records and lines, so that what was counted within a slice can be told as of the whole input.
struct Numbering {
  private let inputs: [SlicedInput]
  private var input = 0
  /// What came before, of the input; nil if that is not known.
  private var before: (records: Int, lines: Int)?

  init(_ inputs: [SlicedInput]) {
    self.inputs = inputs
    before = inputs.first?.numbered
  }

  /// Takes the numbers away.
  static func take<Part>(from result: inout SliceResult<Part>) {
    number(&result, after: nil)
  }

  /// Puts the numbers right of what a slice gave, the one that follows the last.
  mutating func number<Part>(_ result: inout SliceResult<Part>) {
    if result.input != input {
      input = result.input
      before = inputs[input].numbered
    }
    Self.number(&result, after: before)
    if let known = before { before = (known.records + result.records, known.lines + result.lines) }
  }

  private static func number<Part>(
    _ result: inout SliceResult<Part>, after before: (records: Int, lines: Int)?
  ) {
    for index in result.refusals.indices {
      result.refusals[index].error = result.refusals[index].error.numbered(after: before)
    }
    if let error = result.failure as? MappingError { result.failure = error.numbered(after: before) }
    result.quality?.number(after: before)
  }
}
