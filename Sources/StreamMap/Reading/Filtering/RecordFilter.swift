/// Decides for each record whether a ``Filter`` keeps it, before the record is read into a model.
///
/// It reads the values of the filter's paths by a machine of its own, over the same index. Under ``Validation/full`` the
/// index has validated the record, so the walk of a long record stops as soon as the record cannot be kept. Otherwise the
/// rest is read, so that a malformed value is an error in every record.
final class RecordFilter {
  private let source: RecordSource
  private let row: RecordModel<FilterRow>
  /// The row's outcomes. The row is never replaced.
  private let outcomes: FilterOutcomes
  /// Whether the walk may stop, and the expression is so short that it pays to evaluate it after each value.
  private let mayStop: Bool
  /// The number of bytes of a record from which reading stops. To stop takes longer than to read the rest of a record of
  /// 230 bytes; the number itself is an estimate.
  private static let stoppingSize = 1024

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
    outcomes = row.show(\.outcomes)
    mayStop = options.validation == .full && filter.expression.steps.count <= 64
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
    outcomes.begin(mayStop: mayStop && bytes.count >= Self.stoppingSize)
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
