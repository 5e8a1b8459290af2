/// Decides for each element whether a ``Filter`` keeps its row, and for each record whether it keeps one, before the record
/// is read into a model.
///
/// The operands are columns of rows that the elements have. A row has the values of the record and of the elements around
/// it, too, so that a condition can compare both.
final class ElementFilter {
  /// The rows that are kept, in the order of the elements.
  let selection = RowSelection()
  private let source: RecordSource
  private let row: RecordModel<ColumnRow>
  private let operands: [FilterExpression.Operand]
  private let outcomes: FilterOutcomes

  /// - Parameter options: the options for the records. Statistics are not counted.
  init(_ filter: Filter, _ elements: RowElements, _ options: ReadingOptions) {
    var options = options
    options.statistics = nil
    operands = filter.expression.operands
    outcomes = FilterOutcomes(filter.expression)
    do throws(PathError) {
      var description = try elements.layout(of: filter).mapping().declaration
      // In a record of another kind, the values are absent.
      description.demandsKind = false
      source = RecordSource(Program(try ProgramDraft(description)), options)
    } catch {
      preconditionFailure("\(error)")
    }
    row = RecordModel(source)
  }

  /// Reads the values of the filter's paths.
  ///
  /// - Parameters: as for ``RecordFilter/verdict(of:_:allowsByteOrderMark:)``.
  func verdict(
    of bytes: Span<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool
  ) -> RecordLoop.Verdict {
    let outcome = source.readIndexed(bytes, indexed)
    if case .complete = outcome { return verdict }
    if case .failed(let failure) = source.diagnose(bytes, outcome, allowsByteOrderMark) {
      return .failed(failure)
    }
    return verdict
  }

  private var verdict: RecordLoop.Verdict {
    selection.kept.removeAll(keepingCapacity: true)
    row.show { record in
      _ = record.forEachRow { row in
        outcomes.begin(mayStop: false)
        for (column, operand) in operands.enumerated() {
          row.forEachValue(column) { outcomes.set(operand, $0) }
        }
        selection.kept.append(outcomes.isKept)
      }
    }
    return selection.kept.contains(true) ? .keep : .skip
  }
}

extension RowElements {
  /// Throws if a wildcard of a filter's path does not lead to the elements that have rows.
  ///
  /// - Parameter elements: the elements. Nil if records have rows.
  package static func check(_ filter: Filter, each elements: RowElements?) throws(PathError) {
    for operand in filter.expression.operands {
      let steps = elements.map { $0.steps[$0.level(of: operand.path)] } ?? 0
      guard let wildcard = operand.path.segments.dropFirst(steps).firstIndex(where: \.isWildcard) else {
        continue
      }
      throw PathError(
        filter.text, at: operand.start + operand.path.positions[wildcard],
        "a path in a filter has no wildcard, except for those of --each PATH, whose elements it then tests",
        isCondition: true)
    }
    do throws(PathError) {
      if let elements { _ = try elements.layout(of: filter).mapping() }
    } catch {
      let operand = filter.expression.operands.first { $0.path.text == error.path }
      throw PathError(
        filter.text, at: (operand?.start ?? 0) + error.position, error.reason, isCondition: true)
    }
  }

  /// Returns the rows with the values of a filter's paths.
  fileprivate func layout(of filter: Filter) throws(PathError) -> RowLayout {
    try RowLayout(
      filter.paths.enumerated().map { Column("\($0)", path: $1, .json, mismatch: .null) }, .untyped,
      each: self)
  }
}
