/// Counts records and lines, to convert the numbers of a chunk to those of the whole input.
struct Numbering {
  private let inputs: [ChunkedInput]
  private var input = 0
  /// The records and lines of the input before the chunk, or nil if unknown.
  private var before: (records: Int, lines: Int)?
  /// The records and lines in the parts of the chunk that have been numbered.
  private var parts = (records: 0, lines: 0)

  init(_ inputs: [ChunkedInput]) {
    self.inputs = inputs
    before = inputs.first?.numbered
  }

  /// Removes the numbers.
  static func take<Part>(from result: inout ChunkResult<Part>) {
    number(&result, after: nil)
  }

  /// Converts the numbers of a part to numbers of the input. Numbers in a part count from the chunk's first record.
  mutating func number<Part>(_ result: inout ChunkResult<Part>) {
    if result.input != input {
      input = result.input
      before = inputs[input].numbered
    }
    Self.number(&result, after: before)
    parts = (parts.records + result.records, parts.lines + result.lines)
    guard !result.isUnfinished else { return }
    if let known = before { before = (known.records + parts.records, known.lines + parts.lines) }
    parts = (0, 0)
  }

  private static func number<Part>(
    _ result: inout ChunkResult<Part>, after before: (records: Int, lines: Int)?
  ) {
    for index in result.refusals.indices {
      result.refusals[index].error = result.refusals[index].error.numbered(after: before)
    }
    if let error = result.failure as? MappingError { result.failure = error.numbered(after: before) }
    result.statistics?.number(after: before)
  }
}
