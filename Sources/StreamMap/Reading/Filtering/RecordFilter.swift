/// Decides for each record whether a ``Filter`` keeps it, before the record is read into a model.
///
/// It reads the values of the filter's paths by a machine of its own, over the same index. Under ``Validation/full`` the
/// index has validated the record, so the walk can stop as soon as the record cannot be kept.
final class RecordFilter {
  private let source: RecordSource
  private let row: RecordModel<FilterRow>
  /// Whether the expression is so short that it pays to evaluate it after each value.
  private let isShort: Bool

  /// - Parameter options: the options for the records. Statistics are not counted.
  init(_ filter: Filter, _ options: ReadingOptions) {
    var options = options
    options.statistics = nil
    do throws(PathError) {
      source = RecordSource(try filter.program(), options)
    } catch {
      preconditionFailure("\(error)")
    }
    row = RecordModel(source)
    isShort = filter.expression.steps.count <= 64
  }

  /// Reads the values of the filter's paths.
  ///
  /// - Parameters:
  ///   - bytes: the record.
  ///   - indexed: the same record in an indexed text, if there is one.
  ///   - allowsByteOrderMark: whether the record begins at byte 0 of the input.
  func verdict(
    of bytes: Span<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool
  ) -> RecordLoop.Verdict {
    let outcomes = row.show(\.outcomes)
    outcomes.begin(mayStop: isShort)
    let outcome = source.readIndexed(bytes, indexed)
    switch outcome {
    case .complete: return outcomes.isKept ? .keep : .skip
    case .stopped: return .skip
    case .rejected, .doubtful, .unindexed: break
    }
    outcomes.begin(mayStop: false)
    if case .failed(let failure) = source.diagnose(bytes, outcome, allowsByteOrderMark) {
      return .failed(failure)
    }
    return outcomes.isKept ? .keep : .skip
  }
}
