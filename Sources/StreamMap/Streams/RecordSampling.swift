import Synchronization

/// A summary of the first records of a reading. They are walked completely, whatever a filter or a mapping skips.
///
/// Each worker has its own sampler. The summaries of the parts of an input are added in order, up to the limit. After
/// it, a record costs nothing.
package final class RecordSampling: Sendable {
  /// The number of records that are walked completely.
  package static var limit: Int { 1_000 }

  /// The summary, and the numbers of all records of the reading.
  package struct Findings: Sendable {
    package fileprivate(set) var summary: (any RecordSummary)?
    fileprivate var records = 0
    fileprivate var filtered = 0
    fileprivate var rejected = 0
    /// Whether the summary has every record that is well formed.
    package fileprivate(set) var isComplete = true

    /// The number of records that the filter has kept and that were not rejected.
    package var kept: Int { records - filtered - rejected }
    fileprivate var isFull: Bool { summary.map { $0.count >= RecordSampling.limit } ?? false }
  }

  /// The summary of a part of the input.
  struct Part: Sendable {
    var summary: any RecordSummary
    /// Whether a record of the part is not in it.
    var isCut: Bool
  }

  private let makeSampler: @Sendable (ReadingOptions) -> any RecordSampler
  private let state = Mutex(Findings())
  private let isOpen = Atomic(true)

  package init(_ makeSampler: @escaping @Sendable (ReadingOptions) -> any RecordSampler) {
    self.makeSampler = makeSampler
  }

  package var findings: Findings { state.withLock { $0 } }

  /// Returns the sample of a thread.
  func makeSample(_ options: ReadingOptions) -> RecordSample {
    RecordSample(makeSampler(options), of: self)
  }

  /// Whether records at the beginning of a later part of the input may be needed.
  var needsMore: Bool { isOpen.load(ordering: .relaxed) }

  /// Declares that the first part of the input has enough records.
  func close() { isOpen.store(false, ordering: .relaxed) }

  /// Adds the next part of the input.
  func add(_ part: Part?, records: Int, filtered: Int, rejected: Int) {
    state.withLock { findings in
      findings.records += records
      findings.filtered += filtered
      findings.rejected += rejected
      if let part, !findings.isFull {
        if findings.summary?.merge(part.summary) == nil { findings.summary = part.summary }
        if part.isCut { findings.isComplete = false }
      } else if records > 0 {
        findings.isComplete = false
      }
      if findings.isFull { close() }
    }
  }
}

/// Adds records to a summary, on one thread.
package protocol RecordSampler: AnyObject {
  /// Adds a record, which may be malformed. Then it does nothing.
  func add(_ record: Span<UInt8>)

  /// Returns the summary of the records that were added since the last call.
  func take() -> any RecordSummary
}

/// A summary of records.
package protocol RecordSummary: Sendable {
  /// The number of records in it.
  var count: Int { get }

  /// Adds a summary of the same type, of the records that follow.
  mutating func merge(_ next: any RecordSummary)
}

/// The first records of the input of one thread.
final class RecordSample {
  private let sampling: RecordSampling
  private let sampler: any RecordSampler
  /// The number of records that are still wanted.
  private var left = 0
  /// Whether the records are those at the beginning of the whole input.
  private var isFirst = false
  /// Whether a record was not sampled.
  private var isCut = false

  init(_ sampler: any RecordSampler, of sampling: RecordSampling) {
    self.sampler = sampler
    self.sampling = sampling
  }

  /// Begins a part of the input, and returns whether its records are wanted.
  func begin(isFirst: Bool) -> Bool {
    self.isFirst = isFirst
    left = sampling.needsMore ? RecordSampling.limit : 0
    isCut = left == 0
    return left > 0
  }

  /// Adds a record. Returns whether more are wanted.
  func add(_ record: Span<UInt8>) -> Bool {
    guard left > 0 else {
      isCut = true
      if isFirst { sampling.close() }
      return false
    }
    left -= 1
    sampler.add(record)
    return true
  }

  /// Returns the summary of the records since the last call.
  func take() -> RecordSampling.Part { RecordSampling.Part(summary: sampler.take(), isCut: isCut) }

  /// Adds what is left at the end of the reading, and returns all findings.
  func finish(records: Int, filtered: Int, rejected: Int) -> RecordSampling.Findings {
    sampling.add(take(), records: records, filtered: filtered, rejected: rejected)
    return sampling.findings
  }
}
